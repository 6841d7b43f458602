# Completion of fcb for fish.
function __fcb_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    for line in ($words[1] __complete --partial="$current" -- $words[2..-1] 2>/dev/null)
        if test "$line" = :files
            __fish_complete_path "$current"
        else
            echo $line
        end
    end
end
complete -c fcb -f -a '(__fcb_complete)'
