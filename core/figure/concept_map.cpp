// SPDX-License-Identifier: MIT
#include "core/figure/concept_map.h"

#include "core/document/sheet.h"
#include "core/figure/colour_map.h"
#include "core/figure/rich_text.h"
#include "core/figure/sheet_look.h"
#include "core/figure/word.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace attn::figure {
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

} // namespace attn::figure
