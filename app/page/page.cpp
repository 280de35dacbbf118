// SPDX-License-Identifier: MIT
// The functions that a page's script calls (lab.js). A text goes in through a buffer that the
// script requests, and comes out as the answer, valid until the next call. A call that can fail
// returns whether it succeeded; if not, the answer is the error.
#include "app/page/browser.h"
#include "app/page/figure_words.h"
#include "app/page/lab.h"
#include "core/document/model/sheet.h"
#include "core/document/model/written_place.h"
#include "core/figure/base/text.h"
#include "core/io/document/document_json.h"
#include "core/io/document/lesson.h"
#include "core/publish/page_file.h"

#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>

using namespace attn;

namespace {

/// The state of a page: one lab.
struct Page {
    std::unique_ptr<page::Lab> lab;
    Lesson lesson;                   // the lesson being carried
    std::vector<Document> documents; // one for each of its steps, as far as they were carried
    std::string input, answer;
    page::FigureWords figure;
};

Page& the() {
    static Page page;
    return page;
}
page::Lab& lab() {
    return *the().lab;
}

bool said(const Result<>& result) {
    the().answer = result ? "" : result.error().text();
    return static_cast<bool>(result);
}

/// The widths of texts, which grow with the size. The browser is asked once for each text.
float width(std::string_view text, figure::Font font, float size) {
    constexpr std::size_t most_kept = 20'000;
    static std::unordered_map<std::string, float> kept;
    std::string key = static_cast<char>('0' + static_cast<int>(font)) + std::string(text);
    auto found = kept.find(key);
    if (found == kept.end()) {
        if (kept.size() == most_kept)
            kept.clear();
        found = kept.emplace(std::move(key),
                             script_width(text.data(), text.size(), static_cast<int>(font)))
                    .first;
    }
    return found->second * size / 100;
}

} // namespace

const figure::Measure& page::browser_measure() {
    // The page loads its typefaces before the core starts: widths never change.
    static const figure::Measure measure = figure::NamedMeasure{width, {&measure, 0}};
    return measure;
}

SEEN_BY_SCRIPT(input) char* input(std::size_t size) {
    the().input.assign(size, '\0');
    return the().input.data();
}
SEEN_BY_SCRIPT(answer) const char* answer() {
    return the().answer.data();
}
SEEN_BY_SCRIPT(answer_size) std::size_t answer_size() {
    return the().answer.size();
}

SEEN_BY_SCRIPT(open) bool open() {
    auto document = io::read_document(the().input, "the document of this page");
    if (!document) {
        the().answer = document.error().text();
        return false;
    }
    the().lab = std::make_unique<page::Lab>(std::move(*document));
    return true;
}
SEEN_BY_SCRIPT(apply) bool apply_command(double gesture) {
    return said(lab().apply(the().input, static_cast<Gesture>(gesture)));
}
SEEN_BY_SCRIPT(type) bool type() {
    return said(lab().type(the().input));
}
/// The answer is what is offered, or the error.
SEEN_BY_SCRIPT(type_text) bool type_text(std::size_t caret, double gesture) {
    auto typed = lab().type_text(the().input, caret, static_cast<Gesture>(gesture));
    the().answer = typed ? std::move(*typed) : typed.error().text();
    return static_cast<bool>(typed);
}
SEEN_BY_SCRIPT(take_offered) void take_offered(std::size_t caret, std::size_t which) {
    the().answer = lab().take_offered(the().input, caret, which);
}
SEEN_BY_SCRIPT(drag) bool drag(double travelled, bool fine, double gesture) {
    return said(lab().drag(travelled, fine, static_cast<Gesture>(gesture)));
}
SEEN_BY_SCRIPT(end_drag) void end_drag() {
    lab().end_drag();
}
SEEN_BY_SCRIPT(undo) void undo() {
    lab().undo();
}
SEEN_BY_SCRIPT(redo) void redo() {
    lab().redo();
}
SEEN_BY_SCRIPT(reset) void reset() {
    lab().reset();
}
SEEN_BY_SCRIPT(tell) void tell(int what, std::size_t which) {
    lab().tell(static_cast<page::Tells>(what), which);
}
SEEN_BY_SCRIPT(only_look) void only_look() {
    lab().only_look();
}
/// Begins to add a lesson. The documents of its steps follow.
SEEN_BY_SCRIPT(begin_lesson) bool begin_lesson() {
    auto lesson = io::read_lesson(the().input, "the lesson of this page");
    if (!lesson) {
        the().answer = lesson.error().text();
        return false;
    }
    the().lesson = std::move(*lesson);
    the().documents.clear();
    return true;
}
namespace {

/// Does the step's commands; the error is of the first that cannot be done.
Result<Document> after_commands(const LessonStep& step, const Document& before) {
    std::optional<Error> first;
    Document made = io::after_commands(step, before, [&](std::size_t, const Error& why) {
        if (!first)
            first = why;
    });
    return first ? Result<Document>(*std::move(first)) : Result<Document>(std::move(made));
}

} // namespace

/// Adds the document of the lesson's next step. An empty text: the step's commands make it of the
/// previous step's document, or of the page's; "same": it is that document.
SEEN_BY_SCRIPT(carry_document) bool carry_document() {
    auto& documents = the().documents;
    const std::size_t at = documents.size();
    const Document& before = documents.empty() ? lab().given() : documents.back();
    Result<Document> document = at >= the().lesson.steps.size()
                                    ? Error{"the lesson of this page has " + std::to_string(at) +
                                            " steps, but documents for more"}
                                : the().input.empty()
                                    ? after_commands(the().lesson.steps[at], before)
                                : the().input == publish::same_document
                                    ? before
                                    : io::read_document(the().input, "the lesson of this page");
    if (document)
        documents.push_back(std::move(*document));
    else
        the().answer = document.error().text();
    return static_cast<bool>(document);
}
/// Adds the lesson, after its documents.
SEEN_BY_SCRIPT(carry_lesson) bool carry_lesson() {
    if (the().lesson.steps.size() != the().documents.size()) {
        the().answer = "the lesson of this page has " + std::to_string(the().lesson.steps.size()) +
                       " steps, but documents for " + std::to_string(the().documents.size());
        return false;
    }
    OpenedLesson opened{std::exchange(the().lesson, {}), std::exchange(the().documents, {}), {}};
    for (const Document& document : opened.documents)
        opened.traces.push_back(evaluate(document));
    lab().carry(std::move(opened));
    return true;
}
SEEN_BY_SCRIPT(tell_next) void tell_next(int by) {
    lab().tell_next(by);
}
SEEN_BY_SCRIPT(answer_choice) void answer_choice(std::size_t choice) {
    lab().answer_by_choice(choice);
}
SEEN_BY_SCRIPT(answer_number) bool answer_number() {
    return said(lab().answer_by_number(the().input));
}
SEEN_BY_SCRIPT(show_hint) void show_hint() {
    lab().show_hint();
}
SEEN_BY_SCRIPT(show_answer) void show_answer() {
    lab().show_answer();
}
SEEN_BY_SCRIPT(light) void light(std::size_t phrase) {
    lab().light(phrase);
}
/// The answer is a sentence about the expected number, or the error.
SEEN_BY_SCRIPT(reveal) bool reveal() {
    auto about = lab().reveal(the().input);
    the().answer = about ? std::move(*about) : about.error().text();
    return static_cast<bool>(about);
}
/// The input is the place of a box, a line feed, and what was typed into it.
SEEN_BY_SCRIPT(judge) bool judge() {
    const std::string_view asked = the().input;
    const std::size_t end = asked.find('\n');
    auto said = end == std::string_view::npos
                    ? Result<std::string>(Error{"a box and a number are expected"})
                    : lab().judge(asked.substr(0, end), asked.substr(end + 1));
    the().answer = said ? std::move(*said) : said.error().text();
    return static_cast<bool>(said);
}
SEEN_BY_SCRIPT(reveal_next) void reveal_next() {
    lab().reveal_next();
}
SEEN_BY_SCRIPT(compare) void compare(bool is_compared) {
    lab().compare(is_compared);
}
SEEN_BY_SCRIPT(cancel) void cancel(double gesture) {
    lab().cancel(static_cast<Gesture>(gesture));
}
SEEN_BY_SCRIPT(query) void query(int at) {
    lab().choose_query(at);
}
SEEN_BY_SCRIPT(head) void head(int at) {
    lab().choose_head(at);
}
SEEN_BY_SCRIPT(layer) void layer(int at) {
    lab().choose_part(at);
}
SEEN_BY_SCRIPT(alone) bool alone() {
    return said(lab().show_alone(the().input));
}
SEEN_BY_SCRIPT(page) bool show_page() {
    return said(lab().show_page(the().input));
}
SEEN_BY_SCRIPT(part) void part(bool shows) {
    lab().show_part(shows);
}
SEEN_BY_SCRIPT(select) bool select_place() {
    return said(lab().select(std::string_view(the().input)));
}
SEEN_BY_SCRIPT(unselect) void unselect() {
    lab().select(std::optional<Place>());
}
SEEN_BY_SCRIPT(step) void step(int rows, int columns) {
    lab().step(rows, columns);
}
SEEN_BY_SCRIPT(step_sheet) void step_sheet(int by) {
    lab().step_sheet(by);
}

/// Points at this place. The script need not ask whether the view changed: it paints in the next
/// frame.
SEEN_BY_SCRIPT(point) int point(int part, float x, float y) {
    const auto hit = lab().hit(static_cast<page::Part>(part), {x, y});
    lab().point(hit.place);
    return hit.given ? 3 : hit.place ? 1 : hit.label ? 2 : hit.opening ? 4 : 0;
}
SEEN_BY_SCRIPT(leave) void leave() {
    lab().point(std::nullopt);
}
/// Selects the number, chooses the word, or opens the layer, at this place. Returns 0 for nothing,
/// 1 for a number, 2 for a word, 3 for a mark in a title, whose command is then the answer, 4 for a
/// layer.
SEEN_BY_SCRIPT(press) int press(int part, float x, float y) {
    const auto hit = lab().hit(static_cast<page::Part>(part), {x, y});
    if (hit.given) {
        the().answer = lab().command_of(*hit.given);
        return 3;
    }
    if (hit.place) {
        lab().select(hit.place);
        return 1;
    }
    if (hit.label && lab().press_label(*hit.label))
        return 2;
    if (hit.opening) {
        lab().open(*hit.opening);
        return 4;
    }
    lab().select(std::optional<Place>());
    return 0;
}
/// Returns the rectangle of the selected number as four floats, or null.
SEEN_BY_SCRIPT(selected_rect) const float* selected_rect(int part) {
    static figure::Rect rect;
    const auto found = lab().selected_rect(static_cast<page::Part>(part));
    rect = found.value_or(figure::Rect{});
    return found ? &rect.x : nullptr;
}

/// Draws a part and returns the address of its words. The answer is its texts.
SEEN_BY_SCRIPT(draw)
const std::uint32_t* draw(int part, float width, float height, float text, bool is_dark) {
    const auto& figure = lab().draw(static_cast<page::Part>(part), {width, height, text, is_dark});
    the().figure = page::figure_words(figure, page::browser_measure());
    the().answer.swap(the().figure.texts);
    return the().figure.words.data();
}
SEEN_BY_SCRIPT(words) std::size_t words() {
    return the().figure.words.size();
}

SEEN_BY_SCRIPT(numbers) bool numbers() {
    auto list = lab().numbers(the().input);
    the().answer = list ? std::move(*list) : list.error().text();
    return static_cast<bool>(list);
}
SEEN_BY_SCRIPT(table) bool table() {
    auto list = lab().table(the().input);
    the().answer = list ? std::move(*list) : list.error().text();
    return static_cast<bool>(list);
}
SEEN_BY_SCRIPT(file) void file() {
    the().answer = lab().file();
}
SEEN_BY_SCRIPT(state) void state() {
    the().answer = lab().state();
}
SEEN_BY_SCRIPT(explanation) void explanation() {
    the().answer = lab().explanation();
}
