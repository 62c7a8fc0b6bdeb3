#!/bin/sh
# Compares PROMPTS with the baseline AGAINST, and writes the page PAGE: by the server at HOARFROST_URL with the key HOARFROST_API_KEY, or
# one that is started here with the entries of DICTIONARY. With ACCEPT=true the baseline is written. OPTIONS are further options, separated by spaces, without quotes.
# Exits as "hoarfrost diff": with 2 if nothing could be compared.
set -eu
set -f # spaces separate OPTIONS, and nothing in them is a pattern

START_TRIES=300 # of 0.2 s and the time of a request

fail() {
  echo "$1" >&2
  exit 2
}

folder=
server=
comparison=
# shellcheck disable=SC2329 # by trap
stop() {
  for child in $comparison $server; do
    kill "$child" 2> /dev/null || true
    wait "$child" 2> /dev/null || true
  done
  if [ -n "$folder" ]; then rm -rf "$folder"; fi
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

rm -f "$PAGE" || exit 2
if [ -n "${HOARFROST_URL:-}" ]; then
  if [ -n "${DICTIONARY:-}" ]; then fail "the dictionary is for a server that is started here: leave out the URL or the dictionary"; fi
else
  folder=$(mktemp -d) || exit 2
  unset HOARFROST_URL
  HOST=127.0.0.1
  PORT=$(node -e 'const server = net.createServer().listen(0, "127.0.0.1", () => { console.log(server.address().port); server.close() })') || exit 2
  HOARFROST_API_KEY=$(node -p 'crypto.randomBytes(24).toString("base64url")') || exit 2
  HOARFROST_DATA_DIR=$folder/data
  export HOST PORT HOARFROST_API_KEY HOARFROST_DATA_DIR
  if [ -n "${DICTIONARY:-}" ]; then hoarfrost dictionary import "$DICTIONARY" || exit 2; fi
  hoarfrost serve > "$folder/log" 2>&1 &
  server=$!
  tries=0
  until curl --silent --fail --max-time 5 --output /dev/null "http://$HOST:$PORT/readyz"; do
    tries=$((tries + 1))
    if ! kill -0 "$server" 2> /dev/null || [ "$tries" -ge "$START_TRIES" ]; then
      cat "$folder/log" >&2
      fail "the server did not start"
    fi
    sleep 0.2
  done
fi

set -- "$PROMPTS" --out "$PAGE"
if [ -n "${AGAINST:-}" ]; then set -- "$@" --against "$AGAINST"; fi
if [ "${ACCEPT:-}" = true ]; then set -- "$@" --accept; fi
# A signal is handled while the shell waits, and not before a command in the foreground has ended.
# shellcheck disable=SC2086 # words
hoarfrost diff "$@" ${OPTIONS:-} &
comparison=$!
status=0
wait "$comparison" || status=$?
comparison=
if [ -n "${GITHUB_OUTPUT:-}" ]; then
  case $status in
    0) echo changed=false >> "$GITHUB_OUTPUT" ;;
    1) echo changed=true >> "$GITHUB_OUTPUT" ;;
  esac
fi
exit "$status"
