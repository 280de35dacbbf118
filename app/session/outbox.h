// SPDX-License-Identifier: MIT
// The requests that panels and keys make while a frame is drawn. They are carried out after it, a
// drag before the panels draw, so that no frame shows two states of the document.
#pragma once

#include "core/document/commands/history.h"
#include "core/document/commands/new_documents.h"
#include "core/document/telling/lesson.h"
#include "core/io/journal/journal.h"
#include "core/io/journal/save.h"
#include "core/publish/lesson_pages.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace app {

struct Edit {
    attn::Command command;
    attn::Gesture gesture = 0; // edits of one gesture are one step of undo
};
struct CancelGesture {
    attn::Gesture gesture = 0;
};
struct Undo {};
struct Redo {};
/// How to open a file that another window edits.
enum class OpenAs { Ask, Editing, Viewing, Copy };
// Requests that replace the document ask first whether to save it, unless it `discards`.
struct NewDocument {
    bool discards = false;
    std::optional<attn::NewFromWords> from = {}; // else two words and identity matrices
};
struct Open {
    std::string name; // a preset or a file
    bool discards = false;
    OpenAs as = OpenAs::Ask;
    std::optional<attn::Index> first_word = {}; // the first to open if there are too many
    /// What a thread has read from it; if null, the file is read when it is opened.
    std::shared_ptr<const attn::Result<attn::io::Origin>> read = {};
    std::optional<std::string> text = {}; // words to type once a model with a table is open
};
/// Opens the panel that imports arrays, with these files.
struct OpenArrays {
    std::vector<std::string> paths;
};
/// Replaces the document by the one made from the chosen parts of a model.
struct ImportModel {
    bool discards = false;
};
/// Replaces the document by the one that the import panel made from the arrays.
struct Import {
    bool discards = false;
};
struct Quit {
    bool discards = false;
};
/// Saves to the file that the document came from. Asks for a name if there is none.
struct Save {};
struct SaveAs {
    std::string path;
    attn::io::SaveChoices choices;
    bool is_lesson = false; // the lesson that is being written, not the document
    /// Writes the open lesson for others instead: how the pages of a PDF are.
    std::optional<attn::publish::LessonPages> exported = {};
};
/// Compares the document with the file as it is on disk.
struct CompareWithFile {
    std::string path;
};
/// Compares the document with its state when it was opened.
struct CompareWithOpened {};
/// Opens the dialog that asks for a name. Requests that wait for the saving still wait.
struct AskWhereToSave {
    bool is_lesson = false;
    bool is_inside = false; // suggests a document, which carries the lesson
    std::optional<attn::publish::LessonPages> exported = {}; // as in SaveAs
    std::string_view ending = ".pdf";                        // suggested for an exported file
};
/// Drops the requests that wait for the saving.
struct StopLeaving {};
/// Opens the file again as it is on disk, or the preset.
struct Revert {};
/// Goes back to what was opened or saved last, as one more step of the history.
struct Reset {};
struct GoToStep {
    std::size_t step = 0;
};
/// Opens the unsaved work of a program that ended abnormally.
struct Restore {
    std::string journal;
    bool discards = false;
};
struct OfferUnsavedWork {};
/// Puts a text on the clipboard.
struct CopyText {
    std::string text;
};
/// Deletes the unsaved work of a program that ended abnormally.
struct Discard {
    std::string journal;
};
/// Starts presenting at the first step, resumes at the last one shown, leaves, or takes back the
/// changes made since presenting began.
enum class Present { Start, Resume, Leave, Reset };
struct OpenLesson {
    std::shared_ptr<const attn::OpenedLesson> lesson;
    std::string path = {}; // its file, if it has one
};
/// Opens the lesson that the document carries.
struct OpenOwnLesson {};
// Requests of the editor of lessons (app/authoring/authoring.h).
/// Begins to write: a new lesson from the document, the open lesson, or the one in a file.
struct WriteLesson {
    enum class From { Document, Lesson, File };
    From from = From::Document;
    std::string path = {}; // the file
};
/// Saves the lesson to its file. Asks for a name if there is none.
struct SaveLesson {};
/// Ends writing and drops what is not saved.
struct LeaveWriting {};
struct ShowLessonStep {
    std::size_t step = 0;
};
struct CloseLesson {};
/// Requests to the training, carried out after the frame (see learning.h).
enum class Train {
    Play,  // until it is paused
    RunTo, // to the number of steps
    Pause,
    Step,     // one more
    Take,     // makes the shown state the document
    Discard,  // shows the document again and drops the run
    HalveRate // starts again with half the rate
};
/// Shows the state after that many steps, or the nearest one that is kept.
struct LookAtStep {
    std::size_t step = 0;
};
/// What typing over a computed number, or dragging it, means: sets it, so that its stage is given,
/// or finds inputs for it. Until the user has chosen, the window asks.
enum class OverComputed { Ask, Set, Seek };
/// The user's answer for this number, which then holds for all. `typed` is what was typed over it;
/// empty if it was dragged.
struct SetOverComputed {
    OverComputed over = OverComputed::Ask;
    attn::Place place;
    std::string typed = {};
};
/// Requests of the form for a goal (app/learning/seeking.h).
enum class SeekGoal { Begin, Stop, Accept, Leave };

/// Marks a class's answers to worksheets of the document.
struct MarkAnswers {
    std::string path;
};
struct WriteMarks {
    std::string path, csv;
};
/// One of these requests. outbox.cpp alone compiles its copying and moving, as command.cpp does for
/// attn::Command.
struct Request
    : std::variant<Edit, CancelGesture, Undo, Redo, NewDocument, Open, OpenArrays, Import,
                   ImportModel, Quit, Save, SaveAs, CompareWithFile, CompareWithOpened,
                   AskWhereToSave, StopLeaving, Revert, Reset, GoToStep, OfferUnsavedWork, Restore,
                   Discard, Present, OpenLesson, ShowLessonStep, CloseLesson, Train, LookAtStep,
                   SeekGoal, CopyText, MarkAnswers, WriteMarks, WriteLesson, SaveLesson,
                   LeaveWriting, SetOverComputed, OpenOwnLesson> {
    using variant::variant;
    Request(const Request& other);
    Request(Request&& other) noexcept;
    Request& operator=(const Request& other);
    Request& operator=(Request&& other) noexcept;
    ~Request();
};

class Outbox {
public:
    void post(Request request);
    void edit(attn::Command command, attn::Gesture gesture = 0);
    std::vector<Request> take();
    bool is_empty() const { return requests_.empty(); }

private:
    std::vector<Request> requests_;
};

// Messages of the program to the user, and questions that it asks before it continues.

struct Message {
    std::string text;
    bool is_fault = false;
};

/// A question to be answered before anything else. Esc takes the last choice.
struct Question {
    struct Choice {
        std::string id; // for tests: "dont_save"
        std::string label;
        std::vector<Request> requests;
    };
    std::string title;
    std::string text;
    std::vector<Choice> choices;
    std::size_t chosen = 0;
};

// Names of requests, for crash reports.

/// Returns for example "Save" or "Edit: SetInput".
std::string name_of(const Request& request);

} // namespace app
