// SPDX-License-Identifier: MIT
#include "core/figure/canvas/legend.h"

#include "core/figure/base/colours.h"
#include "core/figure/base/text.h"
#include "core/figure/matrix/matrix_figure.h"
#include "core/figure/plots/derivation_figure.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace attn::figure {
namespace {

struct Entry {
    std::string text;           // plain
    Box sample;                 // without its position
    Colour inner = transparent; // the colour of a smaller box inside; transparent: no box
    float margin = 0;
    float radius = 0;
    bool is_masked = false;
};

/// What samples mean, in two lines: kinds of cells, and frames of words.
struct Entries {
    std::vector<Entry> cells, words;
};
Entries entries(const Theme& theme, const Contents& contents, const View& view, bool is_picture) {
    const auto word = [](const std::vector<std::string>& words, Index at) {
        return quoted_word(words, at);
    };
    const float stroke = theme.stroke;
    const Colour number =
        colour({&table(view.theme == ThemeName::Print ? Diverging::Grey : view.diverging,
                       view.theme == ThemeName::Dark),
                -1, 1},
               0.45);
    Entries made;
    made.cells = {{is_picture ? "input" : "input: drag or type",
                   {{}, theme.editable, theme.editable_line, 1.2F * stroke, 4},
                   number,
                   2.5F,
                   3},
                  {"computed", {{}, number, transparent, 0, 1}}};
    made.words = {{"query word " + word(contents.words(), view.query),
                   {{}, transparent, theme.query, 2 * stroke, 3}}};
    if (view.key)
        made.words.push_back({"key word " + word(contents.keys(), *view.key),
                              {{}, transparent, theme.key, 2 * stroke, 3}});
    for (const SheetLook& look : contents.sheets)
        if (look.id.stage == Stage::Weights && look.mask) {
            made.cells.push_back({"masked", {{}, theme.masked, transparent, 0, 1}});
            made.cells.back().is_masked = true;
        }
    return made;
}

/// A colour bar with the numbers at its ends and the name of what it measures.
struct Range {
    std::string name; // rich
    ColourScale scale;
    std::string low, high;
    int characters = 0; // reserved for its ends while they follow the numbers
};

/// The least width of the wider end, so that nothing beside it moves.
float ends_width(const Range& range, const Lengths& lengths, const Measure& measure) {
    float width = measure(std::string(static_cast<std::size_t>(range.characters), '0'), Font::Mono,
                          lengths.range_size());
    for (const std::string* text : {&range.low, &range.high})
        width = std::max(width, measure(*text, Font::Mono, lengths.range_size()));
    return width;
}

/// The kinds of numbers on the canvas, each with its range: those that are most looked at first, as
/// the last may find no room.
std::vector<Range> ranges(const CanvasLayout& layout) {
    std::vector<Range> list;
    const auto add = [&](const char* name, Stage stage) {
        if (const SheetBox* const box = layout.find(stage)) {
            const SheetLook& look = *box->look;
            const bool follows = look.family == Family::Scores;
            list.push_back({name, look.scale, look.scale_low, look.scale_high,
                            follows ? reserved_characters(look.asked) + 1 : 0});
        }
    };
    add("weights", Stage::Weights);
    add("stream", stream_range);
    add("normed", normed_range);
    add("hidden", hidden_range);
    const SheetBox* const x = layout.find(Stage::X);
    const bool is_looked_up = x && !x->look->formula.empty();
    add("inputs", is_looked_up ? Stage("E") : Stage::X);
    add("computed", Stage::Q);
    add("scores", Stage::Scores);
    add("scaled", Stage::Scaled);
    add("with bias", Stage::WithBias);
    add("biased", Stage::Biased);
    add("limited", Stage::Limited);
    add("masked", Stage::Masked);
    return list;
}

/// Draws a line across a bar at zero, if zero is inside.
void draw_zero(Drawing& drawing, const ColourScale& scale, Rect bar) {
    if (!(scale.low < 0 && scale.high > 0))
        return;
    const auto part = static_cast<float>(-scale.low / 2 / (scale.high / 2 - scale.low / 2));
    const float x = bar.x + part * bar.width;
    draw_line(drawing, {x, bar.y - 2}, {x, bar.bottom() + 2}, drawing.theme.text,
              drawing.theme.stroke);
}

/// Draws one range. `letters` scales the letters of its name.
void draw_range(Drawing& drawing, const Range& range, Rect line, float ends, float width,
                const Lengths& lengths, float letters = 1) {
    const TextStyle style{Font::Mono, lengths.range_size(), drawing.theme.dim_text};
    const float y = line.y + line.height / 2;
    const float height = 0.42F * lengths.unit, gap = 0.4F * lengths.unit;
    const Rect bar{line.x + ends + gap, y - height / 2, width, height};
    draw_text(drawing, {bar.x - gap, y}, range.low,
              {style.font, style.size, style.colour, Anchor::Right});
    draw_scale(drawing, range.scale, bar);
    draw_zero(drawing, range.scale, bar);
    draw_text(drawing, {bar.right() + gap, y}, range.high, style);
    const float x = bar.right() + ends + 2 * gap;
    const float size = lengths.small_size() * letters;
    if (x + rich_width(range.name, Font::Sans, size, drawing.measure) <=
        line.right() + 0.1F * lengths.unit)
        draw_text(drawing, {x, y}, range.name, {Font::Sans, size, drawing.theme.dim_text});
}

/// Draws a sample and the text beside it. Returns their width.
float draw_entry(Drawing& drawing, Entry entry, Point left, float room, const Lengths& lengths) {
    const float sample = 1.7F * lengths.unit, gap = 0.6F * lengths.unit;
    entry.sample.rect = {left.x, left.y - 0.45F * lengths.unit, sample, 0.9F * lengths.unit};
    drawing.figure.shapes.emplace_back(entry.sample);
    if (entry.inner.alpha > 0)
        drawing.figure.shapes.emplace_back(Box{grown(entry.sample.rect, -entry.margin), entry.inner,
                                               transparent, 0, entry.radius});
    if (entry.is_masked)
        draw_masked_sign(drawing, entry.sample.rect, false);
    const std::string text = escape(shortened(entry.text, room - sample - gap, Font::Sans,
                                              lengths.small_size(), drawing.measure));
    return sample + gap +
           draw_text(drawing, {left.x + sample + gap, left.y}, text,
                     {Font::Sans, lengths.small_size(), drawing.theme.dim_text});
}

float width_of(const Drawing& drawing, const Entry& entry, const Lengths& lengths) {
    return 2.3F * lengths.unit + drawing.measure(entry.text, Font::Sans, lengths.small_size());
}

constexpr float entry_gap = 1.4F; // between what stands in one line, in units
constexpr float short_range = 3;  // the length of a bar beside others, in units

float width_of(const Drawing& drawing, const Range& range, const Lengths& lengths) {
    return short_range * lengths.unit + 2 * ends_width(range, lengths, drawing.measure) +
           1.2F * lengths.unit +
           rich_width(range.name, Font::Sans, lengths.small_size(), drawing.measure);
}

/// Draws samples beside each other from `x`, those that fit into the line and leave `after` free.
/// Returns where the next may begin.
float draw_entries(Drawing& drawing, const std::vector<Entry>& list, Rect line, float x,
                   float after, const Lengths& lengths) {
    for (const Entry& entry : list)
        if (fits_in(x + width_of(drawing, entry, lengths), line.right() - after))
            x +=
                entry_gap * lengths.unit + draw_entry(drawing, entry, {x, line.y + line.height / 2},
                                                      line.right() - x, lengths);
    return x;
}

/// Draws samples beside each other, the first shortened if it is too long for the line.
void draw_first_entries(Drawing& drawing, std::vector<Entry> list, Rect line,
                        const Lengths& lengths) {
    const float x =
        line.x + entry_gap * lengths.unit +
        draw_entry(drawing, list.front(), {line.x, line.y + line.height / 2}, line.width, lengths);
    list.erase(list.begin());
    draw_entries(drawing, list, line, x, 0, lengths);
}

/// Draws ranges beside each other from `x`, as many as fit. The first is drawn in any room.
void draw_ranges(Drawing& drawing, const std::vector<Range>& list, Rect line, float x,
                 const Lengths& lengths) {
    for (std::size_t at = 0; at < list.size(); ++at) {
        const float ends = ends_width(list[at], lengths, drawing.measure);
        const float width = width_of(drawing, list[at], lengths), room = line.right() - x;
        if (at > 0 && !fits_in(width, room))
            return;
        // Where room is scarce the bar shrinks, then the letters of the name.
        const float bar = std::clamp(short_range * lengths.unit - std::max(0.0F, width - room),
                                     1.2F * lengths.unit, short_range * lengths.unit);
        const float beside = room - bar - 2 * ends - 1.2F * lengths.unit;
        const float name =
            rich_width(list[at].name, Font::Sans, lengths.small_size(), drawing.measure);
        draw_range(drawing, list[at], {x, line.y, std::min(width, room) + 1, line.height}, ends,
                   bar, lengths, std::clamp(beside / std::max(1.0F, name), 0.77F, 1.0F));
        x += width + entry_gap * lengths.unit;
    }
}

/// Draws everything in one line, or the ranges in a second, as far as it fits; the first range
/// always.
void draw_line_of_legend(Drawing& drawing, const CanvasLayout& layout, const Contents& contents,
                         const View& view, const std::vector<std::string>& captions,
                         bool is_picture) {
    const Lengths& lengths = layout.lengths;
    Rect place = layout.legend;
    const std::vector<Range> bars = ranges(layout);
    const bool has_two = place.height >= 2.9F * lengths.unit;
    const float after = bars.empty() || has_two ? 0 : width_of(drawing, bars.front(), lengths);
    if (has_two)
        place.height /= 2;
    float x = place.x;
    for (const std::string& caption : captions)
        if (fits_in(x + drawing.measure(caption, Font::Bold, lengths.small_size()),
                    place.right() - after))
            x += entry_gap * lengths.unit +
                 draw_text(drawing, {x, place.y + place.height / 2}, escape(caption),
                           {Font::Bold, lengths.small_size(), drawing.theme.text});
    const Entries list = entries(drawing.theme, contents, view, is_picture);
    x = draw_entries(drawing, list.words, place, x, after, lengths);
    x = draw_entries(drawing, list.cells, place, x, after, lengths);
    if (has_two) {
        place.y += place.height;
        x = place.x;
    }
    draw_ranges(drawing, bars, place, x, lengths);
}

/// The samples of the chosen number and of blank cells.
std::vector<Entry> gradient_entries(const Theme& theme, const std::string& number) {
    return {{number, {{}, transparent, theme.mark, 2 * theme.stroke, 3}},
            {"does not move it", {{}, theme.background, theme.line, 1, 1}}};
}

/// The width of the widest piece without a possible break.
float widest_piece(const std::vector<Run>& runs, float size, const Measure& measure) {
    float widest = 0;
    for (std::size_t from = 0, at = 1; at <= runs.size(); ++at)
        if (at == runs.size() || runs[at].may_break_before) {
            const std::vector<Run> piece(runs.begin() + static_cast<std::ptrdiff_t>(from),
                                         runs.begin() + static_cast<std::ptrdiff_t>(at));
            widest = std::max(widest, flow_width(piece, size, measure));
            from = at;
        }
    return widest;
}

/// Draws the bar with its ends and its zero below it.
void draw_wide_range(Drawing& drawing, const GradientScale& gradients, Rect place,
                     const Lengths& lengths) {
    TextStyle style{Font::Mono, lengths.range_size(), drawing.theme.dim_text};
    const float both = drawing.measure(gradients.low, style.font, style.size) +
                       drawing.measure(" " + gradients.high, style.font, style.size);
    style.size *= std::clamp(place.width / both, 0.6F, 1.0F);
    const Rect bar{place.x, place.y, place.width, 0.6F * lengths.unit};
    const float y = bar.bottom() + 0.7F * lengths.unit;
    draw_scale(drawing, gradients.scale, bar);
    draw_zero(drawing, gradients.scale, bar);
    draw_text(drawing, {bar.x, y}, gradients.low, style);
    const float zero = drawing.measure("0", style.font, style.size);
    const float ends = std::max(drawing.measure(gradients.low, style.font, style.size),
                                drawing.measure(gradients.high, style.font, style.size));
    if (2 * ends + 2 * zero < bar.width) // Otherwise only the mark on the bar shows zero.
        draw_text(drawing, {bar.x + bar.width / 2, y}, "0",
                  {style.font, style.size, drawing.theme.text, Anchor::Centre});
    draw_text(drawing, {bar.right(), y}, gradients.high,
              {style.font, style.size, style.colour, Anchor::Right});
}

/// Draws everything in one line, the number first.
void draw_line_of_gradients(Drawing& drawing, const CanvasLayout& layout,
                            const std::vector<Run>& about, const GradientScale& gradients,
                            const std::vector<Entry>& list) {
    const Lengths& lengths = layout.lengths;
    const Rect& place = layout.legend;
    const float size = lengths.small_size(), gap = 1.4F * lengths.unit;
    float x = place.x;
    draw_flow(drawing, about, {{x, place.y, 1e6F, 0}, size, place.height, 0, {}});
    x += flow_width(about, size, drawing.measure) + gap;
    float ends = 0;
    for (const std::string* text : {&gradients.low, &gradients.high})
        ends = std::max(ends, drawing.measure(*text, Font::Mono, lengths.range_size()));
    const float bar = 6 * lengths.unit;
    draw_range(drawing, {gradients.unit(), gradients.scale, gradients.low, gradients.high},
               {x, place.y, place.right() - x, place.height}, ends, bar, lengths);
    x += bar + 2 * ends + 1.2F * lengths.unit + gap +
         rich_width(gradients.unit(), Font::Sans, size, drawing.measure);
    for (const Entry& entry : list)
        if (x + drawing.measure(entry.text, Font::Sans, size) + 2.3F * lengths.unit <=
            place.right())
            x += gap + draw_entry(drawing, entry, {x, place.y + place.height / 2},
                                  place.right() - x, lengths);
}

} // namespace

void draw_gradient_legend(Drawing& drawing, const CanvasLayout& layout,
                          const std::vector<std::string>& captions, const Document& document,
                          const Sensitivity& of, const GradientScale& gradients) {
    const Lengths& lengths = layout.lengths;
    std::vector<Run> about;
    for (const std::string& caption : captions)
        about.push_back({escape(caption) + " ·", Font::Bold, drawing.theme.text, true, true});
    std::vector<Run> what = gradient_runs(document, of.of, drawing.theme);
    what.front().has_space_before = what.front().may_break_before = true;
    const std::size_t captioned = about.size();
    append(about, std::move(what));
    const std::vector<Entry> list = gradient_entries(drawing.theme, "the number");
    if (layout.has_legend_line)
        return draw_line_of_gradients(drawing, layout, about, gradients, list);
    if (const std::string unit = gradients.unit(); !unit.empty())
        about.push_back({unit, Font::Sans, drawing.theme.text, true, true});
    const Rect& place = layout.legend;
    const float line = 1.45F * lengths.unit, bar = 2.2F * lengths.unit;
    FlowStyle flow{place, lengths.small_size() * 1.1F, line, 0, {}};
    const auto fit = [&] { // Long words need lines of their own, or smaller letters.
        flow.size = lengths.small_size() * 1.1F;
        if (!fits_in(widest_piece(about, flow.size, drawing.measure), place.width))
            for (Run& run : about)
                run.may_break_before = run.may_break_before || run.has_space_before;
        flow.size *= std::clamp(place.width /
                                    std::max(1.0F, widest_piece(about, flow.size, drawing.measure)),
                                0.6F, 1.0F);
        return static_cast<float>(flow_lines(about, flow, drawing.measure));
    };
    float lines = fit();
    const bool is_wide = !fits_in(widest_piece(about, flow.size, drawing.measure), place.width);
    if (captioned > 0 && (is_wide || lines * line + bar > place.height)) { // The panel says these.
        about.erase(about.begin(), about.begin() + static_cast<std::ptrdiff_t>(captioned));
        lines = fit();
    }
    const float room = place.height - lines * line - bar;
    const auto shown = std::min(list.size(), static_cast<std::size_t>(std::max(0.0F, room / line)));
    const float whole = lines * line + bar + static_cast<float>(shown) * line;
    flow.area.y += std::max(0.0F, (place.height - whole) / 2);
    float y = draw_flow(drawing, about, flow) + 0.3F * lengths.unit;
    draw_wide_range(drawing, gradients, {place.x, y, place.width, bar}, lengths);
    y += bar - 0.3F * lengths.unit;
    for (std::size_t at = 0; at < shown; ++at, y += line)
        draw_entry(drawing, list[at], {place.x, y + line / 2}, place.width, lengths);
}

void draw_legend(Drawing& drawing, const CanvasLayout& layout, const Contents& contents,
                 const View& view, const std::vector<std::string>& captions, bool is_picture) {
    if (layout.has_legend_line)
        return draw_line_of_legend(drawing, layout, contents, view, captions, is_picture);
    const Lengths& lengths = layout.lengths;
    Rect place = layout.legend;
    const float line = 1.45F * lengths.unit;
    for (const std::string& caption : captions) {
        draw_text(drawing, {place.x, place.y + line / 2},
                  escape(shortened(caption, place.width, Font::Bold, lengths.small_size(),
                                   drawing.measure)),
                  {Font::Bold, lengths.small_size(), drawing.theme.text});
        place.y += line;
        place.height -= line;
    }
    // At most three lines; in little height the ranges stay longest, then the words.
    const std::vector<Range> bars = ranges(layout);
    const Entries list = entries(drawing.theme, contents, view, is_picture);
    const int wanted = bars.empty() ? 2 : 3;
    const int lines = std::clamp(static_cast<int>(place.height / line), 0, wanted);
    place.y += (place.height - static_cast<float>(lines) * line) / 2;
    for (int at = wanted - lines; at < wanted; ++at, place.y += line) {
        const Rect here{place.x, place.y, place.width, line};
        if (at == 2)
            draw_ranges(drawing, bars, here, here.x, lengths);
        else
            draw_first_entries(drawing, at == 0 ? list.cells : list.words, here, lengths);
    }
}

} // namespace attn::figure
