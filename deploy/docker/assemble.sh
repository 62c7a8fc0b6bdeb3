#!/bin/sh
# Makes the root of the container image: assemble.sh SOURCE IMAGE NEURAL
# SOURCE is the repository after "npm pack" and "npm prune --omit=dev". NEURAL is true or false.
set -eu
source=$1
image=$2
neural=$3

case $(uname -m) in
  x86_64) platform=x64 ;;
  aarch64) platform=arm64 ;;
  *) echo "no image is made for $(uname -m)" >&2 && exit 1 ;;
esac

mkdir -p "$image/app" "$image/usr/bin" "$image/etc" "$image/data" "$image/tmp"
chmod 1777 "$image/tmp"
tar -xzf "$source"/hoarfrost-*.tgz -C "$image/app" --strip-components=1 --no-same-owner
cp -R "$source/node_modules" "$image/app/node_modules"
cp "$source/deploy/docker/healthcheck.js" "$image/app/healthcheck.js"

# Files for other platforms, and builds of libraries that are not loaded.
cd "$image/app/node_modules"
rm -rf @libsql/*-musl* .bin .package-lock.json
find libflacjs/dist -type f ! -name 'libflac.min.wasm*' -delete
find . -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.md' ! -iname 'licen[cs]e*' \) -delete
if [ "$neural" = true ]; then
  for folder in onnxruntime-node/bin/napi-v*/*/*; do
    case $folder in */linux/$platform) ;; *) rm -rf "$folder" ;; esac
  done
  find onnxruntime-node/bin -type d -empty -delete
else
  rm -rf onnxruntime-node onnxruntime-common
fi
cd - > /dev/null

# Node, and what it and the native modules are linked with.
cp -L "$(command -v node)" "$image/usr/bin/node"
{ ldd "$image/usr/bin/node"; find "$image/app/node_modules" -name '*.node' -exec ldd {} \; ; } |
  grep -o '/[^ ]*\.so[^ ]*' | grep -v "^$image" | sort -u |
  while read -r library; do
    mkdir -p "$image$(dirname "$library")"
    cp -L "$library" "$image$library"
  done

printf 'root:x:0:0::/:/nonexistent\nhoarfrost:x:10001:10001::/data:/nonexistent\n' > "$image/etc/passwd"
printf 'root:x:0:\nhoarfrost:x:10001:\n' > "$image/etc/group"
printf 'hosts: files dns\n' > "$image/etc/nsswitch.conf"
