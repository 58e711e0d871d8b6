# Completions of tickers for fish.

# Prints the words that are neither options nor values: the command first.
function __tickers_operands
    set -l before (commandline -opc)
    set -e before[1]
    set -l value_follows no
    set -l ended no
    for word in $before
        if test $value_follows = yes
            set value_follows no
        else if test $ended = yes; or not string match -q -- '-?*' $word
            printf '%s\n' $word
        else if test $word = --
            set ended yes
        else if string match -qr -- '^(--sort|--columns|--filter|--match|--odd|--shape|--replay|-[1qh]*s|-[1qh]*c|-[1qh]*f|-[1qh]*m)$' $word
            set value_follows yes
        end
    end
end

# Prints the value typed for an option, without the option.
function __tickers_value
    commandline -ct | string replace -r -- '^--[^=]*=' ''
end

# Prints the words that are not in the list yet, after the part up to the last comma.
function __tickers_list
    set -l typed (string match -r -- '^.*,' (__tickers_value))
    set -l listed (string split -- , "$typed")
    for word in $argv
        contains -- $word $listed; or printf '%s\n' "$typed$word"
    end
end

# Prints the output of the program. Fish completes operands even while an option is typed.
function __tickers_output
    string match -q -- '-*' (__tickers_value); or command tickers $argv 2>/dev/null
end

complete -c tickers -f
complete -c tickers -n 'test -z "$(__tickers_operands)"' -a list -d 'It\'s all: `a` [b] $c'
complete -c tickers -n 'test -z "$(__tickers_operands)"' -a book -d 'One book'
complete -c tickers -n 'test -z "$(__tickers_operands)"' -a price -d 'The last price'
complete -c tickers -n 'test -z "$(__tickers_operands)"' -a help -d 'Show help for a command or a topic'
complete -c tickers -n 'test "$(__tickers_operands)" = book' -a '(__tickers_output symbols --columns symbol)'
complete -c tickers -n 'test "$(__tickers_operands)[1]" = price' -a '(__tickers_output symbols --columns symbol)'
complete -c tickers -n 'test "$(__tickers_operands)" = help' -a 'list book price'
complete -c tickers -n 'contains -- "$(__tickers_operands)[1]" \'\' list' -s s -l sort -x -a 'symbol last percent percent:desc' -d 'Sort: \'it\' [a] `b` $c \\d "e"'
complete -c tickers -n 'contains -- "$(__tickers_operands)[1]" \'\' list' -s c -l columns -x -a '(__tickers_list symbol last percent) help' -d 'Which fields'
complete -c tickers -n 'contains -- "$(__tickers_operands)[1]" \'\' list' -s f -l filter -x -d 'Keep names'
complete -c tickers -n 'contains -- "$(__tickers_operands)[1]" \'\' list' -s m -l match -x -a '(__tickers_output list --match \'@help\')' -d 'Keep matches'
complete -c tickers -n 'contains -- "$(__tickers_operands)[1]" \'\' list' -l odd -x -a '\'it\\\'s\' \'a[b]\' c:d \'$HOME\' \'`id`\' \'e f\' \'g\\\\h\' \'*\' \'"\' \'~\'' -d 'Odd words'
complete -c tickers -n 'contains -- "$(__tickers_operands)[1]" \'\' book price' -s 1 -l once -d 'Poll once'
complete -c tickers -n 'contains -- "$(__tickers_operands)[1]" \'\' book' -l shape -x -a 'ladder line' -d How
complete -c tickers -n 'contains -- "$(__tickers_operands)[1]" \'\' price' -l shape -x -a 'long short' -d How
complete -c tickers -l replay -x -a '(__fish_complete_directories (__tickers_value))' -d Recordings
complete -c tickers -s q -l quiet -d 'No notices'
complete -c tickers -s h -l help -d 'Show this help'
complete -c tickers -l version -d 'Show the version'
