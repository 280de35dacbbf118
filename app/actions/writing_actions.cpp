// SPDX-License-Identifier: MIT
#include "app/actions/actions.h"
#include "app/authoring/authoring.h"

#include <array>
#include <string>
#include <string_view>

namespace app {
namespace {

bool is_written(const Frame& frame) {
    return frame.ui.teaching.writing && !frame.ui.teaching.presenting;
}

bool writes_text(const Frame& frame) {
    return is_written(frame) && is_lesson_text(frame.ui.teaching.writing->field);
}

bool can_be_edited(const Frame& frame) {
    return frame.ui.teaching.lesson && !frame.ui.teaching.writing && !frame.ui.teaching.presenting;
}

bool carries_lesson(const Frame& frame) {
    return !frame.document.lesson.empty() && !frame.ui.teaching.presenting;
}

bool tells_lesson(const Frame& frame) {
    return frame.ui.teaching.lesson && !frame.ui.teaching.presenting;
}

/// A file that others get of a lesson.
struct LessonExport {
    const char* id;
    const char* what;
    const char* sentence;
    attn::publish::LessonPages pages;
    std::string_view ending;
};
using attn::publish::LessonPages;
constexpr std::array<LessonExport, 4> lesson_exports = {
    {{"write.slides", "slides (PDF)", "Writes a PDF with a slide for each step, 16:9.",
      LessonPages::Slides, ".pdf"},
     {"write.handout", "a handout (PDF)",
      "Writes a PDF of A4 with two steps a page, each with its notes.", LessonPages::Handout,
      ".pdf"},
     {"write.page", "a page for browsers",
      "Writes a page that tells the lesson, with its questions.", LessonPages::Slides, ".html"},
     {"write.notes", "text with notes", "Writes the texts, questions and notes as Markdown.",
      LessonPages::Slides, ".md"}}};

Action of_editor(std::string id, std::string name, std::string sentence,
                 std::vector<KeyPress> shortcuts, std::function<void(const Frame&)> run) {
    return {std::move(id),       std::move(name),      "The lesson you write",
            std::move(sentence), std::move(shortcuts), std::move(run),
            is_written};
}

} // namespace

std::vector<Action> writing_actions() {
    std::vector<Action> list = {
        {"write.new",
         "Write a lesson",
         "Writing",
         "Begins a lesson with what is shown. Each of its steps is what the window shows when you "
         "add it; numbers that you click stand in its text and stay right.",
         {},
         [](const Frame& frame) { frame.outbox.post(WriteLesson{}); },
         [](const Frame& frame) { return !frame.ui.teaching.presenting; }},
        {"write.edit",
         "Edit a copy of the lesson",
         "Writing",
         "Opens the lesson in the editor. A lesson of a file of your own is edited itself.",
         {},
         [](const Frame& frame) { frame.outbox.post(WriteLesson{WriteLesson::From::Lesson}); },
         can_be_edited},
        {"write.own",
         "Begin the document's lesson",
         "Writing",
         "Begins the lesson that the document carries.",
         {},
         [](const Frame& frame) { frame.outbox.post(OpenOwnLesson{}); },
         carries_lesson},
        {"write.take_out",
         "Remove the document's lesson",
         "Writing",
         "Removes the lesson that the document carries. Undo brings it back.",
         {},
         [](const Frame& frame) { frame.outbox.edit(attn::SetLesson{}); },
         carries_lesson},
        of_editor("write.add", "Add what is shown as a step",
                  "Adds a step after the open one: the document as it is now, the query word, the "
                  "page and what is selected.",
                  {{Key::Enter, 0, true, true}}, add_lesson_step),
        of_editor("write.update", "Update the step", "Takes what is shown now into the open step.",
                  {}, update_lesson_step),
        of_editor("write.up", "Move the step up", "Alt+↑ in the editor does the same.", {},
                  [](const Frame& frame) { move_lesson_step(frame, -1); }),
        of_editor("write.down", "Move the step down", "Alt+↓ in the editor does the same.", {},
                  [](const Frame& frame) { move_lesson_step(frame, 1); }),
        of_editor("write.copy", "Duplicate the step", "Ctrl+D in the editor does the same.", {},
                  copy_lesson_step),
        of_editor("write.remove", "Remove the step", "Delete in the list of steps does the same.",
                  {}, remove_lesson_step),
        of_editor("write.cover", "Cover or uncover the answer",
                  "Covers the numbers that the step's question asks for, until it is answered.", {},
                  cover_lesson_answer),
        of_editor("write.undo", "Undo in the lesson",
                  "Takes back the last edit of the lesson. Ctrl+Z in the editor does the same.", {},
                  undo_lesson),
        of_editor("write.redo", "Redo in the lesson", "Ctrl+Y in the editor does the same.", {},
                  redo_lesson),
        of_editor("write.save", "Save the lesson", "Ctrl+S does the same while a lesson is edited.",
                  {}, [](const Frame& frame) { frame.outbox.post(SaveLesson{}); }),
        of_editor("write.inside", "Save the lesson inside its document …",
                  "Writes a document that carries the lesson. Pictures and pages made of it carry "
                  "the lesson too.",
                  {},
                  [](const Frame& frame) {
                      frame.outbox.post(AskWhereToSave{true, true});
                  }),
        of_editor("write.save_as", "Save the lesson as …",
                  "Ctrl+Shift+S does the same while a lesson is edited.", {},
                  [](const Frame& frame) { frame.outbox.post(AskWhereToSave{true}); }),
    };
    for (const LessonExport& one : lesson_exports)
        list.push_back({one.id,
                        "Export the lesson as " + std::string(one.what) + " …",
                        "Writing",
                        one.sentence,
                        {},
                        [one](const Frame& frame) {
                            AskWhereToSave asked;
                            asked.exported = one.pages;
                            asked.ending = one.ending;
                            frame.outbox.post(asked);
                        },
                        tells_lesson});
    for (const FormattingInfo& one : formattings())
        list.push_back({"write." + std::string(one.id),
                        one.name + std::string(" in the text"),
                        "The lesson you write",
                        "Formats the selection in a text of the lesson, else the word at the "
                        "caret, or takes the format away. " +
                            to_text(one.key) + " in the text does the same.",
                        {},
                        [formatting = one.formatting](const Frame& frame) {
                            format_lesson_text(frame, frame.ui.teaching.writing->field, formatting);
                        },
                        writes_text});
    return list;
}

} // namespace app
