"""Says what is in an animation, by a reader that knows nothing of us: read-film.py FILE FIRST.png LAST.png

"frames N", "milliseconds N", "loop N" (-1: once), "size W H", and for the first and the last frame against its picture
"first WORST SHARE": the greatest difference of a channel, and the share of the pixels whose colour differs by more than 48.
Skips with status 77 where there is no Pillow.
"""
import sys

try:
    from PIL import Image, ImageChops
except ImportError:
    sys.exit(77)


def compare(name, frame, path):
    difference = ImageChops.difference(frame.convert("RGB"), Image.open(path).convert("RGB"))
    worst = max(high for low, high in difference.getextrema())
    red, green, blue = difference.split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    histogram = most.histogram()
    print(name, worst, sum(histogram[49:]) / sum(histogram))


film = Image.open(sys.argv[1])
durations = []
for i in range(film.n_frames):
    film.seek(i)
    film.load()
    durations.append(film.info.get("duration", 0))
print("frames", film.n_frames)
print("milliseconds", round(sum(durations)))
print("loop", film.info.get("loop", -1))
print("size", *film.size)
film.seek(0)
compare("first", film, sys.argv[2])
film.seek(film.n_frames - 1)
compare("last", film, sys.argv[3])
