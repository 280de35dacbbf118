// SPDX-License-Identifier: MIT
#include "core/figure/pages/effects_page.h"

#include "core/base/covered.h"
#include "core/document/explaining/derivation.h"
#include "core/document/model/given.h"
#include "core/document/model/model.h"
#include "core/document/model/open_part.h"
#include "core/document/model/sheet.h"
#include "core/document/model/table.h"
#include "core/document/telling/next_word.h"
#include "core/document/telling/step_words.h"
#include "core/figure/base/colours.h"
#include "core/figure/base/prose_layout.h"
#include "core/figure/base/text.h"
#include "core/figure/canvas/readable.h"
#include "core/figure/matrix/sheet_look.h"
#include "core/figure/pages/cell_grid.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace attn::figure {
namespace {

constexpr Stage probabilities("probabilities"), logits("logits");

/// At least three decimals: changes are small.
NumberFormat format_of_changes(const View& view) {
    NumberFormat format = view.numbers;
    if (format.kind == NumberFormat::Kind::Automatic)
        format = {NumberFormat::Kind::Decimals, std::max(3, format.digits)};
    return format;
}

/// "+0.25", "−0.25", and without a sign what has only zeros.
std::string signed_change(Real change, const NumberFormat& format) {
    const std::string size = spoken(std::abs(change), format);
    if (size.find_first_of("123456789") == std::string::npos && std::isfinite(change))
        return size;
    return change > 0 ? "+" + size : spoken(change, format);
}

/// A row of a grid: the changes by the heads of one attention.
struct GridRow {
    std::string name;
    View opened; // the attention
    std::vector<Real> changes;
};

/// The largest size of a change; 1 if none is above 0.
Real largest_of(const std::vector<GridRow>& off, const std::vector<GridRow>& mean) {
    Real most = 0;
    for (const std::vector<GridRow>* const rows : {&off, &mean})
        for (const GridRow& row : *rows)
            for (const Real change : row.changes)
                if (std::isfinite(change))
                    most = std::max(most, std::abs(change));
    return most > 0 ? most : 1;
}

CellGrid grid_of_changes(const Document& document, const std::vector<GridRow>& rows,
                         const std::vector<std::string>& heads, Real most, std::string title,
                         const View& view) {
    SheetLook look;
    look.family = Family::Signed;
    set_scale(look, {-most, most}, view);
    const NumberFormat format = format_of_changes(view);
    CellGrid grid;
    grid.title = std::move(title);
    grid.columns = heads;
    for (const GridRow& row : rows) {
        grid.rows.push_back(row.name);
        const View& opened = row.opened;
        for (Index head = 0; head < static_cast<Index>(heads.size()); ++head) {
            const Real change = row.changes[static_cast<std::size_t>(head)];
            GridCell cell{colour(look.scale, change), signed_change(change, format)};
            const SheetId output{Stage::Output, head, 0, opened.layer, opened.is_cross};
            if (is_given_stage(document, output))
                cell.below = "given";
            cell.opens.layer = opened.layer;
            cell.opens.is_cross = opened.is_cross;
            cell.opens.head = head;
            grid.cells.push_back(std::move(cell));
        }
    }
    grid.chosen_row = part_index(document, view);
    grid.chosen_column = view.head;
    return grid;
}

std::vector<GridRow> rows_of(const Document& document, const Matrix& changes) {
    std::vector<GridRow> rows;
    for (Index part = 0; part < changes.rows(); ++part) {
        View opened;
        open_part(document, part, opened);
        const Vector row = changes.row(part);
        rows.push_back(
            {"layer " + std::to_string(opened.layer) + (opened.is_cross ? ", cross" : ""), opened,
             std::vector<Real>(row.begin(), row.end())});
    }
    return rows;
}

/// A number that can be chosen.
struct Choice {
    Place place;
    std::string name;
};

/// The chosen number, the loss, and the likeliest words after the same word, with its logit.
std::vector<Choice> choices_of(const Document& document, const Trace& trace, const Place& of) {
    std::vector<Choice> list;
    const bool is_of_words = of.sheet.stage == probabilities || of.sheet.stage == logits;
    if (!is_of_words && of.sheet.stage != Stage::Loss)
        list.push_back({of, title(document, of)});
    if (has_stage(document, Stage::Loss))
        list.push_back({{{Stage::Loss}, 0, 0}, "loss"});
    if (!has_stage(document, probabilities))
        return list;
    const Index row = is_of_words ? of.row : token_count(document) - 1;
    Vector shares = cells_of(document, trace, {probabilities}).row(row);
    if (!shares.allFinite()) // The order of covered ones is covered too.
        shares.setZero();
    constexpr Index most = 5;
    std::vector<Index> words;
    for (const Likely& one : likeliest(shares, most))
        words.push_back(one.word);
    if (is_of_words && std::find(words.begin(), words.end(), of.column) == words.end())
        words.back() = of.column;
    const auto name = [&](Index word) {
        return visible_word(output_words(document)[static_cast<std::size_t>(word)]);
    };
    for (const Index word : words)
        list.push_back({{{probabilities}, row, word}, name(word)});
    const Index word = is_of_words ? of.column : words.front();
    list.push_back({{{logits}, row, word}, "logit of " + name(word)});
    return list;
}

/// A number that stands above the grids.
struct Button {
    std::string text; // plain
    std::optional<Place> place = {};
    bool is_chosen = true;
};

std::vector<Button> buttons_of(const Document& document, const Trace& trace, const View& view,
                               const Place& chosen) {
    std::vector<Button> buttons;
    for (const Choice& choice : choices_of(document, trace, chosen))
        buttons.push_back(
            {choice.name + "  " +
                 spoken(value_at(document, trace, choice.place), format_of_changes(view)),
             choice.place, choice.place == chosen});
    return buttons;
}

/// Draws the buttons, the chosen one framed. Returns their lower end.
float draw_buttons(Drawing& drawing, const std::vector<Button>& buttons, Point at, float right,
                   float unit) {
    const Theme& theme = drawing.theme;
    const float height = 1.9F * unit, inside = 0.6F * unit, gap = 0.5F * unit;
    Point corner = at;
    for (const Button& button : buttons) {
        const std::string shown =
            shortened(button.text, right - at.x - 2 * inside, Font::Bold, unit, drawing.measure);
        const float width = drawing.measure(shown, Font::Bold, unit) + 2 * inside;
        if (corner.x > at.x && !fits_in(corner.x + width, right))
            corner = {at.x, corner.y + height + gap};
        const Rect rect{corner.x, corner.y, width, height};
        drawing.figure.shapes.push_back(Box{rect, theme.panel_background,
                                            button.is_chosen ? theme.accent : theme.line,
                                            button.is_chosen ? 0.14F * unit : 1, 0.4F * unit});
        draw_text(drawing, {rect.x + width / 2, rect.y + height / 2}, escape(shown),
                  {button.is_chosen ? Font::Bold : Font::Sans, unit, theme.text, Anchor::Centre});
        if (button.place)
            drawing.figure.places.push_back({rect, *button.place});
        corner.x += width + gap;
    }
    return corner.y + height;
}

/// What the page shows: of the document's own number, or of the next word of a folder's model.
struct Shown {
    std::string heading;
    std::vector<Button> buttons;
    std::vector<std::string> heads; // their names
    std::vector<GridRow> off, mean;
};

Shown shown_of(const Document& document, const Trace& trace, const View& view,
               const HeadEffects& effects) {
    Shown shown;
    shown.heading = "What each head does to the " + title(document, effects.of);
    shown.buttons = buttons_of(document, trace, view, effects.of);
    for (Index head = 0; head < effects.off.cols(); ++head)
        shown.heads.push_back(head_name(head));
    shown.off = rows_of(document, effects.off);
    shown.mean = rows_of(document, effects.mean);
    return shown;
}

Shown shown_of(const Document& document, const View& view, const FolderEffects& effects) {
    Shown shown;
    shown.heading = "What each head does to the likeliest next word, as the model in the folder "
                    "says it";
    shown.buttons = {
        {visible_word(effects.word) + "  " + spoken(effects.likely, format_of_changes(view))}};
    GridRow row;
    row.name = "layer " + std::to_string(document.origin->layer);
    shown.off = shown.mean = {row};
    for (const HeadChange& change : effects.heads) {
        shown.heads.push_back(head_name(change.head));
        shown.off.front().changes.push_back(change.off);
        shown.mean.front().changes.push_back(change.mean);
    }
    return shown;
}

/// Draws the page in the available size, or larger.
Figure draw_effects(const Document& document, const View& view, const Shown& shown,
                    const CanvasOptions& options) {
    const Theme colours = theme(view.theme);
    const float unit = options.text * options.zoom, margin = unit, gap = 2.5F * unit;
    Figure figure;
    figure.background = colours.background;
    Drawing drawing{figure, colours, options.measure, options.visible};
    const float width = options.available.width - 2 * margin;
    const auto line = [&](float y, const std::string& text, Font font, Colour ink) {
        draw_text(drawing, {margin, y}, escape(shortened(text, width, font, unit, options.measure)),
                  {font, unit, ink});
    };
    line(margin + 0.6F * unit, shown.heading, Font::Bold, colours.text);
    float y =
        draw_buttons(drawing, shown.buttons, {margin, margin + 1.8F * unit}, margin + width, unit);
    line(y + 1.3F * unit, "Each cell: what the number becomes, less what it is with all heads",
         Font::Sans, colours.text);
    y += 3 * unit;

    const Real most = largest_of(shown.off, shown.mean);
    CellGrid grids[] = {grid_of_changes(document, shown.off, shown.heads, most,
                                        "The head is switched off: its output is 0", view),
                        grid_of_changes(document, shown.mean, shown.heads, most,
                                        "Each word gets the mean of the head's outputs", view)};
    for (CellGrid& grid : grids) {
        grid.title_letters = unit;
        if (options.is_picture)
            grid.small_letters = 1;
    }
    const Size half{(width - gap) / 2, options.available.height - margin - y};
    float letters = std::min(letters_to_fill(grids[0], unit, half, options.measure),
                             letters_to_fill(grids[1], unit, half, options.measure));
    GridSize sizes[] = {size_of_grid(grids[0], letters, half.width, options.measure),
                        size_of_grid(grids[1], letters, half.width, options.measure)};
    const bool are_beside = fits_in(sizes[0].width + gap + sizes[1].width, width) &&
                            sizes[0].across == static_cast<Index>(grids[0].columns.size());
    if (!are_beside) {
        const Size low{width, (half.height - gap) / 2};
        letters = std::min(letters_to_fill(grids[0], unit, low, options.measure),
                           letters_to_fill(grids[1], unit, low, options.measure));
        for (const std::size_t at : {0U, 1U})
            sizes[at] = size_of_grid(grids[at], letters, width, options.measure);
    }
    Point at{margin, y};
    Point end = at;
    for (const std::size_t which : {0U, 1U}) {
        draw_grid(drawing, grids[which], at, sizes[which], letters);
        end = {std::max(end.x, at.x + sizes[which].width),
               std::max(end.y, at.y + sizes[which].height)};
        at = are_beside ? Point{at.x + sizes[which].width + gap, at.y}
                        : Point{at.x, at.y + sizes[which].height + gap};
    }
    figure.size = {
        std::max(snug(end.x + margin, options.available.width), options.available.width),
        std::max(snug(end.y + margin, options.available.height), options.available.height)};
    return figure;
}

/// Leaves room for the scroll bar if the page is higher than its room.
Figure draw_in_room(const Document& document, const View& view, const Shown& shown,
                    const CanvasOptions& options) {
    Figure figure = draw_effects(document, view, shown, options);
    if (options.available.height <= 0 || figure.size.height <= options.available.height)
        return figure;
    CanvasOptions beside_bar = options;
    beside_bar.available.width -= scroll_bar * options.text;
    return draw_effects(document, view, shown, beside_bar);
}

/// Draws a sentence in the middle of the room, in place of the numbers.
Figure draw_why(const std::string& why, const View& view, const CanvasOptions& options) {
    const Theme colours = theme(view.theme);
    const float unit = options.text * options.zoom;
    Figure figure;
    figure.background = colours.background;
    figure.size = options.available;
    Drawing drawing{figure, colours, options.measure, options.visible};
    Prose prose;
    prose.push_back({escape(why)});
    const ProseStyle style{Font::Sans, 1.15F * unit, colours.text};
    const float width = std::min(options.available.width - 2 * unit, 46 * unit);
    const float high = prose_height(prose, width, style, options.measure);
    figure.size.height = std::max(figure.size.height, high + 2 * unit);
    draw_prose(drawing,
               {(options.available.width - width) / 2,
                std::max(unit, (options.available.height - high) / 2)},
               width, prose, style);
    return figure;
}

} // namespace

Figure effects_page(const Document& document, const Trace& trace, const View& asked,
                    const CanvasOptions& options, std::optional<HeadEffects>* kept) {
    const View view = within(document, asked);
    const auto of = number_of_effects(document, trace, view);
    assert(of && "the document has a number that heads change");
    std::optional<HeadEffects> own;
    std::optional<HeadEffects>& effects = kept ? *kept : own;
    if (!effects || effects->of != *of)
        effects = head_effects(document, trace, *of);
    return draw_in_room(document, view, shown_of(document, trace, view, *effects), options);
}

Figure effects_page(const Document& document, const View& asked, const FolderEffects& effects,
                    const CanvasOptions& options) {
    const View view = within(document, asked);
    if (!effects.why.empty())
        return draw_why(effects.why, view, options);
    return draw_in_room(document, view, shown_of(document, view, effects), options);
}

} // namespace attn::figure
