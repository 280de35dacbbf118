// SPDX-License-Identifier: MIT
#include "core/figure/canvas_lines.h"

#include "core/document/model.h"
#include "core/document/sheet.h"
#include "core/figure/canvas_places.h"
#include "core/figure/open_lines.h"
#include "core/figure/rich_text.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace attn::figure {
namespace {

/// The text for what a stage does to the stage before it: "/ √d_{k}", "softmax".
std::string operation_text(const Document& document, const Graph& stages, Stage stage) {
    const std::string whole = formula(document, stages, {stage});
    const auto bracket = whole.find('('), blank = whole.find(' ');
    if (whole.starts_with("max("))
        return "max(0, ·)";
    if (stage == Stage::Weights || bracket < blank)
        return whole.substr(0, whole.find_first_of("( /"));
    return blank == std::string::npos ? "" : whole.substr(blank + 1);
}

class CanvasLines {
public:
    CanvasLines(Drawing& drawing, const Document& document, const CanvasLayout& layout)
        : drawing_(drawing), document_(document), layout_(layout), unit_(layout.lengths.unit) {}

    void draw_arrows(const std::vector<float>& title_ends, bool is_backward) {
        stages_ = graph(document_, 2);
        title_ends_ = title_ends;
        is_backward_ = is_backward;
        draw_feeds();
        for (std::size_t to = 0; to < layout_.boxes.size(); ++to)
            if (const auto at = stages_.find({made_by(stage_of(to))}); at && !place(to).host)
                draw_arrows_to(to, stages_[*at]);
    }

    /// Draws the query word's band from left to right through each lower lane, and the key word's
    /// from Kᵀ down into the scores. If words are columns there are no bands outside the matrices.
    void draw_bands() {
        if (!by_rows())
            return;
        std::optional<std::size_t> last;
        for (std::size_t at = 0; at < layout_.boxes.size(); ++at) {
            const SheetBox& one = box(at);
            if (place(at).is_above || !one.look->query_row || last == place(at).pair)
                continue;
            last = place(at).pair;
            const Rect cell = drawn_cell(one, open_lines(one), *one.look->query_row, 0);
            fill({0, cell.y, layout_.size.width, cell.height}, drawing_.theme.query);
        }
        const SheetBox* const keys = layout_.find(keys_of_scores(document_));
        const SheetBox* const scores = layout_.find(Stage::Scores);
        if (!keys || !keys->look->key_column || !scores)
            return;
        const Rect cell = drawn_cell(*keys, open_lines(*keys), 0, *keys->look->key_column);
        fill({cell.x, keys->cells.bottom(), cell.width, scores->cells.y - keys->cells.bottom()},
             drawing_.theme.key);
    }

private:
    const CanvasPlace& place(std::size_t box) const { return layout_.places[box]; }
    const SheetBox& box(std::size_t at) const { return layout_.boxes[at]; }
    Stage stage_of(std::size_t at) const { return box(at).look->id.stage; }
    bool by_rows() const { return document_.convention == Convention::TokensAsRows; }
    TextStyle small() const {
        return {Font::Sans, layout_.lengths.small_size(), drawing_.theme.dim_text, Anchor::Centre};
    }
    float title_y(const SheetBox& one) const {
        return one.corner.y + 0.5F * layout_.lengths.title_line();
    }
    float stroke() const { return std::max(1.0F, 0.09F * unit_) * drawing_.theme.stroke; }
    bool is_in_lane(std::size_t a, std::size_t b) const {
        return place(a).pair == place(b).pair && place(a).is_above == place(b).is_above &&
               !place(a).host && !place(b).host;
    }

    void fill(Rect rect, Colour colour) {
        constexpr std::uint8_t faint = 34;
        colour.alpha = faint;
        drawing_.figure.shapes.emplace_back(Box{rect, colour});
    }

    void draw_head(Point at, float x, float y) {
        const float length = 0.42F * unit_, half = 0.24F * unit_;
        const Point back{at.x - x * length, at.y - y * length};
        drawing_.figure.shapes.emplace_back(Polygon{
            {at, {back.x - y * half, back.y + x * half}, {back.x + y * half, back.y - x * half}},
            drawing_.theme.dim_text});
    }
    void draw_path(const std::vector<Point>& points) {
        for (std::size_t at = 0; at + 1 < points.size(); ++at)
            draw_line(drawing_, points[at], points[at + 1], drawing_.theme.dim_text, stroke());
    }
    /// Draws an arrow along the points, in the direction of the numbers; reversed for gradients.
    void draw_arrow(std::vector<Point> points) {
        draw_path(points);
        if (is_backward_)
            std::reverse(points.begin(), points.end());
        const Point &from = points[points.size() - 2], &to = points.back();
        const float length = std::max(1e-3F, std::hypot(to.x - from.x, to.y - from.y));
        draw_head(to, (to.x - from.x) / length, (to.y - from.y) / length);
    }

    /// Leads the source of keys and values over the upper lane to W_K and W_V.
    void draw_feeds() {
        const Stage source = source_of_keys(document_);
        const SheetBox* const x = layout_.find(source);
        std::vector<const SheetBox*> to;
        for (const Stage stage : {Stage::W_K, Stage::W_V})
            if (const SheetBox* const one = layout_.find(stage); one && !is_out_of_it(*one))
                to.push_back(one);
        if (!x || to.empty())
            return;
        const CanvasPlace& own = *layout_.place_of(source);
        float right = layout_.right_of(*x), next = layout_.size.width;
        for (std::size_t at = 0; at < layout_.boxes.size(); ++at) {
            if (place(at).pair == own.pair && place(at).column == own.column)
                right = std::max(right, box(at).cells.right()); // Also right of the matrix above.
            if (place(at).pair == own.pair && place(at).column == own.column + 1)
                next = std::min(next, box(at).corner.x);
        }
        float left = right + 0.9F * unit_;
        if (right > layout_.right_of(*x)) // Between the matrix above and the next row names.
            left = std::min(left, (right + next) / 2);
        const float y = x->cells.y + 0.5F * x->cell_height();
        const float over = layout_.feed;
        const std::vector<Point> from_x = {
            {layout_.right_of(*x) + 0.35F * unit_, y}, {left, y}, {left, over}};
        is_backward_ ? draw_arrow(from_x) : draw_path(from_x);
        for (const SheetBox* const one : to) {
            const float middle = one->cells.x + std::min(one->cells.width, one->width) / 2;
            const std::vector<Point> to_one = {
                {left, over}, {middle, over}, {middle, one->corner.y - 0.1F * unit_}};
            is_backward_ ? draw_path(to_one) : draw_arrow(to_one);
        }
        const bool is_free = std::none_of(
            layout_.places.begin(), layout_.places.end(), [](const CanvasPlace& place) {
                return place.is_above && place.pair == 0 && place.column == 0;
            });
        if (!own.is_above && is_free) // Otherwise its own title is beside the line.
            draw_text(
                drawing_, {left - 0.4F * unit_, over + 0.7F * unit_},
                std::string(info(source).symbol),
                {Font::Bold, layout_.lengths.small_size(), drawing_.theme.dim_text, Anchor::Right});
    }

    /// The nearest matrix in the same lane on the left or on the right.
    std::optional<std::size_t> neighbour(std::size_t of, bool is_left) const {
        std::optional<std::size_t> nearest;
        for (std::size_t at = 0; at < layout_.boxes.size(); ++at) {
            const bool is_beyond =
                is_left ? place(at).column < place(of).column : place(at).column > place(of).column;
            if (!is_in_lane(at, of) || !is_beyond)
                continue;
            if (!nearest || (place(at).column > place(*nearest).column) == is_left)
                nearest = at;
        }
        return nearest;
    }
    /// The matrix in the other lane of the same column.
    std::optional<std::size_t> opposite(std::size_t of) const {
        for (std::size_t at = 0; at < layout_.boxes.size(); ++at)
            if (place(at).pair == place(of).pair && place(at).column == place(of).column &&
                place(at).is_above != place(of).is_above && !place(at).host)
                return at;
        return std::nullopt;
    }

    /// Draws an arrow from every input beside, above or below the matrix. Its formula names the
    /// other inputs.
    void draw_arrows_to(std::size_t to, const Node& node) {
        std::vector<Stage> inputs; // each once, though several heads may have it
        for (const std::size_t input : node.inputs) {
            const Place place{{stages_[input].sheet.stage}, 0, 0};
            inputs.push_back(shown_place(document_, place).sheet.stage);
        }
        for (std::size_t from = 0; from < layout_.boxes.size(); ++from)
            if (std::find(inputs.begin(), inputs.end(), stage_of(from)) != inputs.end() &&
                !place(from).host && place(from).pair == place(to).pair)
                draw_arrow(from, to, node);
    }
    /// The stage whose inputs make the matrix. A mask in the place of the scores before it is made
    /// by their inputs.
    Stage made_by(Stage stage) const {
        const Stage before = before_mask(document_);
        return stage == Stage::Masked && !layout_.find(before) ? before : stage;
    }

    /// Whether the matrix has no arrows because it does not affect the number whose gradient is
    /// shown.
    bool is_out_of_it(const SheetBox& one) const { return is_backward_ && one.look->is_dimmed; }

    void draw_arrow(std::size_t from, std::size_t to, const Node& node) {
        if (is_out_of_it(box(from)) || is_out_of_it(box(to)))
            return;
        const bool is_before = place(from).column < place(to).column;
        if (opposite(to) == from) {
            draw_between_lanes(from, to);
        } else if (is_in_lane(from, to)) {
            const auto next = neighbour(to, is_before);
            if (next == from)
                is_before ? draw_across(from, to) : draw_back(from, to);
            else if (next && neighbour(*next, is_before) == from && reads(node, stage_of(*next)))
                // Through the factor between them: K times U_K.
                is_before ? draw_across(from, *next) : draw_back(from, *next);
        } else if (is_before && place(from).is_above && !opposite(to)) {
            draw_elbow(from, to);
        } else if (is_before && place(from).is_above && !opposite(from)) {
            draw_onto_way(from, to); // W_S between the queries and the scores
        } else if (is_before && place(to).is_above && !opposite(to) &&
                   place(from).column + 1 == place(to).column) {
            draw_elbow_up(from, to);
        }
    }
    bool reads(const Node& node, Stage stage) const {
        return std::any_of(node.inputs.begin(), node.inputs.end(),
                           [&](std::size_t input) { return stages_[input].sheet.stage == stage; });
    }

    /// Draws an arrow to a matrix on the right, at the height of the titles.
    void draw_across(std::size_t from, std::size_t to) {
        const SheetBox &a = box(from), &b = box(to);
        const float end = b.cells.x - 0.6F * unit_, y = title_y(b);
        const float after = layout_.right_of(a);
        float begin = std::max(after + 0.4F * unit_, end - 2.4F * unit_);
        if (is_way_of_factor(from, to))
            begin = after + 0.4F * unit_;
        // A formula that extends into the gap shortens the arrow.
        const float shortest = std::max(begin, end - 0.9F * unit_);
        begin = std::min(std::max(begin, title_ends_[from] + 0.3F * unit_), shortest);
        if (end - begin < 0.9F * unit_)
            return;
        draw_arrow({{begin, y}, {end, y}});
        const TextStyle style = small();
        const std::string what = operation(stage_of(to));
        if (!what.empty() &&
            fits_in(rich_width(what, style.font, style.size, drawing_.measure), b.cells.x - after))
            draw_text(drawing_, {(begin + end) / 2, y - 0.85F * unit_}, what, style);
    }
    /// The text over the arrow into a stage.
    std::string operation(Stage stage) const {
        if (stage == Stage::Masked) {
            const Stage before = before_mask(document_);
            const bool is_at_once = !layout_.find(before);
            return before == Stage::Limited ? "limit + mask"
                   : is_at_once             ? operation_text(document_, stages_, before) + " + mask"
                                            : "+ mask";
        }
        if (stage == Stage::Limited)
            return "limit";
        for (const char* const one : {"scaled", "weights", "biased", "activated", "probabilities"})
            if (stage == Stage(one)) {
                const std::string what = operation_text(document_, stages_, stage);
                const bool is_function =
                    is_backward_ && !what.empty() && what.front() != '/' && what.front() != '+';
                return is_function ? what + "′" : what;
            }
        return "";
    }
    /// Whether a factor in the upper lane has an arrow that joins the way between the two.
    bool is_way_of_factor(std::size_t from, std::size_t to) const {
        const SheetBox* const factor = layout_.find(Stage::WS);
        return factor && stage_of(to) == Stage::Scores && factor->cells.x > box(from).cells.right();
    }

    /// Draws an arrow to a matrix on the left: Kᵀ is written with its factor W_K on the right.
    void draw_back(std::size_t from, std::size_t to) {
        const SheetBox &a = box(from), &b = box(to);
        const float least = 0.9F * unit_;
        const auto draw_at = [&](float y, float begin, float nearest) {
            const float end = std::max(nearest, begin - 2.4F * unit_);
            if (begin - end < least)
                return false;
            draw_arrow({{begin, y}, {end, y}});
            return true;
        };
        const float right = layout_.right_of(b);
        const float middle = a.cells.y + std::min(a.cells.height, b.cells.height) / 2;
        // If row names fill the gap, uses the height of the titles.
        if (!draw_at(middle, a.corner.x - 0.5F * unit_, right + 0.5F * unit_))
            draw_at(title_y(a), a.cells.x - 0.35F * unit_, right + 0.35F * unit_);
    }

    void draw_between_lanes(std::size_t from, std::size_t to) {
        const SheetBox& a = box(from);
        const float x = a.cells.x + a.cells.width / 2;
        const float low = layout_.bottom_of(place(from).is_above ? a : box(to)) + 0.5F * unit_;
        const float high = (place(from).is_above ? box(to) : a).corner.y - 0.15F * unit_;
        if (high - low < 0.7F * unit_)
            return;
        if (place(from).is_above)
            draw_arrow({{x, low}, {x, high}});
        else
            draw_arrow({{x, high}, {x, low}});
    }
    void draw_onto_way(std::size_t from, std::size_t to) {
        const SheetBox& a = box(from);
        const float x = a.cells.x + a.cells.width / 2;
        draw_arrow(
            {{x, layout_.bottom_of(a) + 0.5F * unit_}, {x, title_y(box(to)) - 0.1F * unit_}});
    }
    /// Draws an arrow to the right above the other matrix, then down to it.
    void draw_elbow(std::size_t from, std::size_t to) {
        const SheetBox &a = box(from), &b = box(to);
        const float x = b.cells.x + b.cells.width / 2, y = a.cells.y + a.cells.height / 2;
        draw_arrow(
            {{layout_.right_of(a) + 0.5F * unit_, y}, {x, y}, {x, b.corner.y - 0.15F * unit_}});
    }

    /// Draws an arrow to the right below the other matrix, whose lower place is empty, then up to
    /// it.
    void draw_elbow_up(std::size_t from, std::size_t to) {
        const SheetBox &a = box(from), &b = box(to);
        const float x = b.cells.x + b.cells.width / 2, y = title_y(a);
        draw_arrow({{layout_.right_of(a) + 0.5F * unit_, y},
                    {x, y},
                    {x, layout_.bottom_of(b) + 0.5F * unit_}});
    }

    Drawing& drawing_;
    const Document& document_;
    const CanvasLayout& layout_;
    Graph stages_;
    std::vector<float> title_ends_; // where each box's title ends
    float unit_;
    bool is_backward_ = false;
};

} // namespace

void draw_canvas_bands(Drawing& drawing, const Document& document, const CanvasLayout& layout) {
    CanvasLines(drawing, document, layout).draw_bands();
}

void draw_canvas_arrows(Drawing& drawing, const Document& document, const CanvasLayout& layout,
                        const std::vector<float>& title_ends, bool is_backward) {
    CanvasLines(drawing, document, layout).draw_arrows(title_ends, is_backward);
}

} // namespace attn::figure
