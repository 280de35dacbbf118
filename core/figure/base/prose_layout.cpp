// SPDX-License-Identifier: MIT
#include "core/figure/base/prose_layout.h"

#include "core/document/telling/lesson_phrases.h"
#include "core/figure/base/colours.h"
#include "core/figure/base/phrase_style.h"
#include "core/figure/base/text.h"

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
    float size = 14;
};

/// Pieces that stay together on a line.
struct Chunk {
    std::vector<ProsePiece> pieces;
    float width = 0;
    bool begins_line = false; // a line break precedes it
    bool is_sum = false;      // on a line of large type
    bool is_bullet = false;   // begins an item of a list
};
constexpr float sum_size = 1.45F, sum_line = 1.75F; // of ordinary text, and of its lines

/// Sets lines that are sums in large type.
void enlarge_sums(std::vector<Chunk>& list, const Prose& prose, const ProseStyle& style,
                  const Measure& measure) {
    const std::vector<Prose> lines = lines_of(prose);
    std::size_t line = 0;
    for (Chunk& chunk : list) {
        line += chunk.begins_line ? 1 : 0;
        chunk.is_sum = is_sum(lines[line]);
        if (!chunk.is_sum)
            continue;
        chunk.width = 0;
        for (ProsePiece& piece : chunk.pieces) {
            if (piece.tone != Tone::Pin) {
                piece.font = Font::Mono;
                piece.size = sum_size * style.size;
                piece.width = rich_width(piece.rich, piece.font, piece.size, measure);
            }
            chunk.width += piece.width;
        }
    }
}

Font font_of(Tone tone, const ProseStyle& style) {
    if (tone == Tone::Code)
        return Font::Mono;
    return tone == Tone::Text || tone == Tone::Number ? style.font : Font::Bold;
}

std::vector<Chunk> chunks(const Prose& prose, float width, const ProseStyle& style,
                          const Measure& measure) {
    std::vector<Chunk> list(1);
    const auto begins_line = [&] {
        return list.back().pieces.empty() && (list.size() == 1 || list.back().begins_line);
    };
    const auto add = [&](std::string rich, Tone tone, std::size_t phrase) {
        if (rich.empty())
            return;
        if (!style.phrases)
            phrase = 0;
        const Font font = font_of(tone, style);
        const float wide = rich_width(rich, font, style.size, measure);
        list.back().width += wide;
        list.back().pieces.push_back({std::move(rich), tone, font, wide, phrase, style.size});
    };
    for (const attn::Run& run : prose) {
        if (run.tone == Tone::Pin) // the phrase after it has its colour
            continue;
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
        const auto rich = [&](std::string text) {
            return run.tone == Tone::Code ? escape(text) : text;
        };
        std::string text;
        for (const char c : run.text) {
            if (c != ' ' && c != '\n') {
                text += c;
                continue;
            }
            if (c == ' ' && text == "-" && run.tone == Tone::Text && begins_line()) {
                text = "•";
                list.back().is_bullet = true;
            }
            add(rich(std::exchange(text, "")), run.tone, run.phrase);
            if (!list.back().pieces.empty() || c == '\n')
                list.emplace_back();
            list.back().begins_line = list.back().begins_line || c == '\n';
        }
        add(rich(std::move(text)), run.tone, run.phrase);
    }
    enlarge_sums(list, prose, style, measure);
    return list;
}

/// Calls place(piece, x, y) for every piece, where y is the middle of its line in ordinary lines.
/// Returns the height of all lines.
template <class Place>
float lay_out_lines(const std::vector<Chunk>& list, float width, float blank, Place place) {
    float x = 0, top = 0, high = 1; // of the line
    float hang = 0;                 // the left end of an item's later lines
    bool is_first = true;
    for (const Chunk& chunk : list) {
        if (chunk.begins_line) {
            top += is_first && top == 0 && x == 0 ? 0 : high;
            x = 0;
            high = 1;
            hang = 0;
            is_first = true;
        }
        if (chunk.is_bullet)
            hang = chunk.width + blank;
        if (chunk.pieces.empty())
            continue;
        high = chunk.is_sum ? sum_line : 1;
        const float gap = is_first ? 0 : blank * (chunk.is_sum ? sum_size : 1);
        if (!is_first && !fits_in(x + gap + chunk.width, width)) {
            top += high;
            x = hang;
        } else {
            x += gap;
        }
        is_first = false;
        for (const ProsePiece& piece : chunk.pieces) {
            place(piece, x, top + high / 2);
            x += piece.width;
        }
    }
    return top + high;
}

} // namespace

namespace {

/// Draws the words of phrases with lines below, and notes where they are.
class PhraseLines {
public:
    PhraseLines(Drawing& drawing, const ProseStyle& style) : drawing_(drawing), style_(style) {}

    /// `at`: the left end of the piece, at the middle height of its capital letters.
    void draw(const ProsePiece& piece, Point at) {
        const PhraseStyle how = phrase_style(drawing_.theme, piece.phrase);
        const float size = piece.size;
        // The blank between two words of a phrase belongs to it.
        const bool goes_on = piece.phrase == phrase_ && at.y == line_;
        const float left = goes_on ? right_ : at.x;
        phrase_ = piece.phrase;
        line_ = at.y;
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
    float line_ = 0, right_ = 0;
};

} // namespace

float prose_height(const Prose& prose, float width, const ProseStyle& style,
                   const Measure& measure) {
    if (prose.empty())
        return 0;
    const float lines =
        lay_out_lines(chunks(prose, width, style, measure), width,
                      measure(" ", style.font, style.size), [](const ProsePiece&, float, float) {});
    return lines * style.line * style.size;
}

float draw_prose(Drawing& drawing, Point corner, float width, const Prose& prose,
                 const ProseStyle& style) {
    if (prose.empty())
        return 0;
    const float line_height = style.line * style.size;
    PhraseLines phrases(drawing, style);
    const float lines = lay_out_lines(
        chunks(prose, width, style, drawing.measure), width,
        drawing.measure(" ", style.font, style.size),
        [&](const ProsePiece& piece, float x, float middle) {
            const float y = corner.y + middle * line_height;
            if (piece.phrase > 0) {
                phrases.draw(piece, {corner.x + x, y});
                return;
            }
            phrases.leave();
            const Colour colour =
                piece.tone == Tone::QueryWord ? drawing.theme.query_text : style.colour;
            draw_text(drawing, {corner.x + x, y}, piece.rich, {piece.font, piece.size, colour});
        });
    return lines * line_height;
}

} // namespace attn::figure
