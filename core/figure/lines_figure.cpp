// SPDX-License-Identifier: MIT
#include "core/figure/lines_figure.h"

#include "core/document/sheet.h"
#include "core/figure/colour_map.h"
#include "core/figure/drawing.h"
#include "core/figure/rich_text.h"
#include "core/figure/sheet_look.h"
#include "core/figure/theme.h"
#include "core/figure/word.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

namespace attn::figure {
namespace {

constexpr Real least_part = 0.01; // of the largest weight: fainter lines could not be seen

struct WeightLine {
    Index head = 0, query = 0, key = 0;
    Real weight = 0;
};

/// Weights that can be drawn, the largest first; at most `most_lines`. `left_out` counts the rest
/// that are not 0.
struct WeightLines {
    std::vector<WeightLine> lines;
    std::size_t left_out = 0;
    Real largest = 0;
};

WeightLines weight_lines(const Document& document, const Trace& trace, const View& view,
                         LinesOf which) {
    WeightLines all;
    const bool is_one = which == LinesOf::Query;
    const Index heads = is_one ? head_count(document) : 1;
    for (Index at = 0; at < heads; ++at) {
        const Index head = is_one ? at : view.head;
        const Cells weights = cells_of(document, trace, {Stage::Weights, head, 0});
        const Index first = is_one ? view.query : 0;
        const Index last = is_one ? view.query + 1 : weights.rows();
        for (Index query = first; query < last; ++query) {
            const Vector row = weights.row(query);
            for (Index key = 0; key < row.size(); ++key)
                if (std::isfinite(row(key)) && row(key) != 0)
                    all.lines.push_back({head, query, key, row(key)});
        }
        // So that the list never grows far beyond what is drawn.
        if (all.lines.size() <= most_lines)
            continue;
        const auto keep = all.lines.begin() + static_cast<std::ptrdiff_t>(most_lines);
        std::nth_element(all.lines.begin(), keep, all.lines.end(),
                         [](const WeightLine& a, const WeightLine& b) {
                             return std::abs(a.weight) > std::abs(b.weight);
                         });
        all.left_out += all.lines.size() - most_lines;
        all.lines.erase(keep, all.lines.end());
    }
    std::stable_sort(all.lines.begin(), all.lines.end(),
                     [](const WeightLine& a, const WeightLine& b) {
                         return std::abs(a.weight) > std::abs(b.weight);
                     });
    if (all.lines.empty())
        return all;
    all.largest = std::abs(all.lines.front().weight);
    const auto faint =
        std::find_if(all.lines.begin(), all.lines.end(), [&](const WeightLine& line) {
            return std::abs(line.weight) < least_part * all.largest;
        });
    all.left_out += static_cast<std::size_t>(all.lines.end() - faint);
    all.lines.erase(faint, all.lines.end());
    return all;
}

/// One column of words.
struct Words {
    const std::vector<std::string>* names = nullptr;
    float x = 0; // of the side towards the lines
    float top = 0, line = 0;
    Anchor anchor = Anchor::Right;

    float middle(Index at) const { return top + (static_cast<float>(at) + 0.5F) * line; }
};

class Lines {
public:
    Lines(Drawing& drawing, const Document& document, const View& view, LinesOf which, float text)
        : drawing_(drawing), document_(document), view_(view), which_(which), text_(text) {}

    void draw(const WeightLines& all, const Words& queries, const Words& keys) {
        // The largest last, so that they lie on top.
        for (auto line = all.lines.rbegin(); line != all.lines.rend(); ++line)
            draw_line_of(*line, all.largest, queries, keys);
        draw_words(queries, true);
        draw_words(keys, false);
    }

private:
    bool is_one() const { return which_ == LinesOf::Query; }

    void draw_line_of(const WeightLine& line, Real largest, const Words& queries,
                      const Words& keys) {
        const auto part = static_cast<float>(std::abs(line.weight) / std::max(largest, 1e-300));
        const Theme& theme = drawing_.theme;
        const bool is_of_query = line.query == view_.query;
        Colour colour = is_one() && head_count(document_) > 1 ? head_colour(line.head, view_.theme)
                        : is_of_query                         ? theme.query
                                                              : theme.accent;
        colour.alpha = static_cast<std::uint8_t>(std::lround(20 + 235 * part));
        // Lines of several heads lie beside each other.
        const auto heads = static_cast<float>(is_one() ? head_count(document_) : 1);
        const float beside = heads < 2 ? 0
                                       : (static_cast<float>(line.head) / (heads - 1) - 0.5F) *
                                             std::min(0.5F * keys.line, 0.8F * text_);
        const float gap = 0.5F * text_;
        draw_line(drawing_, {queries.x + gap, queries.middle(line.query) + beside},
                  {keys.x - gap, keys.middle(line.key) + beside}, colour,
                  std::max(0.6F, 0.45F * text_ * part));
    }

    void draw_words(const Words& words, bool are_queries) {
        const Theme& theme = drawing_.theme;
        const auto count = static_cast<Index>(words.names->size());
        const float size = std::min(text_, 0.86F * std::max(words.line, 0.8F * text_));
        const auto step = static_cast<Index>(std::ceil(1.15F * size / words.line));
        for (Index at = 0; at < count; ++at) {
            const bool is_query = are_queries && at == view_.query;
            if (at % std::max<Index>(1, step) != 0)
                continue;
            const float room = words.anchor == Anchor::Right
                                   ? words.x - 0.5F * text_
                                   : drawing_.figure.size.width - words.x - 0.5F * text_;
            const Font font = is_query ? Font::Bold : Font::Sans;
            const std::string name = shortened((*words.names)[static_cast<std::size_t>(at)], room,
                                               font, size, drawing_.measure);
            draw_text(drawing_, {words.x, words.middle(at)}, escape(name),
                      {font, size, is_query ? theme.query_text : theme.text, words.anchor});
            const float left = words.anchor == Anchor::Right ? words.x - room : words.x;
            drawing_.figure.labels.push_back(
                {{left, words.middle(at) - words.line / 2, room, words.line},
                 {Stage::Weights, view_.head, 0},
                 are_queries,
                 at,
                 1,
                 true});
        }
    }

    Drawing& drawing_;
    const Document& document_;
    const View& view_;
    LinesOf which_;
    float text_;
};

/// "lines below weight 0.01 are left out", colours of heads: what the picture does not say.
void draw_foot(Drawing& drawing, const Document& document, const View& view, LinesOf which,
               const WeightLines& all, float y, float text) {
    const float size = 0.86F * text;
    float x = text;
    if (which == LinesOf::Query && head_count(document) > 1) {
        for (Index head = 0; head < head_count(document); ++head) {
            const std::string name = "head " + std::to_string(head + 1);
            const float wide = drawing.measure(name, Font::Sans, size) + 2.5F * size;
            const bool is_last = head + 1 == head_count(document);
            if (x + wide + (is_last ? 0 : 2 * size) > drawing.figure.size.width - text) {
                draw_text(drawing, {x, y}, "…", {Font::Sans, size, drawing.theme.dim_text});
                break;
            }
            drawing.figure.shapes.emplace_back(
                Box{{x, y - 0.3F * size, 1.2F * size, 0.6F * size}, head_colour(head, view.theme)});
            draw_text(drawing, {x + 1.5F * size, y}, name, {Font::Sans, size, drawing.theme.text});
            x += wide;
        }
        y += 1.5F * text;
    }
    std::string said = "full lines: weight " + number_text(all.largest, view.numbers);
    if (all.left_out > 0)
        said += " · " + std::to_string(all.left_out) + " smaller weights are left out";
    draw_text(drawing, {text, y},
              escape(shortened(said, drawing.figure.size.width - 2 * text, Font::Sans, size,
                               drawing.measure)),
              {Font::Sans, size, drawing.theme.dim_text});
}

} // namespace

Figure lines_figure(const Document& document, const Trace& trace, const View& asked, LinesOf which,
                    Size available, float text, const Measure& measure) {
    const View view = within(document, asked);
    const Theme colours = theme(view.theme);
    const auto queries = visible_words(document.tokens);
    const auto keys = document.options.has_memory ? visible_words(document.memory) : queries;
    const auto most = static_cast<float>(std::max(queries->size(), keys->size()));
    const bool has_heads = which == LinesOf::Query && head_count(document) > 1;
    const float head = 2.2F * text, foot = (has_heads ? 3.5F : 2) * text;
    const float wanted = most * std::clamp(40 / most, 1.6F, 2.6F) * text;
    const float room = available.height > 0 ? available.height - head - foot : wanted;
    const float high = std::max(4 * text, std::min(wanted, room));

    Figure figure;
    figure.size = {available.width, available.height > 0 ? available.height : head + high + foot};
    figure.background = colours.panel_background;
    Drawing drawing{figure, colours, measure};
    float widest = 0;
    for (const auto& list : {queries, keys})
        for (std::size_t at = 0; at < std::min<std::size_t>(list->size(), 200); ++at)
            widest = std::max(widest, measure((*list)[at], Font::Bold, text));
    const float words = std::min(widest + 1.5F * text, 0.3F * available.width);
    const auto column = [&](const std::vector<std::string>& names, bool are_queries) {
        return Words{&names, are_queries ? words : available.width - words, head,
                     high / static_cast<float>(names.size()),
                     are_queries ? Anchor::Right : Anchor::Left};
    };
    const Words left = column(*queries, true), right = column(*keys, false);
    draw_text(drawing, {left.x, 1.1F * text}, "query",
              {Font::Bold, 0.86F * text, colours.query_text, Anchor::Right});
    draw_text(drawing, {right.x, 1.1F * text}, "key", {Font::Bold, 0.86F * text, colours.key_text});
    if (which == LinesOf::Everyone && head_count(document) > 1)
        draw_text(drawing, {available.width / 2, 1.1F * text},
                  "head " + std::to_string(view.head + 1) + " of " +
                      std::to_string(head_count(document)),
                  {Font::Sans, 0.86F * text, colours.dim_text, Anchor::Centre});
    const WeightLines all = weight_lines(document, trace, view, which);
    Lines(drawing, document, view, which, text).draw(all, left, right);
    draw_foot(drawing, document, view, which, all, figure.size.height - foot + 1.1F * text, text);
    return figure;
}

} // namespace attn::figure
