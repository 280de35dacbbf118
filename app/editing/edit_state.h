// SPDX-License-Identifier: MIT
// What the user is changing at this moment: a text that is half typed, a number that is dragged, a
// mask that is painted.
#pragma once

#include "app/input/line_edit.h"
#include "core/document/commands/fill.h"
#include "core/document/commands/history.h"
#include "core/document/commands/placing.h"
#include "core/document/model/view.h"
#include "core/figure/plots/map_figure.h"
#include "core/io/text/paste.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>

namespace app {

/// Targets of typing.
struct CellTarget {
    attn::Place place;
};
/// A covered number: the user types what they expect, then it is revealed.
struct GuessTarget {
    attn::Place place;
};
/// The number that a lesson asks for.
struct AnswerTarget {};
struct WordTarget {
    attn::Index row = 0;
    attn::Names of = attn::Names::Rows;
};
struct TemperatureTarget {};
struct ScaleTarget {};
struct WidthTarget {
    attn::Width width = attn::Width::Model;
};
/// A number of an option or a mask (see model_numbers.h).
enum class ModelNumber {
    Groups,
    Layers,
    Sigma,
    Base,
    Turned,
    Buckets,
    Furthest,
    SoftLimit,
    Epsilon,
    Window,
    Prefix,
    Padding
};
struct NumberTarget {
    ModelNumber number = ModelNumber::Sigma;
};
/// All words of a document with a table, as one sentence (sentence.h).
struct SentenceTarget {
    attn::Gesture gesture = 0; // all its edits share it
    attn::Index query = 0;     // the query word when it began
    std::size_t chosen = 0;    // which of the offered words Tab takes
};
/// A text in place of the words of a layer of a model in a folder (folder_text.h).
struct FolderTextTarget {};
using EditTarget =
    std::variant<CellTarget, GuessTarget, AnswerTarget, WordTarget, TemperatureTarget, ScaleTarget,
                 WidthTarget, NumberTarget, SentenceTarget, FolderTextTarget>;

/// The cell that is typed over; null if the target is not a cell.
inline const attn::Place* cell_of(const EditTarget& target) {
    if (const auto* const cell = std::get_if<CellTarget>(&target))
        return &cell->place;
    const auto* const guess = std::get_if<GuessTarget>(&target);
    return guess ? &guess->place : nullptr;
}

/// A run of Tabs. Enter after it goes below the place where it began, as in a spreadsheet.
struct TabRun {
    attn::Place began;
    attn::Place now; // where the last Tab led; the run has ended if something else is selected
};

/// A half-typed text. It reaches the document only when it is entered and was changed.
struct Editing {
    EditTarget target;
    LineEdit line;
    std::string begun_as;          // the text it began with; leaving it untouched changes nothing
    std::string fault;             // why the last Enter was refused
    attn::Gesture begun_after = 0; // the last gesture before it began; Esc takes later ones back
};

/// A sentence that was left because the document cannot have it. Its field keeps it.
struct LeftSentence {
    std::string text, fault;
    attn::Words vocabulary; // that it was typed with
};

/// A drag that changes a number.
struct Scrub {
    attn::Place place;
    attn::Real start = 0;
    float start_x = 0;    // where the button was pressed, in screen units
    double travelled = 0; // in steps; Shift and Alt change how much a pixel counts
    float last_x = 0;
    attn::Gesture gesture = 0;
    bool moved = false;
};

/// Painting the mask: the first cell decides whether the stroke blocks or opens.
struct MaskStroke {
    bool blocks = true;
    attn::Gesture gesture = 0;
};

/// A drag that changes the temperature.
struct TemperatureScrub {
    attn::Real start = 1;
    attn::Gesture gesture = 0;
    bool is_cancelled = false; // Esc was pressed; the button is still down
};

/// A drag that moves a word of X in the plane of the map.
struct MapDrag {
    attn::Index row = 0;
    attn::Vector numbers;       // the word's when the drag began
    attn::figure::MapPlot plot; // the plot of X, in the figure's units
    attn::figure::Point origin; // the figure's corner on the screen
    attn::figure::Point point;  // the word in the figure when the drag began
    attn::figure::Point start;  // the pointer on the screen when the drag began
    attn::Gesture gesture = 0;
    bool moved = false;
};

/// A number that changes by itself: d_k if `base` is set, else `cell` if set, else the temperature.
struct Playing {
    std::optional<attn::Place> cell;
    std::shared_ptr<const attn::Document> base; // the document that every size of d_k is made from
    attn::Real low = 0, high = 0;
    double begin = 0;               // where the play began: 0 at the low end, 1 at the high end
    double since = -1;              // the clock's time of the first number; −1 before it
    std::optional<attn::Real> held; // the value that a slider holds, whatever the clock says
    std::optional<attn::Real> shown;
    attn::Gesture gesture = 0;
};

/// What the pointer drags.
struct Dragging {
    std::optional<Scrub> scrub;
    std::optional<MapDrag> map;
    std::optional<MaskStroke> mask_stroke;
    std::optional<TemperatureScrub> temperature;
    std::optional<Playing> playing;          // moves without the pointer
    std::optional<attn::Index> expected_key; // the key whose expected weight is dragged
    std::optional<attn::Index> word;         // the word of X that is dragged to another place
    bool selects_range = false;              // the drag selects a range of cells
    attn::Gesture last_gesture = 0;          // grows by one with each drag

    /// Whether numbers of the document follow the pointer. Keys and other panels wait then.
    bool moves_numbers() const { return scrub || map; }
    /// Whether numbers are watched while they change. Colour ranges and axes stay fixed then.
    bool holds_ranges() const { return moves_numbers() || temperature || playing; }
    /// Ends the drag and keeps its changes.
    void let_go() {
        scrub.reset();
        map.reset();
    }
};

// State of actions on a range of cells: copying it, pasting into it, filling it.

/// Which cells are copied, and how numbers are written.
struct CopyOptions {
    enum class Scope { Selection, Matrix, Stage };
    Scope scope = Scope::Selection;
    bool as_shown = false; // as the view formats them, else with all digits
};

/// A pasted text that does not simply fit, the ways to place it, and the chosen one.
struct Pasting {
    attn::io::Pasted pasted;
    std::size_t grid = 0; // which of its matrices
    attn::CellRange range;
    attn::Placings placings;
    std::size_t way = 0;
};

/// The card that asks for numbers to fill the selection with: random ones, a factor that multiplies
/// the present ones, or the diagonal that gets ones.
struct Filling {
    enum class Way { Random, Factor, Diagonal };
    attn::CellRange range;
    Way way = Way::Random;
    attn::RandomFill random;
    std::array<LineEdit, 3> fields; // seed, low, high; or the one number that is asked for
    std::size_t field = 0;          // the one being typed into
    std::string fault;
};

// How the next word is chosen: the likeliest, or drawn with a seed and a temperature. The typed
// values stay while the window is open; they are not part of the document.

struct Generating {
    bool is_open = false; // its card
    bool is_drawn = false;
    /// The temperature and the seed. The seed grows by one with each drawn word.
    std::array<LineEdit, 2> fields = {line_edit("1", true), line_edit("1", true)};
    std::size_t field = 0; // the one being typed into
    std::string fault;     // why no word could be appended
    std::string said;      // about the word appended last
    /// The last valid values of the fields: their words stay in view while a field is wrong.
    double last_temperature = 1;
    std::uint32_t last_seed = 1;
};

} // namespace app
