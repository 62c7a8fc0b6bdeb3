"""Parts that several networks are made of. Torch 1.13 on a CPU and 2.x on CUDA."""
from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import torch
from torch import nn
from torch.nn import functional


class _HalfProduct(torch.autograd.Function):
    """A linear layer in bfloat16, which CPUs with AVX-512 or AMX multiply at least twice as fast."""

    @staticmethod
    def forward(context, rows, weight, bias):
        half, half_weight = rows.reshape(-1, rows.shape[-1]).bfloat16(), weight.bfloat16()
        context.save_for_backward(half, half_weight)
        context.shape = rows.shape
        return torch.mm(half, half_weight.t()).float().add_(bias).reshape(*rows.shape[:-1], -1)

    @staticmethod
    def backward(context, gradient):
        half, half_weight = context.saved_tensors
        gradient = gradient.reshape(-1, gradient.shape[-1])
        half_gradient = gradient.bfloat16()
        return (torch.mm(half_gradient, half_weight).float().reshape(context.shape),
                torch.mm(half_gradient.t(), half).float(), gradient.sum(0))


class Linear(nn.Linear):
    """Multiplies in bfloat16 while training on a CPU that is quick at it."""
    halves_on_cpu = False

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        if self.halves_on_cpu and self.training and torch.is_grad_enabled() and not rows.is_cuda:
            return _HalfProduct.apply(rows, self.weight, self.bias)
        return functional.linear(rows, self.weight, self.bias)


class ChannelNorm(nn.Module):
    """Layer normalization of the last dimension in operations that every ONNX opset has."""

    def __init__(self, channels: int):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(channels))
        self.bias = nn.Parameter(torch.zeros(channels))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        centred = x - x.mean(-1, keepdim=True)
        return centred * torch.rsqrt((centred * centred).mean(-1, keepdim=True) + 1e-6) * self.gain + self.bias


def parameter_count(module: nn.Module) -> int:
    return sum(parameter.numel() for parameter in module.parameters())


class Average:
    """An exponential moving average of a module's weights, which is what is evaluated and shipped."""

    def __init__(self, module: nn.Module, decay: float):
        self.state = {name: value.detach().clone() for name, value in module.state_dict().items()}
        self._decay = decay

    def state_dict(self) -> dict[str, torch.Tensor]:
        return self.state

    def load_state_dict(self, state: dict[str, torch.Tensor]) -> None:
        for name, value in state.items():
            self.state[name].copy_(value)

    @contextmanager
    def inside(self, module: nn.Module) -> Iterator[None]:
        """Lends the averaged weights to the module, in evaluation mode."""
        own = {name: value.detach().clone() for name, value in module.state_dict().items()}
        module.load_state_dict(self.state)
        module.eval()
        try:
            with torch.no_grad():
                yield
        finally:
            module.load_state_dict(own)
            module.train()

    @torch.no_grad()
    def follow(self, module: nn.Module, step: int) -> None:
        decay = min(self._decay, (1 + step) / (20 + step))
        for name, value in module.state_dict().items():
            if value.is_floating_point():
                self.state[name].lerp_(value, 1 - decay)
            else:
                self.state[name].copy_(value)
