// SPDX-License-Identifier: MIT
// Over every step of every lesson, in small and large windows: what the text points at is wholly
// in view, its numbers can be read, and phrase and frame have one colour.
#include "app/panels/lesson_room.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/figure/base/colours.h"
#include "core/figure/base/phrase_style.h"
#include "core/figure/base/prose_layout.h"
#include "core/figure/spotlight/spotlight_figure.h"
#include "core/io/document/lesson.h"
#include "core/io/document/library.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

using namespace attn;
using figure::Rect;

namespace {

struct Window {
    float width = 0, height = 0;
    float larger = 1; // the interface
};
constexpr std::array<Window, 10> windows{{{1024, 768, 1},
                                          {1024, 768, 1.5F},
                                          {1366, 700, 1},
                                          {1366, 700, 1.5F},
                                          {1366, 768, 1},
                                          {1366, 768, 1.5F},
                                          {1600, 900, 1},
                                          {1600, 900, 1.5F},
                                          {1920, 1080, 1},
                                          {1920, 1080, 1.5F}}};

/// The size of the text and the room beside or above a lesson, with the lower panel folded.
struct Room {
    figure::Size size;
    float text = 14;
};
Room room_in(const Window& window, const Document& document) {
    const float usual = std::clamp(std::min(window.width / 1600, window.height / 900), 1.0F, 2.0F);
    const float text = std::round(14 * usual * window.larger);
    const app::LessonRoom lesson =
        app::lesson_room({window.width, window.height}, text, window.larger, d_model(document));
    return {{window.width - lesson.beside, window.height - app::rows_height(text) - lesson.below},
            text};
}

/// A lesson's step with its light, as the window shows it.
struct Shown {
    std::string where;
    const Document& document;
    const Trace& trace;
    View view;
    figure::Spotlight light;
    Prose text;
    std::optional<LessonQuestion> question;
};

template <class See>
void see_every_step(const See& see) {
    const auto all = io::lessons();
    ASSERT_TRUE(all) << all.error().text();
    for (const io::LessonName& name : *all) {
        const auto opened = io::open_lesson(name.name);
        ASSERT_TRUE(opened) << opened.error().text();
        View view;
        for (std::size_t at = 0; at < opened->lesson.steps.size(); ++at) {
            const LessonStep& step = opened->lesson.steps[at];
            const Document& document = opened->documents[at];
            view.numbers = {};
            view = view_of(step, view);
            view.marked = step.view.marked;
            const auto text = filled(*opened, at, step.text, document, opened->traces[at], view);
            ASSERT_TRUE(text) << text.error().text();
            see(Shown{name.name + ", step " + std::to_string(at + 1), document, opened->traces[at],
                      view,
                      figure::spotlight_of(document, step, shown_step(opened->lesson, at, document),
                                           view),
                      *text, step.question});
        }
    }
}

figure::Figure drawn(const Shown& step, const Room& room, std::size_t lit = 0) {
    figure::CanvasOptions options;
    options.available = room.size;
    options.text = room.text;
    return figure::spotlight_figure(step.document, step.trace, step.view, step.light, options, lit);
}

bool is_inside(const Rect& inner, const figure::Size& room) {
    return inner.x >= 0 && inner.y >= 0 && inner.right() <= room.width + 0.01F &&
           inner.bottom() <= room.height + 0.01F;
}
float common_area(const Rect& a, const Rect& b) {
    const float wide = std::min(a.right(), b.right()) - std::max(a.x, b.x);
    const float high = std::min(a.bottom(), b.bottom()) - std::max(a.y, b.y);
    return wide > 0 && high > 0 ? wide * high : 0;
}

/// The text in a cell, and the colour it stands on.
struct Written {
    const figure::Text* text = nullptr;
    figure::Colour ground;
};
Written written_in(const figure::Figure& figure, const Rect& cell) {
    Written found;
    figure::Colour ground = figure.background;
    for (const figure::Shape& shape : figure.shapes)
        if (const auto* text = std::get_if<figure::Text>(&shape)) {
            if (!found.text && cell.contains(text->at)) {
                found.text = text;
                break;
            }
        }
    if (!found.text)
        return found;
    // A number beside a bar stands on what is under its middle.
    const float wide =
        figure::approximate_width(found.text->text, found.text->font, found.text->size);
    figure::Point middle = found.text->at;
    middle.x += found.text->anchor == figure::Anchor::Left    ? wide / 2
                : found.text->anchor == figure::Anchor::Right ? -wide / 2
                                                              : 0;
    for (const figure::Shape& shape : figure.shapes) {
        if (const auto* box = std::get_if<figure::Box>(&shape);
            box && box->fill.alpha == 255 && box->rect.contains(middle))
            ground = box->fill;
        if (std::get_if<figure::Text>(&shape) == found.text)
            break;
    }
    found.ground = ground;
    return found;
}

/// The most rows of a matrix with numbers in the spotlight.
Index most_rows(const figure::Figure& figure) {
    Index most = 0;
    for (const figure::GridRegion& grid : figure.grids)
        if (grid.rows <= figure::most_rows && grid.columns <= figure::most_rows)
            most = std::max(most, grid.rows);
    return most;
}

/// What is wrong with the cells of a place; empty if nothing is.
std::string fault_of_numbers(const Shown& step, const figure::Figure& figure, const Region& place) {
    const CellRange cells = *cells_of(step.document, place);
    const SheetId sheet = shown_place(step.document, {cells.sheet, 0, 0}).sheet;
    for (const figure::GridRegion& grid : figure.grids)
        if (grid.sheet == sheet &&
            (grid.rows > figure::most_rows || grid.columns > figure::most_rows))
            return ""; // Its lines are too many: those of the query and key word stand open.
    const float least =
        most_rows(figure) <= figure::few_rows ? figure::large_digits : figure::least_large_digits;
    for (Index row = cells.row; row < cells.row + cells.rows; ++row)
        for (Index column = cells.column; column < cells.column + cells.columns; ++column) {
            const Region one{cells.sheet, {row, 1}, {column, 1}};
            const auto rect = figure::lit_rect(figure, step.document, one);
            if (!rect)
                return to_text(one) + " is not shown";
            const Written number = written_in(figure, *rect);
            if (!number.text)
                return to_text(one) + " shows no number";
            if (number.text->size < least - 0.01F)
                return to_text(one) + " has letters of " + std::to_string(number.text->size) +
                       " instead of " + std::to_string(least);
            if (figure::contrast(number.text->colour, number.ground) < 4.5)
                return to_text(one) + " has a contrast of " +
                       std::to_string(figure::contrast(number.text->colour, number.ground));
        }
    return "";
}

/// Whether something is drawn in the colour of the phrase along the edge of its place.
bool has_frame(const figure::Figure& figure, const Rect& place, figure::Colour colour) {
    const auto is_near = [&](float x, float y) {
        constexpr float around = 6; // of a whole matrix
        return x >= place.x - around && x <= place.right() + around && y >= place.y - around &&
               y <= place.bottom() + around;
    };
    return std::any_of(figure.shapes.begin(), figure.shapes.end(), [&](const auto& shape) {
        if (const auto* box = std::get_if<figure::Box>(&shape))
            return box->stroke == colour && is_near(box->rect.x, box->rect.y) &&
                   is_near(box->rect.right(), box->rect.bottom());
        if (const auto* line = std::get_if<figure::Line>(&shape))
            return line->colour == colour && is_near(line->from.x, line->from.y) &&
                   is_near(line->to.x, line->to.y);
        return false;
    });
}

} // namespace

TEST(SpotlightLaws, WhatIsPointedAtIsWhollyInViewWithLargeNumbers) {
    std::size_t places = 0;
    see_every_step([&](const Shown& step) {
        for (const Window& window : windows) {
            const Room room = room_in(window, step.document);
            const figure::Figure figure = drawn(step, room);
            EXPECT_EQ(figure.size, room.size) << step.where;
            for (const Region& place : step.light.pointed) {
                const std::string where = step.where + ", " + to_text(place) + ", " +
                                          std::to_string(static_cast<int>(window.width)) + " × " +
                                          std::to_string(static_cast<int>(window.height)) + " at " +
                                          std::to_string(room.text);
                const auto rect = figure::lit_rect(figure, step.document, place);
                ASSERT_TRUE(rect) << where;
                EXPECT_TRUE(is_inside(*rect, room.size)) << where;
                EXPECT_EQ(fault_of_numbers(step, figure, place), "") << where;
                ++places;
            }
        }
    });
    EXPECT_GT(places, windows.size() * 400U);
}

TEST(SpotlightLaws, WhatAQuestionAsksToClickIsInView) {
    std::size_t questions = 0;
    see_every_step([&](const Shown& step) {
        if (!step.question || step.question->kind != LessonQuestion::Kind::Cell)
            return;
        const Graph stages = graph(step.document);
        const Node& asked = stages[*stages.find(step.question->place.sheet)];
        for (const Window& window : windows) {
            const figure::Figure figure = drawn(step, room_in(window, step.document));
            for (const std::size_t read : asked.inputs) {
                const SheetId& sheet = stages[read].sheet;
                const SheetId shown = shown_place(step.document, {sheet, 0, 0}).sheet;
                EXPECT_TRUE(std::any_of(figure.grids.begin(), figure.grids.end(),
                                        [&](const auto& grid) { return grid.sheet == shown; }))
                    << step.where << ": " << to_text(sheet);
            }
        }
        ++questions;
    });
    EXPECT_GT(questions, 0U);
}

TEST(SpotlightLaws, NothingThatIsPointedAtIsUnderAnother) {
    see_every_step([&](const Shown& step) {
        for (const Window& window : windows) {
            const figure::Figure figure = drawn(step, room_in(window, step.document));
            const auto& places = step.light.pointed;
            for (std::size_t a = 0; a < places.size(); ++a)
                for (std::size_t b = a + 1; b < places.size(); ++b) {
                    const auto one = figure::lit_rect(figure, step.document, places[a]);
                    const auto other = figure::lit_rect(figure, step.document, places[b]);
                    if (!one || !other || common_area(*one, *other) < 1)
                        continue;
                    const CellRange first = *cells_of(step.document, places[a]);
                    const CellRange second = *cells_of(step.document, places[b]);
                    const auto sheet = [&](const CellRange& cells) {
                        return shown_place(step.document, {cells.sheet, 0, 0}).sheet;
                    };
                    const bool is_shared = sheet(first) == sheet(second) &&
                                           first.row < second.row + second.rows &&
                                           second.row < first.row + first.rows &&
                                           first.column < second.column + second.columns &&
                                           second.column < first.column + first.columns;
                    EXPECT_TRUE(is_shared) << step.where << ": " << to_text(places[a]) << " and "
                                           << to_text(places[b]);
                }
            // Whole matrices with names and numbers keep apart as well.
            for (std::size_t a = 0; a < figure.grids.size(); ++a)
                for (std::size_t b = a + 1; b < figure.grids.size(); ++b) {
                    const figure::GridRegion &one = figure.grids[a], &other = figure.grids[b];
                    EXPECT_TRUE(one.sheet == other.sheet || common_area(one.cells, other.cells) < 1)
                        << step.where << ": " << to_text(one.sheet) << " and "
                        << to_text(other.sheet);
                }
        }
    });
}

TEST(SpotlightLaws, APhraseAndItsFrameHaveOneColour) {
    for (const ThemeName theme :
         {ThemeName::Light, ThemeName::Dark, ThemeName::Projector, ThemeName::Print})
        see_every_step([&](Shown step) {
            step.view.theme = theme;
            const figure::Theme colours = figure::theme(theme);
            const figure::Measure measure = figure::approximate_width;
            figure::Figure words;
            words.background = colours.panel_background;
            figure::Drawing drawing{words, colours, measure};
            std::vector<figure::PhraseRect> phrases;
            figure::draw_prose(drawing, {0, 0}, 300, step.text,
                               {figure::Font::Sans, 16, colours.text, 1.5F, &phrases});
            const figure::Figure figure = drawn(step, room_in(windows[4], step.document));
            for (std::size_t phrase = 1; phrase <= step.light.pointed.size(); ++phrase) {
                const std::string where =
                    step.where + ", " + to_text(step.light.pointed[phrase - 1]);
                const figure::Colour colour = figure::phrase_style(colours, phrase).colour;
                const auto own = std::find_if(phrases.begin(), phrases.end(), [&](const auto& one) {
                    return one.number == phrase;
                });
                ASSERT_NE(own, phrases.end()) << where << " has no phrase";
                const Written word = written_in(words, figure::grown(own->rect, 0.5F));
                ASSERT_TRUE(word.text) << where;
                EXPECT_EQ(word.text->colour, colour) << where;
                EXPECT_GE(figure::contrast(colour, words.background), 4.5) << where;
                EXPECT_GE(figure::contrast(colour, figure.background), 4.5) << where;
                const auto rect =
                    figure::lit_rect(figure, step.document, step.light.pointed[phrase - 1]);
                ASSERT_TRUE(rect) << where;
                EXPECT_TRUE(has_frame(figure, *rect, colour)) << where;
            }
        });
}

TEST(SpotlightLaws, LargerTextDoesNotMakeNumbersSmaller) {
    const auto digits = [](const Shown& step, const Room& room) {
        const figure::Figure figure = drawn(step, room);
        float least = 0;
        for (const Region& place : step.light.pointed) {
            const CellRange cells = *cells_of(step.document, place);
            const auto rect = figure::lit_rect(figure, step.document,
                                               {cells.sheet, {cells.row, 1}, {cells.column, 1}});
            const Written number = rect ? written_in(figure, *rect) : Written{};
            if (number.text)
                least = least > 0 ? std::min(least, number.text->size) : number.text->size;
        }
        return least;
    };
    // Shares of the size that the numbers have at 100 %.
    constexpr double least_in_a_room = 0.78, least = 0.66;
    for (std::size_t at = 0; at + 1 < windows.size(); at += 2) {
        int steps = 0, smaller_by_a_tenth = 0;
        see_every_step([&](const Shown& step) {
            const Room usual = room_in(windows[at], step.document);
            const Room larger = room_in(windows[at + 1], step.document);
            const float before = digits(step, usual), after = digits(step, larger);
            if (before == 0)
                return;
            const std::string where = step.where + " at " +
                                      std::to_string(static_cast<int>(windows[at].width)) + " × " +
                                      std::to_string(static_cast<int>(windows[at].height));
            // Beside matrices of many columns a larger lesson stands below, where rows have less
            // room.
            const bool has_many_columns = d_model(step.document) > 32;
            EXPECT_GE(after, has_many_columns ? std::min(13.0, least * before) : least * before)
                << where;
            EXPECT_GE(after, least_in_a_room * digits(step, {larger.size, usual.text})) << where;
            smaller_by_a_tenth += after < 0.9 * before ? 1 : 0;
            ++steps;
        });
        EXPECT_GT(steps, 200);
        EXPECT_LE(smaller_by_a_tenth, (windows[at].width < 1366 ? 0.25 : 0.16) * steps)
            << windows[at].width << " × " << windows[at].height;
    }
}
