#compdef fcb
# Completion of fcb for zsh.
_fcb() {
    local -a found
    local line files=
    for line in "${(@f)$("${words[1]}" __complete --partial="${words[CURRENT]}" -- "${(@)words[2,CURRENT-1]}" 2>/dev/null)}"; do
        if [[ $line == :files ]]; then
            files=yes
        elif [[ -n $line ]]; then
            found+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
        fi
    done
    (( $#found )) && _describe -t fcb fcb found
    [[ -n $files ]] && _files
}
if [[ $funcstack[1] == _fcb ]]; then
    _fcb
else
    compdef _fcb fcb
fi
