"""Renders SVGs by CairoSVG and rsvg, and compares them with Chromium's pictures.

    render.py DIRECTORY NAME...     for NAME.svg and NAME.chromium.png in the directory

Renderings of text and lines differ by anti-aliasing, so pictures are compared in blocks of 4 × 4 pixels.
"""

import io
import subprocess
import sys
from pathlib import Path

import cairosvg
from PIL import Image, ImageChops, ImageStat

MEAN, SHARE = 2.5, 0.005  # of 255; of the blocks that are more than a quarter of the scale apart


def renderings(svg):
    yield "CairoSVG", cairosvg.svg2png(bytestring=svg, dpi=96)
    yield "rsvg", subprocess.run(["rsvg-convert", "-d", "96", "-p", "96"], input=svg, check=True, capture_output=True).stdout


def blocks(picture, size):
    flat = Image.new("RGB", picture.size, "white")
    flat.paste(picture, mask=picture.getchannel("A"))
    return flat.convert("L").crop((0, 0, *size)).resize((size[0] // 4, size[1] // 4), Image.Resampling.BOX)


def main(folder, *names):
    bad = 0
    for name in names:
        svg = Path(folder, name + ".svg").read_bytes()
        chromium = Image.open(Path(folder, name + ".chromium.png")).convert("RGBA")
        for program, png in renderings(svg):
            other = Image.open(io.BytesIO(png)).convert("RGBA")
            size = min(chromium.width, other.width), min(chromium.height, other.height)
            apart = ImageChops.difference(blocks(chromium, size), blocks(other, size))
            mean = ImageStat.Stat(apart).mean[0]
            far = sum(apart.histogram()[64:]) / (apart.width * apart.height)
            print(f"{name}: {program} is {mean:.2f} of 255 from Chromium, {100 * far:.2f} % of the blocks differ")
            bad += mean > MEAN or far > SHARE or abs(chromium.width - other.width) > 1
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
