# bash completion for ss-gen; written by ss-gen --completion=bash
_ss_gen() {
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}
	local i operands=0
	COMPREPLY=()
	if [[ $cur == '=' ]]; then cur=''; elif [[ $prev == '=' ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi
	case $prev in
	-n|--count)
		:
		return ;;
	-s|--seed)
		:
		return ;;
	-e|--expression)
		:
		return ;;
	-o|--output)
		compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return ;;
	-j|--threads)
		:
		return ;;
	--first)
		:
		return ;;
	--record)
		:
		return ;;
	--shard)
		:
		return ;;
	--now)
		:
		return ;;
	--ref-count)
		:
		return ;;
	--structures)
		compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -d -- "$cur")
		return ;;
	--batch)
		:
		return ;;
	--explain)
		:
		return ;;
	--progress)
		mapfile -t COMPREPLY < <(compgen -W 'auto none json' -- "$cur")
		return ;;
	esac
	if [[ $cur == -* ]]; then
		mapfile -t COMPREPLY < <(compgen -W '-n --count= -s --seed= -e --expression= -o --output= -j --threads= --first= --record= --shard= --now= --ref-count= --structures= --batch= --check --json --explain= --types --progress= -q --quiet -v --verbose -h --help -V --version ' -- "$cur")
		[[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace 2>/dev/null
		return
	fi
	compopt -o filenames 2>/dev/null
	mapfile -t COMPREPLY < <(compgen -f -- "$cur")
}
complete -F _ss_gen ss-gen
