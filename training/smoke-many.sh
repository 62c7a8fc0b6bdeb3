#!/bin/sh
# The stages of many speakers after the teacher has read, with a few steps each: shows that all of it fits together, and no more.
# training/smoke-many.sh SHARDS SHIPPED_VOCODER.onnx FOLDER      (shards with trained and held-out takes of each speaker)
set -e
export OMP_NUM_THREADS=1
shards=$(realpath "$1") vocoder=$(realpath "$2") work=$(realpath -m "$3")
cd "$(dirname "$0")/.."
python() { "${PYTHON:-/usr/bin/python3}" -W ignore -m "$@"; }
stage() { python training --work "$work" "$@"; }

rm -rf "$work/runs"
mkdir -p "$work"
python training.gather_waves "$work/waves.npz" "$shards/*.npz:4"
python training.from_shipped "$vocoder" "$work/vocoder.pt"
stage train-pitch --run pitch --steps 5 --segment 64 --batch 4
stage train-vocoder --run vocoder --start-from "$work/vocoder.pt" --steps 2 --segment 24 --batch 2
stage train-many-prosody --run prosody --shards "$shards" --steps 6
stage train-many-acoustic --run acoustic --shards "$shards" --steps 4 --judge-from 0.5
runs="--prosody prosody --acoustic acoustic --pitch pitch --vocoder vocoder"
# shellcheck disable=SC2086
stage export-many --shards "$shards" $runs --in-bytes --folder "$work/voice"
# shellcheck disable=SC2086
stage speak-many --shards "$shards" $runs --takes 1 --folder "$work/spoken"
