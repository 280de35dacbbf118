// SPDX-License-Identifier: MIT
#include "core/figure/spotlight/spotlight_figure.h"

#include "core/document/explaining/derivation.h"
#include "core/document/model/sheet.h"
#include "core/engine/graph/operation.h"
#include "core/figure/base/phrase_style.h"
#include "core/figure/base/text.h"
#include "core/figure/matrix/matrix_figure.h"
#include "core/figure/pages/kept_layouts.h"
#include "core/figure/plots/derivation_figure.h"
#include "core/figure/spotlight/spotlight_layout.h"
#include "core/figure/spotlight/spotlight_softmax.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace attn::figure {
namespace {

constexpr float most_margin = 9; // around all matrices

class SpotlightPage {
public:
    SpotlightPage(const Document& document, const Trace& trace, const View& view,
                  const Spotlight& light, const CanvasOptions& options, std::size_t lit_phrase,
                  const SpotlightSizes& sizes)
        : document_(document), view_(view), light_(light), options_(options),
          colours_(theme(view.theme)), lit_phrase_(lit_phrase), sizes_(sizes),
          items_(document, trace, view, light, options), sum_(sum_runs(trace)),
          layout_(items_, room(), options.text, sum_, options.measure, sizes) {
        figure_.size = options.available;
        figure_.background = colours_.background;
        if (!light.pointed.empty() && !view_.pointed && !view_.selected)
            view_.marked.clear(); // The frames of phrases say what is meant.
    }

    /// Nothing if it has to be readable and is not.
    std::optional<Figure> draw(bool must_be_readable) && {
        if (must_be_readable && items_.list.empty())
            return std::nullopt;
        Drawing drawing{figure_, colours_, options_.measure, options_.visible};
        if (!items_.list.empty() && !draw_softmax(drawing)) {
            if (must_be_readable && (light_.softmax_row || light_.is_softmax_of_query))
                return std::nullopt;
            const SpotlightFit best = fit(must_be_readable);
            if (must_be_readable && (best.items.empty() || !layout_.is_readable(best)))
                return std::nullopt;
            draw_matrices(drawing, best);
        }
        draw_frames(drawing);
        return std::move(figure_);
    }

private:
    float margin() const {
        return sizes_.margin < 8
                   ? sizes_.margin
                   : std::max(sizes_.margin, std::min(0.6F * options_.text, most_margin));
    }
    Size room() const {
        return {options_.available.width - 2 * margin(), options_.available.height - 2 * margin()};
    }
    std::vector<Run> sum_runs(const Trace& trace) const {
        if (!light_.number || !exists(document_, *light_.number))
            return {};
        const RunStyle style{colours_, view_.numbers, 8};
        std::vector<Run> runs = name_runs(document_, *light_.number, style);
        append(runs,
               number_runs(derive(items_.stages(), document_, trace, *light_.number), style, true));
        return runs;
    }

    /// The arrangement, which is kept while only numbers change.
    SpotlightFit fit(bool must_be_readable) {
        if (!options_.layouts)
            return layout_.chosen(must_be_readable);
        SpotlightSource source = layout_.source(light_.pointed);
        source.lengths.push_back(must_be_readable ? 1 : 0);
        const SpotlightMade made =
            options_.layouts->spotlight.of(source, [&](const SpotlightSource&) {
                SpotlightMade now{layout_.chosen(must_be_readable), {}};
                for (const SpotlightItem& item : items_.list)
                    now.parts.push_back(item.part);
                return now;
            });
        for (std::size_t at = 0; at < items_.list.size(); ++at)
            if (made.parts[at])
                items_.show(items_.list[at], *made.parts[at]);
        return made.fit;
    }

    bool draw_softmax(Drawing& drawing) {
        if (!light_.softmax_row && !light_.is_softmax_of_query)
            return false;
        const SpotlightItem* weights = nullptr;
        const SpotlightItem* scores = nullptr;
        for (const SpotlightItem& item : items_.list)
            (item.look.id.stage == Stage::Weights ? weights : scores) = &item;
        if (!weights || !scores || items_.list.size() != 2)
            return false;
        SheetLook upright[2] = {scores->look, weights->look}; // as the sheet counts
        for (SheetLook& look : upright)
            if (look.is_transposed)
                turn(look);
        const Index row = light_.softmax_row.value_or(view_.query);
        if (row >= upright[1].row_count() || upright[1].column_count() > most_rows)
            return false;
        std::vector<std::string> keys;
        for (Index key = 0; key < upright[1].column_count(); ++key)
            keys.push_back(upright[1].column_name(key, *weights->words));
        const std::string query = upright[1].row_name(row, *weights->words);
        const SoftmaxRow softmax{upright[0], upright[1], row, query, keys};
        const Size space = room();
        const float least =
            static_cast<Index>(keys.size()) <= few_rows ? sizes_.large : sizes_.small;
        const Rect area{margin(), margin(), space.width, space.height};
        return has_powers(softmax) &&
               draw_softmax_row(drawing, softmax, view_, area, options_.text,
                                Lengths{sizes_.title}.label_size(), least, layout_.most());
    }

    void draw_matrices(Drawing& drawing, const SpotlightFit& best) {
        const board::Piece made = layout_.page(best);
        const Size space = room(), size = board::size_of(made, best.cells);
        const Rect area{margin() + std::max(0.0F, (space.width - size.width) / 2),
                        margin() + 0.4F * std::max(0.0F, space.height - size.height), size.width,
                        size.height};
        const board::Places places = board::place(made, best.cells, area);
        std::vector<SheetBox> boxes;
        for (const std::size_t at : best.items)
            boxes.push_back(box(places, at, best));
        make_images(drawing, boxes);
        for (std::size_t at = 0; at < boxes.size(); ++at) {
            draw_matrix(drawing, boxes[at], *items_.list[best.items[at]].words, view_);
            draw_title(drawing, boxes[at], items_.list[best.items[at]], best.unit);
        }
        if (best.form == SpotlightForm::Line)
            draw_signs(drawing, best, places, boxes);
        else if (best.form == SpotlightForm::Lanes)
            draw_arrows(drawing, best, boxes);
        if (!sum_.empty()) {
            const Rect& sum = places.rect(sum_key);
            FlowStyle style = layout_.sum_style(best, {margin(), 0, space.width, 0});
            style.area.y = sum.y + 0.6F * style.size;
            style.pointed = view_.pointed;
            draw_flow(drawing, sum_, style);
        }
    }
    SheetBox box(const board::Places& places, std::size_t at, const SpotlightFit& best) {
        const board::Placed& placed = *places.find(static_cast<int>(at));
        SpotlightItem& item = items_.list[at];
        SheetBox made = places.box(static_cast<int>(at), layout_.lengths(best.unit));
        made.width = std::max(made.width, placed.rect.width);
        made.has_numbers = item.has_numbers() && best.digits >= sizes_.least;
        made.number_size = best.digits;
        made.opens_lines = !made.has_numbers;
        made.open_digits = std::min(best.digits, sizes_.large);
        made.open_cell = {3.2F * made.open_digits, 1.5F * made.open_digits};
        if (!light_.pointed.empty()) { // Frames belong to what the text means.
            if (!item.has_many_rows())
                item.look.query_row = item.look.key_row = std::nullopt;
            if (!item.has_many_columns())
                item.look.query_column = item.look.key_column = std::nullopt;
        }
        made.widest_word = item.widest_column;
        return made;
    }

    /// Writes title, shape, formula and roles in one line, as far as there is room; above the cells
    /// if the title fits there.
    void draw_title(Drawing& drawing, const SheetBox& box, const SpotlightItem& item,
                    float unit) const {
        const SheetLook& look = *box.look;
        const float right = box.corner.x + box.width, y = box.corner.y + 0.5F * unit;
        const float small = Lengths{unit}.formula_size();
        const float wide = rich_width(look.title, Font::Bold, unit, drawing.measure) + 0.5F * unit +
                           drawing.measure(look.shape, Font::Sans, small) +
                           small * given_marks_width(given_marks(look), drawing.measure);
        float x = fits_in(box.cells.x + wide, right) ? box.cells.x : box.corner.x;
        const float left = x;
        x +=
            draw_text(drawing, {x, y}, look.title, {Font::Bold, unit, colours_.text}) + 0.5F * unit;
        x += draw_text(drawing, {x, y}, look.shape, {Font::Sans, small, colours_.dim_text});
        drawing.figure.titles.push_back(
            {{left, box.corner.y, x - left, Lengths{unit, 9, true}.title_line()}, look.id});
        x += draw_given_marks(drawing, look, {x, y}, small, right);
        std::vector<std::string> more;
        if (!look.formula.empty())
            more.push_back(item.is_gradient ? look.formula : "= " + look.formula);
        if (look.has_word_rows && look.has_word_columns) // Both are words: which of them ask?
            more.push_back(look.row_role + " ↓  " + look.column_role + " →");
        for (const std::string& text : more) {
            x += 0.6F * unit;
            if (!fits_in(x + rich_width(text, Font::Sans, small, drawing.measure), right))
                return;
            x += draw_text(drawing, {x, y}, text, {Font::Sans, small, colours_.dim_text});
        }
    }

    /// What is written between two matrices that stand in a line.
    std::string sign_between(const SpotlightFit& best, std::size_t left, std::size_t right) const {
        for (const std::size_t result : best.items) {
            const SpotlightItem& item = items_.list[result];
            if (!items_.reads(item, left) || !items_.reads(item, right))
                continue;
            return items_.is_product(item)                               ? "·"
                   : items_.operation_of(item) == &operation::sum        ? "+"
                   : items_.operation_of(item) == &operation::difference ? "−"
                                                                         : "";
        }
        const SpotlightItem& item = items_.list[right];
        if (!items_.reads(item, left))
            return "";
        const bool is_sum = items_.operation_of(item) == &operation::sum;
        std::size_t shown = 0;
        for (std::size_t number = 0; number < items_.input_count(item); ++number)
            if (const auto from = items_.input(item, number))
                shown += std::count(best.items.begin(), best.items.end(), *from) > 0 ? 1 : 0;
        return (items_.is_product(item) || is_sum) && shown == 2 && items_.input_count(item) == 2
                   ? "="
                   : "→";
    }
    void draw_signs(Drawing& drawing, const SpotlightFit& best, const board::Places& places,
                    const std::vector<SheetBox>& boxes) const {
        for (std::size_t at = 1; at < best.items.size(); ++at) {
            const std::string sign = sign_between(best, best.items[at - 1], best.items[at]);
            const Rect& rect = places.rect(sign_key + static_cast<int>(at));
            const float low = std::min(boxes[at - 1].cells.height, boxes[at].cells.height);
            const Point middle{rect.x + rect.width / 2, boxes[at].cells.y + low / 2};
            if (sign == "→")
                draw_arrow(drawing, {rect.x, middle.y}, rect.width, colours_.dim_text,
                           1.2F * colours_.stroke);
            else if (!sign.empty())
                draw_text(drawing, middle, sign,
                          {Font::Bold, 2 * best.unit, colours_.dim_text, Anchor::Centre});
        }
    }
    /// Draws arrows from factors to the product beside and below them, if nothing is between.
    void draw_arrows(Drawing& drawing, const SpotlightFit& best,
                     const std::vector<SheetBox>& boxes) const {
        const float unit = best.unit, stroke = 1.2F * colours_.stroke;
        for (std::size_t to = 0; to < boxes.size(); ++to)
            for (std::size_t from = 0; from < boxes.size(); ++from) {
                const SpotlightItem &source = items_.list[best.items[from]],
                                    &result = items_.list[best.items[to]];
                if (source.group != result.group || !items_.reads(result, best.items[from]))
                    continue;
                const SheetBox &a = boxes[from], &b = boxes[to];
                if (source.lane == result.lane && a.cells.right() < b.corner.x) {
                    const bool is_free =
                        std::none_of(boxes.begin(), boxes.end(), [&](const SheetBox& other) {
                            return other.cells.y == a.cells.y && other.cells.x > a.cells.right() &&
                                   other.cells.right() < b.corner.x;
                        });
                    const float left =
                        std::max(a.cells.right(), a.corner.x + a.width) + 0.4F * unit;
                    const float high = std::min(a.cells.height, b.cells.height);
                    if (is_free && b.corner.x - left > unit)
                        draw_arrow(drawing, {left, a.cells.y + high / 2},
                                   b.corner.x - left - 0.3F * unit, colours_.dim_text, stroke);
                } else if (source.lane < result.lane && source.column == result.column) {
                    const float x = b.cells.x + 0.5F * std::min(a.cells.width, b.cells.width);
                    const float top = a.cells.bottom() + 0.4F * unit;
                    const float head = 2.2F * stroke + 3, tip = b.corner.y - 0.2F * unit;
                    draw_line(drawing, {x, top}, {x, tip - head}, colours_.dim_text, stroke);
                    drawing.figure.shapes.emplace_back(Polygon{
                        {{x, tip}, {x - 0.6F * head, tip - head}, {x + 0.6F * head, tip - head}},
                        colours_.dim_text});
                }
            }
    }

    /// Draws a frame around what each phrase means, the one around another first. Frames are inside
    /// their cells, so that neighbours never touch.
    void draw_frames(Drawing& drawing) const {
        struct Framed {
            std::size_t phrase;
            Rect rect;
            bool is_whole = false;
            std::size_t depth = 0;
            board::Edges inside = {}; // the frames around it that share a side
        };
        std::vector<Framed> frames;
        for (std::size_t at = 0; at < light_.pointed.size(); ++at)
            if (const auto rect = lit_rect(figure_, document_, light_.pointed[at]))
                frames.push_back(
                    {at + 1, *rect, items_.is_whole(*cells_of(document_, light_.pointed[at]))});
        const auto is_near = [](float a, float b) { return std::abs(a - b) < 0.5F; };
        const auto holds = [&](const Framed& outer, const Framed& inner) {
            const Rect &a = outer.rect, &b = inner.rect;
            const bool is_inside = b.x >= a.x - 0.5F && b.right() <= a.right() + 0.5F &&
                                   b.y >= a.y - 0.5F && b.bottom() <= a.bottom() + 0.5F;
            const bool is_same = is_near(a.width, b.width) && is_near(a.height, b.height);
            return is_inside && (!is_same || outer.phrase < inner.phrase);
        };
        for (Framed& one : frames)
            for (const Framed& other : frames) {
                if (&one == &other || !holds(other, one))
                    continue;
                ++one.depth;
                if (other.is_whole && !one.is_whole)
                    continue;
                one.inside.left += is_near(one.rect.x, other.rect.x) ? 1.0F : 0.0F;
                one.inside.top += is_near(one.rect.y, other.rect.y) ? 1.0F : 0.0F;
                one.inside.right += is_near(one.rect.right(), other.rect.right()) ? 1.0F : 0.0F;
                one.inside.bottom += is_near(one.rect.bottom(), other.rect.bottom()) ? 1.0F : 0.0F;
            }
        std::stable_sort(frames.begin(), frames.end(),
                         [](const Framed& a, const Framed& b) { return a.depth < b.depth; });
        const auto whole_inside = [&](const Framed& outer) {
            return std::count_if(frames.begin(), frames.end(), [&](const Framed& inner) {
                return &inner != &outer && inner.is_whole && holds(outer, inner);
            });
        };
        for (const Framed& one : frames) {
            const float width = layout_.frame_width() * (lit_phrase_ == one.phrase ? 1.5F : 1);
            const float step = layout_.frame_width() + 1.5F;
            // Those around the same matrix are around each other.
            Rect rect = one.is_whole
                            ? grown(one.rect, 1 + step * static_cast<float>(whole_inside(one)))
                            : grown(one.rect, -phrase_frame_room(width));
            if (one.is_whole) {
                draw_phrase_frame(drawing, rect, phrase_style(colours_, one.phrase), width);
                continue;
            }
            rect.x += step * one.inside.left;
            rect.y += step * one.inside.top;
            rect.width -= step * (one.inside.left + one.inside.right);
            rect.height -= step * (one.inside.top + one.inside.bottom);
            draw_phrase_frame(drawing, rect, phrase_style(colours_, one.phrase), width);
        }
    }

    const Document& document_;
    View view_;
    const Spotlight& light_;
    const CanvasOptions& options_;
    Theme colours_;
    std::size_t lit_phrase_;
    SpotlightSizes sizes_;
    Figure figure_;
    SpotlightItems items_;
    std::vector<Run> sum_;
    SpotlightLayout layout_;
};

} // namespace

Figure spotlight_figure(const Document& document, const Trace& trace, const View& asked,
                        const Spotlight& light, const CanvasOptions& options,
                        std::size_t lit_phrase, const SpotlightSizes& sizes) {
    const View view = within(document, asked);
    return *SpotlightPage(document, trace, view, light, options, lit_phrase, sizes).draw(false);
}

std::optional<Figure> readable_spotlight(const Document& document, const Trace& trace,
                                         const View& asked, const Spotlight& light,
                                         const CanvasOptions& options,
                                         const SpotlightSizes& sizes) {
    const View view = within(document, asked);
    return SpotlightPage(document, trace, view, light, options, 0, sizes).draw(true);
}

std::optional<Rect> lit_rect(const Figure& spotlight, const Document& document,
                             const Region& place) {
    const auto cells = cells_of(document, place);
    if (!cells)
        return std::nullopt;
    // Later regions are above earlier ones: an open line is found before its matrix.
    const auto rect = [&](Index row, Index column) -> std::optional<Rect> {
        const Place wanted = shown_place(document, {cells->sheet, row, column});
        for (auto grid = spotlight.grids.rbegin(); grid != spotlight.grids.rend(); ++grid) {
            if (grid->sheet != wanted.sheet)
                continue;
            const Index down = (grid->is_transposed ? wanted.column : wanted.row) - grid->first_row;
            const Index across =
                (grid->is_transposed ? wanted.row : wanted.column) - grid->first_column;
            if (down < 0 || across < 0 || down >= grid->rows || across >= grid->columns)
                continue;
            const float width = grid->cells.width / static_cast<float>(grid->columns);
            const float height = grid->cells.height / static_cast<float>(grid->rows);
            return Rect{grid->cells.x + static_cast<float>(across) * width,
                        grid->cells.y + static_cast<float>(down) * height, width, height};
        }
        return std::nullopt;
    };
    const auto first = rect(cells->row, cells->column);
    const auto last = rect(cells->row + cells->rows - 1, cells->column + cells->columns - 1);
    if (!first || !last)
        return std::nullopt;
    const float x = std::min(first->x, last->x), y = std::min(first->y, last->y);
    return Rect{x, y, std::max(first->right(), last->right()) - x,
                std::max(first->bottom(), last->bottom()) - y};
}

} // namespace attn::figure
