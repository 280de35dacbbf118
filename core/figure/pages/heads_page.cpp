// SPDX-License-Identifier: MIT
#include "core/figure/pages/heads_page.h"

#include "core/document/model/model.h"
#include "core/document/model/open_part.h"
#include "core/document/model/sheet.h"
#include "core/engine/graph/place.h"
#include "core/figure/base/colours.h"
#include "core/figure/base/drawing.h"
#include "core/figure/base/text.h"
#include "core/figure/matrix/changes.h"
#include "core/figure/matrix/matrix_cells.h"
#include "core/figure/matrix/matrix_figure.h"
#include "core/figure/pages/heads_layout.h"
#include "core/figure/plots/derivation_figure.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace attn::figure {

// Draws the pieces of the page of all heads.

struct HeadTitle {
    const Lengths& lengths;
    bool is_brief = false;
    Colour colour;
    std::string query; // visible, plain
};
/// The number in the head's colour, "Head 0", and what the query word listens to most, as far as
/// there is room up to `right`, whatever it is today.
void draw_head_title(Drawing& drawing, const HeadLooks& head, Point at, float right,
                     const HeadTitle& title);

/// The same for the mean of the heads.
void draw_mean_title(Drawing& drawing, const MeanLooks& mean, Point at, float right,
                     const HeadTitle& title);

void draw_switch(Drawing& drawing, Rect rect, bool is_on);

/// An arrow from the middle of a card's output to the middle of its columns.
struct HeadArrow {
    float from = 0, to = 0;
    Colour colour;
};
void draw_head_arrow(Drawing& drawing, const HeadArrow& arrow, float top, float level, float end,
                     float unit);

/// The start and length of the lines of a matrix that belong to one head.
struct HeadStrip {
    Index head = 0;
    Colour colour;
    float from = 0, length = 0;
};
/// Writes the head's name over its columns, whose labels begin at `labels`, and draws a strip below
/// them.
void draw_head_columns(Drawing& drawing, const SheetBox& box, const HeadStrip& strip, float labels,
                       float unit);
/// Writes the head's name and draws a strip left of its rows.
void draw_head_rows(Drawing& drawing, const SheetBox& box, const HeadStrip& strip, float unit);

/// Draws a line for each head, b_O and their sum, with the length of each as a bar.
void draw_sum_of_heads(Drawing& drawing, const HeadsLooks& looks, const SumPlace& place,
                       const Lengths& lengths, const View& view);

/// Draws the ranges of colours and, unless it is a picture, what a click does. `caption` names the
/// open part of the document. Returns the button that adds a head, if there is room for it.
std::optional<Rect> draw_heads_legend(Drawing& drawing, const HeadsLooks& looks,
                                      const HeadsLayout& layout, const std::string& caption,
                                      bool is_picture);

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
        x += draw_given_marks(drawing_, look, {x, y}, dim.size, right + 0.25F * unit_);
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
        draw_title(attention, attention.look->title, attention.look->formula_brief);
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
        const std::string text = looks_.heads.front().has_output()
                                     ? "Nothing joins the heads: each has its own output."
                                     : "There are no values, so that no head has an output.";
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

namespace {

/// Makes the head's colour readable as text by darkening or lightening it against the background.
Colour readable(const Theme& theme, Colour colour) {
    for (float amount = 0; amount < 0.9F; amount += 0.1F)
        if (const Colour mixed = mix(colour, theme.text, amount);
            contrast(mixed, theme.background) >= 5.2)
            return mixed;
    return theme.text;
}

/// Draws the head's number on its colour. Returns the width.
float draw_badge(Drawing& drawing, Point at, Index head, Colour colour, float size) {
    const std::string number = std::to_string(head);
    const TextStyle style{Font::Bold, 0.62F * size, digit_colour(colour), Anchor::Centre};
    const float width =
        std::max(size, drawing.measure(number, style.font, style.size) + 0.5F * size);
    drawing.figure.shapes.emplace_back(
        Box{{at.x, at.y - size / 2, width, size}, colour, transparent, 0, 0.24F * size});
    draw_text(drawing, {at.x + width / 2, at.y}, number, style);
    return width;
}

float width_of(const std::vector<Run>& runs, float size, const Measure& measure) {
    return flow_width(runs, size, measure);
}

/// The forms of the sentence from long to short: "cat listens to chased 69 %", "chased 69 %",
/// "chased".
std::vector<std::vector<Run>> sentences(const Theme& theme, const Listening& said,
                                        const std::string& query) {
    const Run asks{escape(query), Font::Bold, theme.query_text};
    if (said.word.empty())
        return {{asks, {"listens to no word", Font::Sans, theme.dim_text, true}},
                {{"no word", Font::Sans, theme.dim_text}},
                {{"no word", Font::Sans, theme.dim_text}},
                {{"–", Font::Sans, theme.dim_text}}};
    const Run share{said.share, Font::Sans, theme.dim_text, true};
    const Run word{escape(said.word), Font::Bold, theme.text, true};
    return {{asks, {"listens to", Font::Sans, theme.dim_text, true}, word, share},
            {word, share},
            {word},
            {share}};
}

float title_size(const HeadTitle& title) {
    return title.is_brief ? title.lengths.small_size() : title.lengths.label_size();
}

/// What the word listens to most. Which form is chosen follows the longest word that there is, and
/// not today's.
void draw_listening(Drawing& drawing, const std::vector<std::string>& keys,
                    const Listening& listening, Point at, float right, const HeadTitle& title) {
    const float unit = title.lengths.unit, size = title_size(title);
    const Theme& theme = drawing.theme;
    std::string longest;
    float widest = 0;
    constexpr float most = 7; // letters of the word that is listened to, in units
    for (const std::string& word : keys)
        if (const float width = drawing.measure(word, Font::Bold, size); width > widest) {
            widest = width;
            longest = word;
        }
    const auto brief = [&](const std::string& word) {
        return shortened(word, most * unit, Font::Bold, size, drawing.measure);
    };
    const auto wanted = sentences(theme, {brief(longest), "100 %"}, brief(title.query));
    const auto now = sentences(
        theme,
        listening.word.empty() ? Listening{} : Listening{brief(listening.word), listening.share},
        brief(title.query));
    for (std::size_t form = 0; form < wanted.size(); ++form)
        if (fits_in(at.x + width_of(wanted[form], size, drawing.measure), right)) {
            draw_flow(drawing, now[form],
                      {{at.x, at.y - unit, right - at.x + unit, 2 * unit}, size, 2 * unit, 0, {}});
            break;
        }
}

} // namespace

void draw_head_title(Drawing& drawing, const HeadLooks& head, Point at, float right,
                     const HeadTitle& title) {
    const float unit = title.lengths.unit;
    const Theme& theme = drawing.theme;
    float x = at.x;
    x += draw_badge(drawing, at, head.head, title.colour, 1.35F * unit) +
         (title.is_brief ? 0.35F : 0.55F) * unit;
    const std::string name = "Head " + std::to_string(head.head);
    if (!title.is_brief)
        x += draw_text(drawing, {x, at.y}, name, {Font::Bold, 0.95F * unit, theme.text}) +
             0.8F * unit;
    draw_listening(drawing, head.weights.keys(), head.listening, {x, at.y}, right, title);
}

void draw_mean_title(Drawing& drawing, const MeanLooks& mean, Point at, float right,
                     const HeadTitle& title) {
    const float unit = title.lengths.unit;
    const TextStyle style{Font::Bold, title.is_brief ? title_size(title) : 0.95F * unit,
                          drawing.theme.text};
    const std::string name = title.is_brief ? "Mean" : "Mean of the heads";
    const float x =
        at.x + draw_text(drawing, at, name, style) + (title.is_brief ? 0.35F : 0.8F) * unit;
    draw_listening(drawing, mean.weights.keys(), mean.listening, {x, at.y}, right, title);
}

void draw_switch(Drawing& drawing, Rect rect, bool is_on) {
    const Theme& theme = drawing.theme;
    const float radius = rect.height / 2, inset = 0.14F * rect.height;
    drawing.figure.shapes.emplace_back(Box{rect, is_on ? theme.accent : theme.panel_background,
                                           is_on ? transparent : theme.dim_text,
                                           is_on ? 0 : 1.4F * theme.stroke, radius});
    const float side = rect.height - 2 * inset;
    const float x = is_on ? rect.right() - inset - side : rect.x + inset;
    drawing.figure.shapes.emplace_back(Box{{x, rect.y + inset, side, side},
                                           is_on ? theme.on_accent : theme.dim_text,
                                           transparent,
                                           0,
                                           side / 2});
}

void draw_head_arrow(Drawing& drawing, const HeadArrow& arrow, float top, float level, float end,
                     float unit) {
    const float width = std::max(1.0F, 0.11F * unit) * drawing.theme.stroke;
    const float length = 0.42F * unit, half = 0.26F * unit;
    draw_line(drawing, {arrow.from, top}, {arrow.from, level}, arrow.colour, width);
    draw_line(drawing, {arrow.from, level}, {arrow.to, level}, arrow.colour, width);
    draw_line(drawing, {arrow.to, level}, {arrow.to, end - length}, arrow.colour, width);
    drawing.figure.shapes.emplace_back(
        Polygon{{{arrow.to, end}, {arrow.to - half, end - length}, {arrow.to + half, end - length}},
                arrow.colour});
}

void draw_head_columns(Drawing& drawing, const SheetBox& box, const HeadStrip& strip, float labels,
                       float unit) {
    const Theme& theme = drawing.theme;
    const float inset = std::min(1.0F, 0.05F * strip.length);
    const float high = 1.15F * unit, y = labels - high - 0.15F * unit;
    drawing.figure.shapes.emplace_back(Box{{strip.from + inset, y, strip.length - 2 * inset, high},
                                           mix(theme.background, strip.colour, 0.16F),
                                           transparent,
                                           0,
                                           0.2F * unit});
    const TextStyle style{Font::Bold, box.lengths.small_size(), readable(theme, strip.colour),
                          Anchor::Centre};
    for (const std::string& name : {head_name(strip.head), std::to_string(strip.head)})
        if (fits_in(drawing.measure(name, style.font, style.size), strip.length - 0.3F * unit)) {
            draw_text(drawing, {strip.from + strip.length / 2, y + high / 2}, name, style);
            break;
        }
    drawing.figure.shapes.emplace_back(Box{{strip.from + inset, box.cells.bottom() + 0.3F * unit,
                                            strip.length - 2 * inset, 0.2F * unit},
                                           strip.colour});
}

void draw_head_rows(Drawing& drawing, const SheetBox& box, const HeadStrip& strip, float unit) {
    const Theme& theme = drawing.theme;
    const float inset = std::min(1.0F, 0.05F * strip.length), thick = 0.2F * unit;
    const float x = box.cells.x - 0.55F * unit;
    drawing.figure.shapes.emplace_back(
        Box{{x, strip.from + inset, thick, strip.length - 2 * inset}, strip.colour});
    const TextStyle style{Font::Bold, box.lengths.small_size(), readable(theme, strip.colour),
                          Anchor::Right};
    if (strip.length >= 1.05F * style.size)
        draw_text(drawing, {x - 0.4F * unit, strip.from + strip.length / 2}, head_name(strip.head),
                  style);
}

// Draws what each head adds to the output of the query word, and the legend of the page of all
// heads.

namespace {

class Sum {
public:
    Sum(Drawing& drawing, const HeadsLooks& looks, const SumPlace& place, const Lengths& lengths,
        const View& view)
        : drawing_(drawing), looks_(looks), place_(place), lengths_(lengths), view_(view),
          unit_(lengths.unit), query_(looks.words()[static_cast<std::size_t>(view.query)]) {}

    void draw() {
        draw_heading();
        draw_column_names();
        draw_matrix_cells(drawing_, place_.added);
        const SheetLook& total = *place_.total.look;
        for (Index row = 0; row < place_.added.look->row_count(); ++row) {
            const Index head = looks_.heads[static_cast<std::size_t>(row)].head;
            const Rect line = line_of(place_.added, row);
            draw_line_of(line, row > 0 ? "+" : "", head_name(head), head_colour(head, view_.theme));
            draw_length(line, static_cast<std::size_t>(row), head_colour(head, view_.theme));
            // The numbers of a line stand for the sum: pointing at one points at the sum.
            for (Index column = 0; column < total.column_count(); ++column)
                drawing_.figure.places.push_back(
                    {cell_in(place_.added, row, column), total.place(0, column)});
        }
        if (place_.b_o) {
            const Rect line = line_of(*place_.b_o, 0);
            draw_matrix(drawing_, *place_.b_o, looks_.words(), view_);
            draw_line_of(line, "+", "b_{O}", std::nullopt);
            draw_length(line, looks_.lengths.size() - 1, drawing_.theme.score);
        }
        const Rect line = line_of(place_.total, 0);
        const float rule = (line.y + (place_.b_o ? *place_.b_o : place_.added).cells.bottom()) / 2;
        draw_line(drawing_, {place_.labels, rule}, {place_.lengths, rule}, drawing_.theme.line,
                  drawing_.theme.stroke);
        draw_matrix(drawing_, place_.total, looks_.words(), view_);
        draw_total_name(line);
    }

private:
    static Rect line_of(const SheetBox& box, Index row) {
        const Rect cell = cell_in(box, row, 0);
        return {box.cells.x, cell.y, box.cells.width, cell.height};
    }
    TextStyle small(Colour colour) const {
        return {Font::Sans, lengths_.label_size(), colour, Anchor::Left};
    }

    void draw_heading() {
        const Theme& theme = drawing_.theme;
        const float right = place_.lengths;
        const TextStyle bold{Font::Bold, unit_, theme.text};
        float x = place_.title.x;
        x += draw_text(drawing_, place_.title, "What each head adds to ", bold);
        draw_text(drawing_, {x, place_.title.y},
                  escape(shortened(query_, std::max(right - x, 2 * unit_), Font::Bold, unit_,
                                   drawing_.measure)),
                  {Font::Bold, unit_, theme.query_text});
        const std::string rest = looks_.b_o ? " and b_{O}" : "";
        for (const std::string& text :
             {"the same row as a sum: each head’s output times its rows of W_{O}" + rest,
              "each head’s output times its rows of W_{O}" + rest,
              "output times rows of W_{O}" + rest})
            if (rich_width(text, Font::Sans, lengths_.small_size(), drawing_.measure) <=
                right - place_.title.x) {
                draw_text(drawing_, {place_.title.x, place_.title.y + 1.35F * unit_}, text,
                          {Font::Sans, lengths_.small_size(), theme.dim_text});
                break;
            }
    }

    /// Writes the names as over every matrix, but without regions: the table is no matrix of the
    /// document.
    void draw_column_names() {
        Figure names;
        Drawing drawing{names, drawing_.theme, drawing_.measure};
        draw_labels(drawing, place_.added, looks_.words());
        for (Shape& shape : names.shapes)
            drawing_.figure.shapes.push_back(std::move(shape));
        const float y = place_.added.cells.y - 0.58F * lengths_.label_line();
        draw_text(drawing_, {place_.bars, y}, "length",
                  {Font::Sans, lengths_.small_size(), drawing_.theme.dim_text});
    }

    void draw_sign(const Rect& line, const std::string& sign) {
        draw_text(drawing_, {place_.labels + 0.4F * unit_, line.y + line.height / 2}, sign,
                  {Font::Sans, lengths_.label_size(), drawing_.theme.dim_text, Anchor::Centre});
    }
    void draw_line_of(const Rect& line, const std::string& sign, const std::string& name,
                      const std::optional<Colour>& colour) {
        draw_sign(line, sign);
        float x = place_.labels + 1.1F * unit_;
        const float y = line.y + line.height / 2;
        if (colour) {
            const float side = 0.78F * unit_;
            drawing_.figure.shapes.emplace_back(
                Box{{x, y - side / 2, side, side}, *colour, transparent, 0, 0.2F * side});
            x += 1.2F * unit_;
        }
        draw_text(drawing_, {x, y}, name, small(drawing_.theme.text));
    }
    void draw_total_name(const Rect& line) {
        draw_sign(line, "=");
        float x = place_.labels + 1.1F * unit_;
        const float y = line.y + line.height / 2;
        x += draw_text(drawing_, {x, y}, "attention of ", small(drawing_.theme.text));
        const float size = lengths_.label_size();
        draw_text(drawing_, {x, y},
                  escape(shortened(query_, line.x - 0.4F * unit_ - x, Font::Bold, size,
                                   drawing_.measure)),
                  {Font::Bold, size, drawing_.theme.query_text});
    }

    /// The number has a fixed place, however long the bar is.
    void draw_length(const Rect& line, std::size_t at, Colour colour) {
        const Real length = looks_.lengths[at];
        const float y = line.y + line.height / 2, high = 0.62F * unit_;
        if (std::isfinite(length) && looks_.longest > 0) {
            const float width =
                std::max(1.0F, static_cast<float>(length / looks_.longest) * place_.bar_length);
            drawing_.figure.shapes.emplace_back(Box{
                {place_.bars, y - high / 2, width, high}, colour, transparent, 0, 0.15F * unit_});
        }
        const std::string text = number_text(length, view_.numbers);
        const float room = place_.lengths - place_.bars - place_.bar_length - 0.2F * unit_;
        draw_text(drawing_, {place_.lengths, y},
                  shortened(text, room, Font::Mono, 0.9F * lengths_.label_size(), drawing_.measure),
                  {Font::Mono, 0.9F * lengths_.label_size(), drawing_.theme.text, Anchor::Right});
    }

    Drawing& drawing_;
    const HeadsLooks& looks_;
    const SumPlace& place_;
    const Lengths& lengths_;
    const View& view_;
    float unit_;
    std::string query_;
};

struct LegendRange {
    std::string name;
    const SheetLook* look;
};

std::vector<LegendRange> ranges(const HeadsLooks& looks) {
    std::vector<LegendRange> list{{"weights", &looks.heads.front().weights_look()}};
    if (looks.heads.front().has_output())
        list.push_back({"values", &looks.heads.front().output_look()});
    if (looks.w_o)
        list.push_back({"W_{O}", &looks.w_o->sheets.front()});
    return list;
}

std::string what_a_click_does(const HeadsLooks& looks, const HeadsLayout& layout) {
    const std::string opens = "A click on a card’s title opens the head on Forward.";
    return !looks.w_o        ? opens
           : layout.is_brief ? opens + " A switch sets a head’s rows of W_O to 0, and back."
                             : opens + " Its switch sets its rows of W_O to 0, and back.";
}

/// Draws the words in a frame if there is room. Returns the frame.
std::optional<Rect> draw_add(Drawing& drawing, Point at, float right, const Lengths& lengths) {
    const std::string text = "+ Add a head";
    const float size = lengths.small_size(), side = 0.6F * lengths.unit;
    const float width = drawing.measure(text, Font::Sans, size) + 2 * side;
    const float height = 1.55F * lengths.unit;
    if (!fits_in(at.x + width, right))
        return std::nullopt;
    const Rect rect{at.x, at.y - height / 2, width, height};
    drawing.figure.shapes.emplace_back(Box{rect, drawing.theme.panel_background, drawing.theme.line,
                                           drawing.theme.stroke, 0.35F * lengths.unit});
    draw_text(drawing, {at.x + side, at.y}, text, {Font::Sans, size, drawing.theme.text});
    return rect;
}

/// Draws the bar with its ends and its name. Returns the right end of the name.
float draw_range(Drawing& drawing, const LegendRange& range, Point at, float ends, float bar,
                 const Lengths& lengths) {
    const TextStyle style{Font::Mono, lengths.range_size(), drawing.theme.dim_text};
    const float gap = 0.4F * lengths.unit, high = 0.42F * lengths.unit;
    const Rect rect{at.x + ends + gap, at.y - high / 2, bar, high};
    draw_text(drawing, {rect.x - gap, at.y}, range.look->scale_low,
              {style.font, style.size, style.colour, Anchor::Right});
    draw_scale(drawing, range.look->scale, rect);
    draw_text(drawing, {rect.right() + gap, at.y}, range.look->scale_high, style);
    const float x = rect.right() + ends + 2 * gap;
    return x + draw_text(drawing, {x, at.y}, range.name,
                         {Font::Sans, lengths.small_size(), drawing.theme.dim_text});
}

} // namespace

void draw_sum_of_heads(Drawing& drawing, const HeadsLooks& looks, const SumPlace& place,
                       const Lengths& lengths, const View& view) {
    Sum(drawing, looks, place, lengths, view).draw();
}

std::optional<Rect> draw_heads_legend(Drawing& drawing, const HeadsLooks& looks,
                                      const HeadsLayout& layout, const std::string& caption,
                                      bool is_picture) {
    if (layout.legend.width <= 0) // The legend has no place.
        return std::nullopt;
    const Lengths& lengths = layout.lengths;
    const Theme& theme = drawing.theme;
    const Rect& place = layout.legend;
    const float unit = lengths.unit, size = lengths.small_size();
    const std::vector<LegendRange> list = ranges(looks);
    // Leaves room for the longest end, so that nothing moves while ranges grow.
    const float ends = drawing.measure("−1000", Font::Mono, lengths.range_size());
    std::vector<Run> says;
    if (!is_picture)
        says = sentence_runs(what_a_click_does(looks, layout), theme.dim_text);
    for (Run& run : says)
        if (run.text == escape("W_O"))
            run.text = "W_{O}";
    if (layout.has_legend_line) {
        float x = place.x;
        const float y = place.y + place.height / 2;
        if (!caption.empty())
            x += draw_text(drawing, {x, y}, escape(caption), {Font::Bold, size, theme.text}) +
                 1.4F * unit;
        for (const LegendRange& range : list) {
            const float width =
                2 * ends + 4.2F * unit + rich_width(range.name, Font::Sans, size, drawing.measure);
            if (!fits_in(x + width, place.right()))
                return std::nullopt;
            x = draw_range(drawing, range, {x, y}, ends, 3 * unit, lengths) + 1.4F * unit;
        }
        const float width = flow_width(says, size, drawing.measure);
        if (fits_in(x + width, place.right())) {
            draw_flow(drawing, says, {{x, place.y, 1e6F, 0}, size, place.height, 0, {}});
            x += width + 1.4F * unit;
        }
        return is_picture ? std::nullopt : draw_add(drawing, {x, y}, place.right(), lengths);
    }
    const float line = 1.45F * unit;
    FlowStyle flow{{place.x, 0, place.width, 0}, size * 1.05F, line, 0, {}};
    const auto lines = static_cast<float>(flow_lines(says, flow, drawing.measure));
    const float height = line * (1.3F + static_cast<float>(list.size()) + 2.3F + lines);
    float y = place.y + std::max(0.0F, (place.height - height) / 2);
    draw_text(drawing, {place.x, y + line / 2},
              escape(shortened(caption.empty() ? "All heads, one scale" : caption, place.width,
                               Font::Bold, lengths.label_size(), drawing.measure)),
              {Font::Bold, lengths.label_size(), theme.text});
    y += 1.3F * line;
    for (const LegendRange& range : list) {
        draw_range(drawing, range, {place.x, y + line / 2}, ends, 3.6F * unit, lengths);
        y += line;
    }
    flow.area.y = y + 0.5F * line;
    if (is_picture || flow.area.y + lines * line > place.bottom())
        return std::nullopt;
    y = draw_flow(drawing, says, flow);
    if (y + 1.8F * line > place.bottom())
        return std::nullopt;
    return draw_add(drawing, {place.x, y + line}, place.right(), lengths);
}

} // namespace attn::figure
