#!/bin/sh
# Builds strobe with optimisation and installs it. Options are those of `strobe install`: --prefix DIRECTORY, --uninstall.
# On Linux it becomes one file without symbols that needs glibc and libgcc alone, and can be copied into a container.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
build=${SWIFTPM_BUILD_DIR:-$root/.build}
if [ "$(uname)" = Linux ]; then
    compiler=$(command -v cc || command -v clang) || { echo "install.sh: there is no C compiler: cc or clang" >&2; exit 1; }
    # The linker looks for libraries here first, and finds static ones alone. libgcc_s stays: glibc loads it to end threads.
    mkdir -p "$build/static"
    for name in edit tinfo bsd md stdc++; do
        file=$("$compiler" -print-file-name="lib$name.a")
        [ -e "$file" ] || { echo "install.sh: lib$name.a is missing: apt-get install libedit-dev" >&2; exit 1; }
        ln -sf "$file" "$build/static/"
    done
    swift build --quiet -c release --product strobe --package-path "$root" --scratch-path "$build" --static-swift-stdlib \
        -Xlinker "-L$build/static" -Xlinker -ltinfo -Xlinker -lbsd -Xlinker -lmd -Xlinker --no-export-dynamic -Xlinker -s
else
    swift build --quiet -c release --product strobe --package-path "$root" --scratch-path "$build"
fi
exec "$build/release/strobe" install "$@"
