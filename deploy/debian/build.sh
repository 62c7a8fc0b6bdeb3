#!/bin/sh
# Makes a package for Debian and its derivatives of this machine's architecture: build.sh SOURCE FOLDER
# SOURCE is the repository after "npm pack" and "npm prune --omit=dev". The package is written to FOLDER.
set -eu
source=$1
folder=$2

umask 022
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
chmod 755 "$root"
here=$(cd "$(dirname "$0")" && pwd)
version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' "$source/package.json")
architecture=$(dpkg --print-architecture)

sh "$here/../docker/assemble-app.sh" "$source" "$root/usr/lib/hoarfrost" true
mkdir -p "$root/usr/bin" "$root/usr/lib/systemd/system" "$root/usr/lib/sysusers.d" "$root/usr/share/doc/hoarfrost" "$root/DEBIAN"
ln -s ../lib/hoarfrost/bin/hoarfrost.js "$root/usr/bin/hoarfrost"
sed 's#/usr/local/bin/#/usr/bin/#' "$here/../systemd/hoarfrost.service" > "$root/usr/lib/systemd/system/hoarfrost.service"
printf 'u hoarfrost - "Hoarfrost text to speech" /var/lib/hoarfrost\n' > "$root/usr/lib/sysusers.d/hoarfrost.conf"
cp "$root/usr/lib/hoarfrost/LICENSE" "$root/usr/share/doc/hoarfrost/copyright"
chmod -R u=rwX,go=rX "$root/usr"
chmod 755 "$root/usr/lib/hoarfrost/bin/hoarfrost.js"

sed "s/@VERSION@/$version/; s/@ARCHITECTURE@/$architecture/; s/@SIZE@/$(du -sk "$root/usr" | cut -f1)/" "$here/control" > "$root/DEBIAN/control"
for script in postinst prerm postrm; do install -m 755 "$here/$script" "$root/DEBIAN/$script"; done
mkdir -p "$folder"
dpkg-deb --root-owner-group -Zxz -z1 --build "$root" "$folder/hoarfrost_${version}_$architecture.deb"
