// SPDX-License-Identifier: MIT
#include "core/figure/canvas/concepts_canvas.h"

#include "core/base/covered.h"
#include "core/document/model/sheet.h"
#include "core/document/model/sheet_numbers.h"
#include "core/document/telling/step.h"
#include "core/figure/base/colours.h"
#include "core/figure/base/drawing.h"
#include "core/figure/base/text.h"
#include "core/figure/canvas/canvas.h"
#include "core/figure/canvas/model_figures.h"
#include "core/figure/canvas/readable.h"
#include "core/figure/matrix/changes.h"
#include "core/figure/matrix/gradient_look.h"
#include "core/figure/matrix/matrix_figure.h"
#include "core/figure/matrix/sheet_look.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <string>
#include <vector>

namespace attn::figure {
namespace {

constexpr std::size_t column_count = 4, band_count = 3;
constexpr float widest_cells = 26, tallest_cells = 24;       // largest size of one matrix, in units
constexpr float least_map = 19, widest_map = 44;             // side of the map, in units
constexpr float most_concept_growth = 2, least_text = 0.72F; // relative to the requested text size

struct GridCell {
    std::size_t column = 0, band = 0;
};

struct Standing {
    Stage stage;
    GridCell cell;
};
constexpr std::array<Standing, 13> standing = {{{Stage::X, {0, 0}},
                                                {Stage::U, {1, 0}},
                                                {Stage::S, {2, 0}},
                                                {Stage::Vt, {3, 0}},
                                                {Stage::Reconstruction, {0, 1}},
                                                {Stage::Difference, {1, 1}},
                                                {Stage::Share, {2, 1}},
                                                {Stage::Error, {2, 1}},
                                                {Stage::People, {3, 1}},
                                                {Stage::Vectors, {0, 2}},
                                                {Stage::Projected, {1, 2}},
                                                {Stage::Cosine, {2, 2}},
                                                {Stage::ConceptCosine, {3, 2}}}};

GridCell cell_of(Stage stage) {
    const auto found = std::find_if(standing.begin(), standing.end(),
                                    [&](const Standing& one) { return one.stage == stage; });
    assert(found != standing.end() && "every stage of concepts has its place");
    return found->cell;
}

/// Text widths for size 1, measured once.
struct Widths {
    float row_names = 0, column_names = 0, title = 0;
};

class ConceptArranging {
public:
    ConceptArranging(const Contents& contents, const LayoutOptions& options, const Measure& measure)
        : looks_(contents.sheets), options_(options),
          readable_(find_readable(options.text, {}, measure)) {
        for (const SheetLook& look : looks_) {
            Widths widths;
            const auto widest = [&](Index count, auto name, bool is_word) {
                float most = 0;
                for (Index at = is_word ? 0 : std::max<Index>(0, count - 1); at < count; ++at)
                    most = std::max(most, measure(name(at), Font::Bold, 64) / 64);
                return most;
            };
            widths.row_names =
                std::min(7.0F, widest(
                                   look.row_count(),
                                   [&](Index at) { return look.row_name(at, contents.words()); },
                                   look.has_word_rows) *
                                       0.86F +
                                   0.3F);
            widths.column_names =
                std::min(4.7F, widest(
                                   look.column_count(),
                                   [&](Index at) { return look.column_name(at, contents.words()); },
                                   look.has_word_columns) *
                                       0.82F +
                                   0.5F);
            widths.title = measure(look.title + "  " + look.shape, Font::Bold, 64) / 64 +
                           (look.is_input ? 4.2F : 0.3F);
            widths_.push_back(widths);
        }
    }

    ConceptsLayout made(float unit, bool map_is_beside, bool is_compact) const {
        ConceptsLayout layout;
        layout.lengths.unit = unit;
        layout.lengths.is_compact = is_compact;
        layout.lengths.least_digits = readable_.digits;
        const Lengths& lengths = layout.lengths;
        std::array<float, column_count> widths{};
        std::array<float, band_count> heights{};
        std::array<std::array<float, band_count>, column_count> filled{};
        for (std::size_t at = 0; at < looks_.size(); ++at) {
            layout.boxes.push_back(box_of(at, lengths));
            const SheetBox& box = layout.boxes.back();
            const auto [column, band] = cell_of(looks_[at].id.stage);
            widths[column] = std::max(widths[column], box.width);
            filled[column][band] += height_of(box);
            heights[band] = std::max(heights[band], filled[column][band]);
        }
        // A narrow matrix has its formula beside its title if the column has room.
        for (std::size_t at = 0; at < looks_.size(); ++at)
            layout.boxes[at].width = widths[cell_of(looks_[at].id.stage).column];
        const float padding = lengths.section_padding(), gap = 1.7F * unit;
        float across = 2 * padding + gap * static_cast<float>(column_count - 1), down = 0;
        for (const float width : widths)
            across += width;
        for (const float height : heights)
            down += height > 0 ? height + band_gap(lengths) : 0;
        down += 0.4F * unit;
        const float notices = lengths.notice_line() * static_cast<float>(options_.notices);

        // Left-over room goes between the columns and the bands, or to the map.
        float map_side = least_map * unit;
        if (map_is_beside) {
            const float room = options_.available.width - across - 2 * padding;
            map_side = std::clamp(room, least_map * unit, widest_map * unit);
            across += map_side + 2 * padding;
        } else {
            map_side = std::min(across - 2 * padding, widest_map * unit);
            down += 0.62F * map_side + lengths.heading_line();
        }
        const float spare_across = std::clamp(
            (options_.available.width - across) / static_cast<float>(column_count), 0.0F, 3 * unit);
        const float spare_down =
            std::max(0.0F, options_.available.height - notices - down) / (band_count + 1);
        layout.size = {std::max(options_.available.width, across),
                       std::max(options_.available.height, down + notices)};
        layout.sections_bottom = layout.size.height - notices;

        std::array<float, column_count> lefts{};
        float x = padding + spare_across / 2;
        for (std::size_t column = 0; column < column_count; ++column) {
            lefts[column] = x;
            x += widths[column] + gap + spare_across;
        }
        std::array<float, band_count> tops{};
        float y = 0;
        for (std::size_t band = 0; band < band_count; ++band) {
            layout.rows.push_back(y);
            tops[band] = y + lengths.heading_line();
            y += heights[band] > 0 ? heights[band] + band_gap(lengths) + spare_down : 0;
        }
        filled = {};
        for (std::size_t at = 0; at < layout.boxes.size(); ++at) {
            SheetBox& box = layout.boxes[at];
            const auto [column, band] = cell_of(looks_[at].id.stage);
            box.corner = {lefts[column], tops[band] + filled[column][band]};
            filled[column][band] += height_of(box);
            box.cells.x = box.corner.x + box.label_width + lengths.label_gap();
            box.cells.y = box.corner.y + lengths.header(*box.look);
        }
        const float top = lengths.heading_line();
        if (map_is_beside)
            layout.map = {x - gap + padding, top, layout.size.width - x + gap - 2 * padding,
                          layout.sections_bottom - top - 0.6F * unit};
        else
            layout.map = {padding, y + lengths.heading_line(), map_side,
                          layout.sections_bottom - y - lengths.heading_line() - 0.6F * unit};
        return layout;
    }

    bool fits(const ConceptsLayout& layout) const {
        return layout.size.width <= options_.available.width + 0.5F &&
               layout.size.height <= options_.available.height + 0.5F;
    }

    /// The largest unit that fits; 0 if none does.
    float largest(bool map_is_beside, bool is_compact) const {
        for (float growth = most_concept_growth; growth >= least_text; growth -= 0.02F)
            if (fits(made(growth * options_.text, map_is_beside, is_compact)))
                return growth * options_.text;
        return 0;
    }

private:
    static float band_gap(const Lengths& lengths) { return lengths.heading_line(); }
    static float height_of(const SheetBox& box) {
        return box.lengths.header(*box.look) + box.cells.height +
               (box.has_colour_bar ? box.lengths.bar_line() : 0.5F * box.lengths.unit);
    }
    SheetBox box_of(std::size_t at, const Lengths& lengths) const {
        const SheetLook& look = looks_[at];
        const float unit = lengths.unit;
        const auto rows = static_cast<float>(std::max<Index>(1, look.row_count()));
        const auto columns = static_cast<float>(std::max<Index>(1, look.column_count()));
        SheetBox box;
        box.look = &look;
        box.lengths = lengths;
        box.label_width = widths_[at].row_names * unit;
        box.widest_word = widths_[at].column_names / 0.82F;
        const float number =
            (static_cast<float>(look.characters) + 2.2F) * readable_.digit * lengths.number_size();
        const float cell = std::max(
            {number, look.has_word_columns ? widths_[at].column_names * unit : 0, 2 * unit});
        const float width = std::min(cell, widest_cells * unit / columns);
        const float height = std::min(lengths.cell_height(), tallest_cells * unit / rows);
        box.cells = {0, 0, width * columns, height * rows};
        box.number_size =
            std::min({lengths.number_size(), 0.79F * height,
                      width / ((static_cast<float>(look.characters) + 1.5F) * readable_.digit)});
        box.has_numbers =
            box.number_size >= 0.9F * readable_.digits * 0.999F && has_single_cells(look);
        const Stage stage = look.id.stage;
        box.has_colour_bar = stage != Stage::S && stage != Stage::Share && stage != Stage::Error;
        box.width = std::max(box.label_width + lengths.label_gap() + box.cells.width,
                             widths_[at].title * unit);
        return box;
    }

    const std::vector<SheetLook>& looks_;
    LayoutOptions options_;
    Readable readable_;
    std::vector<Widths> widths_;
};

void magnify(ConceptsLayout& layout, float zoom) {
    const auto larger = [zoom](Rect rect) {
        return Rect{rect.x * zoom, rect.y * zoom, rect.width * zoom, rect.height * zoom};
    };
    layout.lengths.unit *= zoom;
    layout.size = {layout.size.width * zoom, layout.size.height * zoom};
    layout.sections_bottom *= zoom;
    layout.map = larger(layout.map);
    for (float& row : layout.rows)
        row *= zoom;
    for (SheetBox& box : layout.boxes) {
        box.lengths.unit *= zoom;
        box.corner = {box.corner.x * zoom, box.corner.y * zoom};
        box.cells = larger(box.cells);
        box.width *= zoom;
        box.label_width *= zoom;
        box.number_size *= zoom;
        box.has_numbers =
            box.number_size >= 0.9F * box.lengths.least_digits && has_single_cells(*box.look);
    }
}

} // namespace

ConceptsLayout lay_out_concepts(const Contents& contents, const LayoutOptions& options,
                                const Measure& measure) {
    const ConceptArranging arranging(contents, options, measure);
    // Formulas are beside the titles if that makes everything clearly larger.
    const float airy = arranging.largest(true, false), dense = arranging.largest(true, true);
    const float below = arranging.largest(false, true);
    const float least = least_text * options.text;
    ConceptsLayout layout;
    if (airy > 0 && airy >= 0.94F * dense)
        layout = arranging.made(airy, true, false);
    else if (dense > 0 && dense >= 0.85F * below)
        layout = arranging.made(dense, true, true);
    else
        layout = arranging.made(std::max(below, least), false, true);
    for (SheetBox& box : layout.boxes)
        box.lengths = layout.lengths;
    if (options.zoom != 1)
        magnify(layout, options.zoom);
    return layout;
}

namespace {

std::string quoted(const std::vector<std::string>& names, std::size_t at) {
    return "“" + visible_word(names[at]) + "”";
}

/// Sentences for the bottom about what has no answer.
std::vector<std::string> notices(const Document& document, const ConceptTrace& trace) {
    std::vector<std::string> list;
    const Index count = concept_count(document), rank = trace.svd.rank;
    if (rank == 0)
        list.push_back("– Every rating is 0: there is no concept to find.");
    else if (document.concepts.kept > rank)
        list.push_back("The ratings have rank " + std::to_string(rank) + ", not " +
                       std::to_string(count) + ": from concept " + std::to_string(rank) +
                       " on the singular values are 0.");
    const auto say = [&](const std::vector<bool>& none, const std::string& why) {
        const auto first = std::find(none.begin(), none.end(), true);
        if (first == none.end())
            return;
        const auto others = std::count(first, none.end(), true) - 1;
        list.push_back(
            "– " + quoted(document.concepts.names, static_cast<std::size_t>(first - none.begin())) +
            (others > 0 ? " and " + std::to_string(others) + " more" : "") + why);
    };
    say(trace.no_direction, ": all ratings are 0, so there is no direction to compare.");
    std::vector<bool> only_after = trace.no_concept_direction;
    for (std::size_t at = 0; at < only_after.size(); ++at)
        only_after[at] = only_after[at] && !trace.no_direction[at];
    say(only_after, ": no part lies along the kept concepts, so there is no cosine in them.");
    return list;
}

std::vector<std::string> headings(const Document& document) {
    const std::string k = std::to_string(document.concepts.kept);
    return {"RATINGS → CONCEPTS: X = U s V^{T}",
            "REBUILT FROM THE KEPT k = " + k + " OF " + std::to_string(concept_count(document)),
            "NEW PEOPLE IN THE SAME CONCEPTS"};
}

/// Draws "=" and "·" between the parts of X = U s Vᵀ, and arrows along the new people.
void draw_signs(Drawing& drawing, const ConceptsLayout& layout) {
    const float unit = layout.lengths.unit;
    const auto find = [&](Stage stage) -> const SheetBox* {
        for (const SheetBox& box : layout.boxes)
            if (box.look->id.stage == stage)
                return &box;
        return nullptr;
    };
    const auto before = [&](Stage stage, const char* sign) {
        if (const SheetBox* box = find(stage))
            draw_text(drawing, {box->corner.x - 0.85F * unit, box->corner.y + 0.72F * unit}, sign,
                      {Font::Bold, 1.15F * unit, drawing.theme.dim_text, Anchor::Centre});
    };
    before(Stage::U, "=");
    before(Stage::S, "·");
    before(Stage::Vt, "·");
    before(Stage::Projected, "→");
    before(Stage::Cosine, "→");
    before(Stage::ConceptCosine, "→");
}

/// Draws a line between the kept and the dropped concepts.
void draw_kept(Drawing& drawing, const SheetBox& box) {
    const SheetLook& look = *box.look;
    const Rect& cells = box.cells;
    const float width = std::max(1.5F, 0.11F * box.lengths.unit) * drawing.theme.stroke;
    if (look.kept_columns > 0 && look.kept_columns < look.column_count()) {
        const float x = cells.x + static_cast<float>(look.kept_columns) * box.cell_width();
        draw_line(drawing, {x, cells.y - 0.2F * box.lengths.unit},
                  {x, cells.bottom() + 0.2F * box.lengths.unit}, drawing.theme.accent, width);
    }
    if (look.kept_rows > 0 && look.kept_rows < look.row_count()) {
        const float y = cells.y + static_cast<float>(look.kept_rows) * box.cell_height();
        draw_line(drawing, {cells.x - 0.2F * box.lengths.unit, y},
                  {cells.right() + 0.2F * box.lengths.unit, y}, drawing.theme.accent, width);
    }
}

} // namespace

Figure concepts_canvas(const Document& document, const Trace& trace, const View& asked,
                       const CanvasOptions& options) {
    const View view = within(document, asked);
    const Theme colours = theme(view.theme);
    Contents shown = contents(document, trace, view);
    std::vector<std::string> sentences = notices(document, trace.concepts);
    if (const Sensitivity* const of = options.gradients; of && of->has_gradient())
        show_gradients(shown, document, *of, view);
    else if (of)
        sentences.push_back(of->why);
    else if (options.before)
        compare_with(shown, *options.before);
    const ConceptsLayout layout = lay_out_concepts(
        shown, {options.available, options.text, options.zoom, sentences.size()}, options.measure);

    Figure figure;
    figure.size = layout.size;
    figure.background = colours.background;
    Drawing drawing{figure, colours, options.measure};
    const Lengths& lengths = layout.lengths;
    const std::vector<std::string> titles = headings(document);
    const float left = layout.boxes.front().corner.x;
    for (std::size_t band = 0; band < layout.rows.size(); ++band) {
        if (band == 2 && document.concepts.names.empty())
            continue;
        if (band > 0)
            draw_line(
                drawing, {0, layout.rows[band]},
                {layout.map.x > left ? layout.map.x - lengths.section_padding() : layout.size.width,
                 layout.rows[band]},
                colours.line, colours.stroke);
        draw_text(drawing, {left, layout.rows[band] + 0.62F * lengths.heading_line()}, titles[band],
                  {Font::Bold, lengths.small_size(), colours.dim_text});
    }
    for (const SheetBox& box : layout.boxes) {
        draw_matrix(drawing, box, shown.words(), view);
        draw_kept(drawing, box);
    }
    draw_signs(drawing, layout);
    draw_concept_map(drawing, document, trace, view, layout.map, lengths.unit);
    draw_notices(drawing, sentences, layout.sections_bottom, lengths);
    return figure;
}

namespace {

constexpr std::size_t most_names = 60; // more would hide the points

struct Mark {
    std::vector<std::string> names; // all points at this position
    Point at;
    Place place;
    Colour colour;
    bool is_query = false;
};

class ConceptMap {
public:
    ConceptMap(Drawing& drawing, const Document& document, const Trace& trace, const View& view,
               Rect area, float unit)
        : drawing_(drawing), theme_(drawing.theme), document_(document), trace_(trace.concepts),
          view_(view), unit_(unit), area_(area) {
        has_second_ = concept_count(document) > 1;
        plot_ = {area.x + 0.4F * unit, area.y + 1.7F * unit, area.width - 0.8F * unit,
                 area.height - 3.4F * unit};
        set_scale();
    }

    void draw() {
        if (plot_.width < 4 * unit_ || plot_.height < 4 * unit_)
            return;
        draw_axes();
        std::vector<Mark> films = marks_of_films(), people = marks_of_people(),
                          vectors = marks_of_vectors();
        for (const Mark& film : films)
            draw_line(drawing_, origin_, film.at, theme_.line, 1.4F * theme_.stroke);
        for (const Mark& vector : vectors)
            draw_line(drawing_, origin_, vector.at, theme_.accent, 1.6F * theme_.stroke);
        for (const Mark& film : films)
            draw_film(film);
        for (const Mark& person : people)
            draw_person(person);
        for (const Mark& vector : vectors)
            draw_vector(vector);
        // The chosen person and the new people get their names first, as readers look for them.
        std::stable_sort(people.begin(), people.end(),
                         [](const Mark& a, const Mark& b) { return a.is_query > b.is_query; });
        for (const std::vector<Mark>* list : {&vectors, &people, &films})
            for (const Mark& mark : *list)
                name(mark, list == &films);
        draw_legend();
    }

private:
    Real coordinate(const Matrix& matrix, Index row, Index concept_at) const {
        return concept_at < matrix.cols() ? matrix(row, concept_at) : 0;
    }
    Point at(Real x, Real y) const {
        return {origin_.x + static_cast<float>(x * scale_),
                origin_.y - static_cast<float>(y * scale_)};
    }

    void set_scale() {
        Real left = 0, right = 0, bottom = 0, top = 0, longest_film = 0, farthest = 0;
        for (const Matrix* matrix : {&trace_.people, &trace_.projected})
            for (Index row = 0; row < matrix->rows(); ++row) {
                const Real x = coordinate(*matrix, row, 0), y = coordinate(*matrix, row, 1);
                left = std::min(left, x);
                right = std::max(right, x);
                bottom = std::min(bottom, y);
                top = std::max(top, y);
                farthest = std::max(farthest, std::hypot(x, y));
            }
        const Matrix& vt = trace_.svd.vt;
        for (Index film = 0; film < vt.cols(); ++film)
            longest_film =
                std::max(longest_film, std::hypot(vt(0, film), has_second_ ? vt(1, film) : 0));
        if (farthest == 0)
            farthest = 1;
        film_length_ = longest_film > 0 ? 0.75 * farthest / longest_film : 1;
        for (Index film = 0; film < vt.cols(); ++film) {
            const Real x = film_length_ * vt(0, film);
            const Real y = has_second_ ? film_length_ * vt(1, film) : 0;
            left = std::min(left, x);
            right = std::max(right, x);
            bottom = std::min(bottom, y);
            top = std::max(top, y);
        }
        // Names need room around the outermost points.
        const float room_x = std::max(unit_, plot_.width - 9 * unit_);
        const float room_y = std::max(unit_, plot_.height - 3 * unit_);
        const Real width = std::max(right - left, 1e-3 * farthest);
        const Real height = std::max(top - bottom, 1e-3 * farthest);
        scale_ = std::min(static_cast<Real>(room_x) / width, static_cast<Real>(room_y) / height);
        const float used_x = static_cast<float>((right - left) * scale_);
        const float used_y = static_cast<float>((top - bottom) * scale_);
        origin_ = {plot_.x + (plot_.width - used_x) / 2 - static_cast<float>(left * scale_),
                   plot_.y + (plot_.height - used_y) / 2 + static_cast<float>(top * scale_)};
    }

    void draw_axes() {
        drawing_.figure.shapes.emplace_back(
            Box{plot_, theme_.panel_background, theme_.line, theme_.stroke, 3});
        draw_line(drawing_, {plot_.x, origin_.y}, {plot_.right(), origin_.y}, theme_.line,
                  theme_.stroke);
        draw_line(drawing_, {origin_.x, plot_.y}, {origin_.x, plot_.bottom()}, theme_.line,
                  theme_.stroke);
        const TextStyle style{Font::Sans, 0.8F * unit_, theme_.dim_text};
        TextStyle right = style;
        right.anchor = Anchor::Right;
        const auto share = [&](Index concept_at) {
            return trace_.no_share[0] ? std::string()
                                      : " · " +
                                            number_text(100 * trace_.share(0, concept_at),
                                                        {NumberFormat::Kind::Significant, 2}) +
                                            " %";
        };
        // In the corner, where there is no axis and hardly a point; names keep clear of it.
        const Point corner{plot_.right() - 0.4F * unit_, plot_.bottom() - 0.7F * unit_};
        const std::string across = "concept 0" + share(0) + " →";
        const float width = draw_text(drawing_, corner, across, right);
        taken_.push_back({corner.x - width, corner.y - 0.5F * unit_, width, unit_});
        if (has_second_)
            draw_text(drawing_, {origin_.x + 0.4F * unit_, plot_.y + 0.7F * unit_},
                      "↑ concept 1" + share(1), style);
    }

    /// Adds a mark; marks at the same point become one with all names.
    static void add(std::vector<Mark>& list, Mark mark) {
        if (!std::isfinite(mark.at.x) || !std::isfinite(mark.at.y))
            return; // A coordinate is covered.
        for (Mark& other : list)
            if (std::abs(other.at.x - mark.at.x) < 0.75F &&
                std::abs(other.at.y - mark.at.y) < 0.75F) {
                other.names.push_back(mark.names[0]);
                other.is_query = other.is_query || mark.is_query;
                return;
            }
        list.push_back(std::move(mark));
    }
    static std::string visible(const std::vector<std::string>& names, Index at) {
        return visible_word(names[static_cast<std::size_t>(at)]);
    }
    std::vector<Mark> marks_of_films() const {
        std::vector<Mark> list;
        const Matrix& vt = trace_.svd.vt;
        for (Index film = 0; film < vt.cols(); ++film)
            add(list, {{visible(document_.concepts.columns, film)},
                       at(film_length_ * vt(0, film), has_second_ ? film_length_ * vt(1, film) : 0),
                       {{Stage::Vt}, 0, film},
                       theme_.dim_text});
        return list;
    }
    std::vector<Mark> marks_of_people() const {
        std::vector<Mark> list;
        for (Index row = 0; row < trace_.people.rows(); ++row)
            add(list, {{visible(document_.tokens, row)},
                       at(trace_.people(row, 0), coordinate(trace_.people, row, 1)),
                       {{Stage::People}, row, 0},
                       theme_.text,
                       row == view_.query});
        return list;
    }
    std::vector<Mark> marks_of_vectors() const {
        std::vector<Mark> list;
        for (Index row = 0; row < trace_.projected.rows(); ++row)
            add(list, {{visible(document_.concepts.names, row)},
                       at(trace_.projected(row, 0), coordinate(trace_.projected, row, 1)),
                       {{Stage::Projected}, row, 0},
                       theme_.accent_text});
        return list;
    }

    float dot() const { return 0.32F * unit_; }
    void region(const Mark& mark) {
        const float side = 2.4F * dot();
        const Rect rect{mark.at.x - side / 2, mark.at.y - side / 2, side, side};
        drawing_.figure.places.push_back({rect, mark.place});
        taken_.push_back(rect);
    }
    void draw_film(const Mark& mark) {
        const float by = 0.75F * dot();
        drawing_.figure.shapes.emplace_back(
            Box{{mark.at.x - by, mark.at.y - by, 2 * by, 2 * by}, theme_.dim_text});
        region(mark);
    }
    void draw_person(const Mark& mark) {
        const float by = (mark.is_query ? 1.25F : 1.0F) * dot();
        drawing_.figure.shapes.emplace_back(Box{{mark.at.x - by, mark.at.y - by, 2 * by, 2 * by},
                                                mark.is_query ? theme_.query : theme_.text,
                                                theme_.panel_background,
                                                1,
                                                by});
        region(mark);
    }
    void draw_vector(const Mark& mark) {
        const float by = 1.45F * dot();
        drawing_.figure.shapes.emplace_back(Polygon{{{mark.at.x, mark.at.y - by},
                                                     {mark.at.x + by, mark.at.y},
                                                     {mark.at.x, mark.at.y + by},
                                                     {mark.at.x - by, mark.at.y}},
                                                    theme_.accent});
        region(mark);
    }

    /// Writes the name on the first side of its point where it covers nothing. Omits it if there is
    /// none.
    void name(const Mark& mark, bool is_film) {
        if (taken_.size() > 4 * most_names)
            return;
        std::string text;
        for (std::size_t i = 0; i < mark.names.size() && i < 3; ++i)
            text += (text.empty() ? "" : ", ") + mark.names[i];
        if (mark.names.size() > 3)
            text += " +" + std::to_string(mark.names.size() - 3);
        const Font font = mark.is_query ? Font::Bold : Font::Sans;
        const float size = 0.86F * unit_, height = 1.05F * size;
        text = shortened(text, 12 * unit_, font, size, drawing_.measure);
        const float width = drawing_.measure(text, font, size);
        const float away = 1.6F * dot() + 0.15F * unit_;
        const std::array<Point, 9> corners = {{{mark.at.x + away, mark.at.y - height / 2},
                                               {mark.at.x - away - width, mark.at.y - height / 2},
                                               {mark.at.x - width / 2, mark.at.y - away - height},
                                               {mark.at.x - width / 2, mark.at.y + away},
                                               {mark.at.x + 0.5F * away, mark.at.y - away - height},
                                               {mark.at.x + 0.5F * away, mark.at.y + away},
                                               {mark.at.x, mark.at.y - 2.4F * away - height},
                                               {mark.at.x, mark.at.y + 2.4F * away},
                                               {mark.at.x - width, mark.at.y + 2.4F * away}}};
        for (const Point corner : corners) {
            const Rect rect{corner.x, corner.y, width, height};
            const bool is_inside = rect.x >= plot_.x && rect.right() <= plot_.right() &&
                                   rect.y >= plot_.y && rect.bottom() <= plot_.bottom();
            const bool is_free = std::none_of(taken_.begin(), taken_.end(), [&](const Rect& other) {
                return rect.x < other.right() && other.x < rect.right() &&
                       rect.y < other.bottom() && other.y < rect.bottom();
            });
            if (!is_inside || !is_free)
                continue;
            Colour colour = mark.is_query ? theme_.query_text : mark.colour;
            if (is_film)
                colour = theme_.dim_text;
            draw_text(drawing_, {rect.x, rect.y + height / 2}, escape(text), {font, size, colour});
            taken_.push_back(rect);
            return;
        }
    }

    void draw_legend() {
        const float size = 0.8F * unit_;
        draw_text(drawing_, {area_.x + 0.4F * unit_, area_.y + 0.7F * unit_},
                  escape(shortened("Map of the first two concepts", area_.width - unit_, Font::Bold,
                                   unit_, drawing_.measure)),
                  {Font::Bold, unit_, theme_.text});
        const std::string said =
            has_second_ ? "● people   ◆ new people   ■ films, as directions"
                        : "● people   ◆ new people   ■ films; there is only one concept";
        draw_text(drawing_, {area_.x + 0.4F * unit_, area_.bottom() - 0.7F * unit_},
                  escape(shortened(said, area_.width - unit_, Font::Sans, size, drawing_.measure)),
                  {Font::Sans, size, theme_.dim_text});
    }

    Drawing& drawing_;
    const Theme& theme_;
    const Document& document_;
    const ConceptTrace& trace_;
    const View& view_;
    float unit_;
    Rect area_, plot_;
    Point origin_;
    Real scale_ = 1, film_length_ = 1;
    bool has_second_ = true;
    std::vector<Rect> taken_;
};

} // namespace

void draw_concept_map(Drawing& drawing, const Document& document, const Trace& trace,
                      const View& view, Rect area, float unit) {
    ConceptMap(drawing, document, trace, view, area, unit).draw();
}

Figure concept_map(const Document& document, const Trace& trace, const View& view, Size size,
                   float text, const Measure& measure) {
    const Theme colours = theme(view.theme);
    Figure figure;
    figure.size = size;
    figure.background = colours.background;
    Drawing drawing{figure, colours, measure};
    draw_concept_map(
        drawing, document, trace, within(document, view),
        {0.3F * text, 0.3F * text, size.width - 0.6F * text, size.height - 0.6F * text}, text);
    return figure;
}

namespace {

/// One third of the panel with its heading.
struct SumPart {
    Drawing& drawing;
    Rect area; // below the heading
    float line = 20, unit = 14;

    float size() const { return std::min(0.95F * unit, 0.72F * line); }
    float y(std::size_t at) const { return area.y + (static_cast<float>(at) + 0.5F) * line; }
    std::size_t lines() const {
        return static_cast<std::size_t>(std::max(1.0F, std::floor(area.height / line)));
    }
    void heading(const std::string& text) const {
        draw_text(drawing, {area.x, area.y - 0.8F * unit},
                  escape(shortened(text, area.width, Font::Bold, unit, drawing.measure)),
                  {Font::Bold, unit, drawing.theme.text});
    }
    void write(Point at, const std::string& text, const TextStyle& style, float room) const {
        draw_text(drawing, at,
                  escape(shortened(text, room, style.font, style.size, drawing.measure)), style);
    }
    /// Draws a number that can be pointed at, right-aligned at x.
    void number(float x, float at_y, const std::string& text, const Place& place,
                Colour colour) const {
        draw_text(drawing, {x, at_y}, text, {Font::Mono, size(), colour, Anchor::Right});
        const float width = drawing.measure(text, Font::Mono, size());
        drawing.figure.places.push_back({{x - width - 2, at_y - line / 2, width + 4, line}, place});
    }
    /// Draws a bar for `value` from −1 to 1: from the middle of the room if it is signed, else from
    /// the left. A covered number has no length.
    void bar(Rect room, Real value, bool is_signed, Colour colour) const {
        const float zero = is_signed ? room.x + room.width / 2 : room.x;
        const float whole = is_signed ? room.width / 2 : room.width;
        const auto length =
            is_covered(value) ? 0 : static_cast<float>(std::clamp(value, -1.0, 1.0)) * whole;
        drawing.figure.shapes.emplace_back(
            Box{{std::min(zero, zero + length), room.y, std::abs(length), room.height}, colour});
        draw_line(drawing, {zero, room.y - 1}, {zero, room.bottom() + 1}, drawing.theme.line,
                  drawing.theme.stroke);
    }
};

void draw_more(const SumPart& part, std::size_t at, std::size_t left_out) {
    part.write({part.area.x, part.y(at)}, "and " + std::to_string(left_out) + " more",
               {Font::Sans, part.size(), part.drawing.theme.dim_text}, part.area.width);
}

/// How many of `count` lines to show so that the last line can say how many are hidden.
std::size_t shown_lines(const SumPart& part, std::size_t count) {
    return count <= part.lines() ? count : part.lines() - 1;
}

void draw_shares(const SumPart& part, const Document& document, const ConceptTrace& trace,
                 const NumberFormat& asked) {
    const Theme& theme = part.drawing.theme;
    const NumberFormat numbers = format_of(trace.svd.s, asked);
    const auto count = static_cast<std::size_t>(concept_count(document));
    const std::size_t shown = shown_lines(part, count);
    const float size = part.size(), digit = part.drawing.measure("0", Font::Mono, size);
    const std::string widest = number_text(trace.svd.s(0, 0), numbers);
    const float value_end =
        part.area.x + 2.2F * part.unit + 3 * digit + part.drawing.measure(widest, Font::Mono, size);
    const float percent_end = part.area.right() - 4.4F * part.unit;
    for (std::size_t at = 0; at < shown; ++at) {
        const auto concept_at = static_cast<Index>(at);
        const bool is_kept = concept_at < document.concepts.kept;
        const Colour ink = is_kept ? theme.text : theme.dim_text;
        const float y = part.y(at);
        draw_text(part.drawing, {part.area.x, y}, std::to_string(at),
                  {is_kept ? Font::Bold : Font::Sans, size, ink});
        part.number(value_end, y, number_text(trace.svd.s(0, concept_at), numbers),
                    {{Stage::S}, 0, concept_at}, ink);
        const Rect room{value_end + part.unit, y - 0.28F * part.line,
                        percent_end - 4.2F * digit - value_end - 2 * part.unit, 0.56F * part.line};
        if (room.width > 2 * part.unit)
            part.bar(room, trace.share(0, concept_at), false, is_kept ? theme.accent : theme.line);
        part.number(percent_end, y, trace.no_share[0] ? "–" : percent(trace.share(0, concept_at)),
                    {{Stage::Share}, 0, concept_at}, ink);
        draw_text(part.drawing, {percent_end + 0.6F * part.unit, y}, is_kept ? "kept" : "dropped",
                  {Font::Sans, size, ink});
    }
    if (shown < count)
        draw_more(part, shown, count - shown);
}

void draw_cosines(const SumPart& part, const Document& document, const ConceptTrace& trace,
                  const NumberFormat& numbers) {
    const Theme& theme = part.drawing.theme;
    const std::vector<std::string>& names = document.concepts.names;
    if (names.size() < 2) {
        part.write({part.area.x, part.y(0)}, "Add new people: a cosine needs two.",
                   {Font::Sans, part.size(), theme.dim_text}, part.area.width);
        return;
    }
    const std::size_t count = names.size() * (names.size() - 1) / 2;
    std::size_t shown = shown_lines(part, 2 * count) / 2, at = 0;
    shown = std::max<std::size_t>(1, shown);
    const float size = part.size(), label = std::min(9.5F * part.unit, 0.5F * part.area.width);
    const auto line = [&](Index a, Index b, Stage stage, const Matrix& cosine,
                          const std::vector<bool>& none, const std::string& text) {
        const bool is_defined =
            !none[static_cast<std::size_t>(a)] && !none[static_cast<std::size_t>(b)];
        const float y = part.y(at++);
        part.write({part.area.x, y}, text, {Font::Sans, size, theme.text}, label);
        const float end = part.area.right();
        const float width = 5.5F * part.drawing.measure("0", Font::Mono, size);
        const Rect room{part.area.x + label + 0.5F * part.unit, y - 0.28F * part.line,
                        part.area.width - label - width - part.unit, 0.56F * part.line};
        if (is_defined && room.width > 2 * part.unit)
            part.bar(room, cosine(a, b), true,
                     stage == Stage::Cosine ? theme.dim_text : theme.accent);
        part.number(end, y,
                    is_defined ? number_text(cosine(a, b), format_of(cosine, numbers)) : "–",
                    {{stage}, a, b}, theme.text);
    };
    std::size_t pairs = 0;
    for (std::size_t b = 1; b < names.size(); ++b)
        for (std::size_t a = 0; a < b && pairs < shown; ++a, ++pairs) {
            const std::string pair = visible_word(names[a]) + " · " + visible_word(names[b]);
            line(static_cast<Index>(a), static_cast<Index>(b), Stage::Cosine, trace.cosine,
                 trace.no_direction, pair + " before");
            line(static_cast<Index>(a), static_cast<Index>(b), Stage::ConceptCosine,
                 trace.concept_cosine, trace.no_concept_direction, pair + " after");
        }
    if (shown < count && at < part.lines())
        draw_more(part, at, count - shown);
}

/// The range of a row's numbers and 0. Covered numbers do not count.
std::pair<Real, Real> seen_range(const Matrix& matrix, Index row) {
    std::pair<Real, Real> range{0, 0};
    for (Index column = 0; column < matrix.cols(); ++column) {
        range.first = std::min(range.first, matrix(row, column)); // A NaN does not change it.
        range.second = std::max(range.second, matrix(row, column));
    }
    return range;
}

void draw_person(const SumPart& part, const Document& document, const Trace& trace,
                 const View& view) {
    const Theme& theme = part.drawing.theme;
    const auto count = static_cast<std::size_t>(d_model(document));
    const std::size_t shown = shown_lines(part, count);
    const Matrix& given = *document.embeddings;
    const Matrix& rebuilt = trace.concepts.reconstruction;
    const auto [least, largest] = seen_range(given, view.query);
    const auto [least_rebuilt, largest_rebuilt] = seen_range(rebuilt, view.query);
    const Real low = std::min(least, least_rebuilt);
    const Real most = std::max({-low, largest, largest_rebuilt, 1e-300});
    const bool is_signed = low < -0.02 * most;
    const float size = part.size(), digit = part.drawing.measure("0", Font::Mono, size);
    const float label = std::min(8 * part.unit, 0.3F * part.area.width), width = 7 * digit;
    const float first = part.area.x + label + width, second = first + width;
    for (std::size_t at = 0; at < shown; ++at) {
        const auto film = static_cast<Index>(at);
        const float y = part.y(at);
        part.write({part.area.x, y}, visible_word(document.concepts.columns[at]),
                   {Font::Sans, size, theme.text}, label);
        part.number(first, y, number_text(given(view.query, film), format_of(given, view.numbers)),
                    {{Stage::X}, view.query, film}, theme.text);
        part.number(second, y,
                    number_text(rebuilt(view.query, film), format_of(rebuilt, view.numbers)),
                    {{Stage::Reconstruction}, view.query, film}, theme.query_text);
        const float x = second + part.unit, height = 0.26F * part.line;
        if (const float room = part.area.right() - x; room > 3 * part.unit) {
            part.bar({x, y - height, room, height}, given(view.query, film) / most, is_signed,
                     theme.dim_text);
            part.bar({x, y, room, height}, rebuilt(view.query, film) / most, is_signed,
                     theme.query);
        }
    }
    if (shown < count)
        draw_more(part, shown, count - shown);
}

/// Draws the three parts into their areas.
void draw_parts(const std::array<SumPart, 3>& parts, const Document& document, const Trace& trace,
                const View& view) {
    parts[0].heading("Concepts: s and share of the squared ratings");
    draw_shares(parts[0], document, trace.concepts, view.numbers);
    parts[1].heading("Cosine of new people");
    draw_cosines(parts[1], document, trace.concepts, view.numbers);
    const std::string person = visible_word(document.tokens[static_cast<std::size_t>(view.query)]);
    parts[2].heading("“" + person +
                     "”: ratings, and rebuilt from k = " + std::to_string(document.concepts.kept));
    draw_person(parts[2], document, trace, view);
}

/// Draws the parts below each other on a page, each as high as it needs.
void draw_on_page(Drawing& drawing, const Document& document, const Trace& trace, const View& view,
                  float unit) {
    constexpr std::size_t most_lines = 60;
    const std::size_t names = document.concepts.names.size();
    const std::array<std::size_t, 3> wanted{static_cast<std::size_t>(concept_count(document)),
                                            names < 2 ? 1 : names * (names - 1),
                                            static_cast<std::size_t>(d_model(document))};
    const float line = 1.25F * unit, heading = 1.9F * unit, padding = 0.8F * unit;
    float y = 0;
    const auto part = [&](std::size_t at) {
        const float high = static_cast<float>(std::min(wanted[at], most_lines)) * line;
        const Rect area{padding, y + heading, drawing.figure.size.width - 2 * padding,
                        high + 0.01F};
        y += heading + high + 0.5F * line;
        return SumPart{drawing, area, line, unit};
    };
    const std::array<SumPart, 3> parts{part(0), part(1), part(2)};
    draw_parts(parts, document, trace, view);
    drawing.figure.size.height = y;
}

} // namespace

Figure concepts_panel(const Document& document, const Trace& trace, const View& asked,
                      const CanvasOptions& options) {
    const View view = within(document, asked);
    const Theme colours = theme(view.theme);
    const float unit = options.text, width = options.available.width;
    Figure figure;
    figure.size = options.available;
    figure.background = colours.panel_background;
    Drawing drawing{figure, colours, options.measure};
    if (options.available.height <= 0) {
        draw_on_page(drawing, document, trace, view, unit);
        return figure;
    }
    const float heading = 1.9F * unit, padding = 1.1F * unit;
    const float room = options.available.height - heading - 0.4F * unit;
    const std::size_t most =
        static_cast<std::size_t>(std::max({concept_count(document), d_model(document), Index{2}}));
    const float line = std::clamp(room / static_cast<float>(most),
                                  1.25F * std::max(9.0F, 0.8F * unit), 1.8F * unit);
    const std::array<float, 4> edges{0, 0.29F * width, query_panel_split * width, width};
    const auto part = [&](std::size_t at) {
        return SumPart{
            drawing,
            {edges[at] + padding, heading, edges[at + 1] - edges[at] - 2 * padding, room},
            line,
            unit};
    };
    for (std::size_t at = 1; at < 3; ++at)
        draw_line(drawing, {edges[at], 0}, {edges[at], options.available.height}, colours.line,
                  colours.stroke);
    draw_parts({part(0), part(1), part(2)}, document, trace, view);
    return figure;
}

} // namespace attn::figure
