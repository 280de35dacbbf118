// SPDX-License-Identifier: MIT
#include "core/figure/concepts_layout.h"

#include "core/figure/readable.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

namespace attn::figure {
namespace {

constexpr std::size_t column_count = 4, band_count = 3;
constexpr float widest_cells = 26, tallest_cells = 24;       // largest size of one matrix, in units
constexpr float least_map = 19, widest_map = 44;             // side of the map, in units
constexpr float most_concept_growth = 2, least_text = 0.72F; // relative to the requested text size

struct GridCell {
    std::size_t column = 0, band = 0;
};

struct Standing {
    Stage stage;
    GridCell cell;
};
constexpr std::array<Standing, 13> standing = {{{Stage::X, {0, 0}},
                                                {Stage::U, {1, 0}},
                                                {Stage::S, {2, 0}},
                                                {Stage::Vt, {3, 0}},
                                                {Stage::Reconstruction, {0, 1}},
                                                {Stage::Difference, {1, 1}},
                                                {Stage::Share, {2, 1}},
                                                {Stage::Error, {2, 1}},
                                                {Stage::People, {3, 1}},
                                                {Stage::Vectors, {0, 2}},
                                                {Stage::Projected, {1, 2}},
                                                {Stage::Cosine, {2, 2}},
                                                {Stage::ConceptCosine, {3, 2}}}};

GridCell cell_of(Stage stage) {
    const auto found = std::find_if(standing.begin(), standing.end(),
                                    [&](const Standing& one) { return one.stage == stage; });
    assert(found != standing.end() && "every stage of concepts has its place");
    return found->cell;
}

/// Text widths for size 1, measured once.
struct Widths {
    float row_names = 0, column_names = 0, title = 0;
};

class ConceptArranging {
public:
    ConceptArranging(const Contents& contents, const LayoutOptions& options, const Measure& measure)
        : looks_(contents.sheets), options_(options),
          readable_(find_readable(options.text, {}, measure)) {
        for (const SheetLook& look : looks_) {
            Widths widths;
            const auto widest = [&](Index count, auto name, bool is_word) {
                float most = 0;
                for (Index at = is_word ? 0 : std::max<Index>(0, count - 1); at < count; ++at)
                    most = std::max(most, measure(name(at), Font::Bold, 64) / 64);
                return most;
            };
            widths.row_names =
                std::min(7.0F, widest(
                                   look.row_count(),
                                   [&](Index at) { return look.row_name(at, contents.words()); },
                                   look.has_word_rows) *
                                       0.86F +
                                   0.3F);
            widths.column_names =
                std::min(4.7F, widest(
                                   look.column_count(),
                                   [&](Index at) { return look.column_name(at, contents.words()); },
                                   look.has_word_columns) *
                                       0.82F +
                                   0.5F);
            widths.title = measure(look.title + "  " + look.shape, Font::Bold, 64) / 64 +
                           (look.is_input ? 4.2F : 0.3F);
            widths_.push_back(widths);
        }
    }

    ConceptsLayout made(float unit, bool map_is_beside, bool is_compact) const {
        ConceptsLayout layout;
        layout.lengths.unit = unit;
        layout.lengths.is_compact = is_compact;
        layout.lengths.least_digits = readable_.digits;
        const Lengths& lengths = layout.lengths;
        std::array<float, column_count> widths{};
        std::array<float, band_count> heights{};
        std::array<std::array<float, band_count>, column_count> filled{};
        for (std::size_t at = 0; at < looks_.size(); ++at) {
            layout.boxes.push_back(box_of(at, lengths));
            const SheetBox& box = layout.boxes.back();
            const auto [column, band] = cell_of(looks_[at].id.stage);
            widths[column] = std::max(widths[column], box.width);
            filled[column][band] += height_of(box);
            heights[band] = std::max(heights[band], filled[column][band]);
        }
        // A narrow matrix has its formula beside its title if the column has room.
        for (std::size_t at = 0; at < looks_.size(); ++at)
            layout.boxes[at].width = widths[cell_of(looks_[at].id.stage).column];
        const float padding = lengths.section_padding(), gap = 1.7F * unit;
        float across = 2 * padding + gap * static_cast<float>(column_count - 1), down = 0;
        for (const float width : widths)
            across += width;
        for (const float height : heights)
            down += height > 0 ? height + band_gap(lengths) : 0;
        down += 0.4F * unit;
        const float notices = lengths.notice_line() * static_cast<float>(options_.notices);

        // Left-over room goes between the columns and the bands, or to the map.
        float map_side = least_map * unit;
        if (map_is_beside) {
            const float room = options_.available.width - across - 2 * padding;
            map_side = std::clamp(room, least_map * unit, widest_map * unit);
            across += map_side + 2 * padding;
        } else {
            map_side = std::min(across - 2 * padding, widest_map * unit);
            down += 0.62F * map_side + lengths.heading_line();
        }
        const float spare_across = std::clamp(
            (options_.available.width - across) / static_cast<float>(column_count), 0.0F, 3 * unit);
        const float spare_down =
            std::max(0.0F, options_.available.height - notices - down) / (band_count + 1);
        layout.size = {std::max(options_.available.width, across),
                       std::max(options_.available.height, down + notices)};
        layout.sections_bottom = layout.size.height - notices;

        std::array<float, column_count> lefts{};
        float x = padding + spare_across / 2;
        for (std::size_t column = 0; column < column_count; ++column) {
            lefts[column] = x;
            x += widths[column] + gap + spare_across;
        }
        std::array<float, band_count> tops{};
        float y = 0;
        for (std::size_t band = 0; band < band_count; ++band) {
            layout.rows.push_back(y);
            tops[band] = y + lengths.heading_line();
            y += heights[band] > 0 ? heights[band] + band_gap(lengths) + spare_down : 0;
        }
        filled = {};
        for (std::size_t at = 0; at < layout.boxes.size(); ++at) {
            SheetBox& box = layout.boxes[at];
            const auto [column, band] = cell_of(looks_[at].id.stage);
            box.corner = {lefts[column], tops[band] + filled[column][band]};
            filled[column][band] += height_of(box);
            box.cells.x = box.corner.x + box.label_width + lengths.label_gap();
            box.cells.y = box.corner.y + lengths.header(*box.look);
        }
        const float top = lengths.heading_line();
        if (map_is_beside)
            layout.map = {x - gap + padding, top, layout.size.width - x + gap - 2 * padding,
                          layout.sections_bottom - top - 0.6F * unit};
        else
            layout.map = {padding, y + lengths.heading_line(), map_side,
                          layout.sections_bottom - y - lengths.heading_line() - 0.6F * unit};
        return layout;
    }

    bool fits(const ConceptsLayout& layout) const {
        return layout.size.width <= options_.available.width + 0.5F &&
               layout.size.height <= options_.available.height + 0.5F;
    }

    /// The largest unit that fits; 0 if none does.
    float largest(bool map_is_beside, bool is_compact) const {
        for (float growth = most_concept_growth; growth >= least_text; growth -= 0.02F)
            if (fits(made(growth * options_.text, map_is_beside, is_compact)))
                return growth * options_.text;
        return 0;
    }

private:
    static float band_gap(const Lengths& lengths) { return lengths.heading_line(); }
    static float height_of(const SheetBox& box) {
        return box.lengths.header(*box.look) + box.cells.height +
               (box.has_colour_bar ? box.lengths.bar_line() : 0.5F * box.lengths.unit);
    }
    SheetBox box_of(std::size_t at, const Lengths& lengths) const {
        const SheetLook& look = looks_[at];
        const float unit = lengths.unit;
        const auto rows = static_cast<float>(std::max<Index>(1, look.row_count()));
        const auto columns = static_cast<float>(std::max<Index>(1, look.column_count()));
        SheetBox box;
        box.look = &look;
        box.lengths = lengths;
        box.label_width = widths_[at].row_names * unit;
        box.widest_word = widths_[at].column_names / 0.82F;
        const float number =
            (static_cast<float>(look.characters) + 2.2F) * readable_.digit * lengths.number_size();
        const float cell = std::max(
            {number, look.has_word_columns ? widths_[at].column_names * unit : 0, 2 * unit});
        const float width = std::min(cell, widest_cells * unit / columns);
        const float height = std::min(lengths.cell_height(), tallest_cells * unit / rows);
        box.cells = {0, 0, width * columns, height * rows};
        box.number_size =
            std::min({lengths.number_size(), 0.79F * height,
                      width / ((static_cast<float>(look.characters) + 1.5F) * readable_.digit)});
        box.has_numbers =
            box.number_size >= 0.9F * readable_.digits * 0.999F && has_single_cells(look);
        const Stage stage = look.id.stage;
        box.has_colour_bar = stage != Stage::S && stage != Stage::Share && stage != Stage::Error;
        box.width = std::max(box.label_width + lengths.label_gap() + box.cells.width,
                             widths_[at].title * unit);
        return box;
    }

    const std::vector<SheetLook>& looks_;
    LayoutOptions options_;
    Readable readable_;
    std::vector<Widths> widths_;
};

void magnify(ConceptsLayout& layout, float zoom) {
    const auto larger = [zoom](Rect rect) {
        return Rect{rect.x * zoom, rect.y * zoom, rect.width * zoom, rect.height * zoom};
    };
    layout.lengths.unit *= zoom;
    layout.size = {layout.size.width * zoom, layout.size.height * zoom};
    layout.sections_bottom *= zoom;
    layout.map = larger(layout.map);
    for (float& row : layout.rows)
        row *= zoom;
    for (SheetBox& box : layout.boxes) {
        box.lengths.unit *= zoom;
        box.corner = {box.corner.x * zoom, box.corner.y * zoom};
        box.cells = larger(box.cells);
        box.width *= zoom;
        box.label_width *= zoom;
        box.number_size *= zoom;
        box.has_numbers =
            box.number_size >= 0.9F * box.lengths.least_digits && has_single_cells(*box.look);
    }
}

} // namespace

ConceptsLayout lay_out_concepts(const Contents& contents, const LayoutOptions& options,
                                const Measure& measure) {
    const ConceptArranging arranging(contents, options, measure);
    // Formulas are beside the titles if that makes everything clearly larger.
    const float airy = arranging.largest(true, false), dense = arranging.largest(true, true);
    const float below = arranging.largest(false, true);
    const float least = least_text * options.text;
    ConceptsLayout layout;
    if (airy > 0 && airy >= 0.94F * dense)
        layout = arranging.made(airy, true, false);
    else if (dense > 0 && dense >= 0.85F * below)
        layout = arranging.made(dense, true, true);
    else
        layout = arranging.made(std::max(below, least), false, true);
    for (SheetBox& box : layout.boxes)
        box.lengths = layout.lengths;
    if (options.zoom != 1)
        magnify(layout, options.zoom);
    return layout;
}

} // namespace attn::figure
