#compdef tickers

_tickers() {
  local MATCH MBEGIN MEND match mbegin mend
  local -a before=("${(@)words[2,CURRENT-1]}")

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

  local -a subcommands=(
    'list:It'\''s all: `a` [b] $c'
    'book:One book'
    'price:The last price'
    'help:Show help for a command or a topic'
  )
  local -a specs=(
    '(--replay)'--replay='[Recordings]:DIR:_files -/'
    '(-q --quiet)'{-q,--quiet}'[No notices]'
    '(-h --help)'{-h,--help}'[Show this help]'
    '(--version)'--version'[Show the version]'
  )
  case $operands[1] in
    list) specs+=(
      '(-s --sort)'{-s+,--sort=}'[Sort\: '\''it'\'' \[a\] `b` $c \\d "e"]:FIELD\[\:desc\]:compadd - symbol last percent percent\:desc'
      '(-c --columns)'{-c+,--columns=}'[Which fields]:A,B: _tickers_list help symbol last percent'
      '*'{-f+,--filter=}'[Keep names]:TEXT: '
      '(-m --match)'{-m+,--match=}'[Keep matches]:TEXT: _tickers_output list --match '\''@help'\'''
      '(--odd)'--odd='[Odd words]:X:compadd - '\''it'\''\'\'''\''s'\'' '\''a[b]'\'' c\:d '\''$HOME'\'' '\''`id`'\'' '\''e f'\'' '\''g\h'\'' '\''*'\'' '\''"'\'' '\''~'\'''
    ) ;;
    book) specs+=(
      '(-1 --once)'{-1,--once}'[Poll once]'
      '(--shape)'--shape='[How]:X:compadd - ladder line'
      '2:SYMBOL: _tickers_output symbols --columns symbol'
    ) ;;
    price) specs+=(
      '(-1 --once)'{-1,--once}'[Poll once]'
      '(--shape)'--shape='[How]:X:compadd - long short'
      '*:SYMBOL: _tickers_output symbols --columns symbol'
    ) ;;
    help) specs+=(
      '2:COMMAND|TOPIC:compadd - list book price'
    ) ;;
    *) specs+=(
      '(-s --sort)'{-s+,--sort=}'[Sort\: '\''it'\'' \[a\] `b` $c \\d "e"]:FIELD\[\:desc\]:compadd - symbol last percent percent\:desc'
      '(-c --columns)'{-c+,--columns=}'[Which fields]:A,B: _tickers_list help symbol last percent'
      '*'{-f+,--filter=}'[Keep names]:TEXT: '
      '(-m --match)'{-m+,--match=}'[Keep matches]:TEXT: _tickers_output list --match '\''@help'\'''
      '(--odd)'--odd='[Odd words]:X:compadd - '\''it'\''\'\'''\''s'\'' '\''a[b]'\'' c\:d '\''$HOME'\'' '\''`id`'\'' '\''e f'\'' '\''g\h'\'' '\''*'\'' '\''"'\'' '\''~'\'''
      '(-1 --once)'{-1,--once}'[Poll once]'
      '(--shape)'--shape='[How]:X:compadd - ladder line'
    ) ;;
  esac
  _arguments -s -S : '1:command: _describe command subcommands' "${specs[@]}"
}

# Offers a single word, or a list of others.
_tickers_list() {
  compadd "$expl[@]" - $1
  _sequence "$expl[@]" compadd - "${@[2,-1]}"
}

# Offers the output of the program. Zsh completes operands even while an option is typed.
_tickers_output() {
  [[ $PREFIX == -* ]] || compadd "$expl[@]" -M 'm:{a-zA-Z}={A-Za-z}' - \
    ${(f)"$(command tickers "$@" 2>/dev/null)"}
}

# The file is either autoloaded from $fpath, or sourced.
if [[ $funcstack[1] == _tickers ]]; then
  _tickers "$@"
else
  compdef _tickers tickers
fi
