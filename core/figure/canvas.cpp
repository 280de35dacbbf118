// SPDX-License-Identifier: MIT
// The canvas of attention: two lanes in which every product stands where the row of its left factor
// and the column of its upper one meet. The query word is one band across the lower lane, the key
// word a column that comes down from Kᵀ.
#include "core/figure/canvas.h"

#include "core/document/line_sums.h"
#include "core/document/model.h"
#include "core/document/sheet.h"
#include "core/figure/canvas_places.h"
#include "core/figure/legend.h"
#include "core/figure/matrix_figure.h"
#include "core/figure/model_figures.h"
#include "core/figure/notices.h"
#include "core/figure/rich_text.h"
#include "core/figure/word.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace attn::figure {
namespace {

/// Sentences about what is not as it should be; they stand at the bottom.
std::vector<std::string> notices(const Document& document, const Trace& trace,
                                 const Contents& contents, const View& view) {
    std::vector<std::string> list;
    const std::vector<bool>& no_key = trace.heads[static_cast<std::size_t>(view.head)].no_key;
    const auto closed = std::count(no_key.begin(), no_key.end(), true);
    if (closed > 0) {
        const auto first = std::find(no_key.begin(), no_key.end(), true) - no_key.begin();
        const std::vector<std::string>& words =
            document.switches.axis == Axis::Rows ? contents.words() : contents.keys();
        const std::string name = "“" + words[static_cast<std::size_t>(first)] + "”";
        const bool is_one = closed == 1;
        const std::string others = is_one ? "" : " and " + std::to_string(closed - 1) + " more";
        list.push_back(document.switches.axis == Axis::Rows
                           ? "– Every key is masked for " + name + others +
                                 (is_one ? ": it gets" : ": they get") +
                                 " no weights and an output of zeros."
                           : "– Every query is masked for the key " + name + others +
                                 ": nobody listens to " + (is_one ? "it." : "them."));
    }
    const bool is_finite = std::all_of(contents.sheets.begin(), contents.sheets.end(),
                                       [](const SheetLook& l) { return l.range.non_finite == 0; });
    if (!is_finite)
        if (const auto origin = first_non_finite(document, trace))
            list.push_back(origin->sentence);
    return list;
}

/// What stands over the arrow that leads to a stage: "/ √d_{k}", "softmax".
std::string operation_text(const Document& document, Stage stage) {
    const std::string whole = formula(document, stage);
    if (stage == Stage::Weights)
        return whole.substr(0, whole.find_first_of("( /"));
    const auto blank = whole.find(' ');
    return blank == std::string::npos ? "" : whole.substr(blank + 1);
}

/// What the pictures do not say by themselves.
std::vector<std::string> captions(const Document& document, const View& view) {
    std::vector<std::string> list;
    if (const Index heads = head_count(document); heads > 1)
        list.push_back("head " + std::to_string(view.head + 1) + " of " + std::to_string(heads));
    if (document.projections == Projections::None)
        list.emplace_back("no projections: Q = K = V = X");
    return list;
}

class Canvas {
public:
    Canvas(Drawing& drawing, const Document& document, const CanvasLayout& layout,
           const Contents& shown, const View& view)
        : drawing_(drawing), document_(document), layout_(layout), shown_(shown), view_(view),
          unit_(layout.lengths.unit) {}

    void draw() {
        draw_bands();
        draw_feeds();
        draw_arrows();
        if (layout_.unused)
            draw_text(drawing_,
                      {layout_.unused->x, layout_.unused->y + 0.5F * layout_.lengths.title_line()},
                      "not scaled: as scores", small(drawing_.theme.dim_text));
        make_images(drawing_, layout_.boxes);
        for (const SheetBox& box : layout_.boxes) {
            draw_title(box);
            draw_matrix(drawing_, box, shown_.words(), view_);
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
    float stroke() const { return std::max(1.0F, 0.09F * unit_) * drawing_.theme.stroke; }

    void fill(Rect rect, Colour colour) {
        constexpr std::uint8_t faint = 34;
        colour.alpha = faint;
        drawing_.figure.shapes.emplace_back(Box{rect, colour});
    }

    /// The query word from X to the output, and the key word from Kᵀ down into the scores. Where
    /// words are columns, both stay inside their matrices.
    void draw_bands() {
        const SheetBox* const x = layout_.find(Stage::X);
        if (!by_rows() || !x)
            return;
        const float height = x->cell_height();
        fill({0, x->cells.y + height * static_cast<float>(view_.query), layout_.size.width, height},
             drawing_.theme.query);
        const SheetBox* const keys = layout_.find(keys_of_scores(document_));
        const SheetBox* const scores = layout_.find(Stage::Scores);
        if (!view_.key || !keys || !scores)
            return;
        const float width = keys->cell_width();
        fill({keys->cells.x + width * static_cast<float>(*view_.key), keys->cells.bottom(), width,
              scores->cells.y - keys->cells.bottom()},
             drawing_.theme.key);
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
    void draw_arrow_to(const std::vector<Point>& points) {
        draw_path(points);
        const Point &from = points[points.size() - 2], &to = points.back();
        const float length = std::max(1e-3F, std::hypot(to.x - from.x, to.y - from.y));
        draw_head(to, (to.x - from.x) / length, (to.y - from.y) / length);
    }

    /// X, or the memory, is a factor of K and V as well: led over the upper lane to W_K and W_V.
    void draw_feeds() {
        const Stage source = source_of_keys(document_);
        const SheetBox* const x = layout_.find(source);
        std::vector<const SheetBox*> to;
        for (const Stage stage : {Stage::W_K, Stage::W_V})
            if (const SheetBox* const box = layout_.find(stage))
                to.push_back(box);
        if (!x || to.empty())
            return;
        const float left = x->cells.right() + 0.9F * unit_,
                    y = x->cells.y + 0.5F * x->cell_height();
        const float over = layout_.feed;
        draw_path({{x->cells.right() + 0.35F * unit_, y}, {left, y}, {left, over}});
        for (const SheetBox* const box : to) {
            const float middle = box->cells.x + std::min(box->cells.width, box->width) / 2;
            draw_arrow_to({{left, over}, {middle, over}, {middle, box->corner.y - 0.1F * unit_}});
        }
        if (source == Stage::X) // Others have their title beside the line.
            draw_text(
                drawing_, {left - 0.4F * unit_, over + 0.7F * unit_}, "X",
                {Font::Bold, layout_.lengths.small_size(), drawing_.theme.dim_text, Anchor::Right});
    }

    /// From one matrix to that on its right, at the height of their titles.
    void draw_across(Stage from, Stage to, const std::string& what = {}) {
        const SheetBox* const a = layout_.find(from);
        const SheetBox* const b = layout_.find(to);
        if (!a || !b)
            return;
        const float end = b->cells.x - 0.6F * unit_, y = title_y(*b);
        const float begin = std::max(a->cells.right() + 0.4F * unit_, end - 2.4F * unit_);
        if (end - begin < 0.9F * unit_)
            return;
        draw_arrow_to({{begin, y}, {end, y}});
        const TextStyle style = small(drawing_.theme.dim_text, Anchor::Centre);
        if (!what.empty() && rich_width(what, style.font, style.size, drawing_.measure) <=
                                 b->cells.x - a->cells.right())
            draw_text(drawing_, {(begin + end) / 2, y - 0.85F * unit_}, what, style);
    }
    void draw_down(Stage from, Stage to) {
        const SheetBox* const a = layout_.find(from);
        const SheetBox* const b = layout_.find(to);
        if (!a || !b)
            return;
        const float x = a->cells.x + a->cells.width / 2;
        const float begin = a->cells.bottom() + 0.5F * unit_, end = b->corner.y - 0.15F * unit_;
        if (end - begin >= 0.7F * unit_)
            draw_arrow_to({{x, begin}, {x, end}});
    }

    void draw_arrows() {
        draw_across(source_of_queries(document_), Stage::Q);
        draw_down(Stage::W_Q, Stage::Q);
        draw_across(queries_of_scores(document_), Stage::Scores);
        draw_down(keys_of_scores(document_), Stage::Scores);
        if (const SheetBox* const w_k = layout_.find(Stage::W_K))
            if (const SheetBox* const keys = layout_.find(Stage::K);
                keys && has_plain_places(document_)) {
                const float y = w_k->cells.y + w_k->cells.height / 2;
                const float begin = w_k->corner.x - 0.5F * unit_;
                const float end =
                    std::max(keys->cells.right() + 0.5F * unit_, begin - 2.4F * unit_);
                if (begin - end >= 0.9F * unit_ && y < keys->cells.bottom())
                    draw_arrow_to({{begin, y}, {end, y}});
            }
        if (!has_plain_places(document_))
            draw_option_arrows();
        const bool is_masked = layout_.find(Stage::Masked) != nullptr;
        const Stage scaled = is_masked ? Stage::Masked : Stage::Scaled;
        if (layout_.find(Stage::Biased) || layout_.find(Stage::Limited)) {
            // Arrows lead from stage to stage.
        } else if (layout_.find(scaled)) {
            std::string what = repeats_previous(document_, Stage::Scaled)
                                   ? ""
                                   : operation_text(document_, Stage::Scaled);
            if (is_masked)
                what += what.empty() ? "+ mask" : " + mask";
            draw_across(Stage::Scores, scaled, what);
            draw_across(scaled, Stage::Weights, operation_text(document_, Stage::Weights));
        } else {
            draw_across(Stage::Scores, Stage::Weights, operation_text(document_, Stage::Weights));
        }
        draw_across(Stage::W_V, Stage::V);
        draw_across(Stage::Weights, Stage::Output);
        draw_down(Stage::V, Stage::Output);
        draw_across(Stage::Output, Stage::Joined);
        draw_across(Stage::Joined, Stage::Attention);
        draw_down(Stage::WO, Stage::Attention);
    }

    /// Between stages that options ask for: along a lane, and down to what reads an upper one.
    void draw_option_arrows() {
        const Graph stages = graph(document_, 2);
        const std::size_t count = layout_.boxes.size();
        for (std::size_t a = 0; a < count; ++a)
            for (std::size_t b = 0; b < count; ++b) {
                const Stage from = layout_.boxes[a].look->id.stage,
                            to = layout_.boxes[b].look->id.stage;
                if (layout_.is_above[b] || !reads(stages, to, from))
                    continue;
                const std::size_t first = layout_.columns[a], second = layout_.columns[b];
                if (layout_.is_above[a] && first == second && !is_drawn_down(from))
                    draw_down(from, to);
                else if (!layout_.is_above[a] && first + 1 == second && to != Stage::Q &&
                         !is_drawn_across(to))
                    draw_across(from, to);
            }
    }
    /// Whether every document has the arrow to this stage, or from it.
    static bool is_drawn_across(Stage to) {
        return to == Stage::Scores || to == Stage::Output || info(to).columns == Role::Heads ||
               to == Stage::Attention;
    }
    static bool is_drawn_down(Stage from) {
        return from == Stage::W_Q || from == Stage::V || from == Stage::WO;
    }

    /// Whether a matrix is drawn with its rows as columns.
    bool is_turned(const SheetLook& look) const { return look.is_transposed == by_rows(); }
    std::string title_of(const SheetLook& look) const {
        if (is_turned(look))
            return look.title + "^{T}";
        if (look.id.stage == Stage::Masked)
            return repeats_previous(document_, Stage::Scaled) ? "Scores + mask" : "Scaled + mask";
        return look.title;
    }
    std::vector<std::string> formulas(const SheetLook& look) const {
        if (look.is_input)
            return {};
        if (is_turned(look))
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

    /// Name, shape and formula over the columns, and what rows and columns are.
    void draw_title(const SheetBox& box) {
        const SheetLook& look = *box.look;
        const Theme& theme = drawing_.theme;
        const float y = title_y(box), right = box.corner.x + box.width;
        const TextStyle dim = small(theme.dim_text);
        float x = box.cells.x;
        x += draw_text(drawing_, {x, y}, title_of(look), {Font::Bold, unit_, theme.text});
        x += 0.5F * unit_;
        x += draw_text(drawing_, {x, y}, look.shape, dim) + 0.6F * unit_;
        const auto width = [&](const std::string& text) {
            return rich_width(text, dim.font, dim.size, drawing_.measure);
        };
        float end = right;
        const bool is_of_keys = look.column_role == "key" || (is_turned(look) && !look.is_input);
        const std::string role =
            (is_of_keys ? by_rows() ? "key" : look.column_role : look.column_role) + " →";
        const std::vector<std::string> written = formulas(look);
        const auto has_room = [&](const std::string& text) { return x + width(text) <= end; };
        const bool keeps_role =
            look.has_word_columns || written.empty() || has_room(written.back() + role + "    ");
        const float role_right = std::max(std::min(box.cells.right(), right), x + width(role));
        if (keeps_role && role_right <= right) {
            draw_text(drawing_, {role_right, y}, role,
                      small(is_of_keys && look.has_word_columns ? theme.key_text : theme.dim_text,
                            Anchor::Right));
            end = role_right - width(role) - 0.8F * unit_;
        }
        for (const std::string& text : written)
            if (has_room(text)) {
                draw_text(drawing_, {x, y}, text, dim);
                break;
            }
        draw_row_role(box);
    }

    void draw_row_role(const SheetBox& box) {
        if (box.label_width <= 0)
            return;
        const SheetLook& look = *box.look;
        const Theme& theme = drawing_.theme;
        const bool is_query = look.row_role == "query", is_key = look.row_role == "key";
        const TextStyle style = small(is_query ? theme.query_text
                                      : is_key ? theme.key_text
                                               : theme.dim_text,
                                      Anchor::Right);
        const std::string text = look.row_role + " ↓";
        // Where rows are thin the name of the first reaches above it.
        if (!look.has_word_rows || box.cell_height() < layout_.lengths.label_size() ||
            rich_width(text, style.font, style.size, drawing_.measure) >
                box.label_width + 0.8F * unit_)
            return;
        draw_text(drawing_,
                  {box.cells.x - layout_.lengths.label_gap(),
                   box.cells.y - 0.58F * layout_.lengths.label_line()},
                  text, style);
    }

    Drawing& drawing_;
    const Document& document_;
    const CanvasLayout& layout_;
    const Contents& shown_;
    const View& view_;
    float unit_;
};

/// Marks in the scaled scores are seen where they stand with the mask.
View with_marks_on_canvas(const Document& document, View view) {
    if (repeats_previous(document, Stage::Masked))
        return view;
    const auto move = [](Place& place) {
        if (place.sheet.stage == Stage::Scaled)
            place.sheet.stage = Stage::Masked;
    };
    for (std::optional<Place>* place : {&view.pointed, &view.selected, &view.anchor})
        if (*place)
            move(**place);
    for (Place& place : view.marked)
        move(place);
    return view;
}

} // namespace

Figure attention_canvas(const Document& document, const Trace& trace, const View& asked,
                        const CanvasOptions& options) {
    const View view = with_marks_on_canvas(document, within(document, asked));
    const Theme colours = theme(view.theme);
    const Contents shown = contents(document, trace, view, options.kept);
    const std::vector<std::string> sentences = notices(document, trace, shown, view);

    LayoutOptions wanted{options.available, options.text, options.zoom, sentences.size()};
    const CanvasLayout layout = lay_out(shown, canvas_places(document), wanted, options.measure);

    Figure figure;
    figure.size = layout.size;
    figure.background = colours.background;
    Drawing drawing{figure, colours, options.measure, options.visible};
    Canvas(drawing, document, layout, shown, view).draw();
    draw_legend(drawing, layout, shown, view, captions(document, view));
    draw_notices(drawing, sentences, layout.lanes_bottom, layout.lengths);
    return figure;
}

} // namespace attn::figure
