// SPDX-License-Identifier: MIT
// The canvas of attention has two lanes; every product is where the row of its left factor and the
// column of its upper factor meet. The query word is one band across the lower lane, the key word a
// column that comes down from Kᵀ.
#include "core/figure/canvas.h"

#include "core/base/covered.h"
#include "core/document/line_sums.h"
#include "core/document/model.h"
#include "core/document/open_part.h"
#include "core/document/option_inputs.h"
#include "core/document/sheet.h"
#include "core/engine/head_name.h"
#include "core/figure/canvas_lines.h"
#include "core/figure/canvas_places.h"
#include "core/figure/changes.h"
#include "core/figure/gradient_look.h"
#include "core/figure/legend.h"
#include "core/figure/matrix_figure.h"
#include "core/figure/model_figures.h"
#include "core/figure/notices.h"
#include "core/figure/rich_text.h"
#include "core/figure/theme.h"
#include "core/figure/word.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace attn::figure {
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
        const std::string name = "“" + words[static_cast<std::size_t>(first)] + "”";
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
            return {count, "≠ " + std::to_string(look.changes->count)};
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
                return other.cells.x < box.cells.x && !fits_in(other.cells.right(), left) &&
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
    else if (options.before)
        compare_with(shown, *options.before);
    if (options.expected_number && !of)
        for (SheetLook& look : shown.sheets) {
            const Place place = on_canvas(document, options.expected_number->place);
            if (look.id == place.sheet && exists(document, place) &&
                !is_covered(look.values(place.row, place.column)))
                look.expected = {place, options.expected_number->value};
        }

    if (options.part)
        name_as_in_whole(shown, *options.part);
    // Joined heads, options and blocks may have more columns than fit in a small window.
    const bool may_scroll = !is_plain(document) || document.join != Join::None;
    const LayoutOptions wanted{options.available, options.text, options.zoom,
                               sentences.size(),  may_scroll,   options.is_picture};
    std::vector<CanvasPlace> places = canvas_places(document);
    if (options.part) // The sum after a block's first attention is not the block's result yet.
        std::erase_if(places, [&](const CanvasPlace& one) {
            return one.stage == Stage("block") &&
                   options.part->in_whole({one.stage}).stage != one.stage;
        });
    const std::vector<const SheetLook*> looks = placed_looks(shown, places);
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

} // namespace attn::figure
