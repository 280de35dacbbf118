// SPDX-License-Identifier: MIT
#include "core/figure/canvas/canvas_layout.h"

#include "core/figure/canvas/canvas_attempt.h"
#include "core/figure/matrix/matrix_figure.h"
#include "core/figure/pages/kept_layouts.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <memory>
#include <string>
#include <utility>

namespace attn::figure {
namespace {

constexpr float most_growth = 2;  // of everything, if the window has room to spare
constexpr float least_legend = 9; // in units; a narrower place shows too little
/// Ways to give cells more room, the best first.
constexpr std::array<CanvasWay, 5> smaller_ways = {
    {{1, false}, {0.94F, true}, {0.94F, false}, {0.88F, true}, {0.88F, false}}};

class Arranging {
public:
    Arranging(const CanvasShape& shape, const Measure& measure)
        : options_(shape.options), boxes_(boxes_of(shape, measure)), trying_{boxes_, options_} {}

    CanvasLayout made() && {
        Attempt best = best_attempt();
        if (!boxes_.has_legend_line && legend_width(best) < least_legend * best.lengths.unit) {
            boxes_.has_legend_line = true;
            if (Attempt lined = best_attempt(); names_each_row(lined) || !names_each_row(best))
                best = std::move(lined);
            else
                boxes_.has_legend_line = false;
        }
        place(best);
        return std::move(layout_);
    }

private:
    Attempt best_attempt() const {
        Attempt best = trying_.attempt({1, true});
        if (!has_width(best, boxes_.readable.width()))
            if (Attempt bare = trying_.attempt({1, false});
                has_width(bare, boxes_.readable.width()) ||
                !has_width(best, boxes_.readable.scarce_width()))
                best = std::move(bare);
        best = comfortable(std::move(best));
        if (options_.may_scroll)
            best = legible(std::move(best));
        else if (!has_width(best, boxes_.readable.scarce_width()))
            best = with_numbers(std::move(best));
        // In a large window everything grows as long as the cells stay large compared with their
        // titles.
        for (float growth = most_growth; growth > 1; growth -= 0.1F)
            if (Attempt grown = trying_.attempt({growth, true}); is_roomy(grown)) {
                best = std::move(grown);
                break;
            }
        return best;
    }

    /// Returns a layout with digits that are read without effort, for all numbers with their signs,
    /// if smaller titles and rows without names that other matrices have too give the room for it;
    /// otherwise `best`.
    Attempt comfortable(Attempt best) const {
        Readable large = boxes_.readable;
        large.digits = std::max(large.digits, 0.79F * options_.text);
        const auto has_large = [&](const Attempt& one) {
            return has_width(one, large.signed_width()) &&
                   std::min(one.height.words, one.height.dimensions) >= 0.999F * large.height();
        };
        if (options_.may_turn || has_large(best)) // A picture is enlarged where it is shown.
            return best;
        for (const CanvasWay& way : smaller_ways)
            if (Attempt one = trying_.attempt(way); has_large(one))
                return one;
        return best;
    }

    /// Whether rows of words are at least as high as their names.
    static bool names_each_row(const Attempt& found) {
        return found.height.words >= name_height * found.lengths.least_digits;
    }

    /// The width of the empty place over X, without zoom.
    float legend_width(const Attempt& found) const {
        return columns_of(found, 0, 1).first[0] + found.pairs[0].across[0].extent(found.width) -
               2.4F * found.lengths.unit;
    }

    /// Tries smaller titles first, then a canvas that exceeds the window.
    Attempt legible(Attempt best) const {
        const auto can_be_read = [&](const Attempt& one) { // with the gaps between the cells
            return has_width(one, 1.05F * boxes_.readable.scarce_width()) &&
                   std::min(one.height.words, one.height.dimensions) >=
                       0.999F * boxes_.readable.height();
        };
        for (const CanvasWay& way : smaller_ways)
            if (!can_be_read(best))
                best = trying_.attempt(way);
        return can_be_read(best) ? std::move(best) : trying_.attempt({0.94F, true, true});
    }

    /// Returns a layout with smaller titles if digits then fit in all cells, otherwise `best`.
    Attempt with_numbers(Attempt best) const {
        for (const float growth : {0.94F, 0.88F, 0.82F})
            if (Attempt small = trying_.attempt({growth, false});
                has_width(small, boxes_.readable.scarce_width()))
                return small;
        return best;
    }

    static bool has_width(const Attempt& one, float width) {
        return std::min(one.width.words, one.width.dimensions) >= width;
    }
    static bool is_roomy(const Attempt& one) {
        const float unit = one.lengths.unit;
        return one.free_width >= 0 && one.free_height >= 0 &&
               std::min(one.width.words, one.width.dimensions) >= 3.3F * unit &&
               std::min(one.height.words, one.height.dimensions) >= 1.9F * unit;
    }

    /// Returns the left edges of a pair's columns and the width of the pair.
    std::pair<std::vector<float>, float> columns_of(const Attempt& found, std::size_t at,
                                                    float zoom) const {
        const LanePair& pair = found.pairs[at];
        // All gaps get the same share of the free room.
        const auto gap_of = [&](std::size_t which) {
            return std::max(0.0F, found.pairs[which].free_width) /
                   static_cast<float>(boxes_.columns[which] + 1);
        };
        float least = gap_of(at);
        for (std::size_t other = 0; other < found.pairs.size(); ++other)
            least = std::min(least, gap_of(other));
        // A short pair is at the left, its columns not far apart.
        const float gap = zoom * std::min(gap_of(at), least + 1.5F * found.lengths.unit);
        std::vector<float> left;
        float x = 0;
        for (std::size_t column = 0; column < boxes_.columns[at]; ++column) {
            x += zoom * pair.margins[column] + gap;
            left.push_back(x);
            x += zoom * pair.across[column].extent(found.width);
        }
        return {left, x + gap + zoom * 1.2F * found.lengths.unit};
    }

    void place(const Attempt& found) {
        const float zoom = std::max(options_.zoom, 0.05F);
        layout_.lengths = found.lengths;
        Lengths& lengths = layout_.lengths;
        lengths.unit *= std::min(zoom, 8.0F);
        const auto lane_count = static_cast<float>(
            std::count_if(found.around.begin(), found.around.end(), [](float a) { return a > 0; }));
        const float line = zoom * std::max(0.0F, found.free_height) / (lane_count + 1);
        const float top = zoom * feed_height(found.lengths) + line;
        layout_.feed = std::max(top - 0.75F * lengths.unit, 0.5F * top);
        std::vector<float> lanes(found.down.size(), top);
        float y = top;
        for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
            lanes[lane] = y;
            if (found.around[lane] > 0)
                y += zoom * (found.around[lane] + found.down[lane].extent(found.height) +
                             found.gap_after(lane)) +
                     line;
        }
        std::vector<std::vector<float>> left;
        float width = 0;
        for (std::size_t pair = 0; pair < found.pairs.size(); ++pair) {
            const auto [columns, end] = columns_of(found, pair, zoom);
            left.push_back(columns);
            width = std::max(width, end);
        }
        place_boxes(found, zoom, left, lanes);
        for (const CanvasPlace& place : boxes_.unused)
            layout_.unused = Point{left[place.pair][place.column], lanes[lane_of(place)]};
        layout_.lanes_bottom = y + zoom * foot_height(found.lengths);
        layout_.has_legend_line = boxes_.has_legend_line;
        const float foot = boxes_.has_legend_line ? zoom * found.legend_line() : 0;
        const float notices = lengths.notice_line() * static_cast<float>(options_.notices);
        layout_.size = {snug(width, options_.available.width),
                        snug(layout_.lanes_bottom + foot + notices, options_.available.height)};
        layout_.lanes_bottom = layout_.size.height - notices;
        layout_.legend = {1.2F * lengths.unit, top,
                          left[0][0] + zoom * found.pairs[0].across[0].extent(found.width) -
                              1.2F * lengths.unit,
                          lanes[1] - top - lengths.unit};
        if (boxes_.has_legend_line)
            layout_.legend = {1.2F * lengths.unit, layout_.lanes_bottom - foot,
                              layout_.size.width - 2.4F * lengths.unit, foot};
        layout_.places = std::move(boxes_.places);
    }

    void place_boxes(const Attempt& found, float zoom, const std::vector<std::vector<float>>& left,
                     const std::vector<float>& lanes) {
        const Lengths& lengths = layout_.lengths;
        const float number = number_size(found, zoom);
        for (std::size_t at = 0; at < boxes_.places.size(); ++at) {
            const CanvasMatrix& matrix = boxes_.matrices[at];
            const CanvasMatrix& host = boxes_.matrices[boxes_.host_of(at)];
            const CanvasPlace& place = boxes_.places[at];
            const Size cell{zoom * found.cell_width(host), zoom * found.cell_height(host)};
            const attn::Shape shape{matrix.rows, matrix.columns};
            const float head = zoom * found.head(matrix);
            const float top = lanes[lane_of(place)];
            SheetBox box = sheet_box(shape, lengths,
                                     {left[place.pair][place.column],
                                      top + zoom * trying_.head_of_lane(found, lane_of(place))},
                                     cell, zoom * found.label_widths[at], head);
            box.widest_word = boxes_.widest_word;
            box.has_labels = !place.host;
            box.opens_lines = true;
            box.has_numbers = boxes_.readable.holds(cell) && has_single_cells(shape);
            box.number_size = number;
            if (matrix.has_word_columns)
                box.upright_names = zoom * found.upright_names;
            if (place.host)
                move_to_host(box, boxes_.host_of(at), place.is_under);
            const float margin = box.label_width > 0 ? box.label_width + lengths.label_gap() : 0;
            box.corner = {box.cells.x - margin, box.cells.y - (place.is_under ? 0 : head)};
            box.width =
                margin +
                (place.host
                     ? box.cells.width
                     : zoom * found.pairs[place.pair].across[place.column].extent(found.width));
            layout_.boxes.push_back(box);
        }
    }

    /// Moves a guest below the rows or right of the columns of its host, after the guests already
    /// there.
    void move_to_host(SheetBox& box, std::size_t host, bool is_under) const {
        const SheetBox& at = layout_.boxes[host];
        const float gap = guest_gap * layout_.lengths.unit;
        float right = at.cells.right(),
              bottom = at.cells.bottom() + at.lengths.sums(boxes_.matrices[host]);
        for (std::size_t other = host + 1; other < layout_.boxes.size(); ++other)
            if (boxes_.places[other].host == boxes_.places[host].stage) {
                const Rect& cells = layout_.boxes[other].cells;
                (boxes_.places[other].is_under ? bottom : right) =
                    boxes_.places[other].is_under ? cells.bottom() : cells.right();
            }
        box.cells.x = is_under ? at.cells.x : right + gap;
        box.cells.y = is_under ? bottom + gap : at.cells.y;
    }

    /// The size of all numbers on the page, with room for a sign.
    float number_size(const Attempt& found, float zoom) const {
        const Readable& readable = boxes_.readable;
        float size = 1.25F * layout_.lengths.unit;
        for (const CanvasMatrix& matrix : boxes_.matrices) {
            const Size cell{zoom * found.cell_width(matrix), zoom * found.cell_height(matrix)};
            if (readable.holds(cell))
                size = readable.size_in(cell, size, readable.characters + 1,
                                        options_.may_turn ? 0.56F : 0.58F);
        }
        return std::max(size, readable.digits);
    }

    const LayoutOptions& options_;
    CanvasBoxes boxes_;
    Attempting trying_;
    CanvasLayout layout_;
};

} // namespace

const SheetBox* CanvasLayout::find(Stage stage) const {
    for (const SheetBox& box : boxes)
        if (box.look->id.stage == stage)
            return &box;
    return nullptr;
}

const CanvasPlace* CanvasLayout::place_of(Stage stage) const {
    const auto found = std::find_if(places.begin(), places.end(),
                                    [&](const CanvasPlace& one) { return one.stage == stage; });
    return found == places.end() ? nullptr : &*found;
}

float CanvasLayout::right_of(const SheetBox& box) const {
    float right = box.cells.right();
    for (std::size_t at = 0; at < boxes.size(); ++at)
        if (places[at].host == box.look->id.stage)
            right = std::max(right, boxes[at].cells.right());
    return right;
}

float CanvasLayout::bottom_of(const SheetBox& box) const {
    float bottom = box.cells.bottom();
    for (std::size_t at = 0; at < boxes.size(); ++at)
        if (places[at].host == box.look->id.stage)
            bottom = std::max(bottom, boxes[at].cells.bottom());
    return bottom;
}

int reserved_characters(const NumberFormat& numbers) {
    if (numbers.kind == NumberFormat::Kind::Scientific) // "1.00e−3"
        return numbers.digits + (numbers.digits > 0 ? 5 : 4);
    return numbers.kind == NumberFormat::Kind::Decimals && numbers.digits == 0 ? 2
                                                                               : numbers.digits + 2;
}

int reserved_decimals(const NumberFormat& numbers) {
    return numbers.has_decimals() && numbers.digits > 0 ? numbers.digits + 1 : 0;
}

std::string guest_name(const SheetLook& look) {
    const StageInfo& about = info(look.id.stage);
    return about.is_letter() ? look.title : std::string(about.noun);
}

std::vector<const SheetLook*> placed_looks(Contents& contents,
                                           const std::vector<CanvasPlace>& places) {
    std::vector<const SheetLook*> looks;
    for (const CanvasPlace& place : places) {
        const auto look =
            std::find_if(contents.sheets.begin(), contents.sheets.end(),
                         [&](const SheetLook& one) { return one.id.stage == place.stage; });
        looks.push_back(look == contents.sheets.end() ? nullptr : &*look);
        if (!looks.back())
            continue;
        assert(std::count(looks.begin(), looks.end(), looks.back()) == 1 &&
               "a matrix has one place");
        // Whole numbers are placed by their own digits.
        if (look->numbers.kind != NumberFormat::Kind::Decimals || look->numbers.digits > 0) {
            look->characters = reserved_characters(look->asked);
            look->fraction_characters = reserved_decimals(look->asked);
        }
        if (place.is_turned)
            turn(*look);
    }
    return looks;
}

CanvasShape canvas_shape(const Contents& contents, const std::vector<const SheetLook*>& looks,
                         std::vector<CanvasPlace> places, const LayoutOptions& options) {
    CanvasShape shape{std::move(places), {}, {}, options};
    for (std::size_t at = 0; at < looks.size(); ++at) {
        std::optional<CanvasMatrix>& matrix = shape.matrices.emplace_back();
        if (const SheetLook* const look = looks[at])
            matrix = {look->row_count(),
                      look->column_count(),
                      look->has_word_rows,
                      look->has_word_columns,
                      look->has_row_sums,
                      look->has_column_sums,
                      reserved_characters(look->asked),
                      look->title,
                      look->shape,
                      shape.places[at].host ? guest_name(*look) : "",
                      given_marks(*look)};
    }
    const auto add = [&](const std::shared_ptr<const std::vector<std::string>>& words) {
        if (words &&
            std::find(shape.names.begin(), shape.names.end(), WordList{words}) == shape.names.end())
            shape.names.push_back({words});
    };
    add(contents.kept_words);
    add(contents.kept_keys);
    for (const SheetLook& look : contents.sheets) {
        add(look.own_rows);
        add(look.own_columns);
    }
    return shape;
}

CanvasLayout lay_out(const CanvasShape& shape, const Measure& measure, KeptLayouts* kept) {
    const std::optional<WidthsName> widths = widths_name(measure);
    if (!kept || !widths)
        return Arranging(shape, measure).made();
    return kept->canvas.of({shape, *widths}, [&](const CanvasSource& from) {
        return Arranging(from.shape, measure).made();
    });
}

void give_looks(CanvasLayout& layout, const std::vector<const SheetLook*>& looks) {
    auto box = layout.boxes.begin();
    for (const SheetLook* const look : looks)
        if (look)
            (box++)->look = look;
    assert(box == layout.boxes.end() && "each box has a look");
}

} // namespace attn::figure
