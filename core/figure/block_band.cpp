// SPDX-License-Identifier: MIT
#include "core/figure/block_band.h"

#include "core/figure/colour_map.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace attn::figure {
namespace {

class Band {
public:
    Band(Drawing& drawing, const BlockPlan& plan, const BlockLayout& layout)
        : drawing_(drawing), plan_(plan), layout_(layout), unit_(layout.lengths.unit) {}

    /// Draws the band between the states, broken where a norm takes the sum.
    void draw_band() {
        for (std::size_t step = 0; step < plan_.steps.size(); ++step) {
            float from = after(step);
            if (const auto gap = norm_gap(step)) {
                fill_band(from, gap->first);
                from = gap->second;
            }
            fill_band(from, before(step + 1));
        }
        const float stub = 2.4F * unit_;
        if (!plan_.after.empty()) {
            const float from = after(plan_.steps.size());
            const float to = std::min(from + stub, drawing_.figure.size.width - 0.3F * unit_);
            fill_band(from, to - 0.6F * unit_);
            draw_arrow(drawing_, {to - unit_, band_y()}, unit_, drawing_.theme.dim_text, stroke());
        }
        if (!plan_.before.empty())
            fill_band(std::max(0.0F, before(0) - stub), before(0));
    }

    void draw_steps() {
        const float gap = 0.15F * unit_;
        for (std::size_t step = 0; step < plan_.steps.size(); ++step) {
            const BlockStep& plan = plan_.steps[step];
            const std::vector<std::size_t>& cards = layout_.steps[step];
            const float top = layout_.cards[cards.front()].rect.y - gap;
            const Ways way = ways(step);
            if (step == 0) {
                draw_dot(way.in);
                draw_down(way.in, band_y(), top);
            } else {
                draw_down(way.in, state(step).cells.bottom() + 0.5F * unit_, top);
            }
            const float sum_bottom = band_y() + (plan.has_sum ? 0.85F * unit_ : 0);
            draw_upright(way.sum, top, sum_bottom, drawing_.theme.text);
            if (plan.has_sum)
                draw_plus(way.sum);
            if (way.into_norm) {
                draw_down(*way.into_norm, band_y(), top);
                draw_upright(*way.from_norm, top, band_y() + layout_.band.height / 2,
                             drawing_.theme.text);
            }
            for (std::size_t at = 0; at < plan.adds; ++at)
                draw_between(layout_.cards[cards[at]].rect, layout_.cards[cards[at + 1]].rect);
        }
        if (layout_.words)
            draw_beside_state(layout_.cards[*layout_.words].rect, 0, true);
        if (layout_.next_word)
            draw_beside_state(layout_.cards[*layout_.next_word].rect, plan_.steps.size(), false);
    }

private:
    float stroke() const { return 1.3F * drawing_.theme.stroke; }
    Colour band_colour() const {
        return mix(drawing_.theme.background, drawing_.theme.dim_text, 0.22F);
    }
    const SheetBox& state(std::size_t at) const { return layout_.states[at].matrix.box; }
    float band_y() const { return layout_.band.y + layout_.band.height / 2; }

    void fill_band(float from, float to) {
        if (to > from)
            drawing_.figure.shapes.emplace_back(
                Box{{from, layout_.band.y, to - from, layout_.band.height},
                    band_colour(),
                    transparent,
                    0,
                    2});
    }
    float before(std::size_t at) const { return state(at).corner.x - 0.5F * unit_; }
    float after(std::size_t at) const { return state(at).cells.right() + 0.5F * unit_; }

    /// The x positions at which the cards of a step take from the band and give back to it.
    struct Ways {
        float in = 0, sum = 0;
        std::optional<float> into_norm, from_norm;
    };
    Ways ways(std::size_t step) const {
        const BlockStep& plan = plan_.steps[step];
        const std::vector<std::size_t>& cards = layout_.steps[step];
        const Rect& first = layout_.cards[cards.front()].rect;
        const Rect& adding = layout_.cards[cards[plan.adds]].rect;
        const float left = after(step) + 1.2F * unit_, right = before(step + 1) - 1.2F * unit_;
        const auto inside = [&](float x) { return std::clamp(x, left, std::max(left, right)); };
        const bool is_alone = cards.front() == cards[plan.adds];
        Ways made;
        made.in = first.x + (is_alone ? 0.25F : 0.5F) * first.width;
        if (step > 0) // Starts below the state, which is above the card.
            made.in = std::clamp(state(step).cells.x + state(step).cells.width / 2,
                                 first.x + 0.8F * unit_, first.right() - 0.8F * unit_);
        else
            made.in = inside(made.in);
        made.sum = std::min(inside(adding.x + (is_alone ? 0.75F : 0.5F) * adding.width),
                            adding.right() - 0.8F * unit_);
        if (plan.norms_sum) {
            const Rect& norm = layout_.cards[cards.back()].rect;
            made.into_norm = norm.x + 0.25F * norm.width;
            made.from_norm = norm.x + 0.75F * norm.width;
            // All of it is left of the next state.
            if (*made.from_norm > right) {
                made.from_norm = right;
                made.into_norm = std::min(*made.into_norm, right - 2 * unit_);
            }
            made.sum = std::min(made.sum, *made.into_norm - 1.6F * unit_);
        }
        // The arrows down and up stay apart.
        if (step == 0 && made.sum - made.in < 1.4F * unit_)
            made.in = made.sum - 1.4F * unit_;
        return made;
    }
    std::optional<std::pair<float, float>> norm_gap(std::size_t step) const {
        const Ways found = ways(step);
        if (!found.into_norm)
            return std::nullopt;
        return std::pair(*found.into_norm + 0.3F * unit_, *found.from_norm - 0.3F * unit_);
    }

    void draw_down(float x, float from, float to) {
        draw_upright(x, from, to, drawing_.theme.text);
    }
    void draw_upright(float x, float from, float to, Colour colour) {
        const float head = 2.2F * stroke() + 3, by = to > from ? -head : head;
        draw_line(drawing_, {x, from}, {x, to + by}, colour, stroke());
        drawing_.figure.shapes.emplace_back(
            Polygon{{{x, to}, {x - 0.6F * head, to + by}, {x + 0.6F * head, to + by}}, colour});
    }
    void draw_dot(float x) {
        const float by = 0.3F * unit_;
        drawing_.figure.shapes.emplace_back(
            Box{{x - by, band_y() - by, 2 * by, 2 * by}, drawing_.theme.text, transparent, 0, by});
    }
    void draw_plus(float x) {
        const float by = 0.85F * unit_, arm = 0.42F * unit_;
        drawing_.figure.shapes.emplace_back(Box{{x - by, band_y() - by, 2 * by, 2 * by},
                                                drawing_.theme.panel_background,
                                                drawing_.theme.text,
                                                stroke(),
                                                by});
        draw_line(drawing_, {x - arm, band_y()}, {x + arm, band_y()}, drawing_.theme.text,
                  stroke());
        draw_line(drawing_, {x, band_y() - arm}, {x, band_y() + arm}, drawing_.theme.text,
                  stroke());
    }

    void draw_between(const Rect& left, const Rect& right) {
        const float gap = 0.12F * unit_, from = left.right() + gap;
        draw_arrow(drawing_, {from, left.y + 1.2F * unit_}, right.x - from - gap,
                   drawing_.theme.text, stroke());
    }
    /// Draws an arrow from a card up to the first state, or from the last state down to a card.
    void draw_beside_state(const Rect& card, std::size_t at, bool is_up) {
        const SheetBox& box = state(at);
        const float x =
            std::clamp(box.cells.x + box.cells.width / 2, card.x + unit_, card.right() - unit_);
        const float above = box.cells.bottom() + 0.5F * unit_, below = card.y - 0.15F * unit_;
        draw_upright(x, is_up ? below : above, is_up ? above : below,
                     is_up ? drawing_.theme.dim_text : drawing_.theme.text);
    }
    Drawing& drawing_;
    const BlockPlan& plan_;
    const BlockLayout& layout_;
    float unit_;
};

} // namespace

void draw_block_band(Drawing& drawing, const BlockPlan& plan, const BlockLayout& layout) {
    Band(drawing, plan, layout).draw_band();
}

void draw_block_arrows(Drawing& drawing, const BlockPlan& plan, const BlockLayout& layout) {
    Band(drawing, plan, layout).draw_steps();
}

} // namespace attn::figure
