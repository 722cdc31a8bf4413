"""What Warpstage knows of Numba's kernels: what their arguments become, and how the PTX is told their names."""


def make_remark(kernel, names):
    """What Warpstage reads in the PTX: how its parameters are called in the script."""
    return f"\n// parameters of {kernel}: {' '.join(names)}\n"


def list_parts(name, kind):
    """The parameters that an argument of this type becomes; None where that is not known. Of an array see numba.cuda's ArrayModel."""
    from numba.core import types

    if isinstance(kind, types.Array):
        return [f"{name}.meminfo", f"{name}.parent", f"{name}.nitems", f"{name}.itemsize", name,
                *(f"{name}.{what}{i}" for what in ("shape", "strides") for i in range(kind.ndim))]
    return [name] if isinstance(kind, (types.Integer, types.Float, types.Boolean)) else None


def take_apart(array):
    """What list_parts() lists of a NumPy array: no memory of Numba's own, the array itself, and what is known of it."""
    return [0, 0, array.size, array.itemsize, array, *array.shape, *array.strides]
