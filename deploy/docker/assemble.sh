#!/bin/sh
# Makes the root of the container image: assemble.sh SOURCE IMAGE NEURAL
# SOURCE is the repository after "npm pack" and "npm prune --omit=dev". NEURAL is true or false.
set -eu
source=$1
image=$2
neural=$3

mkdir -p "$image/usr/bin" "$image/etc" "$image/data" "$image/tmp"
chmod 1777 "$image/tmp"
sh "$source/deploy/docker/assemble-app.sh" "$source" "$image/app" "$neural"
cp "$source/deploy/docker/healthcheck.js" "$image/app/healthcheck.js"

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
