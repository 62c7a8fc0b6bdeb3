#!/bin/sh
# Every stage on 8 takes with a few steps each: shows that all of it fits together, and no more.
# training/smoke.sh ARCHIVE FOLDER
set -e
export OMP_NUM_THREADS=1
archive=$(realpath "$1") work=$(realpath -m "$2")
cd "$(dirname "$0")/.."
stage() { "${PYTHON:-/usr/bin/python3}" -W ignore -m training --work "$work" "$@"; }

rm -rf "$work/runs"
stage prepare --archive "$archive" --takes 8
stage phonemes
stage align
stage features
stage train-prosody --run prosody --minutes 5 --steps 20
stage train-acoustic --run acoustic --minutes 5 --steps 20 --frames 800 --judge-from 0.5
stage train-pitch --run pitch --minutes 5 --steps 20 --segment 64 --batch 4
stage train-vocoder --run vocoder --minutes 5 --steps 6 --segment 24 --batch 2 --judge light --judge-from 0.5
stage predict-mels --acoustic acoustic
stage fine-tune --run tuned --minutes 5 --steps 3 --segment 24 --batch 2 --mels acoustic --start-from "$work/runs/vocoder/last.pt"
stage export --prosody prosody --acoustic acoustic --pitch pitch --vocoder tuned --folder "$work/voice"
