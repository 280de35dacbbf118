// SPDX-License-Identifier: MIT
#include "core/figure/pages/page.h"

#include "core/document/explaining/sensitivity.h"
#include "core/document/model/open_part.h"
#include "core/document/model/sheet.h"
#include "core/document/telling/step.h"
#include "core/figure/base/colours.h"
#include "core/figure/base/drawing.h"
#include "core/figure/base/prose_layout.h"
#include "core/figure/base/text.h"
#include "core/figure/canvas/model_figures.h"
#include "core/figure/matrix/gradient_look.h"
#include "core/figure/spotlight/spotlight_figure.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace attn::figure {
namespace {

constexpr float ask_size = 1.12F, said_size = 1.05F, choice_size = 1.0F; // in units
constexpr float choice_height = 2.5F, choice_gap = 0.5F;

ProseStyle ask_style(float unit, Colour colour) {
    return {Font::Bold, ask_size * unit, colour, 1.4F};
}
ProseStyle said_style(float unit, Colour colour) {
    return {Font::Sans, said_size * unit, colour, 1.4F};
}

/// The layout of the choices: as many side by side as have room for their texts, in lines of about
/// the same number.
struct Places {
    std::size_t columns = 1;
    float width = 0, pitch = 0; // a choice; from one line to the next
    float height = 0;           // all lines
};

Places places_of(const std::vector<PageChoice>& choices, float width, float unit,
                 const Measure& measure) {
    if (choices.empty())
        return {};
    float longest = 0;
    for (const PageChoice& choice : choices)
        longest = std::max(longest, measure(choice.text, Font::Sans, choice_size * unit));
    const auto room_of = [&](std::size_t columns) {
        const auto count = static_cast<float>(columns);
        return (width - (count - 1) * choice_gap * unit) / count;
    };
    std::size_t columns = choices.size();
    while (columns > 1 && !fits_in(longest + 4.4F * unit, room_of(columns)))
        --columns;
    const std::size_t lines = (choices.size() + columns - 1) / columns;
    columns = (choices.size() + lines - 1) / lines;
    const float pitch = (choice_height + 0.3F) * unit;
    const float room = room_of(columns);
    return {columns, columns == 1 ? room : std::min(room, 12 * unit), pitch,
            static_cast<float>(lines) * pitch - 0.3F * unit};
}

void draw_choice(Drawing& drawing, const PageChoice& choice, std::size_t digit, int most, Rect rect,
                 float unit) {
    const Theme& theme = drawing.theme;
    const float line = (choice.is_right ? 0.14F : 0.05F) * unit;
    const float text = choice_size * unit, middle = rect.y + 0.45F * rect.height;
    drawing.figure.shapes.emplace_back(Box{rect, theme.panel_background,
                                           choice.is_right ? theme.accent : theme.line, line,
                                           0.3F * unit});
    draw_text(drawing, {rect.x + 0.7F * unit, middle}, std::to_string(digit),
              {Font::Sans, 0.8F * unit, theme.dim_text});
    const std::string count = choice.guesses > 0 ? std::to_string(choice.guesses) : "";
    const float room = rect.width - 4.0F * unit;
    draw_text(drawing, {rect.x + 1.7F * unit, middle},
              escape(shortened(choice.text, room, Font::Sans, text, drawing.measure)),
              {choice.is_right ? Font::Bold : Font::Sans, text, theme.text});
    draw_text(drawing, {rect.right() - 0.6F * unit, middle}, count,
              {Font::Sans, text, theme.text, Anchor::Right});
    if (choice.guesses > 0)
        drawing.figure.shapes.emplace_back(
            Box{{rect.x + 0.6F * unit, rect.bottom() - 0.55F * unit,
                 (rect.width - 1.2F * unit) * static_cast<float>(choice.guesses) /
                     static_cast<float>(most),
                 0.3F * unit},
                theme.accent,
                transparent,
                0,
                0.15F * unit});
}

} // namespace

float question_height(const PageQuestion& question, float width, float unit,
                      const Measure& measure) {
    float said = prose_height(question.said, width, said_style(unit, {}), measure);
    for (const Prose& saying : question.sayings)
        said = std::max(said, prose_height(saying, width, said_style(unit, {}), measure));
    const Places places = places_of(question.choices, width, unit, measure);
    return prose_height(question.ask, width, ask_style(unit, {}), measure) + 0.3F * unit +
           places.height + (places.height > 0 ? 0.4F * unit : 0) + said;
}

void draw_question(Drawing& drawing, const PageQuestion& question, Point corner, float width,
                   float unit, std::vector<Rect>* choices) {
    float y = corner.y;
    y += draw_prose(drawing, {corner.x, y}, width, question.ask,
                    ask_style(unit, drawing.theme.text));
    y += 0.3F * unit;
    const Places places = places_of(question.choices, width, unit, drawing.measure);
    int most = 1;
    for (const PageChoice& choice : question.choices)
        most = std::max(most, choice.guesses);
    for (std::size_t at = 0; at < question.choices.size(); ++at) {
        const auto column = static_cast<float>(at % places.columns);
        const auto line = static_cast<float>(at / places.columns);
        const Rect rect{corner.x + column * (places.width + choice_gap * unit),
                        y + line * places.pitch, places.width, choice_height * unit};
        draw_choice(drawing, question.choices[at], at + 1, most, rect, unit);
        if (choices)
            choices->push_back(rect);
    }
    y += places.height + (places.height > 0 ? 0.4F * unit : 0);
    draw_prose(drawing, {corner.x, y}, width, question.said, said_style(unit, drawing.theme.text));
}

namespace {

constexpr float unit_of_height = 34.0F / 1080;
constexpr float small_text = 0.74F; // hints and notes, in units: 25 of 1080 lines

/// The hints that fit side by side, beginning with the first.
std::string hint_line(const std::vector<std::string>& hints, float width, float size,
                      const Measure& measure) {
    std::string line;
    for (const std::string& hint : hints) {
        const std::string longer = line.empty() ? hint : line + "   ·   " + hint;
        if (!fits_in(measure(longer, Font::Sans, size), width))
            break;
        line = longer;
    }
    return line;
}

/// Draws the progress line, finished pieces dark, or the hints in its place, and "6 / 14" at the
/// right.
void draw_progress(Drawing& drawing, const Page& page, Rect bar, float unit) {
    const float size = small_text * unit, middle = bar.y + bar.height / 2;
    const Theme& theme = drawing.theme;
    float room = bar.width;
    if (page.count > 0) {
        const std::string text = std::to_string(page.at) + " / " + std::to_string(page.count);
        draw_text(drawing, {bar.right(), middle}, text,
                  {Font::Sans, size, theme.dim_text, Anchor::Right});
        room -= drawing.measure(text, Font::Sans, size) + unit;
    }
    if (!page.hints.empty()) {
        draw_text(drawing, {bar.x, middle},
                  escape(hint_line(page.hints, room, size, drawing.measure)),
                  {Font::Sans, size, theme.dim_text});
        return;
    }
    const float gap = 0.18F * unit, height = 0.14F * unit;
    const float piece = (room + gap) / static_cast<float>(page.count) - gap;
    for (int at = 0; at < page.count && piece > 0; ++at)
        drawing.figure.shapes.emplace_back(Box{
            {bar.x + static_cast<float>(at) * (piece + gap), middle - height / 2, piece, height},
            at < page.at ? theme.text : theme.line,
            transparent,
            0,
            height / 2});
}

float draw_formula(Drawing& drawing, Point at, float width, const std::string& formula,
                   float size) {
    if (formula.empty())
        return 0;
    const float wide = rich_width(formula, Font::Sans, size, drawing.measure);
    const float fitting = wide > width ? size * width / wide : size;
    draw_text(drawing, {at.x, at.y + 0.75F * size}, formula,
              {Font::Sans, fitting, drawing.theme.text});
    return 1.6F * size;
}

} // namespace

float page_unit(Size size) {
    // A tall narrow window must have room for a line of words as well.
    return std::max(8.0F, std::min(unit_of_height * size.height, size.width / 36));
}

namespace {

/// The spotlight of the page in the area, if the page has one that can be read or that its text
/// needs.
std::optional<Figure> light_on_page(const Document& document, const Trace& trace, const View& view,
                                    const Page& page, const PageOptions& options, Rect area,
                                    float unit) {
    if (!page.light || page.light->sheets.empty())
        return std::nullopt;
    CanvasOptions room;
    room.available = {area.width, area.height};
    room.text = unit;
    room.measure = options.measure;
    room.is_picture = true;
    room.layouts = options.layouts;
    room.gradients = page.picture.gradients.get();
    const SpotlightSizes sizes = sizes_on_page(unit);
    std::optional<Figure> made =
        page.light->pointed.empty()
            ? readable_spotlight(document, trace, view, *page.light, room, sizes)
            : spotlight_figure(document, trace, view, *page.light, room, options.lit_phrase, sizes);
    if (made)
        made = magnified(*std::move(made), 1, {area.x, area.y});
    return made;
}

/// The page's matrices in the area, as a figure of the page's size.
Figure matrices_on_page(const Document& document, const Trace& trace, const View& view,
                        const Page& page, const PageOptions& options, Rect area, float unit) {
    if (auto lit = light_on_page(document, trace, view, page, options, area, unit))
        return *std::move(lit);
    const auto draw = [&](const Document& of, const Trace& traced, const View& seen) {
        Figure figure;
        figure.size = options.size;
        const Theme colours = theme(seen.theme);
        figure.background = colours.background;
        Drawing drawing{figure, colours, options.measure};
        draw_picture(drawing, of, traced, seen, page.picture, {area, unit});
        return figure;
    };
    return has_parts(document) && page.picture.part
               ? draw_part(document, trace, view, *page.picture.part, draw)
               : draw(document, trace, view);
}

} // namespace

Figure page_figure(const Document& document, const Trace& trace, const View& view, const Page& page,
                   const PageOptions& options) {
    const Theme colours = theme(view.theme);
    const float unit = options.unit > 0 ? options.unit : page_unit(options.size);
    Figure figure;
    figure.size = options.size;
    figure.background = colours.background;
    Drawing drawing{figure, colours, options.measure};

    const float margin = 1.6F * unit, width = options.size.width - 2 * margin;
    const bool has_bar = !page.hints.empty() || page.count > 0;
    const float bar = has_bar ? 2.0F * unit : 0;
    const float bottom = options.size.height - bar;
    float y = 1.0F * unit;
    y += draw_prose(drawing, {margin, y}, width, page.title,
                    {Font::Bold, 1.45F * unit, colours.text, 1.25F});
    y += draw_formula(drawing, {margin, y}, width, page.formula, 1.2F * unit);
    if (!page.note.empty())
        y += draw_prose(drawing, {margin, y}, width, {{page.note}},
                        {Font::Sans, small_text * unit, colours.dim_text, 1.5F});
    y += 0.5F * unit;

    ProseStyle text{Font::Sans, 1.12F * unit, colours.text, 1.4F};
    std::vector<PhraseRect> own_phrases;
    if (page.light && !page.light->pointed.empty())
        text.phrases = options.phrases ? options.phrases : &own_phrases;
    text.lit_phrase = options.lit_phrase;
    const float prose = prose_height(page.text, width, text, options.measure);
    const float asked =
        page.question ? 0.5F * unit + question_height(*page.question, width, unit, options.measure)
                      : 0;
    const float text_height = prose + asked;
    const bool has_picture = !page.picture.columns.empty() || page.picture.is_map ||
                             (page.light && !page.light->sheets.empty());
    const float text_top = has_picture ? bottom - 0.6F * unit - text_height : y + 0.5F * unit;
    if (has_picture)
        append(figure, matrices_on_page(
                           document, trace, view, page, options,
                           {margin, y, width, std::max(1.0F, text_top - y - 0.4F * unit)}, unit));
    draw_prose(drawing, {margin, text_top}, width, page.text, text);
    if (page.question)
        draw_question(drawing, *page.question, {margin, text_top + prose + 0.5F * unit}, width,
                      unit, options.choices);

    if (has_bar)
        draw_progress(drawing, page, {margin, bottom, width, bar}, unit);
    return figure;
}

namespace {

constexpr Real told_change = 0.01; // the change of a number whose effect a page states

std::vector<BackwardStep> told_steps(const Document& document, const View& view,
                                     const Sensitivity& sensitivity) {
    if (!sensitivity.has_gradient() || !sensitivity.pass)
        return {};
    return backward_steps(document, sensitivity.pass->stages, within(document, view).head);
}

/// The place of the number with the largest magnitude; nothing if all are 0.
std::optional<Place> strongest_place(const Sensitivity& sensitivity, const SheetId& sheet) {
    const Matrix* const values = sensitivity.find(sheet);
    if (!values)
        return std::nullopt;
    std::optional<Place> found;
    Real most = 0;
    for (Index row = 0; row < values->rows(); ++row)
        for (Index column = 0; column < values->cols(); ++column)
            if (const Real size = std::abs((*values)(row, column)); size > most) {
                most = size;
                found = Place{sheet, row, column};
            }
    return found;
}

std::vector<Part> parts_of(const std::vector<SheetId>& sheets, bool are_gradients) {
    std::vector<Part> made;
    for (const SheetId& sheet : sheets)
        made.push_back({sheet.stage, false, are_gradients});
    return made;
}

Prose strongest_sentence(const Document& document, const Sensitivity& sensitivity,
                         const SheetId& sheet) {
    const std::optional<Place> place = strongest_place(sensitivity, sheet);
    if (!place)
        return {{"No number of this matrix moves the " + escape(title(document, sensitivity.of)) +
                 "."}};
    const Real slope = (*sensitivity.find(sheet))(place->row, place->column);
    const std::string change = spoken(slope * told_change, {NumberFormat::Kind::Significant, 2});
    return {{"Strongest is the " + escape(title(document, *place)) + ": " +
             spoken(told_change, {NumberFormat::Kind::Decimals, 2}) +
             " more there changes it by about "},
            {(slope > 0 ? "+" : "") + change, Tone::Number},
            {"."}};
}

} // namespace

std::size_t backward_page_count(const Document& document, const View& view,
                                const Sensitivity& sensitivity) {
    return told_steps(document, view, sensitivity).size();
}

Page backward_page(const Document& document, const View& view,
                   std::shared_ptr<const Sensitivity> sensitivity, std::size_t at) {
    const std::vector<BackwardStep> steps = told_steps(document, view, *sensitivity);
    assert(at < steps.size() && "the page exists");
    const BackwardStep& told = steps[at];
    const std::string of = escape(title(document, sensitivity->of));
    const std::string symbol(info(told.sheet.stage, document.model).symbol);
    Page page;
    const std::string number = std::to_string(at + 1) + " · ";
    page.picture.has_arrows = false;
    page.picture.gradients = sensitivity;
    page.light = spotlight_of(document, view, *sensitivity, told.sheet);
    if (at == 0) {
        page.title = {{number + "What moves the " + of + "?", Tone::Strong}};
        page.text = {{"It is "},
                     {spoken(sensitivity->value, view.numbers), Tone::Number},
                     {". The chain rule goes back from it, stage by stage, to the inputs."}};
        page.picture.columns = {{{told.sheet.stage, false, true}}};
        return page;
    }
    page.title = {{number + "How " + symbol + " moves the " + of, Tone::Strong}};
    page.formula = "∂" + symbol + " = " + told.formula;
    if (const std::string unit = gradient_scale(*sensitivity, view, nullptr).unit(); !unit.empty())
        page.note = "every ∂ " + unit;
    // The gradient that the backward pass begins with is stated in the note, not drawn.
    std::vector<SheetId> gradients = told.gradients;
    const SheetId& first = steps.front().sheet;
    if (std::erase(gradients, first) > 0)
        page.note += (page.note.empty() ? "∂" : " · ∂") +
                     std::string(info(first.stage, document.model).symbol) +
                     " is 1 at the number and 0 elsewhere";
    for (std::vector<Part> column : {parts_of(gradients, true), parts_of(told.reads, false),
                                     std::vector<Part>{{told.sheet.stage, false, true}}})
        if (!column.empty())
            page.picture.columns.push_back(std::move(column));
    page.text = strongest_sentence(document, *sensitivity, told.sheet);
    return page;
}

namespace {

/// Adds the page in the upper left corner of the area. Returns its rectangle.
Rect add_page(Drawing& drawing, const SpeakerPage::PageMaker& make, Size shape, Rect area) {
    const float factor = std::min(area.width / shape.width, area.height / shape.height);
    const Rect place{area.x, area.y, factor * shape.width, factor * shape.height};
    Figure page = make({place.width, place.height});
    std::vector<Shape>& shapes = drawing.figure.shapes;
    shapes.emplace_back(Box{place, page.background});
    Figure small = magnified(std::move(page), 1, {place.x, place.y});
    shapes.insert(shapes.end(), std::move_iterator(small.shapes.begin()),
                  std::move_iterator(small.shapes.end()));
    shapes.emplace_back(Box{place, transparent, drawing.theme.line, drawing.theme.stroke});
    return place;
}

} // namespace

Figure speaker_page(const SpeakerPage& page, const View& view, Size size, const Measure& measure) {
    const Theme colours = theme(view.theme);
    Figure figure;
    figure.size = size;
    figure.background = colours.panel_background;
    Drawing drawing{figure, colours, measure};
    const float unit = std::max(9.0F, std::min(size.height / 34, size.width / 48));
    const float margin = 1.2F * unit, wide = size.width - 2 * margin;

    const float top = 2.6F * unit, middle = margin / 2 + top / 2;
    draw_text(drawing, {margin, middle}, page.step, {Font::Bold, 1.3F * unit, colours.text});
    draw_text(drawing, {size.width - margin, middle}, page.clock,
              {Font::Bold, 1.7F * unit, colours.text, Anchor::Right});
    draw_text(drawing,
              {size.width - 1.5F * margin - measure(page.clock, Font::Bold, 1.7F * unit), middle},
              page.elapsed, {Font::Sans, 1.1F * unit, colours.dim_text, Anchor::Right});

    // The notes have at least a third of the height.
    const float label = 1.6F * unit, y = margin / 2 + top + label;
    const float most = page.notes.empty() ? size.height - y - margin : 0.5F * size.height - label;
    const float left = 0.6F * wide - margin / 2, right = wide - left - margin;
    const auto name = [&](float x, const char* text) {
        draw_text(drawing, {x, y - 0.8F * unit}, text, {Font::Sans, unit, colours.dim_text});
    };
    name(margin, "On the screen");
    float bottom = add_page(drawing, page.now, page.shape, {margin, y, left, most}).bottom();
    const float beside = margin + left + margin;
    name(beside, page.next ? "Next" : "This is the last step");
    if (page.next)
        bottom = std::max(
            bottom, add_page(drawing, page.next, page.shape, {beside, y, right, most}).bottom());

    const float notes = bottom + unit, room = size.height - margin - notes;
    if (page.notes.empty())
        return figure;
    ProseStyle style{Font::Sans, 1.5F * unit, colours.text, 1.4F};
    while (style.size > 0.9F * unit &&
           !fits_in(prose_height(page.notes, wide, style, measure), room))
        style.size *= 0.94F;
    draw_prose(drawing, {margin, notes}, wide, page.notes, style);
    return figure;
}

} // namespace attn::figure
