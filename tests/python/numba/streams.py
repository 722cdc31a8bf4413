"""Numba: streams and events, pinned and mapped memory."""
import numpy as np
from numba import cuda


@cuda.jit
def scale(values, factor):
    i = cuda.grid(1)
    if i < values.size:
        values[i] *= factor


n = 4096
host = cuda.pinned_array(n, dtype=np.float32)
host[:] = np.arange(n)
begin, end = cuda.event(), cuda.event()
streams = [cuda.stream() for _ in range(4)]
parts = []
begin.record(streams[0])
for k, stream in enumerate(streams):
    part = cuda.to_device(host[k * n // 4:(k + 1) * n // 4], stream=stream)
    scale[8, 128, stream](part, np.float32(k + 1))
    parts.append(part)
end.record(streams[3])
end.synchronize()
for stream in streams:
    stream.synchronize()
wanted = np.arange(n, dtype=np.float32) * np.repeat(np.arange(1, 5, dtype=np.float32), n // 4)
np.testing.assert_array_equal(np.concatenate([part.copy_to_host() for part in parts]), wanted)
assert cuda.event_elapsed_time(begin, end) > 0
mapped = cuda.mapped_array(100, dtype=np.float32)
mapped[:] = 3
scale[1, 128](mapped, np.float32(2))
cuda.synchronize()
np.testing.assert_array_equal(mapped, np.full(100, 6, dtype=np.float32))
print("streams: right")
