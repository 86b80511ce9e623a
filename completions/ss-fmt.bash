# bash completion for ss-fmt; written by ss-fmt --completion=bash
_ss_fmt() {
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}
	local i operands=0
	COMPREPLY=()
	if [[ $cur == '=' ]]; then cur=''; elif [[ $prev == '=' ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi
	case $prev in
	-f|--format)
		:
		return ;;
	-o|--output)
		compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return ;;
	-j|--threads)
		:
		return ;;
	--progress)
		mapfile -t COMPREPLY < <(compgen -W 'auto none json' -- "$cur")
		return ;;
	--delimiter)
		:
		return ;;
	--quote)
		mapfile -t COMPREPLY < <(compgen -W 'minimal all none' -- "$cur")
		return ;;
	--null)
		:
		return ;;
	--decimal)
		mapfile -t COMPREPLY < <(compgen -W 'number string' -- "$cur")
		return ;;
	--nan)
		mapfile -t COMPREPLY < <(compgen -W 'refuse null string' -- "$cur")
		return ;;
	esac
	if [[ $cur == -* ]]; then
		mapfile -t COMPREPLY < <(compgen -W '-f --format= -o --output= -j --threads= --progress= --foreign --partial -q --quiet -v --verbose --delimiter= --quote= --null= --no-header --crlf --bom --guard-formulas --flatten --array --pretty --decimal= --nan= -h --help -V --version ' -- "$cur")
		[[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace 2>/dev/null
		return
	fi
	for ((i = 1; i < COMP_CWORD; i++)); do
		case ${COMP_WORDS[i]} in
		-f|--format|-o|--output|-j|--threads|--progress|--delimiter|--quote|--null|--decimal|--nan|=) ((i++)) ;;
		-?*) ;;
		*) ((operands++)) ;;
		esac
	done
	if ((operands == 0)); then
		mapfile -t COMPREPLY < <(compgen -W 'arrow csv json table tsv' -- "$cur")
		return
	fi
	compopt -o filenames 2>/dev/null
	mapfile -t COMPREPLY < <(compgen -f -- "$cur")
}
complete -F _ss_fmt ss-fmt
