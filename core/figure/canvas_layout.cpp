// SPDX-License-Identifier: MIT
#include "core/figure/canvas_layout.h"

#include "core/figure/cell_sides.h"
#include "core/figure/rich_text.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

namespace attn::figure {
namespace {

constexpr float most_growth = 2;     // of everything, where a window has room to spare
constexpr float flat = 0.78F;        // the height of a cell, of its width, at the most
constexpr float widest_label = 5.5F; // of row labels, in units
constexpr float widest_cell = 6.5F;  // in units
constexpr float least_extent = 4;    // of a matrix without numbers, in units
constexpr float least_gap = 2.4F;    // between columns: an arrow, in units
constexpr float lane_gap = 1.5F;     // between the lanes: an arrow downward
constexpr float foot = 0.7F;         // below the lower lane
constexpr float around_title = 1.5F; // its arrow, and widths that do not grow quite evenly

float number_of(Index count) {
    return static_cast<float>(std::max<Index>(1, count));
}

/// Everything that one size of the titles decides.
struct Attempt {
    Lengths lengths;
    std::vector<float> label_widths; // of each box
    std::vector<float> margins;      // left of the cells of each column
    std::vector<Track> across, down;
    Sides width, height;
    float free_width = 0, free_height = 0;

    float cell_width(const SheetLook& look) const {
        return look.has_word_columns ? width.words : width.dimensions;
    }
    float cell_height(const SheetLook& look) const {
        return look.has_word_rows ? height.words : height.dimensions;
    }
};

class Arranging {
public:
    Arranging(const Contents& contents, const std::vector<CanvasPlace>& places,
              const LayoutOptions& options, const Measure& measure)
        : options_(options) {
        for (const CanvasPlace& place : places) {
            const bool is_there =
                std::any_of(contents.sheets.begin(), contents.sheets.end(),
                            [&](const SheetLook& look) { return look.id.stage == place.stage; });
            if (!is_there && place.like)
                unused_.push_back(place);
            for (const SheetLook& look : contents.sheets)
                if (look.id.stage == place.stage) {
                    layout_.looks.push_back(std::make_unique<SheetLook>(look));
                    places_.push_back(place);
                    SheetLook& own = *layout_.looks.back();
                    own.characters = reserved_characters(own.numbers);
                    own.fraction_characters = reserved_decimals(own.numbers);
                    if (place.is_turned)
                        turn(own);
                }
        }
        assert(!places_.empty() && "a canvas shows something");
        for (const CanvasPlace& place : places)
            columns_ = std::max(columns_, place.column + 1);
        constexpr float size = 64; // measured large, so that rounding of widths does not matter
        digit_ = measure("0", Font::Mono, size) / size;
        for (const std::string& word : contents.words())
            widest_word_ = std::max(widest_word_, measure(word, Font::Bold, size) / size);
        const auto bold = [&](std::string_view title) {
            return rich_width(title, Font::Bold, size, measure) / size;
        };
        for (const CanvasPlace& place : places)
            longest_title_ = std::max(longest_title_, bold(place.longest_title));
        for (std::size_t box = 0; box < places_.size(); ++box) {
            const SheetLook& look = *layout_.looks[box];
            characters_ = std::max(characters_, reserved_characters(look.numbers));
            const std::string last = std::to_string(std::max<Index>(1, look.row_count()) - 1);
            widths_.push_back({places_[box].like ? longest_title_ : bold(look.title),
                               measure(look.shape, Font::Sans, size) / size,
                               measure(last, Font::Sans, size) / size});
        }
    }

    CanvasLayout made() && {
        Attempt best = attempt(1, true);
        if (!has_width(best, least_width()))
            if (Attempt bare = attempt(1, false);
                has_width(bare, least_width()) || !has_width(best, scarce_width()))
                best = std::move(bare);
        // In a large window everything grows, as long as the cells stay large beside their titles.
        for (float growth = most_growth; growth > 1; growth -= 0.1F)
            if (Attempt grown = attempt(growth, true); is_roomy(grown)) {
                best = std::move(grown);
                break;
            }
        place(best);
        return std::move(layout_);
    }

private:
    /// Of size 1.
    struct Widths {
        float title = 0, shape = 0, digits = 0;
    };

    float least_digits() const { return std::max(9.0F, 0.62F * options_.text); }
    float width_of(int characters) const {
        return static_cast<float>(characters) * digit_ * least_digits() + 4;
    }
    float least_width() const { return width_of(characters_); }
    /// With one decimal and a sign, where more decimals are wanted.
    float scarce_width() const { return width_of(std::min(characters_, 4)) - 2; }
    float least_height() const { return 1.75F * least_digits(); }
    static bool has_width(const Attempt& one, float width) {
        return std::min(one.width.words, one.width.dimensions) >= width;
    }
    static bool is_roomy(const Attempt& one) {
        const float unit = one.lengths.unit;
        return one.free_width >= 0 && one.free_height >= 0 &&
               std::min(one.width.words, one.width.dimensions) >= 3.3F * unit &&
               std::min(one.height.words, one.height.dimensions) >= 1.9F * unit;
    }

    static float title_width(const Widths& widths, const Lengths& lengths) {
        return (widths.title + 0.5F + around_title) * lengths.unit +
               widths.shape * lengths.small_size();
    }

    float label_width(std::size_t box, const Lengths& lengths, bool has_all_labels) const {
        const SheetLook& look = *layout_.looks[box];
        const CanvasPlace& place = places_[box];
        if (!place.is_labelled || (place.gives_labels && !has_all_labels))
            return 0;
        if (look.has_word_rows)
            return std::clamp(widest_word_ * lengths.label_size() + 0.3F * lengths.unit,
                              0.9F * lengths.unit, widest_label * lengths.unit);
        return widths_[box].digits * lengths.small_size() + 0.15F * lengths.unit;
    }

    float sums_width(const SheetLook& look, const Lengths& lengths) const {
        return look.has_row_sums
                   ? (static_cast<float>(characters_) + 2.4F) * digit_ * lengths.number_size()
                   : 0;
    }

    float header(const Lengths& lengths) const {
        return lengths.title_line() + lengths.label_line();
    }

    Attempt attempt(float growth, bool has_all_labels) const {
        Attempt made;
        Lengths& lengths = made.lengths;
        lengths.unit = growth * options_.text;
        lengths.least_digits = least_digits();
        lengths.is_compact = options_.available.height < 34 * options_.text;
        const float unit = lengths.unit;
        made.margins.assign(columns_, 0);
        made.across.resize(columns_);
        made.down.resize(2);
        std::vector<float> sums(columns_ + 1, 0);
        float bottom_sums = 0;
        for (std::size_t box = 0; box < places_.size(); ++box) {
            const SheetLook& look = *layout_.looks[box];
            const CanvasPlace& place = places_[box];
            const float labels = label_width(box, lengths, has_all_labels);
            made.label_widths.push_back(labels);
            float& margin = made.margins[place.column];
            margin = std::max(margin, labels + lengths.label_gap());
            Track& track = made.across[place.column];
            track.matrices.push_back({number_of(look.column_count()), look.has_word_columns});
            track.least = std::max(track.least, title_width(widths_[box], lengths));
            made.down[place.is_above ? 0 : 1].matrices.push_back(
                {number_of(look.row_count()), look.has_word_rows});
            sums[place.column + 1] = std::max(sums[place.column + 1], sums_width(look, lengths));
            bottom_sums = std::max(bottom_sums, lengths.sums(look));
        }
        for (const CanvasPlace& place : unused_)
            for (std::size_t box = 0; box < places_.size(); ++box)
                if (places_[box].stage == *place.like) {
                    const SheetLook& look = *layout_.looks[box];
                    made.across[place.column].matrices.push_back(
                        {number_of(look.column_count()), look.has_word_columns});
                    Widths widths = widths_[box];
                    widths.title = longest_title_;
                    made.across[place.column].least =
                        std::max(made.across[place.column].least, title_width(widths, lengths));
                }
        float margins = 1.2F * unit + sums[columns_]; // and right of the last column
        for (std::size_t column = 0; column < columns_; ++column) {
            float& margin = made.margins[column];
            margin = std::max(margin, column == 0 ? 0.8F * unit : least_gap * unit) + sums[column];
            if (column == 0)
                margin += 0.6F * unit;
            margins += margin;
        }
        const float around = feed_height(lengths) + 2 * header(lengths) + lane_gap * unit +
                             foot * unit + bottom_sums +
                             lengths.notice_line() * static_cast<float>(options_.notices);
        made.width = fitted(made.across, {options_.available.width - margins, least_width(),
                                          widest_cell * unit, least_extent * unit, scarce_width()});
        const float highest = flat * std::max(made.width.words, made.width.dimensions);
        made.height = fitted(made.down, {options_.available.height - around, least_height(),
                                         std::max(highest, least_height()), least_extent * unit,
                                         least_height()});
        made.free_width = options_.available.width - margins - extent(made.across, made.width);
        made.free_height = options_.available.height - around - extent(made.down, made.height);
        return made;
    }

    static float feed_height(const Lengths& lengths) { return 1.5F * lengths.unit; }

    void place(const Attempt& found) {
        const float zoom = std::max(options_.zoom, 0.05F);
        layout_.lengths = found.lengths;
        Lengths& lengths = layout_.lengths;
        lengths.unit *= std::min(zoom, 8.0F);
        // Free room goes to all gaps alike.
        const float gap =
            zoom * std::max(0.0F, found.free_width) / static_cast<float>(columns_ + 1);
        const float line = zoom * std::max(0.0F, found.free_height) / 3;
        const float top = zoom * feed_height(found.lengths) + line;
        layout_.feed = std::max(top - 0.75F * lengths.unit, 0.5F * top);
        const float upper = zoom * found.down[0].extent(found.height);
        const float lower = zoom * found.down[1].extent(found.height);
        const float head = zoom * header(found.lengths);
        const std::array<float, 2> lanes{top, top + head + upper +
                                                  zoom * lane_gap * found.lengths.unit + line};
        std::vector<float> left(columns_, 0);
        float x = 0;
        for (std::size_t column = 0; column < columns_; ++column) {
            x += zoom * found.margins[column] + gap;
            left[column] = x;
            x += zoom * found.across[column].extent(found.width);
        }
        const float number = number_size(found, lengths, zoom);
        float sums = 0;
        for (std::size_t at = 0; at < places_.size(); ++at) {
            const SheetLook& look = *layout_.looks[at];
            const CanvasPlace& place = places_[at];
            SheetBox box;
            box.look = &look;
            box.lengths = lengths;
            box.label_width = zoom * found.label_widths[at];
            box.widest_word = widest_word_;
            box.has_header = box.has_colour_bar = false;
            box.drops_decimals = true;
            const float width = zoom * found.cell_width(look);
            const float height = zoom * found.cell_height(look);
            box.has_numbers = width >= scarce_width() * 0.999F &&
                              height >= least_height() * 0.999F &&
                              look.row_count() * look.column_count() <= most_boxes;
            box.number_size = number;
            box.cells = {left[place.column], lanes[place.is_above ? 0 : 1] + head,
                         width * static_cast<float>(look.column_count()),
                         height * static_cast<float>(look.row_count())};
            box.corner = {box.cells.x -
                              (box.label_width > 0 ? box.label_width + lengths.label_gap() : 0),
                          box.cells.y - head};
            const float room = zoom * found.across[place.column].extent(found.width);
            box.width = box.cells.x + room - box.corner.x;
            sums = std::max(sums, lengths.sums(look));
            layout_.boxes.push_back(box);
            layout_.columns.push_back(place.column);
            layout_.is_above.push_back(place.is_above);
        }
        for (const CanvasPlace& place : unused_)
            layout_.unused = Point{left[place.column], lanes[place.is_above ? 0 : 1]};
        layout_.lanes_bottom =
            lanes[1] + head + lower + sums + zoom * foot * found.lengths.unit + line;
        layout_.legend = {1.2F * lengths.unit, top,
                          left[0] + zoom * found.across[0].extent(found.width) -
                              1.2F * lengths.unit,
                          lanes[1] - top - lengths.unit};
        const float notices = lengths.notice_line() * static_cast<float>(options_.notices);
        x += gap + zoom * 1.2F * found.lengths.unit;
        // Sums of floats miss the size of the window by a hair.
        const auto snug = [](float wanted, float available) {
            return wanted <= available + 0.5F ? available : wanted;
        };
        layout_.size = {snug(x, options_.available.width),
                        snug(layout_.lanes_bottom + notices, options_.available.height)};
        layout_.lanes_bottom = layout_.size.height - notices;
        for (std::size_t at = 0; at < layout_.boxes.size(); ++at)
            layout_.boxes[at].look = layout_.looks[at].get();
    }

    /// One size for all numbers of the page, with room for a sign.
    float number_size(const Attempt& found, const Lengths& lengths, float zoom) const {
        float size = 1.25F * lengths.unit;
        for (const auto& look : layout_.looks) {
            const float width = zoom * found.cell_width(*look);
            const float height = zoom * found.cell_height(*look);
            if (width < scarce_width() * 0.999F || height < least_height() * 0.999F)
                continue;
            size = std::min({size, 0.56F * height,
                             (width - 4) / ((static_cast<float>(characters_) + 1) * digit_)});
        }
        return std::max(size, least_digits());
    }

    const LayoutOptions& options_;
    std::vector<CanvasPlace> places_; // of the looks
    std::vector<CanvasPlace> unused_; // without one
    std::vector<Widths> widths_;
    std::size_t columns_ = 0;
    int characters_ = 0;
    float digit_ = 0.6F; // width of a digit of size 1
    float longest_title_ = 0;
    float widest_word_ = 0; // of size 1
    CanvasLayout layout_;
};

} // namespace

const SheetBox* CanvasLayout::find(Stage stage) const {
    for (const SheetBox& box : boxes)
        if (box.look->id.stage == stage)
            return &box;
    return nullptr;
}

int reserved_characters(const NumberFormat& numbers) {
    return numbers.kind == NumberFormat::Kind::Decimals && numbers.digits == 0 ? 2
                                                                               : numbers.digits + 2;
}

int reserved_decimals(const NumberFormat& numbers) {
    return numbers.kind == NumberFormat::Kind::Decimals && numbers.digits > 0 ? numbers.digits + 1
                                                                              : 0;
}

CanvasLayout lay_out(const Contents& contents, const std::vector<CanvasPlace>& places,
                     const LayoutOptions& options, const Measure& measure) {
    return Arranging(contents, places, options, measure).made();
}

} // namespace attn::figure
