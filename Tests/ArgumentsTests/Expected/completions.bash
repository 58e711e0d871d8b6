# Completions of tickers for bash 4.3 or later (macOS has 3.2).

_tickers() {
  local rest=${COMP_LINE:0:COMP_POINT} typed= piece= i
  local -a before=()
  # Bash also splits words at = and :; here adjacent pieces are one word.
  for ((i = 0; i <= COMP_CWORD; i++)); do
    if [[ $rest == [[:space:]]* ]]; then
      before+=("$typed") typed=
      rest=${rest#"${rest%%[![:space:]]*}"}
    fi
    piece=${COMP_WORDS[i]}
    ((i < COMP_CWORD)) || piece=$rest
    typed+=$piece rest=${rest#"$piece"}
  done
  before=("${before[@]:1}")

  local before_value='^(--sort|--columns|--filter|--match|--odd|--shape|--replay|-[1qh]*s|-[1qh]*c|-[1qh]*f|-[1qh]*m)$' option= ended= word
  local -a operands=()
  for word in "${before[@]}"; do
    if [[ -n $option ]]; then
      option=
    elif [[ -n $ended || $word != -?* ]]; then
      operands+=("$word")
    elif [[ $word == -- ]]; then
      ended=yes
    elif [[ $word =~ $before_value ]]; then
      option=$word
    fi
  done

  local value=$typed letter_with_value='^-[1qh]*([scfm])=?(.+)$'
  if [[ -n $option ]]; then
    [[ $option == --* ]] || option=-${option: -1}
  elif [[ -n $ended || $typed != -* ]]; then
    option=${#operands[@]}
  elif [[ $typed =~ ^(--[^=]+)=(.*)$ ]]; then
    option=${BASH_REMATCH[1]} value=${BASH_REMATCH[2]}
  elif [[ $typed =~ $letter_with_value ]]; then
    option=-${BASH_REMATCH[1]} value=${BASH_REMATCH[2]}
  fi
  value=${value#[\"\']}

  COMPREPLY=()
  local listed=
  local -a offer=()
  case "${operands[0]-} $option" in
    ' 0') offer=(list book price help) ;;
    'list ') offer=(-s --sort -c --columns -f --filter -m --match --odd --replay -q --quiet -h --help --version) ;;
    'book ') offer=(-1 --once --shape --replay -q --quiet -h --help --version) ;;
    'price ') offer=(-1 --once --shape --replay -q --quiet -h --help --version) ;;
    'help ') offer=(--replay -q --quiet -h --help --version) ;;
    *' ') offer=(-s --sort -c --columns -f --filter -m --match --odd -1 --once --shape --replay -q --quiet -h --help --version) ;;
    book' 1') mapfile -t offer < <(command tickers symbols --columns symbol 2>/dev/null) ;;
    price' '[0-9]*) mapfile -t offer < <(command tickers symbols --columns symbol 2>/dev/null) ;;
    help' 1') offer=(list book price) ;;
    'price --shape') offer=(long short) ;;
    *' -s' | *' --sort') offer=(symbol last percent percent:desc) ;;
    *' -c' | *' --columns') offer=(symbol last percent); [[ $value == *,* ]] || offer+=(help); listed=,${value%"${value##*,}"} value=${value##*,}; compopt -o nospace ;;
    *' -m' | *' --match') mapfile -t offer < <(command tickers list --match '@help' 2>/dev/null) ;;
    *' --odd') offer=('it'\''s' 'a[b]' c:d '$HOME' '`id`' 'e f' 'g\h' '*' '"' '~') ;;
    *' --shape') offer=(ladder line) ;;
    *' --replay') compopt -o dirnames ;;
  esac

  # Readline replaces only the text after the last word break.
  while [[ -n $piece && $COMP_WORDBREAKS == *"${piece:0:1}"* ]]; do piece=${piece:1}; done
  local kept=${typed%"$value"} standing=${typed%"$piece"}
  for word in "${offer[@]}"; do
    [[ $listed != *,"$word",* ]] || continue
    printf -v word %q "$word"
    [[ ${word^^} == "${value^^}"* ]] || continue
    word=$kept$word
    COMPREPLY+=("${word#"$standing"}")
  done
}

if ((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] >= 403)); then
  complete -F _tickers tickers
else
  echo 'tickers: completions require bash 4.3 or later' >&2
fi
