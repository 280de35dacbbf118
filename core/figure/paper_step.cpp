// SPDX-License-Identifier: MIT
#include "core/figure/paper_step.h"

#include "core/document/model.h"
#include "core/document/open_part.h"
#include "core/figure/concept_map.h"
#include "core/figure/model_figures.h"
#include "core/figure/paper_page.h"
#include "core/figure/picture_part.h"
#include "core/figure/prose_layout.h"
#include "core/figure/softmax_table.h"

#include <algorithm>

namespace attn::figure {
namespace {

constexpr float least_of_table = 0.95F, least_of_map = 0.8F; // smallest letters, in units

/// Splits a formula into pieces that may be wrapped; blanks inside braces do not split it.
std::vector<Run> formula_runs(const std::string& formula, Colour colour) {
    std::vector<Run> runs;
    std::string piece;
    int depth = 0;
    const auto end_piece = [&] {
        if (!piece.empty())
            runs.push_back({piece, Font::Sans, colour, true, true});
        piece.clear();
    };
    for (std::size_t at = 0; at < formula.size(); ++at) {
        const char letter = formula[at];
        const bool is_literal = at > 0 && formula[at - 1] == '\\';
        depth += is_literal ? 0 : letter == '{' ? 1 : letter == '}' ? -1 : 0;
        if (letter == ' ' && depth == 0)
            end_piece();
        else
            piece += letter;
    }
    end_piece();
    return runs;
}

void put_prose(PaperPage& page, const Prose& prose, Font font, const Measure& measure) {
    if (prose.empty())
        return;
    const ProseStyle style{font, page.text(), page.colours().text};
    const Rect area = page.room(prose_height(prose, page.inner(), style, measure));
    Drawing drawing = page.drawing();
    draw_prose(drawing, {area.x, area.y}, area.width, prose, style);
}

/// The last matrix shown up to the stage, or only its query word's row.
SheetLook look_of_part(Contents& shown, const View& view, const Part& part) {
    SheetLook look = last_shown(shown, part.stage);
    look.formula = look.formula_brief = ""; // The page shows it above.
    look.is_derived = false;
    const auto row = chosen_row(look, view, part);
    if (!row)
        return look;
    show_part(shown, look, {*row, 0, 1, look.values.cols()});
    look.shape = std::to_string(look.row_count()) + " × " + std::to_string(look.column_count());
    return look;
}

void put_picture(PaperPage& page, const Document& document, const Trace& trace, const View& view,
                 const Picture& picture) {
    if (picture.is_map) {
        if (!has_stage(document, Stage::People))
            return;
        const Rect area = page.room(0.75F * page.inner());
        Drawing drawing = page.drawing();
        draw_concept_map(drawing, document, trace, view, area, page.text() / least_of_map);
        return;
    }
    Contents shown = contents(document, trace, view);
    const Stage first = picture.columns.front().front().stage;
    if (picture.is_table && has_softmax_table(document, shown, view, first)) {
        constexpr Index most_keys = 8; // and a line for the others
        const auto lines = static_cast<float>(
            std::min<Index>(static_cast<Index>(shown.keys().size()), most_keys) + 3);
        const float unit = page.text() / least_of_table;
        const Rect area = page.room(2 * unit * lines);
        Drawing drawing = page.drawing();
        draw_softmax_table(drawing, shown, view, first, {area, unit});
        return;
    }
    // Copies the looks: parts of matrices are added to the contents while the list is read.
    std::vector<SheetLook> looks;
    for (const auto& column : picture.columns)
        for (const Part& part : column)
            looks.push_back(look_of_part(shown, view, part));
    for (SheetLook& look : looks)
        page.put(shown, std::move(look));
}

} // namespace

Figure paper_step(const Document& document, const Trace& trace, const View& asked, const Page& step,
                  const CanvasOptions& options) {
    if (has_parts(document) && step.picture.part)
        return draw_part(document, trace, asked, *step.picture.part,
                         [&](const Document& part, const Trace& of_part, const View& seen) {
                             return paper_step(part, of_part, seen, step, options);
                         });
    View view = within(document, asked);
    view.head = step.picture.head.value_or(view.head);
    PaperPage page(view, options.available.width, options.text, options.measure);
    put_prose(page, step.title, Font::Bold, options.measure);
    if (!step.formula.empty())
        page.write(formula_runs(step.formula, page.colours().text));
    if (!step.note.empty())
        page.write(step.note, Font::Sans);
    if (!step.picture.columns.empty() || step.picture.is_map)
        put_picture(page, document, trace, view, step.picture);
    put_prose(page, step.text, Font::Sans, options.measure);
    return page.made();
}

} // namespace attn::figure
