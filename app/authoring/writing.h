// SPDX-License-Identifier: MIT
// The state of a lesson that is being written: the lesson, what can be undone, and the field that
// is typed into. What it looks like now is the open lesson (Teaching::lesson), which follows it.
#pragma once

#include "app/input/line_edit.h"
#include "app/input/text_edit.h"
#include "core/document/telling/lesson.h"
#include "core/io/document/lesson.h"
#include "core/io/journal/save.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace app {

/// What can have the keyboard in the editor. A question has several choices and hints.
struct LessonField {
    enum class Kind {
        Steps,  // the list: Up and Down open a step
        Lesson, // the title of the lesson
        Title,
        Text,
        Shown, // what is presented
        Asks,  // what the question asks for
        Ask,
        Choice,
        Answer,
        Place, // the line, number or cell that is asked about
        Within,
        Hint,
        Notes
    };
    Kind kind = Kind::Title;
    std::size_t at = 0;

    friend bool operator==(const LessonField&, const LessonField&) = default;
};

/// A state of the lesson to which undo returns.
struct LessonVersion {
    attn::Lesson lesson;
    std::size_t step = 0;
};

/// A step that the mouse holds in the list of steps.
struct StepDrag {
    std::size_t step = 0;
    std::size_t first = 0; // the first visible row of the list, which stays while it is held
    bool is_moving = false;
};

/// The open list of a field with a list.
struct LessonList {
    LessonField field;
    std::size_t marked = 0; // the entry that Enter chooses
    bool is_drawn = false;  // else it opens in the next frame
    bool is_closing = false;
};

/// What a step keeps, in words, as long as the lesson is the same.
struct KeptByStep {
    std::shared_ptr<const attn::OpenedLesson> lesson;
    std::size_t step = 0;
    std::string text;
};

/// A typed number that a matrix shows, or a whole number that is no result.
struct NumberLink {
    std::size_t from = 0, to = 0; // the number in the text
    std::string source;           // what the link writes there: "{weights[1,4]}"
    std::string says;             // "0.28 is weights[1,4]"
};

/// Lists what the steps name but their documents or the window lack; `only`: of this step alone.
std::vector<attn::io::LessonFault> faults_of_steps(const attn::OpenedLesson& opened,
                                                   std::optional<std::size_t> only = {});

struct Writing {
    attn::Lesson lesson;
    std::vector<LessonVersion> past, future;
    /// The field that is being typed into; what is typed is one step of undo.
    std::optional<LessonField> typing = {};
    std::string path = {}; // its file; empty if it has none yet
    std::optional<attn::io::FileMark> mark = {};
    std::string saved = {}; // its text when it was last opened or saved
    bool is_unsaved = false;
    attn::Document first = {}; // what the first step begins with
    std::vector<attn::io::LessonFault> of_documents = {}, of_steps = {};

    LessonField field = {};
    bool has_keys = true;      // else the canvas has the keyboard
    TextEdit edit = {};        // the text of the field, while it has the keyboard
    std::size_t at_step = 0;   // the step of the field
    std::size_t first_row = 0; // the first visible row of a text
    std::optional<NumberLink> link = {};
    KeptByStep kept = {};    // "scale: none · query cat"
    KeptByStep pointed = {}; // "Q, Scores": what is presented if the text decides
    std::optional<StepDrag> drag = {};
    std::optional<LessonList> list = {};
};

} // namespace app
