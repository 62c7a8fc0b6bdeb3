#!/bin/sh
# The stages that need no teacher, on 8 takes of Kathleen with a few steps each: shows that they fit together, and no more.
# training/smoke.sh ARCHIVE FOLDER
set -e
export OMP_NUM_THREADS=1
archive=$(realpath "$1") work=$(realpath -m "$2")
cd "$(dirname "$0")/.."
run() { "${PYTHON:-/usr/bin/python3}" -W ignore -m training "$@"; }
stage() { name=$1 && shift && run "$name" --work "$work" "$@"; }

rm -rf "$work/runs" "$work/shards"
stage prepare --archive "$archive" --takes 8
stage phonemes
stage align
stage features --shards "$work/shards"
stage gather-waves "$work/shards/*.npz:4"
stage train-pitch --run pitch --steps 5 --segment 64 --batch 4
stage train-vocoder --run vocoder --steps 6 --segment 24 --batch 2 --judge light --judge-from 0.5
stage train-prosody --run prosody --shards "$work/shards" --steps 6
stage train-acoustic --run acoustic --shards "$work/shards" --steps 4 --judge-from 0.5
runs="--prosody prosody --acoustic acoustic --pitch pitch --vocoder vocoder"
# shellcheck disable=SC2086
stage export --shards "$work/shards" $runs --folder "$work/voice"
# shellcheck disable=SC2086
stage speak --shards "$work/shards" $runs --folder "$work/spoken"
run measure "$work/spoken"
