#!/bin/sh
# Compares PROMPTS with the baseline AGAINST, and writes the page PAGE: by the server at HOARFROST_URL, or one that is started here with
# the entries of DICTIONARY. With ACCEPT=true the baseline is written. OPTIONS are further options. Exits as "hoarfrost diff".
set -eu

if [ -z "${HOARFROST_URL:-}" ]; then
  folder=$(mktemp -d)
  unset HOARFROST_URL
  HOST=127.0.0.1
  PORT=$(node -e 'const server = net.createServer().listen(0, "127.0.0.1", () => { console.log(server.address().port); server.close() })')
  HOARFROST_API_KEY=$(node -p 'crypto.randomBytes(24).toString("base64url")')
  HOARFROST_DATA_DIR=$folder/data
  export HOST PORT HOARFROST_API_KEY HOARFROST_DATA_DIR
  if [ -n "${DICTIONARY:-}" ]; then hoarfrost dictionary import "$DICTIONARY"; fi
  hoarfrost serve > "$folder/log" 2>&1 &
  server=$!
  trap 'kill "$server" 2> /dev/null || true; wait "$server" || true; rm -rf "$folder"' EXIT
  until curl --silent --fail --output /dev/null "http://$HOST:$PORT/readyz"; do
    kill -0 "$server" 2> /dev/null || { cat "$folder/log" >&2; exit 2; }
    sleep 0.2
  done
fi

set -- "$PROMPTS" --out "$PAGE"
if [ -n "${AGAINST:-}" ]; then set -- "$@" --against "$AGAINST"; fi
if [ "${ACCEPT:-}" = true ]; then set -- "$@" --accept; fi
status=0
# shellcheck disable=SC2086 # words
hoarfrost diff "$@" ${OPTIONS:-} || status=$?
if [ -n "${GITHUB_OUTPUT:-}" ]; then
  if [ "$status" = 1 ]; then echo changed=true; else echo changed=false; fi >> "$GITHUB_OUTPUT"
fi
exit "$status"
