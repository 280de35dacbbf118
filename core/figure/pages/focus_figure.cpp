// SPDX-License-Identifier: MIT
#include "core/figure/pages/focus_figure.h"

#include "core/document/model/model.h"
#include "core/document/model/open_part.h"
#include "core/document/model/sheet.h"
#include "core/figure/base/text.h"
#include "core/figure/canvas/readable.h"
#include "core/figure/matrix/changes.h"
#include "core/figure/matrix/gradient_look.h"
#include "core/figure/matrix/matrix_figure.h"
#include "core/figure/matrix/sheet_look.h"
#include "core/figure/pages/glance.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace attn::figure {
namespace {

/// The stage whose matrix is drawn for it: the one before while both have the same numbers.
Stage drawn(const Document& document, Stage stage) {
    return shown_place(document, {{stage}, 0, 0}).sheet.stage;
}

/// The inputs of the stage for the view's head, each once.
std::vector<Stage> factors(const Document& document, const View& view, Stage enlarged) {
    const Graph stages = graph(document);
    const auto at = stages.find(sheet_of_head(document, enlarged, view.head));
    std::vector<Stage> list;
    if (at)
        for (const std::size_t input : stages[*at].inputs) {
            const Stage stage = drawn(document, stages[input].sheet.stage);
            if (stage != enlarged && std::find(list.begin(), list.end(), stage) == list.end())
                list.push_back(stage);
        }
    return list;
}

class Focus {
public:
    Focus(const Document& document, const Contents& shown, const View& view, Size available,
          const CanvasOptions& options)
        : colours_(theme(view.theme)), document_(document), shown_(shown), view_(view),
          unit_(options.text), options_(options) {
        figure_.size = available;
        figure_.background = colours_.background;
    }

    Figure draw(const SheetLook& enlarged) && {
        const float strip = draw_strip(enlarged);
        Rect area{padding(), strip + padding(), figure_.size.width - 2 * padding(),
                  figure_.size.height - strip - 1.5F * padding()};
        if (const float used = draw_factors(enlarged, area); used > 0) {
            area.x += used;
            area.width -= used;
        }
        draw_enlarged(enlarged, area);
        return std::move(figure_);
    }

private:
    float padding() const { return 1.1F * unit_; }
    Drawing drawing() { return {figure_, colours_, options_.measure, options_.visible}; }

    /// Draws every matrix in colours from left to right, in as many lines as needed. Returns the
    /// lower end of the strip.
    float draw_strip(const SheetLook& enlarged) {
        const float gap = 0.8F * unit_, title = 1.3F * unit_, cells = 4.2F * unit_;
        const float room = figure_.size.width - 2 * padding();
        const auto count = static_cast<float>(shown_.sheets.size());
        const float width = std::clamp(room / count - gap, 3.4F * unit_, 6.5F * unit_);
        float x = padding(), y = 0.6F * unit_;
        for (const SheetLook& look : shown_.sheets) {
            if (x + width > figure_.size.width - padding() + 1 && x > padding()) {
                x = padding();
                y += title + cells + gap;
            }
            const bool is_enlarged = &look == &enlarged;
            // The cells are too small to point at: the picture stands for the matrix.
            Figure picture;
            Drawing of_picture{picture, colours_, options_.measure};
            const Rect drawn =
                draw_glance(of_picture, look, shown_.words(), view_, {x, y + title, width, cells});
            std::move(picture.shapes.begin(), picture.shapes.end(),
                      std::back_inserter(figure_.shapes));
            Drawing draw = drawing();
            const TextStyle style{Font::Bold, 0.8F * unit_,
                                  is_enlarged ? colours_.accent_text : colours_.text};
            std::string name = look.title;
            if (!fits_in(rich_width(name, style.font, style.size, draw.measure), width))
                name = escape(
                    shortened(plain_text(name), width, style.font, style.size, draw.measure));
            draw_text(draw, {x, y + title / 2}, name, style);
            if (is_enlarged)
                draw_frame(draw, grown(drawn, 0.2F * unit_), colours_.accent, 0.14F * unit_);
            figure_.titles.push_back({{x, y, width, title + cells}, look.id});
            x += width + gap;
        }
        y += title + cells + 0.5F * gap;
        Drawing draw = drawing();
        draw_line(draw, {0, y}, {figure_.size.width, y}, colours_.line, colours_.stroke);
        return y;
    }

    /// Draws the inputs of the enlarged matrix below each other at the left. Returns the width of
    /// them and the arrow.
    float draw_factors(const SheetLook& enlarged, Rect area) {
        std::vector<const SheetLook*> list;
        for (const Stage stage : factors(document_, view_, enlarged.id.stage))
            if (const SheetLook* look = look_of(shown_, stage))
                list.push_back(look);
        if (list.empty())
            return 0;
        const float width = std::min(0.27F * area.width, 26 * unit_), arrow = 2.6F * unit_;
        const float gap = 0.6F * unit_;
        const float height = (area.height + gap) / static_cast<float>(list.size()) - gap;
        Drawing draw = drawing();
        float y = area.y;
        for (const SheetLook* look : list) {
            const Rect room{area.x, y, width, height};
            draw_matrix(draw,
                        box_in(draw, *look, room, 0.95F * unit_, names(*look),
                               {4.5F * unit_, 1.8F * unit_}),
                        shown_.words(), view_);
            y += height + gap;
        }
        draw_arrow(draw, {area.x + width + 0.5F * unit_, area.y + 1.05F * unit_}, arrow - unit_,
                   colours_.dim_text, colours_.stroke);
        return width + arrow;
    }

    /// The row names of a matrix.
    const std::vector<std::string>& names(const SheetLook& look) const {
        return look.own_rows ? *look.own_rows : shown_.words();
    }

    void draw_enlarged(const SheetLook& look, Rect area) {
        const float unit = 1.5F * unit_;
        Drawing draw = drawing();
        if (look.has_row_sums)
            area.width -= 5 * unit;
        const Size most{7 * unit, 4.5F * unit};
        SheetBox box = box_in(draw, look, area, unit, names(look), most);
        if (!box.has_numbers && has_single_cells(look)) {
            // Large enough for the smallest readable digits.
            const float digit = draw.measure("0", Font::Mono, unit) / unit;
            const float least = 1.02F * box.lengths.least_digits;
            const Size cell{least * digit * (static_cast<float>(look.characters) + 1.4F),
                            least / 0.72F};
            const float more_width =
                static_cast<float>(look.column_count()) * cell.width - box.cells.width;
            const float more_height =
                static_cast<float>(look.row_count()) * cell.height - box.cells.height;
            if (more_width > 0) {
                area.width = box.cells.x - area.x + box.cells.width + more_width;
                figure_.size.width = std::max(figure_.size.width, area.right() + padding());
            }
            if (more_height > 0) {
                area.height += more_height;
                figure_.size.height += more_height;
            }
            box = box_in(draw, look, area, unit, names(look), most);
        }
        make_images(draw, {box});
        draw_matrix(draw, box, shown_.words(), view_);
    }

    Figure figure_;
    Theme colours_;
    const Document& document_;
    const Contents& shown_;
    const View& view_;
    float unit_;
    const CanvasOptions& options_;
};

} // namespace

bool is_seen_enlarged(const Document& document, const View& asked, Stage enlarged, Stage other) {
    const View view = within(document, asked);
    const Stage large = drawn(document, enlarged), small = drawn(document, other);
    const std::vector<Stage> list = factors(document, view, large);
    return small == large || std::find(list.begin(), list.end(), small) != list.end();
}

Figure focus_figure(const Document& document, const Trace& trace, const View& asked, Stage enlarged,
                    const CanvasOptions& options) {
    const View view = within(document, asked);
    Contents shown = contents(document, trace, view, options.kept);
    std::optional<Sensitivity> of_part;
    if (options.gradients && options.part)
        of_part = options.part->in_part(*options.gradients);
    if (options.gradients && options.gradients->has_gradient())
        show_gradients(shown, document, of_part ? *of_part : *options.gradients, view);
    else
        compare(shown, document, trace,
                {options.before, !options.is_picture, options.has_offers && !options.gradients});
    const SheetLook* look =
        has_stage(document, enlarged) ? look_of(shown, drawn(document, enlarged)) : nullptr;
    if (!look)
        return canvas(document, trace, asked, options);
    const float zoom = std::max(1.0F, options.zoom);
    const Size room{options.available.width * zoom, options.available.height * zoom};
    return Focus(document, shown, view, room, options).draw(*look);
}

} // namespace attn::figure
