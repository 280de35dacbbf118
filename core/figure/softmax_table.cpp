// SPDX-License-Identifier: MIT
#include "core/figure/softmax_table.h"

#include "core/base/number_text.h"
#include "core/document/model.h"
#include "core/document/step.h"
#include "core/engine/normalisers.h"
#include "core/figure/look_of.h"
#include "core/figure/pooled.h"
#include "core/figure/rich_text.h"
#include "core/figure/word.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

namespace attn::figure {
namespace {

constexpr std::size_t most_softmax_keys = 8; // lines for keys; a page has no time for more
constexpr Real largest_power = 9;            // e to the power of more has too many digits

/// A key, or all keys without a line of their own.
struct SoftmaxLine {
    std::optional<Index> key;
    Index others = 0;
    Real power = 0; // e to the power of its score; the sum of them for the others
    Real weight = 0;
};

/// The keys with the largest weights, in their order.
std::vector<Index> chosen_keys(const SheetLook& weights, Index query, std::size_t count) {
    std::vector<Index> keys(static_cast<std::size_t>(weights.values.cols()));
    std::iota(keys.begin(), keys.end(), Index{0});
    if (keys.size() <= count)
        return keys;
    const auto end = keys.begin() + static_cast<std::ptrdiff_t>(count - 1);
    const Vector row = weights.values.row(query);
    std::partial_sort(keys.begin(), end, keys.end(), [&](Index a, Index b) {
        const auto weight = [&](Index key) {
            const Real value = row(key);
            return std::isnan(value) ? Real{0} : value;
        };
        const Real left = weight(a), right = weight(b);
        return left != right ? left > right : a < b;
    });
    keys.erase(end, keys.end());
    std::sort(keys.begin(), keys.end());
    return keys;
}

/// The number of decimals that show two digits of the smallest number above 0, at most four.
int decimals_for(const std::vector<SoftmaxLine>& lines) {
    Real least = 0;
    for (const SoftmaxLine& line : lines)
        if (line.power > 0 && (least == 0 || line.power < least))
            least = line.power;
    if (least == 0)
        return 1;
    return static_cast<int>(std::clamp(1 - std::floor(std::log10(least)), 0.0, 4.0));
}

class SoftmaxTable {
public:
    SoftmaxTable(Drawing& drawing, const Contents& shown, const View& view, Stage scores,
                 const PictureSpace& space)
        : drawing_(drawing), theme_(drawing.theme), view_(view), area_(space.area),
          unit_(space.unit), words_(shown.keys()), names_(shown.words()),
          scores_(*look_of(shown, scores)), weights_(*look_of(shown, Stage::Weights)) {
        // Keys stand below each other, however matrices are drawn.
        scores_.is_transposed = weights_.is_transposed = false;
        add_lines();
        // In a narrow place everything is smaller and closer together, before a bar has no room.
        for (const float share : {1.0F, 0.92F, 0.84F, 0.76F, 0.68F, 0.64F}) {
            measure_columns(share);
            if (bar_room_ >= 2 * unit_)
                break;
        }
    }

    void draw() {
        draw_heading();
        for (std::size_t at = 0; at < lines_.size(); ++at)
            draw_line_of(lines_[at], top_ + line_ * (static_cast<float>(at) + 0.5F));
        draw_sums(top_ + line_ * static_cast<float>(lines_.size()));
    }

private:
    void add_lines() {
        const auto room =
            static_cast<std::size_t>(std::max(4.0F, std::floor(area_.height / (1.35F * unit_))));
        const auto keys = chosen_keys(weights_, view_.query, std::min(most_softmax_keys, room - 2));
        Real largest = -std::numeric_limits<Real>::infinity();
        const Vector scores = scores_.values.row(view_.query);
        const Vector weights = weights_.values.row(view_.query);
        for (Index key = 0; key < scores.size(); ++key)
            if (!scores_.is_blocked(view_.query, key))
                largest = std::max(largest, scores(key));
        is_shifted_ = largest > largest_power;
        SoftmaxLine others;
        for (Index key = 0; key < scores.size(); ++key) {
            SoftmaxLine line{key, 0, 0, weights(key)};
            if (!scores_.is_blocked(view_.query, key))
                line.power = std::exp(scores(key) - (is_shifted_ ? largest : 0));
            sum_ += line.power;
            weight_sum_ += line.weight;
            if (std::binary_search(keys.begin(), keys.end(), key)) {
                lines_.push_back(line);
            } else {
                ++others.others;
                others.power += line.power;
                others.weight += line.weight;
            }
        }
        if (others.others > 0)
            lines_.push_back(others);
        decimals_ = decimals_for(lines_);
        most_weight_ = 0;
        for (const SoftmaxLine& line : lines_)
            most_weight_ = std::max(most_weight_, line.weight);
    }

    /// `share`: of the usual sizes of numbers and words, and of the gaps.
    void measure_columns(float share) {
        const float rows = static_cast<float>(lines_.size()) + 2;
        line_ = std::min(3.2F * unit_, area_.height / rows);
        number_ = std::min(1.5F * share * unit_, 0.6F * line_);
        small_ = std::min(0.95F * unit_, 0.6F * line_);
        word_ = std::min(std::max(1.2F * share * unit_, small_), 0.6F * line_);
        const float used = line_ * rows;
        top_ = area_.y + 0.35F * std::max(0.0F, area_.height - used) + line_;
        const auto width = [&](const std::string& text, Font font, float size) {
            return drawing_.measure(text, font, size);
        };
        const float most = 0.25F * area_.width;
        const std::string& query = names_[static_cast<std::size_t>(view_.query)];
        float words = std::min(most, width(query, Font::Bold, small_)) + 1.2F * small_ +
                      width("  asks", Font::Sans, small_);
        for (const SoftmaxLine& line : lines_)
            words = std::max(words, std::min(most, width(name_of(line), Font::Bold, word_)));
        words_right_ = area_.x + words;
        const float digit = width("0", Font::Mono, number_);
        float score = width("score", Font::Sans, small_), power = 0;
        for (const SoftmaxLine& line : lines_) {
            if (line.key)
                score = std::max(score, digit * (static_cast<float>(scores_.characters) + 2.2F));
            power = std::max(power, width(power_text(line.power), Font::Mono, number_));
        }
        power = std::max({power, width(power_text(sum_), Font::Bold, number_),
                          rich_width(power_name(), Font::Sans, small_, drawing_.measure)});
        score_ = {words_right_ + share * unit_, 0, score, 0.74F * line_};
        const float arrow = 1.3F * share * unit_, gap = 0.45F * share * unit_;
        first_arrow_ = score_.right() + gap;
        power_right_ = first_arrow_ + arrow + gap + power;
        second_arrow_ = power_right_ + gap;
        bar_left_ = second_arrow_ + arrow + gap;
        float weight = 0;
        for (const SoftmaxLine& line : lines_)
            weight = std::max(weight, width(percent(line.weight), Font::Mono, number_));
        bar_room_ = std::max(1.0F, area_.right() - bar_left_ - weight - 0.8F * unit_);
        arrow_ = arrow;
    }

    std::string name_of(const SoftmaxLine& line) const {
        return line.key ? words_[static_cast<std::size_t>(*line.key)]
                        : std::to_string(line.others) + " others";
    }
    /// "13.1"; "< 0.0001" if it would be written as 0.
    std::string power_text(Real power) const {
        const Real least = std::pow(10.0, -decimals_);
        return power > 0 && power < least / 2 ? "< " + decimals(least, decimals_)
                                              : decimals(power, decimals_);
    }
    std::string power_name() const { return is_shifted_ ? "e^{score − largest}" : "e^{score}"; }
    bool is_pointed(const SoftmaxLine& line) const { return line.key && view_.key == line.key; }

    void draw_heading() {
        const float y = top_ - 0.5F * line_;
        const float most = 0.25F * area_.width;
        const std::string query = shortened(names_[static_cast<std::size_t>(view_.query)], most,
                                            Font::Bold, small_, drawing_.measure);
        const float width = drawing_.measure(query, Font::Bold, small_) + 1.2F * small_;
        const Rect chip{area_.x, y - 0.8F * small_, width, 1.6F * small_};
        drawing_.figure.shapes.emplace_back(
            Box{chip, theme_.query, transparent, 0, 0.25F * small_});
        draw_text(drawing_, {chip.x + width / 2, y}, escape(query),
                  {Font::Bold, small_, digit_colour(theme_.query), Anchor::Centre});
        draw_text(drawing_, {chip.right() + 0.5F * small_, y}, "asks",
                  {Font::Sans, small_, theme_.dim_text});
        draw_text(drawing_, {score_.x + score_.width / 2, y}, "score",
                  {Font::Sans, small_, theme_.dim_text, Anchor::Centre});
        draw_text(drawing_, {power_right_, y}, power_name(),
                  {Font::Sans, small_, theme_.dim_text, Anchor::Right});
        draw_text(drawing_, {bar_left_, y}, "weight", {Font::Bold, small_, theme_.weight});
        rule(top_);
    }

    void rule(float y) {
        draw_line(drawing_, {area_.x, y}, {area_.right(), y}, theme_.line, theme_.stroke);
    }

    void draw_line_of(const SoftmaxLine& line, float y) {
        const Colour colour = is_pointed(line) ? theme_.key_text : theme_.text;
        const Font font = is_pointed(line) ? Font::Bold : Font::Sans;
        draw_text(
            drawing_, {words_right_, y},
            escape(shortened(name_of(line), words_right_ - area_.x, font, word_, drawing_.measure)),
            {font, word_, line.key ? colour : theme_.dim_text, Anchor::Right});
        if (line.key) {
            drawing_.figure.labels.push_back(
                {{area_.x, y - line_ / 2, words_right_ - area_.x, line_},
                 weights_.id,
                 false,
                 *line.key,
                 1,
                 true});
            draw_score(*line.key, y);
            arrow(first_arrow_, y);
        }
        draw_text(drawing_, {power_right_, y}, power_text(line.power),
                  {Font::Mono, number_, theme_.dim_text, Anchor::Right});
        arrow(second_arrow_, y);
        draw_bar(line, y, font, colour);
    }

    void draw_score(Index key, float y) {
        const Rect cell{score_.x, y - score_.height / 2, score_.width, score_.height};
        const Colour fill = cell_colour(scores_, theme_, view_.query, key);
        drawing_.figure.shapes.emplace_back(Box{cell, fill, transparent, 0, 0.15F * unit_});
        const Colour ink = fill == theme_.masked ? theme_.masked_text : digit_colour(fill);
        draw_text(drawing_, {cell.x + cell.width / 2, y}, cell_text(scores_, view_.query, key),
                  {Font::Mono, number_, ink, Anchor::Centre});
        region(scores_, key, cell);
    }

    void draw_bar(const SoftmaxLine& line, float y, Font font, Colour colour) {
        const float width =
            most_weight_ > 0 ? static_cast<float>(line.weight / most_weight_) * bar_room_ : 0;
        const Rect bar{bar_left_, y - score_.height / 2, width, score_.height};
        if (width > 0)
            drawing_.figure.shapes.emplace_back(Box{bar,
                                                    is_pointed(line) ? theme_.key
                                                    : line.key       ? theme_.weight
                                                                     : theme_.dim_text,
                                                    transparent, 0,
                                                    std::min(0.15F * unit_, width / 2)});
        draw_text(drawing_, {bar.right() + 0.5F * unit_, y}, percent(line.weight),
                  {font == Font::Bold ? Font::Bold : Font::Mono, number_, colour});
        if (line.key)
            region(weights_, *line.key, {bar_left_, bar.y, area_.right() - bar_left_, bar.height});
    }

    /// Adds a region so that the place can be pointed at, and shows whether it is pointed at or
    /// selected.
    void region(const SheetLook& look, Index key, Rect rect) {
        drawing_.figure.grids.push_back({look.id, rect, 1, 1, view_.query, key});
        const Place place{look.id, view_.query, key};
        const float width = std::max(1.5F, 0.07F * unit_) * theme_.stroke;
        if (std::find(view_.marked.begin(), view_.marked.end(), place) != view_.marked.end())
            draw_frame(drawing_, rect, theme_.mark, width);
        if (view_.pointed == place || view_.selected == place)
            draw_frame(drawing_, rect, theme_.accent, width);
    }

    void draw_sums(float y) {
        rule(y);
        const float middle = y + 0.5F * line_;
        draw_text(drawing_, {words_right_, middle}, "sum",
                  {Font::Sans, word_, theme_.dim_text, Anchor::Right});
        draw_text(drawing_, {power_right_, middle}, power_text(sum_),
                  {Font::Mono, number_, theme_.text, Anchor::Right});
        draw_text(drawing_, {bar_left_, middle}, percent(weight_sum_),
                  {Font::Mono, number_, theme_.text});
    }

    void arrow(float x, float y) {
        draw_arrow(drawing_, {x, y}, arrow_, theme_.dim_text, 0.06F * unit_);
    }

    Drawing& drawing_;
    const Theme& theme_;
    const View& view_;
    Rect area_;
    float unit_;
    const std::vector<std::string>& words_;
    const std::vector<std::string>& names_;
    SheetLook scores_, weights_;
    std::vector<SoftmaxLine> lines_;
    Real sum_ = 0, weight_sum_ = 0, most_weight_ = 0;
    bool is_shifted_ = false; // by the largest score
    int decimals_ = 1;
    float line_ = 0, top_ = 0;                // the height of a line; where the first begins
    float number_ = 0, word_ = 0, small_ = 0; // sizes of texts
    float words_right_ = 0, power_right_ = 0; // right ends of columns
    float first_arrow_ = 0, second_arrow_ = 0, arrow_ = 0;
    float bar_left_ = 0, bar_room_ = 0;
    Rect score_; // where scores stand in a line; its y is not used
};

} // namespace

bool has_softmax_table(const Document& document, const Contents& shown, const View& view,
                       Stage scores) {
    const Switches& switches = document.switches;
    const SheetLook* const look = look_of(shown, scores);
    const SheetLook* const weights = look_of(shown, Stage::Weights);
    if (!look || !weights || switches.axis != Axis::Rows || !is_of_powers(switches.normaliser) ||
        document.options.has_sink)
        return false;
    const Vector row = look->values.row(view.query), shares = weights->values.row(view.query);
    bool has_key = false;
    for (Index key = 0; key < row.size(); ++key) {
        if (look->mask && attn::is_blocked(*look->mask, view.query, key))
            continue;
        has_key = true;
        if (!std::isfinite(row(key)) || !std::isfinite(shares(key)))
            return false;
    }
    return has_key;
}

void draw_softmax_table(Drawing& drawing, const Contents& shown, const View& view, Stage scores,
                        const PictureSpace& space) {
    SoftmaxTable(drawing, shown, view, scores, space).draw();
}

} // namespace attn::figure
