#!/bin/sh
# Builds strobe with optimisation and installs it. Options are those of `strobe install`: --prefix DIRECTORY, --uninstall.
# On Linux it becomes one file without symbols that needs glibc and libgcc alone, and can be copied into a container.
set -eu
cd "$(dirname "$0")/../.."
flags=
if [ "$(uname)" = Linux ]; then
    # The linker looks for libraries here first, and finds static ones alone. libgcc_s stays: glibc loads it to end threads.
    folder=${SWIFTPM_BUILD_DIR:-.build}/static
    mkdir -p "$folder"
    for name in edit tinfo bsd md stdc++; do
        ln -sf "$(cc -print-file-name=lib$name.a)" "$folder/"
    done
    flags="--static-swift-stdlib -Xlinker -L$folder -Xlinker -ltinfo -Xlinker -lbsd -Xlinker -lmd -Xlinker -s"
fi
# shellcheck disable=SC2086 # the flags are words
swift build --quiet -c release --product strobe $flags ${SWIFTPM_BUILD_DIR:+--scratch-path "$SWIFTPM_BUILD_DIR"}
exec "${SWIFTPM_BUILD_DIR:-.build}/release/strobe" install "$@"
