// SPDX-License-Identifier: MIT
// The canvas of attention has two lanes; every product is where the row of its left factor and the
// column of its upper factor meet. The query word is one band across the lower lane, the key word a
// column that comes down from Kᵀ.

#include "core/figure/canvas/canvas.h"

#include "core/base/covered.h"
#include "core/document/model/document.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/given.h"
#include "core/document/model/model.h"
#include "core/document/model/open_part.h"
#include "core/document/model/option_inputs.h"
#include "core/document/model/sheet.h"
#include "core/document/model/view.h"
#include "core/engine/graph/place.h"
#include "core/figure/base/colours.h"
#include "core/figure/base/drawing.h"
#include "core/figure/base/text.h"
#include "core/figure/canvas/canvas_layout.h"
#include "core/figure/canvas/canvas_places.h"
#include "core/figure/canvas/legend.h"
#include "core/figure/canvas/model_figures.h"
#include "core/figure/matrix/changes.h"
#include "core/figure/matrix/gradient_look.h"
#include "core/figure/matrix/matrix_cells.h"
#include "core/figure/matrix/matrix_figure.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace attn::figure {

// Draws what is between the matrices of a canvas: the bands of the query and the key word, the line
// that leads X to keys and values, and an arrow from each matrix to what it is a factor of. Arrows
// are reversed if matrices show the gradient of a number, which flows back.

void draw_canvas_bands(Drawing& drawing, const Document& document, const CanvasLayout& layout);
/// `title_ends` holds the right end of the text over each box, where the box's arrow begins.
void draw_canvas_arrows(Drawing& drawing, const Document& document, const CanvasLayout& layout,
                        const std::vector<float>& title_ends, bool is_backward);

namespace {

/// Sentences for the bottom about what is wrong or unusual.
std::vector<std::string> notices(const Document& document, const Trace& trace,
                                 const Contents& contents, const View& view) {
    std::vector<std::string> list;
    const std::vector<bool>& no_key = closed_lines(trace, view.head);
    const auto closed = std::count(no_key.begin(), no_key.end(), true);
    if (closed > 0) {
        const auto first = std::find(no_key.begin(), no_key.end(), true) - no_key.begin();
        const std::vector<std::string>& words =
            document.switches.axis == Axis::Rows ? contents.words() : contents.keys();
        const std::string name = quoted_word(words, first);
        const bool is_one = closed == 1;
        const std::string others = is_one ? "" : " and " + std::to_string(closed - 1) + " more";
        list.push_back(document.switches.axis == Axis::Rows
                           ? "– Every key is masked for " + name + others +
                                 (is_one ? ": it gets" : ": they get") +
                                 " no weights and an output of zeros."
                           : "– Every query is masked for the key " + name + others +
                                 ": no word listens to " + (is_one ? "it." : "them."));
    }
    const bool is_finite = std::all_of(contents.sheets.begin(), contents.sheets.end(),
                                       [](const SheetLook& l) { return l.range.non_finite == 0; });
    if (!is_finite)
        if (const auto origin = first_non_finite(document, trace))
            list.push_back(origin->sentence);
    return list;
}

/// Sentences that explain what the pictures alone do not show.
std::vector<std::string> captions(const Document& document, const View& view,
                                  const OpenPart* part) {
    std::vector<std::string> list;
    if (part)
        list.push_back(part_text(part->whole(), view));
    const std::string source(info(source_of_keys(document)).symbol);
    if (const Index heads = head_count(document); heads > 1)
        list.push_back(head_name(view.head, heads));
    if (const Index groups = group_count(document); groups < head_count(document))
        list.push_back("keys and values of " +
                       indexed("group", group_of(document, view.head), groups));
    if (document.projections == Projections::None)
        list.emplace_back(document.options.has_memory ? "no projections: Q = X, K = V = M"
                          : source == "X"             ? "no projections: Q = K = V = X"
                                                      : "no projections: Q = K = V = " + source);
    return list;
}

/// Takes the titles from the whole document, in which X of a part is a computed stage.
void name_as_in_whole(Contents& shown, const OpenPart& part) {
    for (SheetLook& look : shown.sheets) {
        const SheetId sheet = part.in_whole(look.id);
        look.title = info(sheet.stage).heading();
        look.is_input = input(part.whole(), sheet) != nullptr;
        look.is_given = is_given_stage(part.whole(), sheet);
    }
}

class Canvas {
public:
    Canvas(Drawing& drawing, const Document& document, const CanvasLayout& layout,
           const Contents& shown, const View& view, bool is_backward)
        : drawing_(drawing), document_(document), layout_(layout), shown_(shown), view_(view),
          unit_(layout.lengths.unit), is_backward_(is_backward) {}

    void draw() {
        draw_canvas_bands(drawing_, document_, layout_);
        std::vector<float> title_ends;
        for (std::size_t at = 0; at < layout_.boxes.size(); ++at) {
            const SheetBox& box = layout_.boxes[at];
            const CanvasPlace& place = layout_.places[at];
            title_ends.push_back(place.host ? box.cells.x : draw_title(box, place.is_turned));
        }
        draw_canvas_arrows(drawing_, document_, layout_, title_ends, is_backward_);
        if (layout_.unused)
            draw_text(drawing_,
                      {layout_.unused->x, layout_.unused->y + 0.5F * layout_.lengths.title_line()},
                      "not scaled: as scores", small(drawing_.theme.dim_text));
        make_images(drawing_, layout_.boxes);
        for (std::size_t at = 0; at < layout_.boxes.size(); ++at) {
            const SheetBox& box = layout_.boxes[at];
            const CanvasPlace& place = layout_.places[at];
            if (place.host)
                draw_guest_name(box, place.is_under);
            draw_matrix(drawing_, box, shown_.words(), view_);
            draw_heads(box);
        }
    }

private:
    bool by_rows() const { return document_.convention == Convention::TokensAsRows; }
    TextStyle small(Colour colour, Anchor anchor = Anchor::Left) const {
        return {Font::Sans, layout_.lengths.small_size(), colour, anchor};
    }
    float title_y(const SheetBox& box) const {
        return box.corner.y + 0.5F * layout_.lengths.title_line();
    }

    std::string title_of(const SheetLook& look, bool is_turned) const {
        if (is_turned)
            return look.title + "^{T}";
        if (look.id.stage == Stage::Masked)
            return std::string(info(before_mask(document_)).heading()) + " + mask";
        return look.title;
    }
    std::vector<std::string> formulas(const SheetLook& look, bool is_turned) const {
        if (!look.remarks.empty())
            return look.remarks;
        if (const std::string count = count_of_changes(look); !count.empty())
            return look.changes->is_computed
                       ? std::vector<std::string>{count}
                       : std::vector<std::string>{count,
                                                  "≠ " + std::to_string(look.changes->count)};
        if (look.offers_shares)
            return {sums_sentence(document_, look.values)};
        if (look.is_input)
            return {};
        if (is_turned)
            return {look.formula_brief.find(' ') == std::string::npos
                        ? look.formula_brief + "^{T}"
                        : "(" + look.formula_brief + ")^{T}"};
        if (look.id.stage == Stage::Weights) {
            const std::string sums = sums_sentence(document_, look.values);
            return line_sums(look.values, document_.switches.axis).are_ones()
                       ? std::vector<std::string>{look.formula_brief + " · " + sums, sums, "Σ = 1"}
                       : std::vector<std::string>{sums};
        }
        return {look.formula_brief};
    }

    /// Writes name, shape and formula over the columns, and what rows and columns are. Returns the
    /// right end of the text.
    float draw_title(const SheetBox& box, bool is_turned) {
        const SheetLook& look = *box.look;
        const Theme& theme = drawing_.theme;
        const float y = title_y(box), right = box.corner.x + box.width;
        const TextStyle dim = small(theme.dim_text);
        float x = box.cells.x;
        x += draw_text(drawing_, {x, y}, title_of(look, is_turned),
                       {Font::Bold, unit_, look.is_dimmed ? theme.dim_text : theme.text});
        x += 0.5F * unit_;
        x += draw_text(drawing_, {x, y}, look.shape, dim);
        const float line = layout_.lengths.title_line();
        drawing_.figure.titles.push_back(
            {{box.cells.x, y - line / 2, x - box.cells.x, line}, look.id});
        x += draw_given_marks(drawing_, look, {x, y}, dim.size, right);
        x += 0.6F * unit_;
        const auto width = [&](const std::string& text) {
            return rich_width(text, dim.font, dim.size, drawing_.measure);
        };
        float end = right, written_end = x - 0.6F * unit_;
        const bool is_of_keys = look.column_role == "key" || (is_turned && !look.is_input);
        const std::string role =
            (is_of_keys ? by_rows() ? "key" : look.column_role : look.column_role) + " →";
        const std::vector<std::string> written = formulas(look, is_turned);
        const auto has_room = [&](const std::string& text) {
            return fits_in(x + width(text), end);
        };
        const bool keeps_role =
            look.has_word_columns || written.empty() || has_room(written.back() + role + "    ");
        const float role_right = std::max(std::min(box.cells.right(), right), x + width(role));
        if (keeps_role && fits_in(role_right, right)) {
            draw_text(drawing_, {role_right, y}, role,
                      small(is_of_keys && look.has_word_columns ? theme.key_text : theme.dim_text,
                            Anchor::Right));
            end = role_right - width(role) - 0.8F * unit_;
            written_end = role_right;
        }
        if (!look.remarks.empty()) // The next arrow may begin right after the cells.
            end = std::min(end, box.cells.right());
        for (const std::string& text : written)
            if (has_room(text)) {
                written_end = std::max(written_end, x + draw_text(drawing_, {x, y}, text, dim));
                break;
            }
        draw_row_role(box);
        return written_end;
    }

    /// Marks the rows of W_O and the columns of the joined matrix with the colour of their head.
    void draw_heads(const SheetBox& box) {
        const Stage stage = box.look->id.stage;
        if (head_count(document_) < 2 || (stage != Stage::WO && stage != Stage::Joined))
            return;
        const bool are_down = (stage == Stage::WO) == by_rows();
        const float cell = are_down ? box.cell_height() : box.cell_width();
        const float thick = 0.2F * unit_, gap = 0.08F * unit_, inset = std::min(1.0F, 0.1F * cell);
        float at = inset;
        for (Index head = 0; head < head_count(document_); ++head) {
            const float length = cell * static_cast<float>(d_v(document_, head));
            const Rect strip =
                are_down
                    ? Rect{box.cells.x - gap - thick, box.cells.y + at, thick, length - 2 * inset}
                    : Rect{box.cells.x + at, box.cells.bottom() + gap, length - 2 * inset, thick};
            drawing_.figure.shapes.emplace_back(figure::Box{strip, head_colour(head, view_.theme)});
            at += length;
        }
    }

    /// Writes the name left of its row or over its column.
    void draw_guest_name(const SheetBox& box, bool is_under) {
        const float line = layout_.lengths.label_line();
        const Point at = is_under ? Point{box.cells.x - layout_.lengths.label_gap(),
                                          box.cells.y + box.cells.height / 2}
                                  : Point{box.cells.x, box.cells.y - 0.58F * line};
        const std::string name = guest_name(*box.look);
        const TextStyle style{Font::Bold, layout_.lengths.small_size(),
                              box.look->is_dimmed ? drawing_.theme.dim_text : drawing_.theme.text,
                              is_under ? Anchor::Right : Anchor::Left};
        const float width = rich_width(name, style.font, style.size, drawing_.measure);
        drawing_.figure.titles.push_back(
            {{is_under ? at.x - width : at.x, at.y - 0.6F * style.size, width, 1.2F * style.size},
             box.look->id});
        if (!is_under) { // Hides the line that may pass under the name.
            drawing_.figure.shapes.emplace_back(
                figure::Box{{at.x, at.y - 0.6F * style.size, width, 1.2F * style.size},
                            drawing_.theme.background});
        }
        draw_text(drawing_, at, name, style);
        if (!is_under)
            draw_given_marks(drawing_, *box.look, {at.x + width, at.y}, style.size,
                             box.corner.x + box.width);
    }

    void draw_row_role(const SheetBox& box) {
        if (box.label_width <= 0)
            return;
        const SheetLook& look = *box.look;
        const TextStyle style = small(role_colour(drawing_.theme, look.row_role), Anchor::Right);
        const std::string text = look.row_role + " ↓";
        // If rows are thin the name of the first row extends above it.
        if (!look.has_word_rows || box.cell_height() < layout_.lengths.label_size() ||
            !fits_in(rich_width(text, style.font, style.size, drawing_.measure),
                     box.label_width + 0.8F * unit_))
            return;
        const Point at{box.cells.x - layout_.lengths.label_gap(),
                       box.cells.y - 0.58F * layout_.lengths.label_line()};
        const float left = at.x - rich_width(text, style.font, style.size, drawing_.measure);
        const bool is_free =
            fits_in(0.2F * unit_, left) &&
            std::none_of(layout_.boxes.begin(), layout_.boxes.end(), [&](const SheetBox& other) {
                // Names above a narrow matrix reach beyond it.
                const float end = std::max(other.cells.right(), other.corner.x + other.width);
                return other.cells.x < box.cells.x && !fits_in(end, left) &&
                       other.cells.y < box.cells.y + 1 && other.cells.bottom() > box.cells.y;
            });
        if (is_free)
            draw_text(drawing_, at, text, style);
    }

    Drawing& drawing_;
    const Document& document_;
    const CanvasLayout& layout_;
    const Contents& shown_;
    const View& view_;
    float unit_;
    bool is_backward_; // shows gradients
};

/// Moves marked places to where the canvas draws their numbers.
View with_marks_on_canvas(const Document& document, View view) {
    for (std::optional<Place>* place : {&view.pointed, &view.selected, &view.anchor})
        if (*place)
            *place = on_canvas(document, **place);
    move_places(view.marked, [&](const SheetId& sheet) {
        return on_canvas(document, {sheet, 0, 0}).sheet;
    });
    return view;
}

} // namespace

Figure attention_canvas(const Document& document, const Trace& trace, const View& asked,
                        const CanvasOptions& options) {
    const View view = with_marks_on_canvas(document, within(document, asked));
    const Theme colours = theme(view.theme);
    Contents shown = contents(document, trace, view, options.kept);
    std::vector<std::string> sentences = notices(document, trace, shown, view);
    const Sensitivity* const of = options.gradients;
    std::optional<GradientScale> gradients;
    std::optional<Sensitivity> of_part;
    if (of && options.part)
        of_part = options.part->in_part(*of);
    if (of && of->has_gradient())
        gradients = show_gradients(shown, document, of_part ? *of_part : *of, view);
    else if (of)
        sentences.push_back(of->why);
    else
        compare(shown, document, trace, {options.before, !options.is_picture, options.has_offers});
    if (options.expected_number && !of)
        for (SheetLook& look : shown.sheets) {
            const Place place = on_canvas(document, options.expected_number->place);
            if (look.id == place.sheet && exists(document, place) &&
                !is_covered(look.values(place.row, place.column)))
                look.expected = {place, options.expected_number->value};
        }

    if (options.part)
        name_as_in_whole(shown, *options.part);
    std::vector<CanvasPlace> places = canvas_places(document);
    if (options.part) // The sum after a block's first attention is not the block's result yet.
        std::erase_if(places, [&](const CanvasPlace& one) {
            return one.stage == Stage("block") &&
                   options.part->in_whole({one.stage}).stage != one.stage;
        });
    const std::vector<const SheetLook*> looks = placed_looks(shown, places);
    // Few numbers are never taken away for want of room; a picture keeps its size. Joined heads,
    // options and blocks may have more columns than fit in a small window.
    const bool are_few = std::all_of(looks.begin(), looks.end(), [](const SheetLook* look) {
        return !look || std::max(look->row_count(), look->column_count()) <= few_lines;
    });
    const bool may_scroll =
        (are_few && !options.is_picture) || !is_plain(document) || document.join != Join::None;
    const LayoutOptions wanted{options.available, options.text, options.zoom,
                               sentences.size(),  may_scroll,   options.is_picture,
                               options.scale};
    CanvasShape shape = canvas_shape(shown, looks, std::move(places), wanted);
    CanvasLayout layout = lay_out(shape, options.measure, options.layouts);
    if (!options.is_picture && layout.size.width > shape.options.available.width) {
        // Leaves room for the horizontal scroll bar.
        shape.options.available.height -= scroll_bar * shape.options.text;
        layout = lay_out(shape, options.measure, options.layouts);
    }
    give_looks(layout, looks);

    Figure figure;
    figure.size = layout.size;
    figure.background = colours.background;
    Drawing drawing{figure, colours, options.measure, options.visible};
    Canvas(drawing, document, layout, shown, view, gradients.has_value()).draw();
    if (gradients)
        draw_gradient_legend(drawing, layout, captions(document, view, options.part),
                             options.part ? options.part->whole() : document, *of, *gradients);
    else
        draw_legend(drawing, layout, shown, view, captions(document, view, options.part),
                    options.is_picture);
    draw_notices(drawing, sentences, layout.lanes_bottom, layout.lengths);
    return figure;
}

void draw_notices(Drawing& drawing, const std::vector<std::string>& sentences, float top,
                  const Lengths& lengths) {
    for (std::size_t i = 0; i < sentences.size(); ++i) {
        const Rect strip{0, top + static_cast<float>(i) * lengths.notice_line(),
                         drawing.figure.size.width, lengths.notice_line()};
        drawing.figure.shapes.emplace_back(Box{strip, drawing.theme.error_background});
        draw_text(drawing, {lengths.section_padding(), strip.y + strip.height / 2},
                  escape(shortened(sentences[i], strip.width - 2 * lengths.section_padding(),
                                   Font::Sans, lengths.formula_size(), drawing.measure)),
                  {Font::Sans, lengths.formula_size(), drawing.theme.error});
    }
}

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
        for (const char* const one :
             {"scaled", "weights", "with_bias", "biased", "activated", "probabilities"})
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
