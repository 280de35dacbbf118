// SPDX-License-Identifier: MIT
// A picture as a value: a page size and a list of shapes, drawn the same on screen and paper.
#pragma once

#include "core/engine/graph/place.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace attn::figure {

struct Colour {
    std::uint8_t red = 0, green = 0, blue = 0, alpha = 255;
    friend bool operator==(const Colour&, const Colour&) = default;
};
constexpr Colour transparent{0, 0, 0, 0};

struct Point {
    float x = 0, y = 0;
    friend bool operator==(const Point&, const Point&) = default;
};
struct Size {
    float width = 0, height = 0;
    friend bool operator==(const Size&, const Size&) = default;
};
/// x grows to the right and y downward, as on screen.
struct Rect {
    float x = 0, y = 0, width = 0, height = 0;

    float right() const { return x + width; }
    float bottom() const { return y + height; }
    bool contains(Point p) const { return p.x >= x && p.x < right() && p.y >= y && p.y < bottom(); }
    friend bool operator==(const Rect&, const Rect&) = default;
};

/// The typefaces of the program; fontconfig decides which files they are.
enum class Font { Sans, Bold, Mono, Mathematics };
enum class Anchor { Left, Centre, Right };

struct Box {
    Rect rect;
    Colour fill = transparent;
    Colour stroke = transparent;
    float stroke_width = 0; // drawn inside the rectangle
    float radius = 0;
    friend bool operator==(const Box&, const Box&) = default;
};
struct Line {
    Point from, to;
    Colour colour;
    float width = 1;
    friend bool operator==(const Line&, const Line&) = default;
};
/// A closed outline of straight pieces, filled.
struct Polygon {
    std::vector<Point> points;
    Colour fill;
    friend bool operator==(const Polygon&, const Polygon&) = default;
};
/// One line of text. `at` is the anchored side of the text, at the middle height of its capital
/// letters. `_{…}` lowers and `^{…}` raises its contents and makes them smaller; a backslash
/// escapes the next character (see text.h).
struct Text {
    Point at;
    std::string text;
    Font font = Font::Sans;
    float size = 14; // height of the em square, in the figure's units
    Colour colour;
    Anchor anchor = Anchor::Left;
    float turn = 0; // degrees anticlockwise around `at`; only figures for files turn text
    friend bool operator==(const Text&, const Text&) = default;
};
/// A picture of cells too small for shapes of their own: one pixel per cell, or pooled.
struct Pixels {
    int width = 0, height = 0;
    std::vector<Colour> colours; // row by row

    Colour* line(int y) { return colours.data() + static_cast<std::ptrdiff_t>(y) * width; }
};
struct Image {
    Rect rect;
    std::shared_ptr<const Pixels> pixels; // drawn without smoothing
    friend bool operator==(const Image&, const Image&) = default;
};

using Shape = std::variant<Box, Line, Polygon, Text, Image>;

/// The cells of a matrix, found by arithmetic, so that a large grid needs no shape for each cell.
struct GridRegion {
    SheetId sheet;
    Rect cells;
    Index rows = 0, columns = 0;
    Index first_row = 0, first_column = 0; // where the drawn part of a region begins
    bool is_transposed = false;            // columns of the sheet are drawn as rows
};
/// The row or column names of a sheet, whichever way it is drawn: `count` names of one size from
/// the name `at` on, below or beside each other.
struct LabelRegion {
    Rect rect; // around all the names
    SheetId sheet;
    bool is_row = true;
    Index at = 0;
    Index count = 1;
    bool is_down = true;
};

/// A number in a text, which can be pointed at like a number in a cell.
struct PlaceRegion {
    Rect rect;
    Place place;
};

/// The title of a matrix; pointing at it means the whole matrix.
struct TitleRegion {
    Rect rect;
    SheetId sheet;
};

/// A part of the picture that a click acts on: the mark of a given stage, which computes it again,
/// or the offer to divide each row of given weights by its sum.
struct GivenRegion {
    enum class Act { Release, Normalise };
    Rect rect;
    SheetId sheet;
    Act act = Act::Release;
};

/// A part of the picture that a click goes from: to the attention of a layer, with the head and the
/// query word that it is about.
struct OpeningRegion {
    Rect rect;
    Index layer = 0;
    bool is_cross = false;
    std::optional<Index> head = {}, query = {}; // as they are, if empty
};

struct Figure {
    Size size;
    Colour background = transparent;
    std::vector<Shape> shapes;
    std::vector<GridRegion> grids;
    std::vector<LabelRegion> labels;
    std::vector<PlaceRegion> places; // above grids and labels
    std::vector<TitleRegion> titles;
    std::vector<GivenRegion> given; // above titles
    /// Row by row, `openings_across` in each. No other region is below one.
    std::vector<OpeningRegion> openings;
    Index openings_across = 1;
};

/// Measures the width of a plain text (without mark-up) in the figure's units. Each painter has its
/// own function, so that layouts fit what it draws; approximate_width is for use without a painter.
using Measure = std::function<float(std::string_view text, Font font, float size)>;
/// Whether a length fits into its room. Rooms are often made just as long as what they hold: a
/// hundredth of a unit keeps the last bit of a float from deciding what is shown.
constexpr bool fits_in(float length, float room) {
    return length <= room + 0.01F;
}
float approximate_width(std::string_view text, Font font, float size);

// Finds the number or name at a point of a figure, and where a number is shown.

struct Hit {
    std::optional<Place> place;
    std::optional<LabelRegion> label; // with one name
    std::optional<SheetId> title;     // the matrix with this title
    std::optional<GivenRegion> given;
    std::optional<OpeningRegion> opening;
};

/// What is at a point of the figure; later regions are above earlier ones.
Hit hit(const Figure& figure, Point point);

/// The rectangle that shows a number; nothing if the figure does not show it.
std::optional<Rect> cell_rect(const Figure& figure, const Place& place);

/// The region of one of the names.
LabelRegion one_of(LabelRegion labels, Index which);

} // namespace attn::figure
