// SPDX-License-Identifier: MIT
#include "core/figure/heads_page.h"

#include "core/document/model.h"
#include "core/document/open_part.h"
#include "core/document/sheet.h"
#include "core/figure/changes.h"
#include "core/figure/heads_page_fit.h"
#include "core/figure/heads_page_parts.h"
#include "core/figure/matrix_cells.h"
#include "core/figure/matrix_figure.h"
#include "core/figure/rich_text.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

namespace attn::figure {
namespace {

class HeadsPainter {
public:
    HeadsPainter(const Document& document, const HeadsLooks& looks, const HeadsLayout& layout,
                 const View& view, const CanvasOptions& options)
        : caption_(options.part ? part_text(options.part->whole(), view) : ""), document_(document),
          looks_(looks), layout_(layout), view_(view), colours_(theme(view.theme)),
          measure_(options.measure), is_picture_(options.is_picture),
          unit_(layout.lengths.unit), drawing_{page_.figure, colours_, measure_, options.visible} {
        page_.figure.size = layout.size;
        page_.figure.background = colours_.background;
    }

    HeadsPage draw() && {
        draw_band();
        for (const CardPlace& card : layout_.cards)
            draw_card(card);
        if (layout_.mean)
            draw_mean_card(*layout_.mean, *looks_.mean);
        draw_arrows();
        make_all_images();
        for (std::size_t at = 0; at < layout_.cards.size(); ++at)
            draw_card_matrices(layout_.cards[at], looks_.heads[at]);
        if (layout_.mean)
            draw_mean_matrix(*layout_.mean);
        draw_lower();
        if (layout_.sum)
            draw_sum_of_heads(drawing_, looks_, *layout_.sum, layout_.lengths, view_);
        page_.regions.add = draw_heads_legend(drawing_, looks_, layout_, caption_, is_picture_);
        return std::move(page_);
    }

private:
    bool by_rows() const { return document_.convention == Convention::TokensAsRows; }
    float small_size() const { return layout_.lengths.small_size(); }
    TextStyle small(Colour colour, Anchor anchor = Anchor::Left) const {
        return {Font::Sans, small_size(), colour, anchor};
    }
    float title_y(const SheetBox& box) const {
        return box.corner.y + 0.5F * layout_.lengths.title_line();
    }

    /// Draws the query word's band from the joined heads to the output.
    void draw_band() {
        if (!layout_.joined || !layout_.joined->look->query_row)
            return;
        const SheetBox& joined = *layout_.joined;
        const Rect cell = drawn_cell(joined, open_lines(joined), *joined.look->query_row, 0);
        const float right = layout_.attention && layout_.is_one_band
                                ? layout_.attention->cells.right()
                                : joined.cells.right();
        Colour faint = colours_.query;
        faint.alpha = 34;
        const float left = joined.corner.x - 0.4F * unit_;
        page_.figure.shapes.emplace_back(
            Box{{left, cell.y, right + 0.4F * unit_ - left, cell.height}, faint});
    }

    void draw_card(const CardPlace& card) {
        const std::size_t at = page_.regions.cards.size();
        const HeadLooks& head = looks_.heads[at];
        const bool is_shown = head.head == view_.head && looks_.heads.size() > 1;
        const Colour own = head_colour(head.head, view_.theme);
        page_.figure.shapes.emplace_back(
            Box{card.rect, colours_.panel_background, is_shown ? own : colours_.line,
                (is_shown ? 1.8F : 1.0F) * colours_.stroke, 0.5F * unit_});
        const float right = layout_.is_brief ? card.rect.right() - 0.3F * unit_
                            : card.control   ? card.control->x - 0.6F * unit_
                                             : card.rect.right() - HeadsUnits::card_side * unit_;
        draw_head_title(drawing_, head, card.title, right,
                        {layout_.lengths, layout_.is_brief, own,
                         looks_.words()[static_cast<std::size_t>(view_.query)]});
        const float high = (layout_.is_brief ? 1.4F : 1.9F) * unit_;
        CardRegion region{head.head,
                          {card.rect.x, card.title.y - high / 2, right - card.rect.x, high},
                          card.control,
                          head.is_off};
        page_.figure.titles.push_back({region.title, {Stage::Weights, head.head}});
        if (card.control && !is_picture_)
            draw_switch(drawing_, *card.control, !head.is_off);
        page_.regions.cards.push_back(region);
    }

    void draw_mean_card(const CardPlace& card, const MeanLooks& mean) {
        page_.figure.shapes.emplace_back(Box{card.rect, colours_.panel_background, colours_.line,
                                             colours_.stroke, 0.5F * unit_});
        const float right =
            card.rect.right() - (layout_.is_brief ? 0.3F : HeadsUnits::card_side) * unit_;
        draw_mean_title(drawing_, mean, card.title, right,
                        {layout_.lengths, layout_.is_brief, colours_.text,
                         looks_.words()[static_cast<std::size_t>(view_.query)]});
        const float high = (layout_.is_brief ? 1.4F : 1.9F) * unit_;
        page_.figure.titles.push_back(
            {{card.rect.x, card.title.y - high / 2, right - card.rect.x, high}, mean.look().id});
    }
    void draw_mean_matrix(const CardPlace& card) {
        draw_matrix(drawing_, card.weights, looks_.mean->weights.words(), view_);
        if (!layout_.is_brief)
            draw_title(card.weights, "Mean weights");
    }

    void draw_card_matrices(const CardPlace& card, const HeadLooks& head) {
        const std::vector<std::string>& words = head.weights.words();
        View view = view_;
        view.head = head.head;
        draw_matrix(drawing_, card.weights, words, view);
        if (!card.output)
            return;
        draw_title(card.weights, "Weights");
        draw_matrix(drawing_, *card.output, words, view);
        draw_title(*card.output, "Output");
        // V leads from the weights to the output.
        const float from = card.weights.cells.right(), to = card.output->cells.x;
        const float y = card.output->cells.y - 0.55F * layout_.lengths.label_line();
        draw_arrow(drawing_, {from + 0.4F * unit_, y}, to - from - 0.8F * unit_, colours_.dim_text,
                   colours_.stroke);
        const bool is_shared = group_count(document_) < head_count(document_);
        const std::string group = std::to_string(group_of(document_, head.head));
        draw_text(drawing_, {(from + to) / 2, title_y(*card.output) + 0.12F * unit_},
                  is_shared ? "V_{" + group + "}" : "V", small(colours_.dim_text, Anchor::Centre));
    }

    /// Writes name and shape, and the names of rows and columns if there is room.
    void draw_title(const SheetBox& box, const std::string& name, const std::string& more = "") {
        const SheetLook& look = *box.look;
        const float y = title_y(box), right = std::max(box.cells.right(), box.corner.x + box.width);
        float x = box.cells.x;
        x += draw_text(drawing_, {x, y}, name,
                       {Font::Bold, HeadsUnits::title * unit_, colours_.text});
        const TextStyle dim = small(colours_.dim_text);
        const auto add = [&](const std::string& text, float end) {
            if (text.empty() ||
                !fits_in(x + 0.45F * unit_ + rich_width(text, dim.font, dim.size, measure_), end))
                return;
            x += 0.45F * unit_;
            x += draw_text(drawing_, {x, y}, text, dim);
        };
        add(look.shape, right + 0.25F * unit_);
        const std::string count = count_of_changes(look);
        add(count.empty() ? more : count, right + 0.25F * unit_);
        if (look.has_word_columns) {
            const std::string role = look.column_role + " →";
            const float width = rich_width(role, dim.font, dim.size, measure_);
            if (fits_in(x + 0.6F * unit_ + width, box.cells.right()))
                draw_text(drawing_, {box.cells.right(), y}, role,
                          small(role_colour(colours_, look.column_role), Anchor::Right));
        }
        draw_row_role(box);
    }
    void draw_row_role(const SheetBox& box) {
        const SheetLook& look = *box.look;
        if (!look.has_word_rows || box.label_width <= 0 ||
            box.cell_height() < layout_.lengths.label_size())
            return;
        const TextStyle dim = small(colours_.dim_text);
        const std::string role = look.row_role + " ↓";
        if (fits_in(rich_width(role, dim.font, dim.size, measure_), box.label_width + 0.4F * unit_))
            draw_text(drawing_,
                      {box.cells.x - layout_.lengths.label_gap(),
                       box.cells.y - 0.58F * layout_.lengths.label_line()},
                      role, small(role_colour(colours_, look.row_role), Anchor::Right));
    }

    /// Draws an arrow from each card to its columns of the joined heads; arrows do not overlap.
    void draw_arrows() {
        if (!layout_.has_arrows || !layout_.joined || !by_rows())
            return;
        const SheetBox& joined = *layout_.joined;
        const float step = HeadsUnits::arrow_step * unit_,
                    over = layout_.cards_bottom + 0.6F * unit_;
        const float end = joined.cells.y - layout_.lengths.label_line() - layout_.head_names;
        std::size_t to_right = 0, to_left = 0;
        for (const HeadArrow& arrow : head_arrows())
            (arrow.from < arrow.to ? to_right : to_left)++;
        std::size_t at_right = 0, at_left = 0;
        for (const HeadArrow& arrow : head_arrows()) {
            // Arrows to the right pass over the preceding ones, arrows to the left below them.
            const std::size_t level = arrow.from < arrow.to ? to_right - 1 - at_right++ : at_left++;
            const float y = over + step * static_cast<float>(level);
            draw_head_arrow(drawing_, arrow, layout_.cards_bottom, y, end, unit_);
        }
    }
    std::vector<HeadArrow> head_arrows() const {
        std::vector<HeadArrow> list;
        const SheetBox& joined = *layout_.joined;
        float x = joined.cells.x;
        for (std::size_t at = 0; at < layout_.cards.size(); ++at) {
            const Index head = looks_.heads[at].head;
            const float width = joined.cell_width() * static_cast<float>(d_v(document_, head));
            const Rect& from = layout_.cards[at].output->cells;
            list.push_back(
                {from.x + from.width / 2, x + width / 2, head_colour(head, view_.theme)});
            x += width;
        }
        return list;
    }

    void make_all_images() {
        std::vector<SheetBox> boxes;
        for (const CardPlace& card : layout_.cards)
            boxes.push_back(card.weights);
        if (layout_.mean)
            boxes.push_back(layout_.mean->weights);
        make_images(drawing_, boxes);
    }

    void draw_lower() {
        if (!layout_.joined)
            return draw_apart();
        const std::vector<std::string>& words = looks_.words();
        const SheetBox& joined = *layout_.joined;
        draw_matrix(drawing_, joined, words, view_);
        draw_joined_title(joined);
        draw_heads_of(joined, by_rows());
        if (!layout_.w_o)
            return;
        const SheetBox &w_o = *layout_.w_o, &attention = *layout_.attention;
        draw_matrix(drawing_, w_o, words, view_);
        draw_title(w_o, "W_{O}");
        note_title(w_o);
        draw_heads_of(w_o, !by_rows());
        draw_matrix(drawing_, attention, words, view_);
        draw_title(attention, "Output", "attention = " + attention.look->formula_brief);
        note_title(attention);
        const SheetBox& next = layout_.is_one_band ? attention : w_o;
        const float y = title_y(next), end = next.cells.x - 0.9F * unit_;
        if (layout_.is_one_band) {
            const float begin = std::max(joined.cells.right() + 0.8F * unit_, end - 3.4F * unit_);
            draw_arrow(drawing_, {begin, y}, end - begin, colours_.dim_text, colours_.stroke);
            draw_text(drawing_, {(begin + end) / 2, y - 0.85F * unit_}, "· W_{O}",
                      small(colours_.dim_text, Anchor::Centre));
        } else {
            // The sign is between the factors; the arrow to the output begins at the last factor.
            const SheetBox& last = by_rows() ? w_o : joined;
            const float sign =
                by_rows() ? w_o.cells.x - 0.55F * unit_ : layout_.joined_title - 0.6F * unit_;
            draw_text(drawing_, {sign, title_y(last)}, "·",
                      {Font::Bold, 1.3F * unit_, colours_.dim_text, Anchor::Right});
            const float from = last.cells.right() + 0.4F * unit_;
            draw_arrow(drawing_, {from, title_y(attention)},
                       attention.cells.x - 0.4F * unit_ - from, colours_.dim_text, colours_.stroke);
        }
    }
    void draw_apart() {
        if (looks_.heads.size() < 2)
            return;
        const std::string text = "Nothing joins the heads: each has its own output.";
        const TextStyle style = small(colours_.dim_text, Anchor::Centre);
        draw_text(drawing_, {layout_.size.width / 2, layout_.cards_bottom + 1.4F * unit_}, text,
                  style);
    }

    /// Writes the title left of the arrows that end over the columns.
    void draw_joined_title(const SheetBox& box) {
        const float line = layout_.lengths.title_line(), y = title_y(box);
        const Point at{layout_.joined_title, y};
        const float width = draw_text(drawing_, at, joined_heading,
                                      {Font::Bold, HeadsUnits::title * unit_, colours_.text});
        std::string shape = box.look->shape;
        if (const std::string count = count_of_changes(*box.look); !count.empty())
            shape = count;
        draw_text(drawing_, {at.x, y + 0.95F * line}, shape, small(colours_.dim_text));
        page_.figure.titles.push_back({{at.x, y - line / 2, width, line}, box.look->id});
        draw_row_role(box);
    }
    void note_title(const SheetBox& box) {
        page_.figure.titles.push_back(
            {{box.cells.x, box.corner.y, box.cells.width, layout_.lengths.title_line()},
             box.look->id});
    }

    /// Marks the rows or columns that belong to one head each with a name and a strip.
    void draw_heads_of(const SheetBox& box, bool are_columns) {
        float at = are_columns ? box.cells.x : box.cells.y;
        for (const HeadLooks& head : looks_.heads) {
            const auto dimensions = static_cast<float>(d_v(document_, head.head));
            const float length = dimensions * (are_columns ? box.cell_width() : box.cell_height());
            const HeadStrip strip{head.head, head_colour(head.head, view_.theme), at, length};
            if (are_columns)
                draw_head_columns(drawing_, box, strip, box.cells.y - layout_.lengths.label_line(),
                                  unit_);
            else
                draw_head_rows(drawing_, box, strip, unit_);
            at += length;
        }
    }

    std::string caption_; // names the open part of the document
    const Document& document_;
    const HeadsLooks& looks_;
    const HeadsLayout& layout_;
    const View& view_;
    Theme colours_;
    Measure measure_;
    bool is_picture_;
    float unit_;
    HeadsPage page_;
    Drawing drawing_;
};

} // namespace

HeadsPage heads_page(const Document& document, const Trace& trace, const View& asked,
                     const CanvasOptions& options) {
    const View view = within(document, asked);
    const HeadsLooks looks = heads_looks(document, trace, view, options);
    const HeadsLayout layout = lay_out_heads(looks, options);
    return HeadsPainter(document, looks, layout, view, options).draw();
}

} // namespace attn::figure
