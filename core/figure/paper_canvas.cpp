// SPDX-License-Identifier: MIT
#include "core/figure/paper_canvas.h"

#include "core/document/open_part.h"
#include "core/document/sheet.h"
#include "core/engine/head_name.h"
#include "core/figure/gradient_look.h"
#include "core/figure/model_figures.h"
#include "core/figure/paper_page.h"
#include "core/figure/rich_text.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string>

namespace attn::figure {
namespace {

/// "in tens to the power of −3": stated once, because all gradients have the same unit.
std::vector<Run> heading_of_gradients(const Document& document, const Sensitivity& of,
                                      const GradientScale& scale, const Theme& colours) {
    std::vector<Run> runs = gradient_runs(document, of.of, colours);
    if (const std::string unit = scale.unit(); !unit.empty())
        runs.push_back({unit, Font::Sans, colours.dim_text, true, true});
    return runs;
}

/// `said` begins the heading. With `part`, matrices are named as in the whole document.
Figure paper_canvas_of(const Document& document, const Trace& trace, const View& asked, float width,
                       const CanvasOptions& options, const OpenPart* part, std::string said) {
    const View view = within(document, asked);
    Contents shown = contents(document, trace, view);
    PaperPage page(view, width, options.text, options.measure);
    if (head_count(document) > 1)
        said += (said.empty() ? "" : ", ") + head_name(view.head, head_count(document));
    if (!said.empty())
        said.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(said.front())));
    std::optional<Sensitivity> of_part; // the looks read it while they are drawn
    if (const Sensitivity* const of = options.gradients; of && of->has_gradient()) {
        if (part)
            of_part = part->in_part(*of);
        const GradientScale scale = show_gradients(shown, document, of_part ? *of_part : *of, view);
        page.write(
            heading_of_gradients(part ? part->whole() : document, *of, scale, page.colours()));
        for (SheetLook& look : shown.sheets)
            if (!look.is_dimmed && !look.is_blank)
                reserve_for_gradient(look);
    } else if (of) {
        page.write(plain_text(of->why), Font::Sans);
    }
    if (!said.empty())
        page.write(said, Font::Bold);
    // Copies the list: parts of matrices are added to the contents while it is read.
    const std::vector<SheetLook> looks = shown.sheets;
    for (const SheetLook& look : looks) {
        if (look.is_blank && !look.chosen)
            continue; // it does not affect the number
        SheetLook named = look;
        if (part)
            named.title = info(part->in_whole(look.id).stage).heading();
        page.put(shown, std::move(named));
    }
    return page.made();
}

} // namespace

Figure paper_canvas(const Document& document, const Trace& trace, const View& view, float width,
                    const CanvasOptions& options) {
    if (!has_parts(document))
        return paper_canvas_of(document, trace, view, width, options, nullptr, "");
    const OpenPart part(document, trace, view);
    return in_whole(paper_canvas_of(part.document(), part.trace(), part.view(view), width, options,
                                    &part, "In " + part_text(document, view)),
                    part);
}

} // namespace attn::figure
