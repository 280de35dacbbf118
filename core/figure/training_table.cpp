// SPDX-License-Identifier: MIT
#include "core/figure/training_table.h"

#include "core/base/number_text.h"
#include "core/document/gradient.h"
#include "core/document/model.h"
#include "core/document/sheet.h"
#include "core/figure/changes.h"
#include "core/figure/drawing.h"
#include "core/figure/rich_text.h"
#include "core/figure/training_matrices.h"
#include "core/figure/word.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

namespace attn::figure {
namespace {

constexpr Real quick_gradient = 2e6; // cost for the whole document, about two milliseconds

constexpr auto difference_heading = "now − target";

/// The sheet by which the loss is differentiated: for weights the input of the softmax, otherwise
/// the compared sheet.
SheetId before_weights(const Document& document, SheetId compared) {
    if (compared.stage != Stage::Weights)
        return compared;
    compared.stage = Stage::Masked;
    compared.stage = stage_before(document, compared);
    return shown_place(document, {compared, 0, 0}).sheet;
}

/// The derivatives of the loss.
struct LossSlopes {
    std::string name;
    Matrix now;
    Real full = 0; // length of a whole bar: the largest at the start, so that bars shrink
};

std::optional<Matrix> slopes_by(const SheetId& by, const Document& document, const Trace& trace) {
    auto gradients = gradients_of(document, trace, {{Stage::Loss}, 0, 0});
    for (std::size_t at = 0; gradients && at < gradients->size(); ++at)
        if ((*gradients)[at].sheet == by)
            return std::move((*gradients)[at].values);
    return std::nullopt;
}

std::optional<LossSlopes> slopes_of(const Document& document, const Trace& trace,
                                    const Calculation* start) {
    if (evaluation_cost(document) > quick_gradient)
        return std::nullopt;
    const SheetId by = before_weights(document, document.options.loss->of);
    auto now = slopes_by(by, document, trace);
    if (!now)
        return std::nullopt;
    LossSlopes slopes{"∂L/∂" + std::string(info(by.stage, document.model).symbol), *std::move(now),
                      0};
    const bool had_loss = start && has_stage(start->document, Stage::Loss);
    const auto then = had_loss ? slopes_by(by, start->document, start->trace) : std::nullopt;
    const Matrix& full = then ? *then : slopes.now;
    for (const Real one : full.reshaped())
        if (std::isfinite(one))
            slopes.full = std::max(slopes.full, std::abs(one));
    return slopes;
}

/// The columns of the table, and the right end of each number in a line.
struct TableColumns {
    float labels = 0, bars = 0, bars_end = 0, target = 0, difference = 0, slope = 0, slope_end = 0;
};

class TrainingTable {
public:
    TrainingTable(Drawing& drawing, const Document& document, const TrainingMatrices& matrices,
                  const View& view, std::optional<LossSlopes> slopes, float unit)
        : drawing_(drawing), theme_(drawing.theme), document_(document), looks_(matrices.looks()),
          words_(matrices.words()), view_(view), slopes_(std::move(slopes)), unit_(unit) {
        row_ = std::clamp<Index>(view.query, 0, looks_.now->values.rows() - 1);
        find_lines();
        find_columns();
    }

    void draw() {
        draw_table_headings();
        for (std::size_t at = 0; at < keys_.size(); ++at)
            draw_line_at(keys_[at], top_ + line_ * (static_cast<float>(at) + 0.5F));
        const auto others = looks_.now->values.cols() - static_cast<Index>(keys_.size());
        if (others > 0)
            draw_text(drawing_,
                      {columns_.bars, top_ + line_ * (static_cast<float>(keys_.size()) + 0.5F)},
                      "and " + std::to_string(others) + " more", small(theme_.dim_text));
    }

private:
    const Size& size() const { return drawing_.figure.size; }
    TextStyle small(Colour colour, Anchor anchor = Anchor::Left) const {
        return {Font::Sans, 0.8F * unit_, colour, anchor};
    }
    TextStyle digits(Colour colour, Anchor anchor = Anchor::Right) const {
        return {Font::Mono, number_, colour, anchor};
    }
    Real now(Index key) const { return looks_.now->values(row_, key); }
    Real target(Index key) const { return looks_.target->values(row_, key); }
    Real start(Index key) const {
        return looks_.start ? looks_.start->values(row_, key) : now(key);
    }
    std::string name(Index key) const {
        return looks_.now->is_transposed ? looks_.now->row_name(key, words_)
                                         : looks_.now->column_name(key, words_);
    }

    void find_lines() {
        const Index count = looks_.now->values.cols();
        top_ = 1.55F * unit_;
        const float room = size().height - top_ - 0.2F * unit_;
        line_ = std::clamp(room / static_cast<float>(std::max<Index>(1, count)), 1.2F * unit_,
                           1.7F * unit_);
        number_ = std::min(0.86F * unit_, 0.78F * line_);
        const auto most =
            static_cast<std::size_t>(std::max(1.0F, std::floor(room / line_ + 0.01F)));
        keys_.resize(static_cast<std::size_t>(count));
        std::iota(keys_.begin(), keys_.end(), Index{0});
        if (keys_.size() <= most)
            return;
        std::stable_sort(keys_.begin(), keys_.end(), [&](Index a, Index b) {
            return std::pair(std::abs(target(a)), std::abs(start(a))) >
                   std::pair(std::abs(target(b)), std::abs(start(b)));
        });
        keys_.resize(std::max<std::size_t>(1, most - 1));
        std::sort(keys_.begin(), keys_.end());
    }

    void find_columns() {
        float widest = 0;
        for (Index key = 0; key < looks_.now->values.cols(); ++key)
            widest = std::max(widest, drawing_.measure(name(key), Font::Bold, 0.86F * unit_));
        columns_.labels = 0.8F * unit_;
        columns_.bars =
            columns_.labels + std::min(widest + 0.2F * unit_, 0.16F * size().width) + 0.7F * unit_;
        const float right = size().width - 0.8F * unit_;
        const float numbers = 4.6F * unit_, room = right - columns_.bars;
        columns_.slope_end = right;
        columns_.slope = slopes_ ? right - std::clamp(0.28F * room, numbers, 13 * unit_) : right;
        columns_.difference = columns_.slope - (slopes_ ? 1.4F * unit_ : 0);
        const TextStyle heading = small(theme_.dim_text);
        columns_.target =
            columns_.difference - 0.8F * unit_ -
            std::max(numbers, drawing_.measure(difference_heading, heading.font, heading.size));
        columns_.bars_end = columns_.target - numbers;
        // The range of numbers that the bars cover.
        for (const SheetLook* const look : {looks_.start, looks_.now, looks_.target})
            if (look) {
                low_ = std::min(low_, look->scale.low);
                high_ = std::max(high_, look->scale.high);
            }
        if (looks_.now->family == Family::Weights)
            low_ = 0;
    }

    void draw_table_headings() {
        const float y = 0.8F * unit_;
        const SheetLook& look = *looks_.now;
        const std::string stage(info(look.id.stage, document_.model).symbol);
        const bool has_word = look.has_word_rows || look.is_transposed;
        const std::string of = has_word && static_cast<std::size_t>(row_) < words_.size()
                                   ? "“" + words_[static_cast<std::size_t>(row_)] + "”: "
                                   : "";
        const TextStyle bold{Font::Bold, 0.8F * unit_, theme_.dim_text};
        const float room = columns_.bars_end - columns_.labels;
        std::string said = of + stage + " now, dashed at the start";
        if (!fits_in(drawing_.measure(said, bold.font, bold.size), room))
            said = of + stage;
        draw_text(drawing_, {columns_.labels, y},
                  escape(shortened(said, room, bold.font, bold.size, drawing_.measure)), bold);
        draw_text(drawing_, {columns_.target, y}, "target", small(theme_.dim_text, Anchor::Right));
        draw_text(drawing_, {columns_.difference, y}, difference_heading,
                  small(theme_.dim_text, Anchor::Right));
        if (slopes_)
            draw_text(drawing_, {columns_.slope_end, y}, slopes_->name,
                      small(theme_.dim_text, Anchor::Right));
    }

    /// The x of a number in the bars.
    float at(Real number) const {
        const Real part = high_ > low_ ? (number - low_) / (high_ - low_) : 0;
        const float room = columns_.bars_end - columns_.bars - 8.5F * unit_;
        return columns_.bars +
               static_cast<float>(std::clamp(part, 0.0, 1.0)) * std::max(0.0F, room);
    }

    void draw_line_at(Index key, float y) {
        const SheetLook& look = *looks_.now;
        const bool is_key = look.column_role == "key" && view_.key == key;
        const TextStyle label{is_key ? Font::Bold : Font::Sans, 0.86F * unit_,
                              is_key ? theme_.key_text : theme_.text, Anchor::Right};
        draw_text(drawing_, {columns_.bars - 0.7F * unit_, y},
                  escape(shortened(name(key), columns_.bars - columns_.labels - 0.7F * unit_,
                                   label.font, label.size, drawing_.measure)),
                  label);
        const float half = 0.32F * line_;
        const Place place{look.id, row_, key};
        if (std::isfinite(now(key))) {
            const float zero = at(0), end = at(now(key));
            drawing_.figure.shapes.emplace_back(
                Box{{std::min(zero, end), y - half, std::abs(end - zero), 2 * half},
                    is_key ? theme_.key : theme_.weight,
                    transparent,
                    0,
                    1.5F});
        }
        const bool has_changed = look.changes && look.changes->at(place) != Changes::Way::Same;
        float text = at(std::max({Real{0}, std::isfinite(now(key)) ? now(key) : 0}));
        if (has_changed && std::isfinite(start(key))) {
            const float zero = at(0), end = at(start(key));
            draw_dashed_frame(drawing_,
                              {std::min(zero, end), y - half, std::abs(end - zero), 2 * half},
                              theme_.text);
            text = std::max(text, end);
        }
        text += 0.5F * unit_;
        text += draw_text(drawing_, {text, y}, number_text(now(key), look.numbers),
                          digits(theme_.text, Anchor::Left));
        if (has_changed) {
            const std::string was = "was " + number_text(start(key), look.numbers);
            draw_text(drawing_, {text + 0.6F * unit_, y}, was, small(theme_.dim_text));
        }
        draw_text(drawing_, {columns_.target, y}, number_text(target(key), look.numbers),
                  digits(theme_.text));
        draw_text(drawing_, {columns_.difference, y},
                  number_text(now(key) - target(key), look.numbers), digits(theme_.text));
        drawing_.figure.grids.push_back(
            {look.id,
             {columns_.bars, y - line_ / 2, columns_.bars_end - columns_.bars, line_},
             1,
             1,
             row_,
             key});
        drawing_.figure.grids.push_back(
            {looks_.target->id,
             {columns_.bars_end, y - line_ / 2, columns_.target - columns_.bars_end, line_},
             1,
             1,
             row_,
             key});
        if (slopes_)
            draw_slope(slopes_->now(row_, key), y);
    }

    /// Draws a derivative. A step goes the opposite way: a number whose derivative is below 0
    /// rises.
    void draw_slope(Real slope, float y) {
        const std::string text = with_minus(significant(slope, 3));
        const float numbers = 4.4F * unit_;
        const float left = columns_.slope, right = columns_.slope_end - numbers;
        draw_text(drawing_, {columns_.slope_end, y}, text, digits(theme_.text));
        if (right - left < 2 * unit_ || !std::isfinite(slope))
            return;
        const float middle = (left + right) / 2;
        const float end =
            middle + (slopes_->full > 0
                          ? static_cast<float>(std::clamp(slope / slopes_->full, -1.0, 1.0))
                          : 0) *
                         (right - left) / 2;
        const auto& colours = table(view_.diverging, view_.theme == ThemeName::Dark);
        drawing_.figure.shapes.emplace_back(
            Box{{std::min(middle, end), y - 0.3F * line_, std::abs(end - middle), 0.6F * line_},
                colours[slope < 0 ? 48 : 207],
                transparent,
                0,
                1.5F});
        draw_line(drawing_, {middle, y - line_ / 2}, {middle, y + line_ / 2}, theme_.line);
    }

    Drawing& drawing_;
    const Theme& theme_;
    const Document& document_;
    const TrainingLooks looks_;
    const std::vector<std::string>& words_;
    const View& view_;
    const std::optional<LossSlopes> slopes_;
    float unit_;
    Index row_ = 0;
    std::vector<Index> keys_; // in the order in which they are shown
    float top_ = 0, line_ = 0, number_ = 0;
    TableColumns columns_;
    Real low_ = 0, high_ = 0;
};

} // namespace

Figure training_table(const Document& document, const Trace& trace, const View& asked,
                      const TrainingSeen& training, const CanvasOptions& options) {
    const View view = within(document, asked);
    const Theme colours = theme(view.theme);
    Figure figure;
    figure.size = options.available;
    figure.background = colours.panel_background;
    if (!has_stage(document, Stage::Loss) || options.available.width < 20 * options.text)
        return figure;
    TrainingSeen compared = comparable(document, training);
    compared.learned.clear();
    const TrainingMatrices matrices(document, trace, view, compared, nullptr);
    Drawing drawing{figure, colours, options.measure};
    TrainingTable(drawing, document, matrices, view, slopes_of(document, trace, compared.start),
                  options.text)
        .draw();
    return figure;
}

} // namespace attn::figure
