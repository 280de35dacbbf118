#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Makes two_colours.ttf: a yellow face with dark eyes for U+1F916, so that tests need no emoji
typeface. DejaVu has no robot, but has faces without colours, which some systems prefer.
two_colours.py FILE; needs python3-fonttools."""
import sys

from fontTools.colorLib.builder import buildCOLR, buildCPAL
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen


def boxes(*list_of):
    pen = TTGlyphPen(None)
    for left, bottom, right, top in list_of:
        pen.moveTo((left, bottom))
        pen.lineTo((left, top))
        pen.lineTo((right, top))
        pen.lineTo((right, bottom))
        pen.closePath()
    return pen.glyph()


names = [".notdef", "robot", "face", "eyes"]
font = FontBuilder(1000, isTTF=True)
font.setupGlyphOrder(names)
font.setupCharacterMap({0x1F916: "robot"})
font.setupGlyf({".notdef": boxes(), "robot": boxes((50, -100, 950, 800)),
                "face": boxes((50, -100, 950, 800)),
                "eyes": boxes((250, 400, 400, 600), (600, 400, 750, 600))})
font.setupHorizontalMetrics({name: (1000, 50) for name in names})
font.setupHorizontalHeader(ascent=900, descent=-200)
font.setupNameTable({"familyName": "Two Colours", "styleName": "Regular"})
font.setupOS2(sTypoAscender=900, sTypoDescender=-200, usWinAscent=900, usWinDescent=200)
font.setupPost()
font.font["COLR"] = buildCOLR({"robot": [("face", 0), ("eyes", 1)]}, version=0)
font.font["CPAL"] = buildCPAL([[(1.0, 0.8, 0.0, 1.0), (0.2, 0.1, 0.0, 1.0)]])
font.font["head"].created = font.font["head"].modified = 0
font.font.recalcTimestamp = False
font.save(sys.argv[1])
