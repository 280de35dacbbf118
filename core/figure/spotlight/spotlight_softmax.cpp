// SPDX-License-Identifier: MIT
#include "core/figure/spotlight/spotlight_softmax.h"

#include "core/base/covered.h"
#include "core/base/number_text.h"
#include "core/document/telling/step.h"
#include "core/figure/base/number_form.h"
#include "core/figure/base/text.h"
#include "core/figure/canvas/readable.h"
#include "core/figure/matrix/kept_looks.h"
#include "core/figure/matrix/matrix_figure.h"
#include "core/figure/matrix/pooled.h"
#include "core/figure/pages/board.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <utility>

namespace attn::figure {
namespace {

constexpr Real most_power = 9;       // e to the power of more has too many digits
constexpr float widest_lines = 3.2F; // of a line, in sizes of its digits
constexpr float tightest_lines = 1.42F;
constexpr const char* covered_text = "?";
enum Key { scores_key, first_arrow, powers_key, second_arrow, bars_key };

class SoftmaxOfRow {
public:
    SoftmaxOfRow(Drawing& drawing, const SoftmaxRow& softmax, const View& view, Rect room,
                 float text, float names)
        : drawing_(drawing), softmax_(softmax), view_(view), room_(room), text_(text),
          names_(names) {
        const Index count = softmax.scores.column_count();
        for (Index key = 0; key < count; ++key)
            if (!is_closed(key))
                largest_ = std::max(largest_, softmax.scores.value(softmax.row, key));
        is_shifted_ = largest_ > most_power;
        Real least = 0;
        for (Index key = 0; key < count; ++key) {
            const Real score = softmax.scores.value(softmax.row, key);
            const Real power = is_closed(key) ? 0 : std::exp(score - (is_shifted_ ? largest_ : 0));
            is_covered_.push_back(is_covered(softmax.weights.value(softmax.row, key)));
            powers_.push_back(power);
            sum_ += power;
            weights_ += softmax.weights.value(softmax.row, key);
            if (power > 0 && (least == 0 || power < least))
                least = power;
        }
        decimals_ = least > 0
                        ? static_cast<int>(std::clamp(1 - std::floor(std::log10(least)), 0.0, 4.0))
                        : 1;
        column_ = upright();
    }

    /// Finds the largest digits with which the table fits; 0: none do. Its other letters become
    /// smaller than the text if that makes digits larger by more than a little.
    float fit(float least, float most) {
        float best = 0, best_text = text_;
        for (const float usual = text_; const float share : {1.0F, 0.86F, 0.72F, 0.6F}) {
            text_ = std::max(share * usual, std::min(names_ / 0.86F, usual));
            const float found = figure::largest(least, most, [&](float digits) {
                digits_ = digits;
                return fits();
            });
            digits_ = found;
            if (!fits())
                continue;
            if (found > 1.04F * best) {
                best = found;
                best_text = text_;
            }
        }
        text_ = best_text;
        digits_ = best;
        return best;
    }

    void draw() {
        const float lines = static_cast<float>(powers_.size());
        high_ = std::clamp((room_.height - heads()) / (lines + 1.2F), tightest_lines * digits_,
                           widest_lines * digits_);
        const board::Piece made = page();
        board::CellSizes cells{{cell_width()}, {high_}};
        const float used = board::height_down(made, cells) + 1.2F * high_;
        const float free = std::max(0.0F, room_.height - used);
        const board::Places places =
            board::place(made, cells, {room_.x, room_.y + 0.35F * free, room_.width, used});
        draw_scores(places);
        draw_powers(places);
        draw_bars(places);
        draw_sums(places);
    }

private:
    bool is_closed(Index key) const { return softmax_.weights.is_blocked(softmax_.row, key); }

    /// The row of scores as a column: keys stand below each other.
    SheetLook upright() {
        SheetLook look = softmax_.scores;
        own_ = std::make_shared<const Matrix>(look.values.row(softmax_.row));
        look.values = *own_;
        look.query_row.reset();
        look.has_row_sums = look.has_column_sums = false;
        if (look.mask == nullptr)
            look.mask = softmax_.weights.mask;
        turn(look);
        look.first_row = 0;
        look.first_column = softmax_.row;
        return look;
    }

    float small() const { return std::max(0.86F * text_, 0.62F * digits_); }
    float heads() const { return 2.4F * small(); }
    float digit(float size) const { return drawing_.measure("0", Font::Mono, size); }
    float cell_width() const {
        const float number = (static_cast<float>(column_.characters) + 2.2F) * digit(digits_);
        return std::max(number, drawing_.measure(head_of_scores(), Font::Sans, small()));
    }
    float names_width() const {
        float widest = drawing_.measure("sum", Font::Sans, name_size());
        for (const std::string& key : softmax_.keys)
            widest = std::max(widest, drawing_.measure(key, Font::Bold, name_size()));
        return std::min(widest + 0.3F * digits_, 0.2F * room_.width);
    }
    float name_size() const { return std::max(0.9F * digits_, names_); }
    Lengths lengths() const { return {name_size() / 0.86F, 9, true}; }
    /// The power of e, as long as it would not tell a covered weight.
    std::string shown_power(Index key) const {
        const auto at = static_cast<std::size_t>(key);
        return is_covered_[at] ? covered_text : power_text(powers_[at]);
    }
    std::string shown_sum() const { return is_any_covered() ? covered_text : power_text(sum_); }
    bool is_any_covered() const {
        return std::find(is_covered_.begin(), is_covered_.end(), true) != is_covered_.end();
    }
    std::string power_text(Real power) const {
        const Real least = std::pow(10.0, -decimals_);
        return power > 0 && power < least / 2 ? "< " + decimals(least, decimals_)
                                              : decimals(power, decimals_);
    }
    std::string head_of_scores() const { return plain_text(softmax_.scores.title); }
    std::string head_of_powers() const {
        return is_shifted_ ? "e to (it − " + number_text(largest_, softmax_.scores.numbers) + ")"
                           : "e to it";
    }
    float powers_width() const {
        float widest = std::max(drawing_.measure(power_text(sum_), Font::Bold, digits_),
                                drawing_.measure(head_of_powers(), Font::Sans, small()));
        for (const Real power : powers_)
            widest = std::max(widest, drawing_.measure(power_text(power), Font::Mono, digits_));
        return widest + 0.5F * digits_;
    }
    board::Piece page() const {
        using namespace board;
        const float lines = static_cast<float>(powers_.size());
        const Lengths long_as = lengths();
        Piece bars = board::room(9 * digits_, high_ * lines, bars_key);
        bars.share.width = 1;
        Piece made = row({matrix(scores_key, column_, long_as, names_width(), heads()),
                          board::room(1.9F * digits_, 0, first_arrow),
                          board::room(powers_width(), 0, powers_key),
                          board::room(1.9F * digits_, 0, second_arrow), std::move(bars)},
                         0.4F * digits_);
        return made;
    }
    bool fits() {
        high_ = tightest_lines * digits_;
        const board::CellSizes cells{{cell_width()}, {high_}};
        const board::Piece made = page();
        return fits_in(board::width_across(made, cells), room_.width) &&
               fits_in(board::height_down(made, cells) + 1.2F * high_, room_.height);
    }

    float middle(const board::Places& places, Index key) const {
        const Rect& cells = places.find(scores_key)->cells;
        return cells.y + (static_cast<float>(key) + 0.5F) * high_;
    }
    TextStyle head_style(Anchor anchor) const {
        return {Font::Sans, small(), drawing_.theme.dim_text, anchor};
    }

    void draw_scores(const board::Places& places) {
        SheetBox box = places.box(scores_key, lengths());
        box.has_column_labels = false;
        box.has_numbers = true;
        box.number_size = digits_;
        draw_matrix(drawing_, box, softmax_.keys, view_);
        const float y = head(places);
        const float x = box.cells.x + box.cells.width / 2;
        draw_text(drawing_, {x, y}, escape(head_of_scores()), head_style(Anchor::Centre));
        title(softmax_.scores.id, x - box.cells.width / 2, box.cells.width, y);
        // The word that asks.
        const float room = box.cells.x - lengths().label_gap() - box.corner.x;
        const std::string name =
            shortened(softmax_.query, room, Font::Bold, small(), drawing_.measure);
        const float wide = drawing_.measure(name, Font::Bold, small()) + 0.8F * small();
        const Rect chip{box.cells.x - lengths().label_gap() - wide + 0.4F * small(),
                        y - 0.8F * small(), wide, 1.6F * small()};
        drawing_.figure.shapes.emplace_back(
            Box{chip, drawing_.theme.query, transparent, 0, 0.3F * small()});
        draw_text(drawing_, {chip.x + chip.width / 2, y}, escape(name),
                  {Font::Bold, small(), digit_colour(drawing_.theme.query), Anchor::Centre});
    }
    float head(const board::Places& places) const {
        return places.find(scores_key)->cells.y - 0.5F * heads();
    }
    void title(const SheetId& sheet, float x, float width, float y) {
        drawing_.figure.titles.push_back({{x, y - 0.8F * small(), width, 1.6F * small()}, sheet});
    }

    void draw_powers(const board::Places& places) {
        const Rect& rect = places.rect(powers_key);
        const Theme& theme = drawing_.theme;
        const float right = rect.right() - 0.25F * digits_;
        draw_text(drawing_, {right, head(places)}, head_of_powers(), head_style(Anchor::Right));
        for (Index key = 0; key < static_cast<Index>(powers_.size()); ++key) {
            const float y = middle(places, key);
            draw_text(drawing_, {right, y}, shown_power(key),
                      {Font::Mono, digits_, theme.text, Anchor::Right});
            for (const int arrow : {first_arrow, second_arrow}) {
                const Rect& gap = places.rect(arrow);
                draw_arrow(drawing_, {gap.x, y}, gap.width, theme.dim_text, 1.1F * theme.stroke);
            }
        }
    }

    void draw_bars(const board::Places& places) {
        const Rect rect = places.rect(bars_key);
        const SheetLook& look = softmax_.weights;
        const Rect strip{rect.x, places.find(scores_key)->cells.y, rect.width,
                         high_ * static_cast<float>(powers_.size())};
        const float y = head(places);
        const std::string about =
            "divided by their sum, " + shown_sum() + ": the weight, from 0 to 1";
        const std::string brief = "the weight, from 0 to 1";
        const bool is_long = drawing_.measure(about, Font::Sans, small()) > rect.width;
        draw_text(drawing_, {rect.x, y},
                  is_long
                      ? escape(shortened(brief, rect.width, Font::Sans, small(), drawing_.measure))
                      : about,
                  head_style(Anchor::Left));
        title(look.id, rect.x, rect.width, y);
        drawing_.figure.grids.push_back(
            {look.id, strip, static_cast<Index>(powers_.size()), 1, 0, softmax_.row, true});
        for (Index key = 0; key < static_cast<Index>(powers_.size()); ++key)
            draw_bar(key, {strip.x, strip.y + static_cast<float>(key) * high_, strip.width, high_});
    }
    void draw_bar(Index key, Rect line) {
        const SheetLook& look = softmax_.weights;
        const Theme& theme = drawing_.theme;
        const float gap = std::min(0.14F * high_, 0.35F * digits_);
        const Rect track{line.x, line.y + gap, line.width, line.height - 2 * gap};
        const float radius = std::min(3.0F, 0.15F * track.height);
        const Real weight = look.value(softmax_.row, key);
        const bool is_known = std::isfinite(weight);
        const Colour ground = mix(theme.background, theme.line, 0.45F);
        drawing_.figure.shapes.emplace_back(Box{track, ground, transparent, 0, radius});
        const float share = is_known ? static_cast<float>(std::clamp(weight, 0.0, 1.0)) : 0;
        const float width = share * track.width;
        if (width > 0.5F)
            drawing_.figure.shapes.emplace_back(Box{{track.x, track.y, width, track.height},
                                                    theme.weight,
                                                    transparent,
                                                    0,
                                                    std::min(radius, width / 2)});
        const std::string text = cell_text(look, softmax_.row, key);
        const float wide = drawing_.measure(text, Font::Mono, digits_) + 0.8F * digits_;
        const bool is_outside = fits_in(width + wide, track.width);
        draw_text(
            drawing_,
            {track.x + width + (is_outside ? 0.4F : -0.4F) * digits_, track.y + track.height / 2},
            text,
            {Font::Mono, digits_, is_outside ? theme.text : digit_colour(theme.weight),
             is_outside ? Anchor::Left : Anchor::Right});
        const Place place{look.id, softmax_.row, key};
        const float thick = std::max(1.5F, 0.1F * digits_) * theme.stroke;
        if (std::find(view_.marked.begin(), view_.marked.end(), place) != view_.marked.end())
            draw_frame(drawing_, track, theme.mark, thick);
        if (view_.pointed == place || view_.selected == place)
            draw_frame(drawing_, track, theme.accent, thick);
    }

    void draw_sums(const board::Places& places) {
        const Rect& cells = places.find(scores_key)->cells;
        const Rect &powers = places.rect(powers_key), &bars = places.rect(bars_key);
        const Theme& theme = drawing_.theme;
        const float y = cells.bottom() + 0.7F * high_, rule = cells.bottom() + 0.12F * high_;
        draw_line(drawing_, {powers.x, rule}, {powers.right(), rule}, theme.dim_text,
                  1.2F * theme.stroke);
        draw_text(drawing_, {cells.x - lengths().label_gap(), y}, "sum",
                  {Font::Sans, name_size(), theme.dim_text, Anchor::Right});
        const float end = powers.right() - 0.25F * digits_;
        draw_text(drawing_, {end, y}, shown_sum(),
                  {Font::Mono, digits_, theme.text, Anchor::Right});
        // "≈" stands before a sum that the shown numbers do not give, so that no number moves.
        const auto about = [&](float right) {
            draw_text(drawing_, {right - 0.3F * digits_, y}, "≈",
                      {Font::Sans, digits_, theme.dim_text, Anchor::Right});
        };
        if (std::isfinite(sum_) && !is_any_covered() && !adds_up(powers_, sum_, decimals_))
            about(end - drawing_.measure(power_text(sum_), Font::Mono, digits_));
        if (row_sum(softmax_.weights, softmax_.row).is_rounding_off)
            about(bars.x);
        draw_text(drawing_, {bars.x, y}, number_text(weights_, softmax_.weights.numbers),
                  {Font::Mono, digits_, theme.text});
    }

    Drawing& drawing_;
    const SoftmaxRow& softmax_;
    const View& view_;
    Rect room_;
    float text_, names_;
    SheetLook column_;
    std::shared_ptr<const Matrix> own_;
    std::vector<Real> powers_;
    std::vector<bool> is_covered_; // the weights
    Real sum_ = 0, weights_ = 0, largest_ = -std::numeric_limits<Real>::infinity();
    bool is_shifted_ = false;
    int decimals_ = 1;
    float digits_ = 0, high_ = 0;
};

} // namespace

bool has_powers(const SoftmaxRow& softmax) {
    const Vector scores = softmax.scores.row(softmax.row);
    const Vector shares = softmax.weights.row(softmax.row);
    bool has_key = false;
    for (Index key = 0; key < scores.size(); ++key) {
        if (softmax.weights.is_blocked(softmax.row, key))
            continue;
        has_key = true;
        const bool is_known = std::isfinite(shares(key)) || is_covered(shares(key));
        if (!std::isfinite(scores(key)) || !is_known)
            return false;
    }
    return has_key;
}

bool draw_softmax_row(Drawing& drawing, const SoftmaxRow& softmax, const View& view, Rect room,
                      float text, float names, float least, float most) {
    SoftmaxOfRow table(drawing, softmax, view, room, text, names);
    if (table.fit(least, std::max(least, most)) <= 0)
        return false;
    table.draw();
    return true;
}

} // namespace attn::figure
