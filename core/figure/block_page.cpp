// SPDX-License-Identifier: MIT
#include "core/figure/block_page.h"

#include "core/document/model.h"
#include "core/document/sheet.h"
#include "core/figure/block_band.h"
#include "core/figure/block_layout.h"
#include "core/figure/block_texts.h"
#include "core/figure/changes.h"
#include "core/figure/legend.h"
#include "core/figure/matrix_figure.h"
#include "core/figure/model_figures.h"
#include "core/figure/rich_text.h"
#include "core/figure/word.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace attn::figure {
namespace {

class BlockDrawing {
public:
    BlockDrawing(const BlockPlan& plan, BlockContents& shown, const View& view,
                 const FoldedCards& folded, const CanvasOptions& options)
        : plan_(plan), shown_(shown), view_(view), options_(options), colours_(theme(view.theme)),
          layout_(lay_out_block(plan, shown, view, folded, options)), unit_(layout_.lengths.unit) {
        page_.figure.size = layout_.size;
        page_.figure.background = colours_.background;
    }

    BlockPage draw() && {
        Drawing draw_behind = drawing();
        draw_block_band(draw_behind, plan_, layout_);
        for (const CardBox& card : layout_.cards)
            draw_card(card);
        Drawing draw_between = drawing();
        draw_block_arrows(draw_between, plan_, layout_);
        for (const StateBox& state : layout_.states)
            draw_state(state);
        write_stream();
        draw_legend_of_page();
        return std::move(page_);
    }

private:
    Drawing drawing() { return {page_.figure, colours_, options_.measure, options_.visible}; }
    TextStyle small(Colour colour, Anchor anchor = Anchor::Left) const {
        return {Font::Sans, layout_.lengths.small_size(), colour, anchor};
    }
    float stroke() const { return 1.3F * colours_.stroke; }
    const SheetBox& state(std::size_t at) const { return layout_.states[at].matrix.box; }

    /// Draws with the sheet names of the part, then converts its regions to the names of the whole
    /// document and adds them to the page.
    template <class Draw>
    void draw_in_part(std::size_t part, const Draw& draw) {
        Figure own;
        Drawing of_part{own, colours_, options_.measure, options_.visible};
        draw(of_part);
        own = in_whole(std::move(own), shown_.parts[part]);
        Figure& all = page_.figure;
        const auto join = [](auto& to, auto& from) {
            std::move(from.begin(), from.end(), std::back_inserter(to));
        };
        join(all.shapes, own.shapes);
        join(all.grids, own.grids);
        join(all.labels, own.labels);
        join(all.places, own.places);
        join(all.titles, own.titles);
    }

    void draw_box(const BlockBox& matrix) {
        draw_in_part(matrix.part, [&](Drawing& draw) {
            draw_matrix(draw, matrix.box, shown_.contents[matrix.part].words(),
                        shown_.views[matrix.part]);
        });
    }

    void draw_state(const StateBox& one) {
        const SheetBox& box = one.matrix.box;
        const float y = box.corner.y + 0.5F * layout_.lengths.title_line();
        draw_in_part(one.matrix.part, [&](Drawing& draw) {
            float x = box.cells.x;
            x += draw_text(draw, {x, y}, one.plan->name, {Font::Bold, unit_, colours_.text});
            x += 0.5F * unit_;
            x += draw_text(draw, {x, y}, box.look->shape, small(colours_.dim_text));
            draw.figure.titles.push_back({{box.cells.x, y - 0.5F * layout_.lengths.title_line(),
                                           x - box.cells.x, layout_.lengths.title_line()},
                                          box.look->id});
            x += 0.6F * unit_;
            const std::string count = count_of_changes(*box.look);
            const std::string& said = count.empty() ? one.plan->formula : count;
            if (x + rich_width(said, Font::Sans, layout_.lengths.small_size(), draw.measure) <=
                title_end(one))
                draw_text(draw, {x, y}, said, small(colours_.dim_text));
        });
        draw_box(one.matrix);
    }
    /// The x at which a state's title must end: at the next state's title, or at the page's margin.
    float title_end(const StateBox& one) const {
        for (const StateBox& other : layout_.states)
            if (other.matrix.box.cells.x > one.matrix.box.cells.x)
                return other.matrix.box.corner.x - unit_;
        return page_.figure.size.width - 0.3F * unit_;
    }

    void draw_card(const CardBox& card) {
        const BlockCardPlan& plan = *card.plan;
        const bool is_open = view_.selected && opens(plan) == view_.selected->sheet;
        page_.figure.shapes.emplace_back(Box{card.rect, colours_.panel_background,
                                             is_open ? colours_.accent : colours_.line,
                                             colours_.stroke, 0.5F * unit_});
        Drawing draw = drawing();
        const float y = card.title.y + card.title.height / 2;
        draw_text(
            draw, {card.title.x, y},
            escape(shortened(plan.title, card.title.width, Font::Bold, unit_, options_.measure)),
            {Font::Bold, unit_, colours_.text});
        if (!options_.is_picture)
            draw_fold(card);
        const std::string about = said_about(card);
        const float size = layout_.lengths.small_size();
        draw_text(draw, {card.title.x, card.title.bottom() + 0.5F * unit_},
                  fits_in(rich_width(about, Font::Sans, size, options_.measure), card.inner.width)
                      ? about
                      : escape(shortened(plain_text(about), card.inner.width, Font::Sans, size,
                                         options_.measure)),
                  small(colours_.dim_text));
        page_.cards.push_back({plan.card, card.title, card.fold, opens(plan), card.is_folded});
        if (card.is_folded)
            return;
        for (const BlockBox& box : card.boxes) {
            write_name(box);
            draw_box(box);
        }
        draw_texts(card);
    }
    SheetId opens(const BlockCardPlan& plan) const {
        const OpenPart& part = shown_.parts[plan.opens.part];
        return part.in_whole(sheet_of_head(part.document(), plan.opens.stage, view_.head));
    }
    /// The description of the card; the shape of its matrix if it is folded.
    std::string said_about(const CardBox& card) const {
        if (!card.is_folded || card.plan->matrices.empty())
            return card.plan->about;
        const SheetLook* const look = shown_.look(card.plan->matrices.back().of);
        return look ? look->shape : card.plan->about;
    }
    void draw_fold(const CardBox& card) {
        Drawing draw = drawing();
        const float x = card.fold.x + card.fold.width / 2, y = card.fold.y + card.fold.height / 2;
        const float by = 0.28F * unit_;
        const auto line = [&](Point from, Point to) {
            draw_line(draw, from, to, colours_.dim_text, stroke());
        };
        if (card.is_folded) {
            line({x - by / 2, y - by}, {x + by / 2, y});
            line({x + by / 2, y}, {x - by / 2, y + by});
        } else {
            line({x - by, y - by / 2}, {x, y + by / 2});
            line({x, y + by / 2}, {x + by, y - by / 2});
        }
    }
    void write_name(const BlockBox& box) {
        const SheetBox& at = box.box;
        const float line = 1.25F * unit_, y = at.corner.y + line / 2;
        const float size = layout_.lengths.small_size();
        const float right = box.name_right;
        const std::string count = count_of_changes(*box.whole);
        std::string name = count.empty() ? box.name : count;
        // A name wider than its cells may begin over the row names.
        float x = at.cells.x;
        const float wide = rich_width(name, Font::Sans, size, options_.measure);
        if (!fits_in(x + wide, right))
            x = std::max(at.corner.x, right - wide);
        if (!fits_in(x + wide, right))
            name =
                escape(shortened(plain_text(name), right - x, Font::Sans, size, options_.measure));
        draw_in_part(box.part, [&](Drawing& draw) {
            const float end = x + draw_text(draw, {x, y}, name, small(colours_.dim_text));
            draw.figure.titles.push_back({{x, y - line / 2, end - x, line}, at.look->id});
        });
    }
    void draw_texts(const CardBox& card) {
        const BlockCardPlan& plan = *card.plan;
        draw_in_part(plan.opens.part, [&](Drawing& draw) {
            if (plan.normed_from)
                draw_norm_text(draw, card, shown_, view_);
            if (plan.cut)
                draw_cut_text(draw, card, shown_);
            if (plan.card == BlockCard::NextWord)
                draw_next_words(draw, card, shown_, view_);
            const bool has_room =
                std::none_of(card.boxes.begin(), card.boxes.end(),
                             [&](const BlockBox& box) { return box.box.cells.y > card.lower.y; });
            if (plan.has_curves && has_room)
                draw_small_curves(draw, card, shown_, view_);
        });
    }

    /// Writes over the widest piece of the band.
    void write_stream() {
        const float y = state(0).corner.y + 0.5F * layout_.lengths.title_line();
        for (const std::string& text : {plan_.stream, std::string("the stream")})
            for (std::size_t at = 0; at + 1 < layout_.states.size(); ++at) {
                const float from =
                    std::max(state(at).cells.right(), state(at).cells.x + title_width(at)) +
                    1.5F * unit_;
                const float to = state(at + 1).corner.x - unit_;
                const float wide =
                    rich_width(text, Font::Sans, layout_.lengths.small_size(), options_.measure);
                if (!fits_in(from + wide, to))
                    continue;
                Drawing draw = drawing();
                draw_text(draw, {from, y}, text, small(colours_.dim_text));
                return;
            }
    }
    /// The width of a state's title as if no number had changed, so that changes move nothing.
    float title_width(std::size_t at) const {
        const StateBox& one = layout_.states[at];
        const float size = layout_.lengths.small_size();
        return rich_width(one.plan->name, Font::Bold, unit_, options_.measure) +
               rich_width(one.matrix.box.look->shape + one.plan->formula, Font::Sans, size,
                          options_.measure) +
               1.1F * unit_;
    }

    /// Draws the two colour ranges, then the meaning of frames and fills.
    void draw_legend_of_page() {
        CanvasLayout layout;
        std::vector<std::unique_ptr<SheetLook>> looks;
        layout.lengths = layout_.lengths;
        layout.has_legend_line = layout_.has_legend_line;
        layout.legend = layout_.legend;
        // The legend reads the ranges from these copies.
        const auto stand_for = [&](Stage stage, const SheetLook* look) {
            if (!look)
                return;
            auto copy = std::make_unique<SheetLook>(*look);
            copy->id.stage = stage;
            SheetBox box;
            box.look = copy.get();
            looks.push_back(std::move(copy));
            layout.boxes.push_back(box);
        };
        stand_for(one_range, shown_.look(plan_.states.front().of));
        for (const BlockStep& step : plan_.steps)
            for (const BlockCardPlan& card : step.cards)
                if (card.card == BlockCard::Attention)
                    stand_for(Stage::Weights, shown_.look(card.matrices.front().of));
        Drawing draw = drawing();
        draw_legend(draw, layout, shown_.contents.front(), view_, {}, options_.is_picture);
    }

    const BlockPlan& plan_;
    BlockContents& shown_;
    const View& view_;
    const CanvasOptions& options_;
    Theme colours_;
    BlockLayout layout_;
    float unit_;
    BlockPage page_;
};

} // namespace

bool has_block_page(const Document& document) {
    return document.options.block.has_value() && has_stage(document, Stage::Weights);
}

BlockPage block_page(const Document& document, const Trace& trace, const View& asked,
                     const FoldedCards& folded, const CanvasOptions& options) {
    const View view = within(document, asked);
    BlockShown shown = block_shown(document, trace, view, options);
    return BlockDrawing(shown.plan, shown.contents, view, folded, options).draw();
}

} // namespace attn::figure
