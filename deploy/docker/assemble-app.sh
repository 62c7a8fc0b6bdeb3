#!/bin/sh
# Makes a folder with the program and the modules that it loads: assemble-app.sh SOURCE FOLDER NEURAL
# SOURCE is the repository after "npm pack" and "npm prune --omit=dev". NEURAL is true or false.
set -eu
source=$1
app=$2
neural=$3

case $(uname -m) in
  x86_64) platform=x64 ;;
  aarch64) platform=arm64 ;;
  *) echo "no package is made for $(uname -m)" >&2 && exit 1 ;;
esac

mkdir -p "$app"
tar -xzf "$source"/hoarfrost-*.tgz -C "$app" --strip-components=1 --no-same-owner
cp -R "$source/node_modules" "$app/node_modules"

# Files for other platforms, and builds of libraries that are not loaded.
cd "$app/node_modules"
rm -rf @libsql/*-musl* .bin .package-lock.json
find libflacjs/dist -type f ! -name 'libflac.min.wasm*' -delete
find . -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.md' ! -iname 'licen[cs]e*' \) -delete
if [ "$neural" = true ]; then
  for folder in onnxruntime-node/bin/napi-v*/*/*; do
    case $folder in */linux/$platform) ;; *) rm -rf "$folder" ;; esac
  done
  find onnxruntime-node/bin -type d -empty -delete
else
  # And the networks that nothing else runs.
  rm -rf onnxruntime-node onnxruntime-common ../voices/*/*.onnx ../voices/*/*.bin
fi
