// SPDX-License-Identifier: MIT
#include "core/figure/pages/board.h"

#include "core/figure/canvas/readable.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace attn::figure::board {
namespace {

// Sums are made in double precision, so that their order makes no visible difference. Fitting a
// page asks for sizes thousands of times, so small grids use no heap.
double least_width(const Piece& piece, const CellSizes& cells);
double least_height(const Piece& piece, const CellSizes& cells);

double length_of(Index count, float cell) {
    return static_cast<double>(count) * static_cast<double>(cell);
}

/// A column or a lane of a grid.
struct Track {
    double begin = 0, line = 0, end = 0, share = 0;
};
class Tracks {
public:
    explicit Tracks(std::size_t count) : size_(count), far_(count > near_.size() ? count : 0) {}
    Track& operator[](std::size_t at) { return begin()[at]; }
    std::size_t size() const { return size_; }
    double end() { return size_ > 0 ? begin()[size_ - 1].end : 0; }
    double all_shares() {
        double all = 0;
        for (std::size_t at = 0; at < size_; ++at)
            all += begin()[at].share;
        return all;
    }

private:
    Track* begin() { return far_.empty() ? near_.data() : far_.data(); }

    std::size_t size_;
    std::array<Track, 32> near_{};
    std::vector<Track> far_; // of a larger grid
};

std::size_t column_count(const Piece& grid) {
    std::size_t count = 0;
    for (const Piece& one : grid.parts)
        count = std::max(count, one.column + 1);
    return count;
}
std::size_t lane_count(const Piece& grid) {
    std::size_t count = 0;
    for (const Piece& one : grid.parts)
        count = std::max(count, one.last_lane + 1);
    return count;
}

/// Finds where the columns of a grid begin, are aligned and end, if they share `free`.
void stand_across(Tracks& columns, const Piece& grid, const CellSizes& cells, double free) {
    std::vector<double> ends; // of the cells in each lane
    for (const Piece& one : grid.parts) {
        columns[one.column].share = std::max<double>(columns[one.column].share, one.share.width);
        if (one.clear && ends.empty())
            ends.assign(lane_count(grid), -1e6);
    }
    const double all = columns.all_shares();
    double begin = 0;
    for (std::size_t at = 0; at < columns.size(); ++at) {
        Track& column = columns[at];
        double standing = -1, reaching = 0; // from the left end to the line
        for (const Piece& one : grid.parts)
            if (one.column == at) {
                double& longest = one.clear && at > 0 ? reaching : standing;
                longest = std::max<double>(longest, one.line);
            }
        const double before = standing < 0 ? reaching : standing;
        column.line = begin + before;
        for (const Piece& one : grid.parts)
            if (one.column == at && one.clear)
                column.line = std::max(column.line, ends[one.lane] + *one.clear + one.line);
        column.begin = column.end = column.line - before;
        for (const Piece& one : grid.parts)
            if (one.column == at) {
                column.end = std::max(column.end, column.line + least_width(one, cells) - one.line);
                if (one.kind == Piece::Kind::Matrix &&
                    !ends.empty()) // Its cells end there, whatever stands after them.
                    ends[one.lane] = column.line - one.line + one.around.left +
                                     length_of(one.columns, cells.wide[one.wide]);
            }
        if (all > 0)
            column.end += free * column.share / all;
        begin = column.end + grid.gap.width;
    }
}

/// Finds where the lanes of a grid begin and end, if they share `free`.
void stand_down(Tracks& lanes, const Piece& grid, const CellSizes& cells, double free) {
    for (const Piece& one : grid.parts) // `end` holds the height of a lane for now.
        if (one.last_lane == one.lane) {
            Track& lane = lanes[one.lane];
            lane.end = std::max(lane.end, least_height(one, cells));
            lane.share = std::max<double>(lane.share, one.share.height);
        }
    for (const Piece& one : grid.parts)
        if (one.last_lane > one.lane) {
            double missing = least_height(one, cells);
            for (std::size_t lane = one.lane; lane <= one.last_lane; ++lane)
                missing -= lanes[lane].end + (lane > one.lane ? grid.gap.height : 0);
            lanes[one.last_lane].end += std::max(0.0, missing);
        }
    const double all = lanes.all_shares();
    double y = 0;
    for (std::size_t at = 0; at < lanes.size(); ++at) {
        Track& lane = lanes[at];
        lane.begin = y;
        lane.end = y += lane.end + (all > 0 ? free * lane.share / all : 0);
        y += grid.gap.height;
    }
}

/// The width of the cells or the parts.
double inner_width(const Piece& piece, const CellSizes& cells) {
    if (piece.kind == Piece::Kind::Matrix)
        return length_of(piece.columns, cells.wide[piece.wide]);
    Tracks columns(column_count(piece));
    stand_across(columns, piece, cells, 0);
    return columns.end();
}
double inner_height(const Piece& piece, const CellSizes& cells) {
    if (piece.kind == Piece::Kind::Matrix)
        return length_of(piece.rows, cells.high[piece.high]);
    Tracks lanes(lane_count(piece));
    stand_down(lanes, piece, cells, 0);
    return lanes.end();
}

double least_width(const Piece& piece, const CellSizes& cells) {
    if (piece.has_fixed_width || piece.kind == Piece::Kind::Room)
        return std::max<double>(piece.least.width, 0);
    const double own = inner_width(piece, cells);
    return std::max<double>(piece.least.width, own + piece.around.left + piece.around.right);
}
double least_height(const Piece& piece, const CellSizes& cells) {
    if (piece.kind == Piece::Kind::Room)
        return std::max<double>(piece.least.height, 0);
    const double own = inner_height(piece, cells);
    return std::max<double>(piece.least.height, own + piece.around.top + piece.around.bottom);
}

struct Standing {
    double x, y, width, height;

    Rect rect() const {
        return {static_cast<float>(x), static_cast<float>(y), static_cast<float>(width),
                static_cast<float>(height)};
    }
};

void put(const Piece& piece, const CellSizes& cells, const Standing& at, Places& places) {
    const Edges& around = piece.around;
    if (piece.key != no_key) {
        Placed placed{piece.key, at.rect(), piece.look, {}, {}, piece.names, piece.head};
        if (piece.kind == Piece::Kind::Matrix) {
            placed.cell = {cells.wide[piece.wide], cells.high[piece.high]};
            placed.cells = Standing{at.x + around.left, at.y + around.top,
                                    length_of(piece.columns, placed.cell.width),
                                    length_of(piece.rows, placed.cell.height)}
                               .rect();
        }
        places.list.push_back(placed);
    }
    if (piece.kind != Piece::Kind::Grid)
        return;
    Tracks columns(column_count(piece)), lanes(lane_count(piece));
    const double width = at.width - around.left - around.right;
    const double height = at.height - around.top - around.bottom;
    stand_across(columns, piece, cells, std::max(0.0, width - inner_width(piece, cells)));
    stand_down(lanes, piece, cells, std::max(0.0, height - inner_height(piece, cells)));
    for (const Piece& part : piece.parts) {
        const double left = columns[part.column].line - part.line;
        const double top = lanes[part.lane].begin;
        const double across = columns[part.column].end - left;
        const double down = lanes[part.last_lane].end - top;
        Standing own{at.x + around.left + left, at.y + around.top + top, across, down};
        if (!part.fills_across && part.share.width <= 0)
            own.width = least_width(part, cells);
        if (!part.fills_down && part.share.height <= 0)
            own.height = least_height(part, cells);
        own.x += part.aside.x * (across - own.width);
        own.y += part.aside.y * (down - own.height);
        put(part, cells, own, places);
    }
}

Piece grid_of(std::vector<Piece> parts, Size gap) {
    Piece made;
    made.kind = Piece::Kind::Grid;
    made.gap = gap;
    made.parts = std::move(parts);
    return made;
}

template <class Extent>
void fit_along(std::vector<float>& all, float most, float room, const Extent& extent) {
    const auto set = [&](float size) { all.assign(all.size(), size); };
    set(largest(0.1F, most, [&](float size) {
        set(size);
        return extent() <= room;
    }));
}

} // namespace

Piece room(float width, float height, int key) {
    Piece made;
    made.key = key;
    made.least = {width, height};
    return made;
}

Piece matrix(int key, const SheetLook& look, const Lengths& lengths, float names, float head) {
    Piece made = matrix(key, {look.row_count(), look.column_count()}, lengths, names, head);
    made.look = &look;
    return made;
}

Piece matrix(int key, const attn::Shape& shape, const Lengths& lengths, float names, float head) {
    Piece made;
    made.kind = Piece::Kind::Matrix;
    made.key = key;
    made.rows = shape.rows;
    made.columns = shape.columns;
    made.names = names;
    made.head = head;
    made.line = names > 0 ? names + lengths.label_gap() : 0;
    made.around = {made.line, head, 0, 0};
    return made;
}

Piece row(std::vector<Piece> parts, float gap) {
    for (std::size_t at = 0; at < parts.size(); ++at) {
        parts[at].column = at;
        parts[at].lane = parts[at].last_lane = 0;
    }
    const float line = parts.empty() ? 0 : parts.front().line;
    Piece made = grid_of(std::move(parts), {gap, 0});
    made.line = line;
    return made;
}

Piece column(std::vector<Piece> parts, float gap) {
    for (std::size_t at = 0; at < parts.size(); ++at) {
        parts[at].column = 0;
        parts[at].lane = parts[at].last_lane = at;
    }
    return grid_of(std::move(parts), {0, gap});
}

Piece grid(std::vector<Piece> parts, Size gap) {
    for (Piece& part : parts)
        part.last_lane = std::max(part.lane, part.last_lane);
    return grid_of(std::move(parts), gap);
}

Size size_of(const Piece& piece, const CellSizes& cells) {
    return {width_across(piece, cells), height_down(piece, cells)};
}

float width_across(const Piece& piece, const CellSizes& cells) {
    return static_cast<float>(least_width(piece, cells));
}

float height_down(const Piece& piece, const CellSizes& cells) {
    return static_cast<float>(least_height(piece, cells));
}

Places place(const Piece& piece, const CellSizes& cells, Rect room) {
    Places places;
    put(piece, cells, {room.x, room.y, room.width, room.height}, places);
    return places;
}

const Placed* Places::find(int key) const {
    const auto found =
        std::find_if(list.begin(), list.end(), [&](const Placed& one) { return one.key == key; });
    return found == list.end() ? nullptr : &*found;
}

const Rect& Places::rect(int key) const {
    const Placed* const found = find(key);
    assert(found && "the page has the piece");
    return found->rect;
}

SheetBox Places::box(int key, const Lengths& lengths) const {
    const Placed* const found = find(key);
    assert(found && found->look && "the page has the matrix");
    return box(key, *found->look, lengths);
}

SheetBox Places::box(int key, const SheetLook& look, const Lengths& lengths) const {
    const Placed* const found = find(key);
    assert(found && "the page has the matrix");
    return sheet_box(look, lengths, {found->cells.x, found->cells.y}, found->cell, found->names,
                     found->head);
}

void fit_even(const Piece& page, CellSizes& cells, Size room, Size most) {
    fit_along(cells.wide, most.width, room.width, [&] { return width_across(page, cells); });
    fit_along(cells.high, most.height, room.height, [&] { return height_down(page, cells); });
}

} // namespace attn::figure::board
