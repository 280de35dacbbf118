// SPDX-License-Identifier: MIT
#include "core/figure/base/prose_layout.h"

#include "core/figure/base/colours.h"
#include "core/figure/base/phrase_style.h"
#include "core/figure/base/text.h"
#include "core/figure/canvas/pins.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

namespace attn::figure {
namespace {

struct Laid {
    float x = 0, width = 0;
    std::size_t line = 0;
};

/// The width of a run and everything up to the next possible break.
float kept_together(const std::vector<Run>& runs, std::size_t from, float size, float space,
                    const Measure& measure) {
    float width = rich_width(runs[from].text, runs[from].font, size, measure);
    for (std::size_t at = from + 1; at < runs.size() && !runs[at].may_break_before; ++at)
        width += rich_width(runs[at].text, runs[at].font, size, measure) +
                 (runs[at].has_space_before ? space : 0);
    return width;
}

std::vector<Laid> laid(const std::vector<Run>& runs, const FlowStyle& style,
                       const Measure& measure) {
    const float space = measure(" ", Font::Sans, style.size) * 1.3F;
    std::vector<Laid> list;
    float x = 0;
    std::size_t line = 0;
    for (std::size_t at = 0; at < runs.size(); ++at) {
        const Run& run = runs[at];
        float from = x + (run.has_space_before && x > 0 ? space : 0);
        if (run.may_break_before && x > style.indent &&
            !fits_in(from + kept_together(runs, at, style.size, space, measure),
                     style.area.width)) {
            from = style.indent;
            ++line;
        }
        const float width = rich_width(run.text, run.font, style.size, measure);
        list.push_back({from, width, line});
        x = from + width;
    }
    return list;
}

} // namespace

std::size_t flow_lines(const std::vector<Run>& runs, const FlowStyle& style,
                       const Measure& measure) {
    return runs.empty() ? 0 : laid(runs, style, measure).back().line + 1;
}

float flow_width(const std::vector<Run>& runs, float size, const Measure& measure) {
    if (runs.empty())
        return 0;
    const Laid last = laid(runs, {{0, 0, 1e9F, 0}, size, size, 0, {}}, measure).back();
    return last.x + last.width;
}

float draw_flow(Drawing& drawing, const std::vector<Run>& runs, const FlowStyle& style) {
    const std::vector<Laid> placed = laid(runs, style, drawing.measure);
    const Theme& theme = drawing.theme;
    for (std::size_t at = 0; at < runs.size(); ++at) {
        const Run& run = runs[at];
        const float x = style.area.x + placed[at].x;
        const float y = style.area.y + (static_cast<float>(placed[at].line) + 0.5F) * style.line;
        draw_text(drawing, {x, y}, run.text, {run.font, style.size, run.colour});
        if (!run.place)
            continue;
        const bool is_pointed = run.place == style.pointed;
        const float under = y + 0.62F * style.size;
        draw_line(drawing, {x, under}, {x + placed[at].width, under},
                  is_pointed ? run.colour : theme.line, (is_pointed ? 2.0F : 1.0F) * theme.stroke);
        drawing.figure.places.push_back(
            {{x, y - style.line / 2, placed[at].width, style.line}, *run.place});
    }
    return style.area.y +
           style.line * (placed.empty() ? 0 : static_cast<float>(placed.back().line + 1));
}

namespace {

/// A piece of text in one tone, without blanks.
struct ProsePiece {
    std::string rich;
    Tone tone = Tone::Text;
    Font font = Font::Sans;
    float width = 0;
    std::size_t phrase = 0;
};

/// Pieces that stay together on a line.
struct Chunk {
    std::vector<ProsePiece> pieces;
    float width = 0;
    bool begins_line = false; // a line break precedes it
};

Font font_of(Tone tone, const ProseStyle& style) {
    return tone == Tone::Text || tone == Tone::Number ? style.font : Font::Bold;
}

std::vector<Chunk> chunks(const Prose& prose, float width, const ProseStyle& style,
                          const Measure& measure) {
    std::vector<Chunk> list(1);
    const auto add = [&](std::string rich, Tone tone, std::size_t phrase) {
        if (rich.empty())
            return;
        if (!style.phrases)
            phrase = 0;
        const Font font = font_of(tone, style);
        const float wide = rich_width(rich, font, style.size, measure);
        list.back().width += wide;
        list.back().pieces.push_back({std::move(rich), tone, font, wide, phrase});
    };
    for (const attn::Run& run : prose) {
        if (run.tone == Tone::Pin) {
            const float wide = pin_size(style.size) + 0.4F * style.size;
            if (style.pins) {
                list.back().width += wide;
                list.back().pieces.push_back({run.text, run.tone, Font::Bold, wide});
            }
            continue;
        }
        if (run.tone == Tone::Word || run.tone == Tone::QueryWord) {
            add(escape(
                    shortened(visible_word(run.text), width / 2, Font::Bold, style.size, measure)),
                run.tone, run.phrase);
            continue;
        }
        if (run.tone == Tone::Number) {
            add(run.text, run.tone, run.phrase);
            continue;
        }
        std::string text;
        for (const char c : run.text) {
            if (c != ' ' && c != '\n') {
                text += c;
                continue;
            }
            add(std::exchange(text, ""), run.tone, run.phrase);
            if (!list.back().pieces.empty() || c == '\n')
                list.emplace_back();
            list.back().begins_line = list.back().begins_line || c == '\n';
        }
        add(std::move(text), run.tone, run.phrase);
    }
    return list;
}

/// Calls place(piece, x, line) for every piece. Returns the number of lines.
template <class Place>
int lay_out_lines(const std::vector<Chunk>& list, float width, float blank, Place place) {
    int line = 0;
    float x = 0;
    bool is_first = true;
    for (const Chunk& chunk : list) {
        if (chunk.begins_line) {
            line += is_first && line == 0 && x == 0 ? 0 : 1;
            x = 0;
            is_first = true;
        }
        if (chunk.pieces.empty())
            continue;
        const float gap = is_first ? 0 : blank;
        if (!is_first && !fits_in(x + gap + chunk.width, width)) {
            ++line;
            x = 0;
        } else {
            x += gap;
        }
        is_first = false;
        for (const ProsePiece& piece : chunk.pieces) {
            place(piece, x, line);
            x += piece.width;
        }
    }
    return line + 1;
}

} // namespace

namespace {

/// Draws the words of phrases with lines below, and notes where they are.
class PhraseLines {
public:
    PhraseLines(Drawing& drawing, const ProseStyle& style) : drawing_(drawing), style_(style) {}

    /// `at`: the left end of the piece, at the middle height of its capital letters.
    void draw(const ProsePiece& piece, Point at, int line) {
        const PhraseStyle how = phrase_style(drawing_.theme, piece.phrase);
        const float size = style_.size;
        // The blank between two words of a phrase belongs to it.
        const bool goes_on = piece.phrase == phrase_ && line == line_;
        const float left = goes_on ? right_ : at.x;
        phrase_ = piece.phrase;
        line_ = line;
        right_ = at.x + piece.width;
        const Rect rect{left, at.y - 0.62F * size, right_ - left, 1.3F * size};
        if (piece.phrase == style_.lit_phrase)
            drawing_.figure.shapes.emplace_back(
                Box{rect, mix(drawing_.figure.background, how.colour, 0.13F)});
        draw_text(drawing_, at, piece.rich, {piece.font, size, how.colour});
        draw_phrase_line(drawing_, {left, at.y + 0.52F * size}, right_ - left, how,
                         std::max(1.0F, 0.09F * size));
        if (goes_on)
            style_.phrases->back().rect.width = right_ - style_.phrases->back().rect.x;
        else
            style_.phrases->push_back({rect, piece.phrase});
    }
    void leave() { phrase_ = 0; }

private:
    Drawing& drawing_;
    const ProseStyle& style_;
    std::size_t phrase_ = 0;
    int line_ = 0;
    float right_ = 0;
};

} // namespace

float prose_height(const Prose& prose, float width, const ProseStyle& style,
                   const Measure& measure) {
    if (prose.empty())
        return 0;
    const int lines =
        lay_out_lines(chunks(prose, width, style, measure), width,
                      measure(" ", style.font, style.size), [](const ProsePiece&, float, int) {});
    return static_cast<float>(lines) * style.line * style.size;
}

float draw_prose(Drawing& drawing, Point corner, float width, const Prose& prose,
                 const ProseStyle& style) {
    if (prose.empty())
        return 0;
    const float line_height = style.line * style.size;
    PhraseLines phrases(drawing, style);
    const int lines = lay_out_lines(
        chunks(prose, width, style, drawing.measure), width,
        drawing.measure(" ", style.font, style.size),
        [&](const ProsePiece& piece, float x, int line) {
            const float y = corner.y + (static_cast<float>(line) + 0.5F) * line_height;
            if (piece.tone == Tone::Pin) {
                const float wide = pin_size(style.size);
                const Rect rect{corner.x + x, y - wide / 2, wide, wide};
                const auto number = static_cast<std::size_t>(std::stoul(piece.rich));
                draw_pin(drawing, rect, number);
                style.pins->push_back({rect, number});
                return;
            }
            if (piece.phrase > 0) {
                phrases.draw(piece, {corner.x + x, y}, line);
                return;
            }
            phrases.leave();
            const Colour colour =
                piece.tone == Tone::QueryWord ? drawing.theme.query_text : style.colour;
            draw_text(drawing, {corner.x + x, y}, piece.rich, {piece.font, style.size, colour});
        });
    return static_cast<float>(lines) * line_height;
}

} // namespace attn::figure
