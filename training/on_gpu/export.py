"""Stage `gpu-export`: what `gpu-train` made of aria's vocoder -> `vocoder.onnx` and its hash in `voice.json`. Needs onnx and torch."""
from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path

from training.export import sha256_of, vocoder_graph, write_graph
from training.flagship.place import REPOSITORY
from training.networks.vocoder import Vocoder
from training.on_gpu.aria import AriaVocoder
from training.on_gpu.weights import read_weights


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument('--weights', type=Path, required=True, help='what `gpu-train` wrote')
    parser.add_argument('--name', default=AriaVocoder.name, help='of the weights: vocoder or regression')
    parser.add_argument('--folder', type=Path, default=REPOSITORY / 'voices' / 'aria', help='folder of the files (default: %(default)s)')


def run(options: Namespace) -> None:
    model = Vocoder()
    model.load_state_dict(read_weights(options.weights, options.name))
    path, manifest_file = options.folder / 'vocoder.onnx', options.folder / 'voice.json'
    manifest = json.loads(manifest_file.read_text(encoding='utf-8'))
    write_graph(vocoder_graph(model), path, in_bytes=True)
    manifest['vocoder']['sha256'] = sha256_of(path)
    manifest_file.write_text(json.dumps(manifest, indent=2, ensure_ascii=False) + '\n', encoding='utf-8')
    print(f'{path.name}: {path.stat().st_size / 1e6:.1f} MB')
