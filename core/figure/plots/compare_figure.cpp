// SPDX-License-Identifier: MIT
#include "core/figure/plots/compare_figure.h"

#include "core/document/model/covers.h"
#include "core/document/model/sheet.h"
#include "core/document/model/sheet_numbers.h"
#include "core/figure/base/text.h"
#include "core/figure/matrix/matrix_figure.h"
#include "core/figure/matrix/sheet_look.h"
#include "core/figure/paper/paper_page.h"
#include "core/figure/plots/derivation_figure.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace attn::figure {
namespace {

SheetLook look_in(const Contents& shown, const Document& document, SheetId sheet) {
    sheet = shown_place(document, {sheet, 0, 0}).sheet;
    const SheetLook* const found = look_of(shown, sheet.stage);
    assert(found && "a stage that exists is shown");
    return *found;
}

/// Gives A and B one range of colours, so that they can be compared.
void share_scale(SheetLook& a, SheetLook& b, const NumberFormat& numbers) {
    const Real low = std::min(a.scale.low, b.scale.low),
               high = std::max(a.scale.high, b.scale.high),
               least = std::max(a.scale.least, b.scale.least);
    join_numbers({&a, &b});
    for (SheetLook* look : {&a, &b}) {
        look->scale.low = low;
        look->scale.high = high;
        look->scale.least = least;
        look->scale_low = number_text(low, numbers);
        look->scale_high = number_text(high, numbers);
        look->characters = std::max(a.characters, b.characters);
        look->query_row.reset();
        look->query_column.reset();
        look->key_row.reset();
        look->key_column.reset();
        look->is_input = false;
        look->has_row_sums = false;
        look->has_column_sums = false;
    }
}

/// The look of B − A: signed, around 0.
SheetLook difference_look(SheetLook look, const Matrix& difference, const View& view) {
    Real most = 0;
    int characters = 1;
    for (Index at = 0; at < difference.size(); ++at) {
        const Real value = difference.data()[at];
        if (!std::isfinite(value)) {
            characters = std::max(characters, 3);
            continue;
        }
        most = std::max(most, std::abs(value));
        characters =
            std::max(characters, static_cast<int>(format(std::abs(value), look.numbers).size()));
    }
    look.values = difference;
    look.title = "B − A";
    look.formula.clear();
    look.mask = nullptr;
    look.no_key = nullptr;
    look.characters = characters;
    look.scale.colours = &table(view.theme == ThemeName::Print ? Diverging::Grey : view.diverging,
                                view.theme == ThemeName::Dark);
    look.scale.high = most > 0 ? most : 1;
    look.scale.low = -look.scale.high;
    look.scale.least = 0;
    look.scale_low = number_text(look.scale.low, view.numbers);
    look.scale_high = number_text(look.scale.high, view.numbers);
    return look;
}

/// Draws one matrix into an area, as large as fits.
void draw_in(Drawing& drawing, const SheetLook& look, Rect area, float unit,
             const std::vector<std::string>& words, const View& view) {
    const SheetBox box = box_in(drawing, look, area, unit, words, {5.5F * unit, 2.2F * unit});
    draw_matrix(drawing, box, words, view);
}

std::string changes_heading(const Comparison& comparison) {
    return comparison.changed == 0
               ? "Nothing changed: A and B have the same numbers."
               : std::to_string(comparison.changed) +
                     (comparison.changed == 1 ? " change" : " changes, the largest first") +
                     " (A → B, difference)";
}

/// "weight(cat → mouse)  0.28 → 0.35  +0.07".
std::vector<Run> change_runs(const Compared& compared, const ChangedCell& change, const View& view,
                             const Theme& theme) {
    const bool are_whole = is_whole_number(change.a) && is_whole_number(change.b);
    NumberFormat numbers = are_whole ? view.numbers : compared_format(view.numbers);
    if (numbers.kind != NumberFormat::Kind::Fraction)
        numbers.digits += 2;
    std::vector<Run> runs = name_runs(compared.b.document, change.place, {theme, view.numbers, 1});
    const Real by = change.b - change.a;
    runs.push_back({number_text(change.a, numbers), Font::Mono, theme.text, true, true});
    runs.push_back({"→", Font::Sans, theme.dim_text, true});
    runs.push_back({number_text(change.b, numbers), Font::Mono, theme.text, true});
    runs.push_back(
        {(by > 0 ? "+" : "") + number_text(by, numbers), Font::Mono, theme.accent_text, true});
    return runs;
}

/// Draws one line per change, in two columns if both fit, with smaller text if one does not.
void draw_changes(Drawing& drawing, const Compared& compared, const Comparison& comparison,
                  Rect area, float unit, const View& view) {
    const Theme& theme = drawing.theme;
    const float line = 1.6F * unit;
    draw_text(drawing, {area.x, area.y + line / 2}, changes_heading(comparison),
              {Font::Bold, 0.9F * unit, theme.dim_text});
    const auto room = static_cast<std::size_t>(std::max(1.0F, (area.height - line) / line));
    const float usual = 0.95F * unit, gap = 1.5F * unit;
    std::vector<std::vector<Run>> all;
    float widest = 1;
    for (const ChangedCell& change : comparison.largest) {
        all.push_back(change_runs(compared, change, view, theme));
        widest = std::max(widest, flow_width(all.back(), usual, drawing.measure) + gap);
    }
    const std::size_t columns = area.width > 60 * unit && fits_in(2 * widest, area.width) ? 2 : 1;
    const float width = area.width / static_cast<float>(columns);
    const float size = usual * std::min(1.0F, width / widest);
    for (std::size_t at = 0; at < std::min(all.size(), room * columns); ++at) {
        const float x = area.x + static_cast<float>(at / room) * width;
        const float y = area.y + line * static_cast<float>(at % room + 1);
        draw_flow(drawing, all[at], {{x, y, width, 0}, size, line, 0, {}});
    }
}

/// "A right B not scaled".
std::vector<Run> names_of_both(const Compared& compared, const Theme& colours) {
    std::vector<Run> heading{{"A", Font::Bold, colours.accent_text}};
    append(heading, sentence_runs(compared.a_name, colours.text));
    heading[1].has_space_before = true;
    heading.push_back({"B", Font::Bold, colours.accent_text, true, true});
    const std::size_t second = heading.size();
    append(heading, sentence_runs(compared.b_name, colours.text));
    if (heading.size() > second)
        heading[second].has_space_before = true;
    return heading;
}

/// Draws A, B and their difference below each other, or side by side if there is room.
Figure compare_on_page(const Compared& compared, const View& view, const CanvasOptions& options) {
    View plain = view; // Nothing is highlighted or selected in a comparison.
    plain.marked.clear();
    plain.pointed.reset();
    plain.selected.reset();
    PaperPage page(plain, options.available.width, options.text, options.measure);
    const Theme& colours = page.colours();
    page.write(names_of_both(compared, colours));
    if (!compared.sentence.empty())
        page.write(sentence_runs(compared.sentence, colours.text));
    const auto comparison = compare(compared.a, compared.b, compared.sheet, 16);
    if (!comparison)
        page.write(sentence_runs(comparison.error().text(), colours.error));
    page.room(0.3F * options.text);
    Contents a_shown =
        contents(compared.a.document, compared.a.trace, within(compared.a.document, view));
    Contents b_shown = contents(compared.b.document, compared.b.trace, view);
    if (exists(compared.a.document, compared.sheet) &&
        exists(compared.b.document, compared.sheet)) {
        SheetLook a = look_in(a_shown, compared.a.document, compared.sheet);
        SheetLook b = look_in(b_shown, compared.b.document, compared.sheet);
        share_scale(a, b, view.numbers);
        std::vector<SheetLook> looks{a, b};
        if (comparison) {
            looks.push_back(difference_look(b, comparison->difference, view));
            looks.back().range.low = looks.back().scale.low; // Leaves room for a sign.
            looks.back().range.high = looks.back().scale.high;
        }
        looks[0].title = "A: " + a.title;
        looks[1].title = "B: " + b.title;
        // Without a difference the shapes differ, and rows of one are no rows of the other.
        if (!comparison || !page.put_in_one_line(b_shown, looks)) {
            page.put(a_shown, looks[0]);
            page.put(b_shown, looks[1]);
            if (comparison)
                page.put(b_shown, looks[2]);
        }
    }
    if (comparison && compared.lists_changes) {
        page.write(changes_heading(*comparison), Font::Bold);
        for (const ChangedCell& change : comparison->largest)
            page.write(change_runs(compared, change, view, colours));
    }
    Figure figure = page.made();
    figure.grids.clear(); // The numbers of a comparison do not belong to one document alone.
    figure.labels.clear();
    figure.titles.clear();
    figure.given.clear();
    return figure;
}

/// Covers on both sides what is covered on one: most of their numbers are the same.
Figure compare_figure_as_seen(const Compared& compared, const View& asked,
                              const CanvasOptions& options) {
    const auto covered = [&](const Calculation& one, const Calculation& other) {
        Calculation made = as_seen(as_seen(one), other.document.covers);
        made.document.covers.clear();
        return made;
    };
    const Calculation a = covered(compared.a, compared.b), b = covered(compared.b, compared.a);
    return compare_figure(
        {a, b, compared.a_name, compared.b_name, compared.sheet,
         compared.sentence.empty() ? "" : "Some of the numbers that are compared may be covered.",
         compared.lists_changes},
        asked, options);
}

} // namespace

Figure compare_figure(const Compared& compared, const View& asked, const CanvasOptions& options) {
    if (!compared.a.document.covers.empty() || !compared.b.document.covers.empty())
        return compare_figure_as_seen(compared, asked, options);
    const View view = within(compared.b.document, asked);
    if (options.available.height <= 0)
        return compare_on_page(compared, view, options);
    const View in_a = within(compared.a.document, asked);
    const Theme colours = theme(view.theme);
    const float unit = options.text, padding = 1.1F * unit;
    Figure figure;
    figure.size = options.available;
    figure.background = colours.background;
    Drawing drawing{figure, colours, options.measure};
    const float width = options.available.width - 2 * padding;

    float y = 0.4F * unit;
    const auto write = [&](const std::vector<Run>& runs, float size) {
        y = draw_flow(drawing, runs,
                      {{padding, y, width, 0}, size * unit, 1.6F * size * unit, 0, {}});
    };
    write(names_of_both(compared, colours), 1);
    if (!compared.sentence.empty())
        write(sentence_runs(compared.sentence, colours.text), 1.1F);

    const auto comparison = compare(compared.a, compared.b, compared.sheet, 16);
    if (!comparison)
        write(sentence_runs(comparison.error().text(), colours.error), 1);
    const float list =
        compared.lists_changes ? std::min(9.5F * unit, 0.36F * options.available.height) : 0;
    const Rect middle{padding, y + 0.5F * unit, width, options.available.height - y - list - unit};
    const float gap = 1.6F * unit, part = (width - 2 * gap) / 3;
    const auto area = [&](int at) {
        return Rect{padding + static_cast<float>(at) * (part + gap), middle.y, part, middle.height};
    };
    const bool has_a = exists(compared.a.document, compared.sheet);
    const bool has_b = exists(compared.b.document, compared.sheet);
    const Contents a_shown = contents(compared.a.document, compared.a.trace, in_a);
    const Contents b_shown = contents(compared.b.document, compared.b.trace, view);
    View plain = view; // Nothing is highlighted or selected in a comparison.
    plain.marked.clear();
    plain.pointed.reset();
    plain.selected.reset();
    if (has_a && has_b) {
        SheetLook a = look_in(a_shown, compared.a.document, compared.sheet);
        SheetLook b = look_in(b_shown, compared.b.document, compared.sheet);
        share_scale(a, b, view.numbers);
        a.title = "A: " + a.title;
        b.title = "B: " + b.title;
        draw_in(drawing, a, area(0), unit, a_shown.words(), plain);
        draw_in(drawing, b, area(1), unit, b_shown.words(), plain);
        if (comparison)
            draw_in(drawing, difference_look(b, comparison->difference, view), area(2), unit,
                    b_shown.words(), plain);
    }
    figure.grids.clear(); // The numbers of a comparison do not belong to one document alone.
    figure.labels.clear();
    if (comparison && compared.lists_changes)
        draw_changes(drawing, compared, *comparison,
                     {padding, options.available.height - list, width, list}, unit, view);
    return figure;
}

} // namespace attn::figure
