// SPDX-License-Identifier: MIT
// What panels and keys ask for while a frame is drawn; carried out after it, so that no frame shows
// two states of the document.
#pragma once

#include "core/document/history.h"
#include "core/document/lesson.h"
#include "core/document/new_from_words.h"
#include "core/io/save.h"
#include "core/io/workspace.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
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
/// How a file is opened that another window edits.
enum class OpenAs { Ask, Editing, Viewing, Copy };
// What takes the document's place asks first whether to save it, unless it `discards`.
struct NewDocument {
    bool discards = false;
    std::optional<attn::NewFromWords> from = {}; // else two words and identity matrices
};
struct Open {
    std::string name; // a preset or a file
    bool discards = false;
    OpenAs as = OpenAs::Ask;
    std::optional<attn::Index> first_word = {}; // a part of a file with too many words
    /// What a thread has read of it; else it is read when it is opened.
    std::shared_ptr<const attn::Result<attn::io::Origin>> read = {};
};
/// The panel that imports arrays, with these files.
struct OpenArrays {
    std::vector<std::string> paths;
};
/// What the panel made of them takes the document's place.
/// The document that comes of the model that is chosen from.
struct ImportModel {
    bool discards = false;
};
struct Import {
    bool discards = false;
};
struct Quit {
    bool discards = false;
};
/// Saves to the file the document came from; asks for a name when there is none.
struct Save {};
struct SaveAs {
    std::string path;
    attn::io::SaveChoices choices;
};
/// The file as it is on the disk beside the document.
struct CompareWithFile {
    std::string path;
};
/// What the document was when it was opened, beside what it is.
struct CompareWithOpened {};
/// The dialog that asks for a name; what waits for the saving goes on waiting.
struct AskWhereToSave {};
/// Nothing waits for the saving any more.
struct StopLeaving {};
/// The file as it is on the disk, or the preset.
struct Revert {};
/// What was opened or saved last, as one more step.
struct Reset {};
struct GoToStep {
    std::size_t step = 0;
};
/// The unsaved work of a dead program: opened again, or thrown away.
struct Restore {
    std::string journal;
    bool discards = false;
};
struct OfferUnsavedWork {};
/// For other programs.
struct CopyText {
    std::string text;
};
struct Discard {
    std::string journal;
};
/// Presenting begins, with the first step or the last one shown; ends; or takes back what was
/// changed since it began.
enum class Present { Start, Resume, Leave, Reset };
struct OpenLesson {
    std::shared_ptr<const attn::OpenedLesson> lesson;
};
struct ShowLessonStep {
    std::size_t step = 0;
};
struct CloseLesson {};
/// What is asked of the training; carried out after the frame (see learning.h).
enum class Train {
    Play,  // until it is paused
    RunTo, // to the number of steps
    Pause,
    Step,     // one more
    Take,     // the state that is looked at becomes the document
    Discard,  // the document is looked at again, the run is gone
    HalveRate // begins again with half of the rate
};
/// The state after so many steps, or the nearest that is kept, is looked at.
struct LookAtStep {
    std::size_t step = 0;
};
/// What the form of a goal asks for (app/learning/seeking.h).
enum class SeekGoal { Begin, Stop, Accept, Leave };

using Request = std::variant<Edit, CancelGesture, Undo, Redo, NewDocument, Open, OpenArrays, Import,
                             ImportModel, Quit, Save, SaveAs, CompareWithFile, CompareWithOpened,
                             AskWhereToSave, StopLeaving, Revert, Reset, GoToStep, OfferUnsavedWork,
                             Restore, Discard, Present, OpenLesson, ShowLessonStep, CloseLesson,
                             Train, LookAtStep, SeekGoal, CopyText>;

/// Its functions stand in outbox.cpp: how a request is moved takes long to compile.
class Outbox {
public:
    void post(Request request);
    void edit(attn::Command command, attn::Gesture gesture = 0);
    std::vector<Request> take();
    bool is_empty() const { return requests_.empty(); }

private:
    std::vector<Request> requests_;
};

} // namespace app
