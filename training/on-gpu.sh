#!/bin/sh
# One call of at most ten minutes on a lent GPU machine; README.md says what to carry there.
# sh training/on-gpu.sh data-and-acoustic | vocoder | vocoder-on | try
set -e
work=${WORK:-/tmp/voice} carried=.gpu out=${OUT:-/tmp/out} device=${DEVICE:-cuda}
export PYTHONUNBUFFERED=1
stage() { python3 -W ignore -m training --work "$work" "$@"; }
keep() { stage keep-weights --run "$1" --to "$out/$1.pt"; cp "$work/runs/$1/figures.jsonl" "$out/$1.jsonl"; }

prepare() {
  for file in "$carried"/*.deb; do dpkg -x "$file" "$work/debs"; done
  export PATH="$PATH:$work/debs/usr/bin" LD_LIBRARY_PATH="$work/debs/usr/lib/x86_64-linux-gnu"
  stage prepare --archive "$carried/kathleen-opus.tar" --jobs 16
  gunzip -c "$carried/phonemes.jsonl.gz" >"$work/phonemes.jsonl"
  gunzip -c "$carried/alignment.jsonl.gz" >"$work/alignment.jsonl"
  stage features --jobs 16
}
acoustic() {
  stage train-acoustic --run gpu-acoustic --device $device --channels 224 --decoder-blocks 6 --frames 6000 --rate 1.5e-3 \
    --dropout 0.05 --judge-from 0.2 --judge-channels 64 --patch 128 --matching 1 --average 0.9995 --report-s 60 "$@"
}
vocoder() {
  stage fine-tune --run gpu-vocoder --device $device --half --mels gpu-acoustic --start-from "$carried/vocoder.pt" \
    --batch 32 --rate 3e-4 --last-rate 0.1 --judge spectrum+period --average 0.9995 --report-s 60 "$@"
}

mkdir -p "$work" "$out"
case $1 in
  try) prepare && acoustic --minutes 1 --steps 60 --report-s 10 && stage predict-mels --acoustic gpu-acoustic &&
    vocoder --minutes 1 --steps 60 --report-s 10 ;;
  data-and-acoustic) prepare && acoustic --minutes 8 && keep gpu-acoustic ;;
  vocoder) stage predict-mels --acoustic gpu-acoustic && vocoder --minutes 17 --call-minutes 8.5 && keep gpu-vocoder ;;
  vocoder-on) vocoder --minutes 17 --call-minutes 8.5 && keep gpu-vocoder ;;
esac
