// SPDX-License-Identifier: MIT
// This moment of this window: what is hovered, half-typed, open. Never undone, never saved with the
// document.
#pragma once

#include "app/exporting/export_state.h"
#include "app/files/file_dialog.h"
#include "app/importing/import_state.h"
#include "app/input/line_edit.h"
#include "app/session/outbox.h"
#include "core/document/fill.h"
#include "core/document/history.h"
#include "core/document/lesson.h"
#include "core/document/mistake.h"
#include "core/document/placing.h"
#include "core/document/view.h"
#include "core/figure/figure.h"
#include "core/io/paste.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace app {

/// What is being typed over.
struct CellTarget {
    attn::Place place;
};
struct WordTarget {
    attn::Index row = 0;
    attn::Names of = attn::Names::Rows;
};
struct TemperatureTarget {};
struct ScaleTarget {};
struct WidthTarget {
    attn::Width width = attn::Width::Model;
};
using EditTarget =
    std::variant<CellTarget, WordTarget, TemperatureTarget, ScaleTarget, WidthTarget>;

/// A half-typed text. It touches the document only when it is entered, and only if it was changed.
struct Editing {
    EditTarget target;
    LineEdit line;
    std::string begun_as; // the text it began with; leaving it untouched changes nothing
    std::string fault;    // why the last Enter was refused
};

/// A pointer scrubbing a number.
struct Scrub {
    attn::Place place;
    attn::Real start = 0;
    float start_x = 0;    // where the pointer went down, in screen units
    double travelled = 0; // in steps; Shift and Alt change what a pixel is worth as it goes
    float last_x = 0;
    attn::Gesture gesture = 0;
    bool moved = false;
};

/// Painting the mask: the first cell decides whether the stroke blocks or opens.
struct MaskStroke {
    bool blocks = true;
    attn::Gesture gesture = 0;
};

/// The pointer dragging the temperature.
struct TemperatureScrub {
    attn::Real start = 1;
    attn::Gesture gesture = 0;
    bool is_cancelled = false; // Esc was pressed; the button is still down
};

struct Palette {
    LineEdit line;
    std::size_t chosen = 0;
};

/// The numbers that were looked at one after another, to go back and forward.
struct Trail {
    std::vector<attn::Place> places;
    std::size_t at = 0; // the one that is looked at now; meaningless while there are none
};

/// A lesson that is given, and how far it has come.
struct LessonState {
    std::shared_ptr<const attn::OpenedLesson> opened;
    std::size_t step = 0;
    attn::Gesture gesture = 0;  // all of the lesson's own changes are one step of undo
    attn::NumberFormat numbers; // of the user; each step begins with them, closing brings them back
    bool show_row_sums = false; // the same

    const attn::LessonStep& current() const { return opened->lesson.steps[step]; }
    const attn::Document& document() const { return opened->documents[step]; }
};

/// The screen shows one step at a time (app/presenting/presenting.h).
struct Presenting {
    enum class Blank { None, Black, White };
    int step = 1;       // its fixed number (core/document/step.h); not read while a lesson is open
    std::string digits; // typed for a jump that Enter carries out
    Blank blank = Blank::None;
    bool is_pointer_hidden = false;
    bool keeps_changes = false; // what is changed meanwhile stays
    attn::Document before;
    bool was_full_screen = false;
};

/// What is compared: a mistake beside the right result if there is one, else the present state
/// beside the pinned one.
struct Comparing {
    std::shared_ptr<const attn::Calculation> pinned;
    std::optional<attn::Mistake> mistake;
    attn::Stage stage = attn::Stage::Weights;

    friend bool operator==(const Comparing&, const Comparing&) = default;
};

/// What copying takes and how it writes numbers.
struct CopyOptions {
    enum class Scope { Selection, Matrix, Stage };
    Scope scope = Scope::Selection;
    bool as_shown = false; // as the view formats them, not with every digit
};

/// A pasted text that does not just fit: the ways to take it, one of which is chosen.
struct Pasting {
    attn::io::Pasted pasted;
    std::size_t grid = 0; // which of its matrices
    attn::CellRange range;
    attn::Placings placings;
    std::size_t way = 0;
};

/// Numbers to fill the selection with, being asked for.
struct Filling {
    attn::CellRange range;
    bool is_scaling = false; // times a number rather than random ones
    attn::RandomFill random;
    std::array<LineEdit, 3> fields; // seed, low, high; or the factor
    std::size_t field = 0;          // the one that is typed into
    std::string fault;
};

struct Message {
    std::string text;
    bool is_fault = false;
};

/// Something that has to be decided before anything else; the last choice is what Esc does.
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

/// Unsaved work of a program that did not come to its end, as it is offered.
struct OfferedWork {
    std::string journal;
    std::string name;  // of the document
    std::string place; // its folder; empty where it was never saved
    std::string when;  // "today at 14:03"
    std::size_t edits = 0;
    std::string unkept; // what came after and cannot be had back, as a sentence
    std::string fault;  // why nothing can be had back
};
struct RecoveryOffer {
    std::vector<OfferedWork> works;
    std::size_t chosen = 0;
    bool is_discarding = false; // Discard was pressed once; the next press does it
};

/// The steps of the history are shown one after another.
struct Replay {
    double next = 0; // when the next one is due, in seconds of the window's clock
};

struct UiState {
    std::optional<Editing> editing;
    std::optional<Scrub> scrub;
    std::optional<MaskStroke> mask_stroke;
    std::optional<TemperatureScrub> temperature_scrub;
    attn::Gesture last_gesture = 0; // grows by one with each drag
    std::optional<Palette> palette;
    Trail trail;
    std::optional<LessonState> lesson;
    std::optional<Presenting> presenting;
    int last_step = 1; // that was presented
    std::optional<Comparing> comparing;
    ExportState exporting;
    CopyOptions copying;
    std::optional<Pasting> pasting;
    std::optional<Filling> filling;
    bool selects_range = false; // the pointer drags a range open
    bool help_open = false;
    bool history_open = false;
    std::optional<Replay> replay;
    std::optional<FileDialog> file_dialog;
    std::optional<Importing> importing;
    std::optional<Question> question;
    std::vector<Request> after_saving; // what waits until the document is saved
    std::optional<RecoveryOffer> recovery;
    std::vector<std::string> recent_files; // the newest first
    std::optional<Message> message;
    std::string not_kept;      // why unsaved work cannot be kept at the moment; empty while it is
    float interface_scale = 1; // the user's own factor, on top of the monitor's
    float canvas_zoom = 1;
    bool full_screen = false;
    bool quit_asked = false;
    std::string opened; // the preset or file the document came from
    std::string file;   // the whole path of the file it is saved to; empty where there is none
    bool is_unsaved = false;
};

} // namespace app
