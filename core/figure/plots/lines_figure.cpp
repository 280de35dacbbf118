// SPDX-License-Identifier: MIT
#include "core/figure/plots/lines_figure.h"

#include "core/base/number_text.h"
#include "core/document/model/sheet.h"
#include "core/document/model/sheet_numbers.h"
#include "core/engine/graph/place.h"
#include "core/figure/base/colours.h"
#include "core/figure/base/drawing.h"
#include "core/figure/base/text.h"
#include "core/figure/matrix/sheet_look.h"
#include "core/figure/plots/heatmap_figure.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace attn::figure {
namespace {

constexpr float most_height = 80;      // all words together, in texts
constexpr float least_letters = 0.86F; // the smallest names and texts, in texts
constexpr Real least_part = 0.01;      // times the largest weight; fainter lines are invisible

struct WeightLine {
    Index head = 0, query = 0, key = 0;
    Real weight = 0;
};

/// The heads whose weights are drawn, in ascending order.
std::vector<Index> shown_heads(const Document& document, const View& view, LinesOf which,
                               const LineChoice& choice) {
    std::vector<Index> heads;
    for (const Index head : choice.heads)
        if (head >= 0 && head < head_count(document))
            heads.push_back(head);
    std::sort(heads.begin(), heads.end());
    heads.erase(std::unique(heads.begin(), heads.end()), heads.end());
    if (!heads.empty())
        return heads;
    if (which == LinesOf::Everyone)
        return {view.head};
    heads.resize(static_cast<std::size_t>(head_count(document)));
    std::iota(heads.begin(), heads.end(), Index{0});
    return heads;
}

/// The weights to draw, at most `most_lines` of them, the largest first. `left_out` counts the
/// other weights that are not 0; `below` counts how many of them are below the threshold.
struct WeightLines {
    std::vector<WeightLine> lines;
    std::size_t left_out = 0, below = 0;
    Real largest = 0;
};

WeightLines weight_lines(const Document& document, const Trace& trace, const View& view,
                         LinesOf which, const std::vector<Index>& heads, Real least) {
    WeightLines all;
    const bool is_one = which == LinesOf::Query;
    for (const Index head : heads) {
        const Cells weights = cells_of(document, trace, {Stage::Weights, head, 0});
        const Index first = is_one ? view.query : 0;
        const Index last = is_one ? view.query + 1 : weights.rows();
        for (Index query = first; query < last; ++query) {
            const Vector row = weights.row(query);
            for (Index key = 0; key < row.size(); ++key)
                if (std::isfinite(row(key)) && row(key) != 0) {
                    if (std::abs(row(key)) < least)
                        ++all.below;
                    else
                        all.lines.push_back({head, query, key, row(key)});
                }
        }
        // Keeps the list from growing far beyond what is drawn.
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
struct LineEnds {
    const std::vector<std::string>* names = nullptr;
    float x = 0; // where the side facing the lines is
    float top = 0, line = 0;
    Anchor anchor = Anchor::Right;
    float end = 0; // right end of the room for names

    float middle(Index at) const { return top + (static_cast<float>(at) + 0.5F) * line; }
};

class WordLines {
public:
    WordLines(Drawing& drawing, const View& view, const std::vector<Index>& heads, float text,
              bool is_beside_others)
        : drawing_(drawing), view_(view), heads_(heads), text_(text),
          is_beside_others_(is_beside_others) {}

    void draw(const WeightLines& all, const LineEnds& queries, const LineEnds& keys) {
        constexpr float many = 80;
        faint_ = std::min(1.0F, many / static_cast<float>(all.lines.size() + 1));
        // The query word's lines and the largest are drawn last, on top.
        for (const bool are_of_query : {false, true})
            for (auto line = all.lines.rbegin(); line != all.lines.rend(); ++line)
                if ((line->query == view_.query) == are_of_query)
                    draw_line_of(*line, all.largest, queries, keys);
        draw_words(queries, true);
        draw_words(keys, false);
    }

private:
    void draw_line_of(const WeightLine& line, Real largest, const LineEnds& queries,
                      const LineEnds& keys) {
        const auto part = static_cast<float>(std::abs(line.weight) / std::max(largest, 1e-300));
        const Theme& theme = drawing_.theme;
        const bool is_of_query = line.query == view_.query;
        const bool has_own = heads_.size() > 1 || (is_beside_others_ && is_of_query);
        Colour colour = has_own       ? head_colour(line.head, view_.theme)
                        : is_of_query ? theme.query
                                      : theme.dim_text;
        // Lines of other words are faint, fainter if there are many.
        colour.alpha = static_cast<std::uint8_t>(
            std::lround(is_of_query ? 20 + 235 * part : std::max(4.0F, faint_ * (12 + 60 * part))));
        // Lines of several heads are side by side.
        const auto heads = static_cast<float>(heads_.size());
        const auto at =
            static_cast<float>(std::find(heads_.begin(), heads_.end(), line.head) - heads_.begin());
        const float beside =
            heads < 2 ? 0 : (at / (heads - 1) - 0.5F) * std::min(0.5F * keys.line, 0.8F * text_);
        const float gap = 0.5F * text_;
        draw_line(drawing_, {queries.x + gap, queries.middle(line.query) + beside},
                  {keys.x - gap, keys.middle(line.key) + beside}, colour,
                  std::max(0.6F, 0.45F * text_ * part));
    }

    void draw_words(const LineEnds& words, bool are_queries) {
        const Theme& theme = drawing_.theme;
        const auto count = static_cast<Index>(words.names->size());
        const float size = std::clamp(0.86F * words.line, least_letters * text_, text_);
        const Index step =
            round_line_step(static_cast<Index>(std::ceil(1.15F * size / words.line)));
        for (Index at = 0; at < count; ++at) {
            const bool is_query = are_queries && at == view_.query;
            if (at % step != 0)
                continue;
            const float room = words.anchor == Anchor::Right ? words.x - 0.5F * text_
                                                             : words.end - words.x - 0.5F * text_;
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
    const View& view_;
    const std::vector<Index>& heads_;
    float text_;
    bool is_beside_others_;
    float faint_ = 1; // how faint lines of other words are
};

/// Writes the names of several heads in their colours in as many lines as needed. Returns the
/// number of lines; without `is_drawn` only counts them.
std::size_t draw_heads(Drawing& drawing, const View& view, const std::vector<Index>& heads, float y,
                       float text, bool is_drawn) {
    if (heads.size() < 2)
        return 0;
    const float size = least_letters * text;
    std::size_t lines = 1;
    float x = text;
    for (const Index head : heads) {
        const std::string name = head_name(head);
        const float wide = 1.5F * size + drawing.measure(name, Font::Sans, size);
        if (x > text && !fits_in(x + wide, drawing.figure.size.width - text)) {
            ++lines;
            x = text;
            y += 1.5F * text;
        }
        if (is_drawn) {
            drawing.figure.shapes.emplace_back(
                Box{{x, y - 0.3F * size, 1.2F * size, 0.6F * size}, head_colour(head, view.theme)});
            draw_text(drawing, {x + 1.5F * size, y}, name, {Font::Sans, size, drawing.theme.text});
        }
        x += wide + size;
    }
    return lines;
}

/// Writes the query word's weight beside each key, if every key has a line of its own.
void draw_weights_of_query(Drawing& drawing, const Document& document, const Trace& trace,
                           const View& view, const LineEnds& keys, float size) {
    if (keys.line < 1.15F * size)
        return;
    const Cells cells = cells_of(document, trace, {Stage::Weights, view.head, 0});
    const NumberFormat numbers = format_of(cells, view.numbers);
    const Vector weights = cells.row(view.query);
    for (Index key = 0; key < weights.size(); ++key)
        draw_text(drawing, {drawing.figure.size.width - 0.5F * size, keys.middle(key)},
                  number_text(weights(key), numbers),
                  {Font::Mono, size, drawing.theme.text, Anchor::Right});
}

/// The text below the picture: how large weights are, and which are left out.
std::string said_below(const WeightLines& all, const NumberFormat& numbers, Real least) {
    std::string said = "full lines: weight " + number_text(all.largest, numbers);
    if (all.lines.empty())
        said = "no weight is drawn";
    if (all.below > 0)
        said += " · " + std::to_string(all.below) + " weights below " + shortest(least) +
                " are left out";
    if (all.left_out > 0)
        said += " · " + std::to_string(all.left_out) + " smaller weights are left out";
    return said;
}

void shift(Shape& shape, float by) {
    if (auto* const box = std::get_if<Box>(&shape)) {
        box->rect.x += by;
    } else if (auto* const line = std::get_if<Line>(&shape)) {
        line->from.x += by;
        line->to.x += by;
    } else if (auto* const text = std::get_if<Text>(&shape)) {
        text->at.x += by;
    } else if (auto* const polygon = std::get_if<Polygon>(&shape)) {
        for (Point& point : polygon->points)
            point.x += by;
    } else if (auto* const image = std::get_if<Image>(&shape)) {
        image->rect.x += by;
    }
}

/// Appends a picture, moved to the right.
void append_shifted(Figure& all, Figure one, float by) {
    for (Shape& shape : one.shapes) {
        shift(shape, by);
        all.shapes.push_back(std::move(shape));
    }
    for (LabelRegion& label : one.labels) {
        label.rect.x += by;
        all.labels.push_back(label);
    }
}

} // namespace

Figure lines_figure(const Document& document, const Trace& trace, const View& asked, LinesOf which,
                    Size available, float text, const Measure& measure, const LineChoice& choice) {
    const View view = within(document, asked);
    const Theme colours = theme(view.theme);
    const auto queries = visible_words(document.tokens);
    const auto keys = document.options.has_memory ? visible_words(document.memory) : queries;
    const std::vector<Index> heads = shown_heads(document, view, which, choice);
    const WeightLines all = weight_lines(document, trace, view, which, heads, choice.least);
    Figure figure;
    figure.size = available;
    figure.background = colours.panel_background;
    Drawing drawing{figure, colours, measure};

    const float size = least_letters * text;
    const NumberFormat format =
        format_of(document, trace, {Stage::Weights, view.head, 0}, view.numbers);
    const std::vector<std::string> said = caption_lines(said_below(all, format, choice.least),
                                                        available.width - 2 * text, size, measure);
    const auto head_lines = static_cast<float>(draw_heads(drawing, view, heads, 0, text, false));
    const auto most = static_cast<float>(std::max(queries->size(), keys->size()));
    const float head = 2.2F * text;
    const bool is_small = choice.is_beside_others;
    const float foot = is_small
                           ? 0.5F * text
                           : (0.5F + 1.5F * (head_lines + static_cast<float>(said.size()))) * text;
    // Not higher than a page: names thin out first.
    const float wanted = std::min(most * std::clamp(40 / most, 1.6F, 2.6F), most_height) * text;
    const float room = available.height > 0 ? available.height - head - foot : wanted;
    const float high = std::max(4 * text, std::min(wanted, room));
    if (available.height <= 0)
        figure.size.height = head + high + foot;
    float widest = measure("query", Font::Bold, size);
    for (const auto& list : {queries, keys})
        for (std::size_t at = 0; at < std::min<std::size_t>(list->size(), 200); ++at)
            widest = std::max(widest, measure((*list)[at], Font::Bold, text));
    const float words = std::min(widest + 1.5F * text, 0.38F * available.width);
    const float numbers = is_small ? measure("0.000", Font::Mono, size) : 0;
    const auto column = [&](const std::vector<std::string>& names, bool are_queries) {
        return LineEnds{&names,
                        are_queries ? words : available.width - words - numbers,
                        head,
                        high / static_cast<float>(names.size()),
                        are_queries ? Anchor::Right : Anchor::Left,
                        available.width - numbers};
    };
    const LineEnds left = column(*queries, true), right = column(*keys, false);
    const bool has_name = heads.size() == 1 && head_count(document) > 1;
    const float between = right.x - left.x - 2 * text;
    // Between narrow columns the head's name stands instead of theirs.
    const bool has_columns =
        !has_name || fits_in(measure(head_name(heads.front()), Font::Bold, size), between);
    if (has_columns) {
        draw_text(drawing, {left.x, 1.1F * text}, "query",
                  {Font::Bold, size, colours.query_text, Anchor::Right});
        draw_text(drawing, {right.x, 1.1F * text}, "key", {Font::Bold, size, colours.key_text});
    }
    if (has_name) {
        const std::string whole = head_name(heads.front(), head_count(document));
        const bool is_brief = is_small || !fits_in(measure(whole, Font::Sans, size), between);
        draw_text(drawing, {(left.x + right.x) / 2, 1.1F * text},
                  is_brief ? head_name(heads.front()) : whole,
                  {is_small ? Font::Bold : Font::Sans, size, colours.dim_text, Anchor::Centre});
    }
    WordLines(drawing, view, heads, text, is_small).draw(all, left, right);
    if (is_small) {
        draw_weights_of_query(drawing, document, trace, view, right, size);
        return figure;
    }
    float y = figure.size.height - foot + 1.1F * text;
    draw_heads(drawing, view, heads, y, text, true);
    y += 1.5F * head_lines * text;
    for (const std::string& line : said) {
        draw_text(drawing, {text, y}, escape(line), {Font::Sans, size, colours.dim_text});
        y += 1.5F * text;
    }
    return figure;
}

Figure lines_of_heads(const Document& document, const Trace& trace, const View& asked,
                      Size available, float text, const Measure& measure) {
    const View view = within(document, asked);
    const Index count = head_count(document);
    if (count > most_beside)
        return lines_figure(document, trace, view, LinesOf::Query, available, text, measure);
    const float width = available.width / static_cast<float>(count);
    Figure all;
    all.size = available;
    all.background = theme(view.theme).panel_background;
    for (Index head = 0; head < count; ++head) {
        View of_head = view;
        of_head.head = head;
        LineChoice choice;
        choice.is_beside_others = true;
        const float gap = 0.8F * text;
        append_shifted(all,
                       lines_figure(document, trace, of_head, LinesOf::Everyone,
                                    {width - gap, available.height}, text, measure, choice),
                       width * static_cast<float>(head));
    }
    return all;
}

} // namespace attn::figure
