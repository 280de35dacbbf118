// SPDX-License-Identifier: MIT
#include "core/figure/pages/training_layout.h"

#include "core/figure/base/text.h"
#include "core/figure/canvas/canvas_attempt.h"
#include "core/figure/canvas/readable.h"

#include <algorithm>
#include <cmath>

namespace attn::figure {
namespace {

// In units, except the two factors.
constexpr float widest_small_cell = 3.4F, highest_row = 3.1F;
constexpr float widest_now = 1.6F, narrowest_now = 1; // cell widths, relative to the start's
constexpr float least_arrow = 3;                      // between the matrices left and right of it
constexpr float few_columns = 18; // fewer columns are widened to this much together
constexpr float widest_name = 5.5F, widest_picture = 15;
constexpr float least_content = 9;     // height of all cells together
constexpr float matrices_apart = 1.5F; // between matrices that learn

class TrainingLaying {
public:
    TrainingLaying(const TrainingLooks& looks, Size available, float text, float zoom,
                   const Measure& measure)
        : looks_(looks), measure_(measure),
          readable_(find_readable(text, looks.now->numbers, measure)) {
        const float large = std::max(1.0F, zoom);
        layout_.lengths.unit = text * large;
        layout_.lengths.least_digits = readable_.digits;
        layout_.lengths.is_compact = available.height < 34 * text;
        layout_.size = {available.width * large, available.height * large};
        unit_ = layout_.lengths.unit;
        is_narrow_ = layout_.size.width < 80 * unit_;
    }

    TrainingLayout made() && {
        find_heights();
        find_side();
        place_compared();
        if (looks_.target)
            place_learned();
        return std::move(layout_);
    }

private:
    const Lengths& lengths() const { return layout_.lengths; }
    float padding() const { return 1.3F * unit_; }
    /// The most characters that a number of the look needs.
    static int characters(const SheetLook& look) {
        return reserved_characters(look.asked) + (look.family == Family::Weights ? 0 : 1);
    }
    /// The least width of a cell whose number can be read with at least one decimal.
    float least_width(const SheetLook& look) const {
        return readable_.width_of(
            std::min(characters(look), look.family == Family::Weights ? 4 : 5), 3);
    }

    void find_heights() {
        const float header = header_height(lengths());
        top_ = (lengths().is_compact ? 1.1F : 1.7F) * unit_;
        gap_ = (lengths().is_compact ? 1.0F : 1.9F) * unit_;
        const float below = 2.3F * unit_; // the foot with the ticks of the curve
        float room = layout_.size.height - top_ - gap_ - below - 2 * header;
        if (room < least_content * unit_) { // The page scrolls.
            layout_.size.height += least_content * unit_ - room;
            room = least_content * unit_;
        }
        constexpr Index usual_rows = 4, most_rows = 12;
        Index below_rows = usual_rows;
        for (const SheetLook* look : looks_.learned)
            if (look->row_count() <= most_rows)
                below_rows = std::max(below_rows, look->row_count());
        const auto rows = static_cast<float>(std::max<Index>(1, looks_.now->row_count()));
        const auto lower = static_cast<float>(below_rows);
        height_ = std::min(highest_row * unit_, room / (rows + lower));
        low_height_ = height_;
        if (height_ < readable_.height()) { // Both rows of matrices get their least height first.
            const float least = std::min(
                0.45F * room, std::max(0.4F * least_content * unit_, lower * readable_.height()));
            height_ = std::min(highest_row * unit_, (room - least) / rows);
            low_height_ = std::min(highest_row * unit_, (room - height_ * rows) / lower);
        }
        cells_top_ = top_ + header;
        lower_top_ = cells_top_ + rows * height_ + gap_;
        lower_bottom_ = layout_.size.height - below;
    }

    void find_side() {
        const float width = layout_.size.width;
        side_ = (width >= 100 * unit_ ? 18 : is_narrow_ ? 11.5F : 14.5F) * unit_;
        layout_.side = {padding(), top_, side_ - 1.4F * padding(), layout_.size.height - 2 * top_};
    }

    /// The width of the widest word, for size 1.
    float widest_word_of(const SheetLook& look) const {
        float widest = 0;
        const auto see = [&](Index count, bool has_words, const auto& name) {
            for (Index at = 0; has_words && at < count; ++at)
                widest = std::max(widest, measure_(name(at), Font::Sans, unit_) / unit_);
        };
        const std::vector<std::string> words(looks_.words.begin(), looks_.words.end());
        see(look.row_count(), look.has_word_rows,
            [&](Index at) { return look.row_name(at, words); });
        see(look.column_count(), look.has_word_columns,
            [&](Index at) { return look.column_name(at, words); });
        return widest;
    }
    float label_width_of(const SheetLook& look, float widest) const {
        if (look.has_word_rows)
            return std::clamp(widest * lengths().label_size() + 0.55F * unit_, 0.9F * unit_,
                              (is_narrow_ ? 0.75F : 1.0F) * widest_name * unit_);
        return index_width(look.row_count(), Font::Sans, lengths().small_size(), measure_) +
               0.15F * unit_;
    }

    SheetBox box_of(const SheetLook& look, Point cells, Size cell, float widest, float label,
                    float most_size) const {
        SheetBox box = sheet_box(look, lengths(), cells, cell, label, header_height(lengths()));
        box.widest_word = widest;
        // Letters do not fit between thinner lines; elsewhere an open one would only hide another.
        box.opens_lines = std::min(cell.width, cell.height) < 0.75F * unit_;
        box.has_numbers = readable_.holds(cell, least_width(look)) && has_single_cells(look);
        // The old number needs room below it.
        box.number_size =
            std::max(lengths().least_digits,
                     std::min({most_size * unit_, (cell.height - 3) / 1.8F,
                               (cell.width - 6) /
                                   (readable_.digit * static_cast<float>(characters(look)))}));
        return box;
    }

    void place_compared() {
        const SheetLook& now = *looks_.now;
        const float word = widest_word_of(now);
        const float label = label_width_of(now, word);
        const float margin = label + lengths().label_gap();
        const float least = (is_narrow_ ? 0.75F : 1.0F) * least_arrow * unit_;
        const auto columns = static_cast<float>(std::max<Index>(1, now.column_count()));
        const float room = layout_.size.width - side_ - padding() - 3 * margin - 2 * least;
        const float factor =
            std::clamp(room / (columns * least_width(now)) - 2, narrowest_now, widest_now);
        const float widest = std::clamp(few_columns / columns, widest_small_cell, 5.0F) * unit_;
        const float width = std::max(0.0F, std::min(widest, room / (columns * (2 + factor))));
        const float gap = least + (room - columns * width * (2 + factor)) / 2;
        const Size small{width, height_}, large{factor * width, height_};
        float x = side_ + margin;
        if (!looks_.target) { // The rest is for the request to set a target.
            layout_.now = box_of(now, {x, cells_top_}, large, word, label, 1.1F);
            const float left = layout_.now.cells.right() + 4.5F * unit_;
            layout_.tray = {left, cells_top_,
                            std::min(34 * unit_, layout_.size.width - padding() - left),
                            std::max(10.5F * unit_, layout_.now.cells.height)};
            return;
        }
        layout_.before = {x, cells_top_, columns * width,
                          height_ * static_cast<float>(now.row_count())};
        if (looks_.start)
            layout_.start = box_of(*looks_.start, {x, cells_top_}, small, word, label, 1);
        x += columns * width + gap + margin;
        layout_.now = box_of(now, {x, cells_top_}, large, word, label, 1.1F);
        x += columns * large.width + gap + margin;
        layout_.tray = {x, cells_top_, layout_.before.width, layout_.before.height};
        layout_.target = box_of(*looks_.target, {x, cells_top_}, small, word, label, 1);
    }

    /// A matrix that learns, before it is placed.
    struct Lower {
        const SheetLook* look;
        float widest, label, columns, title;
        float least = 0;       // width of a cell
        bool has_room = false; // for numbers

        float width(float cell, float gap) const {
            return std::max(title, label + gap + columns * cell);
        }
        float least_width(float gap) const { return width(least, gap); }
    };

    Lower lower(const SheetLook& look, float room) const {
        const float widest = widest_word_of(look);
        Lower one{&look, widest, label_width_of(look, widest),
                  static_cast<float>(std::max<Index>(1, look.column_count())), 0};
        one.title = rich_width(look.title, Font::Bold, unit_, measure_) + one.label +
                    lengths().label_gap() + 0.5F * unit_ +
                    measure_(look.shape, Font::Sans, lengths().small_size());
        one.least = least_width(look);
        one.has_room = fits_in(one.columns * one.least + one.label, room);
        if (!one.has_room) // Colours, as narrow as they are read.
            one.least = std::min(room - one.label, widest_picture * unit_) / one.columns;
        return one;
    }

    void place_learned() {
        const float right = layout_.size.width - padding();
        const float least_curve = (is_narrow_ ? 19 : 27) * unit_, between = 2 * unit_;
        const float room = right - side_ - least_curve - between;
        const float gap = lengths().label_gap();
        std::vector<std::size_t> chosen;
        float used = 0;
        for (const std::size_t which : looks_.first) {
            const float width = lower(*looks_.learned[which], room - gap).least_width(gap) +
                                (chosen.empty() ? 0 : matrices_apart * unit_);
            if (!chosen.empty() && !fits_in(used + width, room))
                break;
            used += width;
            chosen.push_back(which);
        }
        std::sort(chosen.begin(), chosen.end()); // Restores the usual order.
        std::vector<Lower> fitting;
        for (const std::size_t which : chosen)
            fitting.push_back(lower(*looks_.learned[which], room - gap));
        layout_.left_out = looks_.learned.size() - fitting.size();
        // The remaining room widens all cells with numbers, up to those above.
        float all_columns = 0;
        for (const Lower& one : fitting)
            all_columns += one.columns;
        const float more = std::max(0.0F, room - used) / std::max(1.0F, all_columns);
        const auto cell_of = [&](const Lower& one) {
            return one.has_room ? std::min(std::max(one.least, 3.1F * unit_), one.least + more)
                                : one.least;
        };
        used =
            fitting.empty() ? 0 : matrices_apart * unit_ * static_cast<float>(fitting.size() - 1);
        for (const Lower& one : fitting)
            used += one.width(cell_of(one), gap);
        const float top = lower_top_ + header_height(lengths());
        float x = right - used;
        layout_.curve = {side_, lower_top_, x - (fitting.empty() ? 0 : between) - side_,
                         layout_.size.height - lower_top_ - 0.5F * unit_};
        for (const Lower& one : fitting) {
            const auto rows = static_cast<float>(std::max<Index>(1, one.look->row_count()));
            const Size cell{cell_of(one), std::min(low_height_, (lower_bottom_ - top) / rows)};
            layout_.learned.push_back(
                box_of(*one.look, {x + one.label + gap, top}, cell, one.widest, one.label, 1));
            x += one.width(cell.width, gap) + matrices_apart * unit_;
            layout_.foot =
                std::max(layout_.foot, layout_.learned.back().cells.bottom() + 1.3F * unit_);
        }
    }

    const TrainingLooks& looks_;
    const Measure& measure_;
    TrainingLayout layout_;
    Readable readable_;
    float unit_ = 14;
    bool is_narrow_ = false;
    float top_ = 0, gap_ = 0, side_ = 0;
    float height_ = 0, low_height_ = 0; // the heights of the upper and lower cells
    float cells_top_ = 0, lower_top_ = 0, lower_bottom_ = 0;
};

} // namespace

TrainingLayout lay_out_training(const TrainingLooks& looks, Size available, float text, float zoom,
                                const Measure& measure) {
    return TrainingLaying(looks, available, text, zoom, measure).made();
}

} // namespace attn::figure
