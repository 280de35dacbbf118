// SPDX-License-Identifier: MIT
#include "core/publish/lesson_pages.h"

#include "core/base/utf8.h"
#include "core/document/model/covers.h"
#include "core/figure/base/colours.h"
#include "core/figure/base/drawing.h"
#include "core/figure/base/prose_layout.h"
#include "core/figure/base/text.h"
#include "core/figure/pages/page.h"
#include "core/figure/pages/step_figure.h"
#include "core/io/document/lesson.h"
#include "core/io/document/library.h"
#include "core/publish/exporters.h"
#include "core/publish/page_file.h"
#include "core/publish/pictures/cairo.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace attn::publish {
namespace {

using figure::Figure;
using figure::Font;
using figure::Point;
using figure::ProseStyle;
using figure::Rect;
using figure::Size;

// In points, of which an inch has 72.
constexpr Size slide{960, 540};
constexpr Size paper{595, 842}; // A4
constexpr float margin = 40;
constexpr float between = 24;                              // two steps of a handout
constexpr float notes_size = 9.5F;                         // letters
constexpr float notes_gap = 10;                            // between a step and its notes
constexpr float least_share = 0.5F;                        // of the room of a step, for its picture
constexpr ThemeName theme_of_pages = ThemeName::Projector; // black on white

/// A step's view, texts and question, for its own document.
struct ToldStep {
    Seen seen; // without the numbers that the step covers
    View view;
    figure::Page page;
    Prose notes;
};

Result<ToldStep> told_step(const OpenedLesson& opened, std::size_t at, View view) {
    const LessonStep& step = opened.lesson.steps[at];
    const Document& document = opened.documents[at];
    const Trace& trace = opened.traces[at];
    Seen seen(document, trace);
    auto text = filled(opened, at, step.text, seen.document(), seen.trace(), view);
    if (!text)
        return text.error();
    auto notes = filled(opened, at, step.notes, document, trace, view);
    if (!notes)
        return notes.error();
    figure::Page page = figure::page_of_lesson(opened, at, seen.document(), view, *std::move(text));
    page.at = static_cast<int>(at) + 1;
    page.count = static_cast<int>(opened.lesson.steps.size());
    page.hints = {figure::plain_text(opened.lesson.title)};
    if (step.question) {
        const auto question = asked(opened, at, document, trace, view);
        if (!question)
            return question.error();
        page.question = figure::PageQuestion{question->ask, {}, {}, {}};
        for (const attn::Choice& choice : question->choices)
            page.question->choices.push_back({choice.text});
    }
    return ToldStep{std::move(seen), std::move(view), std::move(page), *std::move(notes)};
}

Figure drawn(const ToldStep& step, Size size, const figure::Measure& measure) {
    figure::PageOptions options;
    options.size = size;
    options.measure = measure;
    return figure::page_figure(step.seen.document(), step.seen.trace(), step.view, step.page,
                               options);
}

/// Draws the step and its notes below it. Long notes take room from the picture, then get smaller
/// letters.
void draw_on_paper(figure::Drawing& drawing, const ToldStep& step, Rect room) {
    ProseStyle style{Font::Sans, notes_size, drawing.theme.text, 1.4F};
    const auto height_of_notes = [&] {
        return step.notes.empty()
                   ? 0
                   : notes_gap + prose_height(step.notes, room.width, style, drawing.measure);
    };
    while (style.size > 5 && !figure::fits_in(height_of_notes(), (1 - least_share) * room.height))
        style.size *= 0.95F;
    const float most = room.height - height_of_notes();
    const float factor = std::min(room.width / slide.width, most / slide.height);
    const Rect place{room.x, room.y, factor * slide.width, factor * slide.height};
    Figure picture =
        figure::magnified(drawn(step, slide, drawing.measure), factor, {place.x, place.y});
    figure::append(drawing.figure, std::move(picture));
    drawing.figure.shapes.emplace_back(
        figure::Box{place, figure::transparent, drawing.theme.line, 0.75F});
    if (!step.notes.empty())
        draw_prose(drawing, {room.x, place.bottom() + notes_gap}, room.width, step.notes, style);
}

Figure sheet_of_paper() {
    Figure page;
    page.size = paper;
    page.background = figure::theme(theme_of_pages).panel_background;
    return page;
}

} // namespace

Result<std::string> lesson_pdf(const OpenedLesson& opened, LessonPages pages) {
    const Type type = typesetter();
    const figure::Measure measured = measure(type);
    std::vector<Figure> drawn_pages;
    View view;
    view.theme = theme_of_pages;
    for (std::size_t at = 0; at < opened.lesson.steps.size(); ++at) {
        view = own_view_of(opened.lesson.steps[at], view);
        const auto step = told_step(opened, at, view);
        if (!step)
            return Error{step.error().text(),
                         opened.lesson.name + ", step " + std::to_string(at + 1)};
        if (pages == LessonPages::Slides) {
            drawn_pages.push_back(drawn(*step, slide, measured));
            continue;
        }
        if (at % 2 == 0)
            drawn_pages.push_back(sheet_of_paper());
        figure::Drawing drawing{drawn_pages.back(), figure::theme(theme_of_pages), measured};
        const float height = (paper.height - 2 * margin - between) / 2;
        draw_on_paper(drawing, *step,
                      {margin, margin + static_cast<float>(at % 2) * (height + between),
                       paper.width - 2 * margin, height});
    }
    return paint_pdf(drawn_pages, type);
}

Result<std::string> lesson_file(const OpenedLesson& opened, const std::string& name,
                                const std::string& path, LessonPages pages) {
    const auto kind = file_kind(path);
    if (kind && *kind == FileKind::Pdf)
        return lesson_pdf(opened, pages);
    if (kind && *kind == FileKind::Markdown)
        return speaker_notes(opened);
    if (kind && *kind == FileKind::Html) {
        PageOffer offer;
        offer.lessons = {name};
        return page_file(opened.documents.front(), offer);
    }
    if ((kind && *kind == FileKind::Attn) || path.ends_with(io::lesson_ending)) {
        const Lesson& lesson = opened.lesson;
        const auto first = lesson.own ? *lesson.own : io::open_document(lesson.preset);
        if (!first)
            return first.error();
        return io::bytes_of_lesson(lesson, *first, path);
    }
    return Error{"a lesson becomes slides (.pdf), a page for browsers (.html), text with the "
                 "speaker's notes (.md), a lesson file (.lesson) or a document that carries it "
                 "(.attn); let the name end in one of these",
                 printable(path)};
}

} // namespace attn::publish
