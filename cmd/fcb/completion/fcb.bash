# Completion of fcb for bash.
_fcb() {
    local line=${COMP_LINE:0:COMP_POINT} words cur done word about files=
    read -ra words <<<"$line"
    cur=
    if [[ $line != *[[:space:]] ]]; then
        cur=${words[${#words[@]} - 1]}
        unset "words[${#words[@]} - 1]"
    fi
    # Bash replaces only what follows the last = or :, which break words.
    done=${cur%"${cur##*[=:]}"}
    COMPREPLY=()
    while IFS=$'\t' read -r word about; do
        if [[ $word == :files ]]; then
            files=yes
        else
            COMPREPLY+=("${word#"$done"}")
        fi
    done < <("${COMP_WORDS[0]}" __complete --partial="$cur" -- "${words[@]:1}" 2>/dev/null)
    if [[ $files ]]; then
        compopt -o filenames 2>/dev/null
        while IFS= read -r word; do
            COMPREPLY+=("$word")
        done < <(compgen -f -- "${cur#"$done"}")
    fi
}
complete -F _fcb fcb
