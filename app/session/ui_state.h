// SPDX-License-Identifier: MIT
// The state of this window at this moment: what is hovered, half typed, open. It is never undone
// and never saved with the document. Each part belongs to the code beside its header.
#pragma once

#include "app/authoring/writing.h"
#include "app/editing/edit_state.h"
#include "app/explaining/next_words_state.h"
#include "app/exporting/export_state.h"
#include "app/files/file_dialog.h"
#include "app/importing/import_making.h"
#include "app/importing/model_importing.h"
#include "app/input/line_edit.h"
#include "app/input/text_edit.h"
#include "app/learning/learning_state.h"
#include "app/session/outbox.h"
#include "app/session/window_places.h"
#include "app/starting/leaflet.h"
#include "app/starting/start_state.h"
#include "core/document/commands/history.h"
#include "core/document/explaining/sensitivity.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/view.h"
#include "core/document/telling/expected.h"
#include "core/document/telling/lesson.h"
#include "core/document/telling/mistake.h"
#include "core/typing/typing.h"

#include <cstddef>
#include <cstdint>
#include <ctime>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace app {

// State of the cards that show the table of actions (the palette, which searches it, and the help
// with all keys) and of the texts to read.

struct Palette {
    LineEdit line;
    std::size_t chosen = 0;
};

struct ActionCards {
    std::optional<Palette> palette;
    bool help_open = false;
    LineEdit help_search; // a text that the keys of the help or what they do contain
    int help_scrolls = 0; // wanted since the last frame, in tenths of the list
    std::optional<Leaflet> leaflet;
};

// Which menu is open, which line has the keyboard, and which choice is being tried.

/// A choice that is shown as if it had been made.
struct Trial {
    attn::Document base; // the document when the menu opened
    attn::Gesture gesture = 0;
    std::string tried; // the action being tried; empty: none
    /// The weights of the query word under each choice, by action.
    std::map<std::string, std::vector<attn::Real>> weights = {};
};

/// A line of the open menu, as it was drawn.
struct MenuLine {
    std::string name; // an action's name, or the name of a submenu
    bool is_enabled = true;
    bool opens = false; // opens a submenu
};

/// What a context menu is about; Page is the presented page.
enum class ContextOf { Numbers, Word, Matrix, Page };
struct ContextMenu {
    ContextOf of = ContextOf::Numbers;
    /// A place in the window; nothing: beside what the menu is about.
    std::optional<std::pair<float, float>> at = {};
    bool must_open = true;
};

struct Menus {
    std::vector<std::string> names; // all menus and parts of the formula, in drawing order
    std::vector<MenuLine> lines;    // the open menu's
    std::string open;               // the open menu
    std::string asked;              // the menu that opens in the next frame
    std::string beside;             // the open submenu, which replaces the other lines
    std::string marked;             // the line that has the keyboard
    std::string entered;            // the line on which Enter was pressed
    std::string told;               // the line that pointer or keyboard came to last
    bool must_scroll = false;       // to the marked line
    LineEdit search;                // filters the list of words by a part of their names
    std::optional<Trial> trial;
    std::optional<ContextMenu> context;

    // The same, collected while a frame is drawn.
    std::vector<std::string> seen;
    std::vector<MenuLine> drawn;
    std::string open_now;
};

// State of explanations: the numbers that were looked at, and what the present state is compared
// with.

/// The numbers that were looked at, in order, for going back and forward.
struct Trail {
    std::vector<attn::Place> places;
    std::size_t at = 0; // the current one; meaningless while `places` is empty
};

/// What is compared: a mistake with the right result if set, else the present state with the pinned
/// one. The canvas marks what changed since the pinning. If `is_beside`, one stage of both and
/// their difference replace the canvas.
struct Comparing {
    std::shared_ptr<const attn::Calculation> pinned;
    std::string name; // what is pinned: "pinned “Four words”"
    std::optional<attn::Mistake> mistake;
    attn::Stage stage = attn::Stage::Weights;
    bool is_beside = false;

    bool replaces_canvas() const { return mistake || is_beside; }

    friend bool operator==(const Comparing&, const Comparing&) = default;
};

/// The state before the current drag or trial; nothing if it would take long to compute.
struct BeforeGesture {
    attn::Gesture gesture = 0;
    std::shared_ptr<const attn::Calculation> calculation;
};

/// What was said about a guess when its number was revealed.
struct GuessVerdict {
    attn::Place place;
    std::string text;
};

/// The canvas shows the gradient of one number instead of the numbers.
struct Sensing {
    attn::Place of;
    std::shared_ptr<const attn::Sensitivity> found; // null until it is first computed
    std::uint64_t evaluation = 0;                   // the evaluation that `found` belongs to
};

// Which part of the window has the keyboard, and which control in it.

/// The parts that F6 visits; their order is in input/parts.cpp.
enum class WindowPart {
    Menus,
    Words,
    Formula,
    Pages,
    Cards,
    Canvas,
    LowerPanel,
    SidePanel,
    Sentence
};

/// A control that the keyboard can stop at, as it was drawn.
struct PartStop {
    WindowPart part = WindowPart::Canvas;
    std::string name;
    bool is_chosen = false;    // the chosen one of several; the keyboard enters the part there
    std::ptrdiff_t across = 1; // columns of the grid it is in; up and down move by a row
};

struct PartFocus {
    std::optional<WindowPart> at; // the part with the ring; if nothing, the canvas has the keys
    std::string stop;             // in that part
    bool is_pressed = false;      // Enter or Space was pressed on the stop
    std::vector<PartStop> stops;  // the stops of the last frame
    std::vector<PartStop> drawn;  // collected while a frame is drawn
};

// State of teaching: a lesson with its steps, and the step that fills the screen.

/// The answers to the question of the open step.
struct Asking {
    std::vector<std::size_t> guesses; // the room's choices, in the order they came
    attn::Answering so_far;
};

/// An open lesson and its current step.
struct LessonState {
    std::shared_ptr<const attn::OpenedLesson> opened;
    std::size_t step = 0;
    attn::Gesture gesture = 0;  // all changes by the lesson are one step of undo
    attn::NumberFormat numbers; // the user's; each step begins with them, and closing restores them
    bool show_row_sums = false; // the same
    // Phrases of the text and the places they mean, from 1 on; 0: none.
    std::size_t pointed_phrase = 0;  // under the pointer, in the text
    std::size_t pointed_place = 0;   // in the picture: the phrase that means it
    std::size_t chosen_phrase = 0;   // clicked or chosen by key
    bool shows_whole_canvas = false; // instead of the step's spotlight
    bool has_panel = false;          // the lower panel, which is folded until a tab is chosen
    Asking asking;
    std::string path = {}; // its file, if it is of one

    /// The phrase that is lit, here and in the picture; 0: none.
    std::size_t lit_phrase() const {
        return pointed_phrase > 0  ? pointed_phrase
               : chosen_phrase > 0 ? chosen_phrase
                                   : pointed_place;
    }
    const attn::LessonStep& current() const { return opened->lesson.steps[step]; }
    const attn::Document& document() const { return opened->documents[step]; }
};

/// The presentation: one step at a time fills the screen (app/presenting/presenting.h).
struct Presenting {
    enum class Blank { None, Black, White };
    int step =
        1; // number of the step (core/document/telling/step.h); unused while a lesson is open
    std::string digits; // typed step number; Enter jumps to it
    Blank blank = Blank::None;
    bool is_pointer_hidden = false;
    bool has_ring = true;       // around the pointer, so that it is visible from the last row
    bool keeps_changes = false; // changes made while presenting stay
    attn::Document before;
    std::size_t began_at = 0; // the lesson's step that was open then
    bool was_full_screen = false;
    bool has_speaker_window = false; // the second window, with notes, next step and clock
    std::time_t began = 0;
    bool is_backward = false; // the steps go through a gradient (sensing)
};

struct Teaching {
    std::optional<LessonState> lesson;
    std::optional<Writing> writing; // while the lesson is edited, which is then open as well
    std::optional<Presenting> presenting;
    int last_step = 1; // the one presented last
};

/// The card that edits title and notes.
struct AboutDocument {
    LineEdit title;
    TextEdit notes;
    bool is_in_notes = false;  // else in the title
    std::size_t first_row = 0; // the first visible row of the notes
};

struct GradientMaker;

struct UiState {
    std::optional<Editing> editing;
    std::optional<LeftSentence> left_sentence;
    std::optional<TabRun> tab_run;
    char letter_of_action = '\0'; // a key with it ran an action just now, so it is no text
    Dragging dragging;
    OverComputed over_computed = OverComputed::Ask;
    CopyOptions copying;
    std::optional<Pasting> pasting;
    std::optional<Filling> filling;
    Generating generating;
    std::optional<AboutDocument> about;
    Trail trail;
    std::optional<Comparing> comparing;
    std::optional<BeforeGesture> before_gesture;
    std::optional<attn::ExpectedRow> expected; // for a row of weights that is or was covered
    std::optional<attn::ExpectedNumber> guess; // for the selected number, which was covered
    std::optional<GuessVerdict> verdict;
    std::optional<Sensing> sensing;
    NextWords next_words;
    FolderWords folder_words;
    attn::typing::KeptTokenizer tokenizer;    // that splits the typed words
    std::shared_ptr<GradientMaker> gradients; // created when a gradient is slow to compute
    Starting starting;
    Teaching teaching;
    ExportState exporting;
    std::optional<Importing> importing;
    std::optional<ModelImporting> model;
    FileState files;
    RecoveryState recovery;
    Learning learning;
    std::optional<Seeking> seeking;
    ActionCards cards;
    Menus menus;
    PartFocus parts;
    WindowState window;
    HistoryState history;
    std::optional<Question> question;
    std::optional<Message> message;
};

} // namespace app
