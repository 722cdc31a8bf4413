"""Makes an animated GIF of pictures of the screen: film.py FOLDER MILLISECONDS WIDTHxHEIGHT OUT.

The pictures are as xwd writes them, named NUMBER.MILLISECOND. One that is as the one before it only makes that one last longer. All have one
palette, so that what does not change from one to the next is not written again.
"""
import collections
import io
import pathlib
import subprocess
import sys

from PIL import Image

COLOURS = 255
EXACT = 128  # of them: as they are on the screen

folder, length, size, out = pathlib.Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4]
box = (0, 0, *map(int, size.split("x")))
pictures, times = [], []
for path in sorted(folder.iterdir()):
    data = subprocess.run(["convert", f"xwd:{path}", "ppm:-"], check=True, stdout=subprocess.PIPE).stdout
    picture = Image.open(io.BytesIO(data)).convert("RGB").crop(box)
    if not pictures or picture.tobytes() != pictures[-1].tobytes():
        pictures.append(picture)
        times.append(int(path.suffix[1:]))
# the colours that there are most of, as they are, and a choice of the others: a few orange pixels are not to turn brown
counts = collections.Counter()
for picture in pictures[:: max(len(pictures) // 8, 1)]:
    for n, colour in picture.getcolors(box[2] * box[3]):
        counts[colour] += n
ranked = [colour for colour, n in counts.most_common()]
rest = Image.new("RGB", (len(ranked) - EXACT, 1)) if len(ranked) > EXACT else None
colours = ranked[:EXACT]
if rest is not None:
    rest.putdata(ranked[EXACT:])
    table = rest.quantize(COLOURS - EXACT, dither=Image.Dither.NONE).getpalette()[: 3 * (COLOURS - EXACT)]
    colours += [tuple(table[k : k + 3]) for k in range(0, len(table), 3)]
palette = Image.new("P", (1, 1))
palette.putpalette([part for colour in colours for part in colour])
frames = [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures]
lasts = [(after - before) % 1000000 for before, after in zip(times, times[1:])]
lasts.append(max(length - sum(lasts), 100))
frames[0].save(out, save_all=True, append_images=frames[1:], duration=lasts, loop=0, optimize=False, disposal=1)
