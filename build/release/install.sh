#!/bin/sh
# Installs jig: fetches the archive for this machine, compares its SHA-256, and puts one file into one folder.
#   JIG_INSTALL_DIR  where to (default: XDG_BIN_HOME, else ~/.local/bin)
#   JIG_BASE_URL     where from (default: this release)
set -eu

version="@VERSION@"
base="${JIG_BASE_URL:-https://github.com/@REPOSITORY@/releases/download/v$version}"
folder="${JIG_INSTALL_DIR:-${XDG_BIN_HOME:-$HOME/.local/bin}}"

fail() {
  echo "jig: $1" >&2
  exit 1
}

case "$(uname -s)" in
  Linux) system=linux ;;
  Darwin) system=darwin ;;
  *) fail "there is no build for $(uname -s); on Windows unpack the .zip of the release" ;;
esac
case "$(uname -m)" in
  x86_64 | amd64) machine=x64 ;;
  aarch64 | arm64) machine=arm64 ;;
  *) fail "there is no build for $(uname -m)" ;;
esac
# A shell under Rosetta says x86_64 on a machine that is not.
if [ "$system" = darwin ] && [ "$(sysctl -n sysctl.proc_translated 2>/dev/null || true)" = 1 ]; then machine=arm64; fi
libc=
if [ "$system" = linux ] && ls /lib/ld-musl-* >/dev/null 2>&1 && ! ls /lib*/ld-linux-* >/dev/null 2>&1; then libc=-musl; fi
# The smaller archive where it can be unpacked.
packing=gz
if command -v xz >/dev/null 2>&1; then packing=xz; fi
archive="jig-$version-$system-$machine$libc.tar.$packing"

if command -v curl >/dev/null 2>&1; then
  fetch() { curl -fsSL --retry 3 -o "$2" "$1"; }
elif command -v wget >/dev/null 2>&1; then
  fetch() { wget -q -O "$2" "$1"; }
else
  fail "neither curl nor wget is installed"
fi
if command -v sha256sum >/dev/null 2>&1; then
  sum() { sha256sum "$1" | cut -d ' ' -f 1; }
elif command -v shasum >/dev/null 2>&1; then
  sum() { shasum -a 256 "$1" | cut -d ' ' -f 1; }
else
  fail "neither sha256sum nor shasum is installed, so the download cannot be verified"
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
echo "fetching $archive"
fetch "$base/$archive" "$work/$archive" || fail "$base/$archive cannot be fetched"
fetch "$base/SHA256SUMS" "$work/SHA256SUMS" || fail "$base/SHA256SUMS cannot be fetched"
wanted=$(awk -v name="$archive" '$2 == name { print $1 }' "$work/SHA256SUMS")
[ -n "$wanted" ] || fail "SHA256SUMS does not name $archive"
found=$(sum "$work/$archive")
[ "$found" = "$wanted" ] || fail "$archive is not what was released (SHA-256 $found, not $wanted): nothing was installed"

case "$packing" in
  xz) xz -dc "$work/$archive" | tar -xf - -C "$work" jig ;;
  *) tar -xzf "$work/$archive" -C "$work" jig ;;
esac
"$work/jig" --version >/dev/null || fail "the program does not run on this machine: nothing was installed"
mkdir -p "$folder"
# Beside its place first, then renamed: a running jig keeps its file.
cp "$work/jig" "$folder/.jig-new.$$"
chmod 755 "$folder/.jig-new.$$"
mv "$folder/.jig-new.$$" "$folder/jig"
echo "installed $folder/jig $version"
case ":$PATH:" in
  *":$folder:"*) ;;
  *) echo "add $folder to your PATH: export PATH=\"$folder:\$PATH\"" ;;
esac
