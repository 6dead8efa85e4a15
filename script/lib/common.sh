# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
#
# Shared by the scripts: where things are, how to speak, and how to remember what is done. Sourced, never run.
# shellcheck shell=bash disable=SC2034  # the names below are used by the scripts that read this file

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
vendor=$root/Vendor
stamps=$vendor/stamps
vendor_python=$vendor/python/bin/python3

# One line for each thing done: what, and why.
say() { printf '==> %s\n' "$*" >&2; }

# What went wrong, then one line each for how to mend it.
fail() {
    printf 'error: %s\n' "$1" >&2
    shift
    [ $# -eq 0 ] || printf '       %s\n' "$@" >&2
    exit 1
}

# Prints the comment at the top of a script (what it does and its usage) as its help.
print_help() { sed -n '/^# SPDX/d; /^#!/d; /^#/!q; s/^# \{0,1\}//p' "$1" | sed '/./,$!d'; }

# A step is done when its stamp holds the key that the step has now, and every file that the stamp lists is still there.
# The key is made of everything that the step depends on, so a changed pin runs the step again.
key_of() { cat "$@" | sha256sum | cut -d ' ' -f 1; }

is_done() { # step key
    local stamp=$stamps/$1 path
    [ -f "$stamp" ] || return 1
    {
        IFS= read -r path && [ "$path" = "$2" ] || return 1
        while IFS= read -r path; do
            [ -e "$vendor/$path" ] || return 1
        done
    } <"$stamp"
}

# The stamp is the last thing that a step writes, and appears at once: an interrupted step is never taken for a finished one.
mark_done() { # step key path-under-Vendor...
    local stamp=$stamps/$1
    shift
    mkdir -p "$stamps"
    printf '%s\n' "$@" >"$stamp.new"
    mv "$stamp.new" "$stamp"
}

# The browser for the page's tests: the one that VEDETTE_CHROMIUM names, the one fetched by script/bootstrap, or the system's.
browser_path() {
    local candidate
    for candidate in ${VEDETTE_CHROMIUM:+"$VEDETTE_CHROMIUM"} "$vendor"/browsers/chromium-*/chrome-linux*/chrome \
        chromium chromium-browser google-chrome; do
        command -v "$candidate" && return
    done
    return 1
}

# Where `swift build` puts the vedette command.
binary_path() { # debug|release
    printf '%s/vedette\n' "$(swift build --package-path "$root" --configuration "$1" --show-bin-path)"
}
