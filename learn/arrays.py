"""The arrays that learning works on: PyTorch's on a graphics card where there is one, else NumPy's.

Both have the operators that net.py needs, so that it is written once. Only what they call by different names is here.
"""
import numpy

try:
    import torch
except ImportError:
    torch = None


class Plain:
    """NumPy, on one core."""
    name = 'numpy'

    @staticmethod
    def load(array):
        return array

    @staticmethod
    def numbers(array):
        return array.astype(numpy.float32)

    @staticmethod
    def back(array):
        return numpy.asarray(array)

    @staticmethod
    def relu(array):
        return numpy.maximum(array, 0)

    exp, sqrt, log = numpy.exp, numpy.sqrt, numpy.log

    @staticmethod
    def most(array):
        return array.max(-1, keepdims=True)


class Torch:
    """PyTorch; the graphics card if there is one."""
    def __init__(self):
        self.device = torch.device('cuda' if torch.cuda.is_available() else 'cpu')
        self.name = f'torch on {self.device.type}'
        torch.set_grad_enabled(False)
        torch.set_float32_matmul_precision('high')
        self.exp, self.sqrt, self.log, self.relu = torch.exp, torch.sqrt, torch.log, torch.relu

    def load(self, array):
        return torch.from_numpy(numpy.ascontiguousarray(array)).to(self.device)

    @staticmethod
    def numbers(array):
        return array.float()

    @staticmethod
    def back(array):
        return array.cpu().numpy()

    @staticmethod
    def most(array):
        return array.amax(-1, keepdim=True)


def choose(plain=False):
    return Plain() if plain or torch is None else Torch()
