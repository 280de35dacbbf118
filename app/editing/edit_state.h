// SPDX-License-Identifier: MIT
// What the user is changing at this moment: a text that is half typed, a number that is dragged, a
// stroke of the mask.
#pragma once

#include "app/input/line_edit.h"
#include "core/document/history.h"
#include "core/document/view.h"
#include "core/figure/map_figure.h"

#include <memory>
#include <optional>
#include <string>
#include <variant>

namespace app {

/// What is being typed over.
struct CellTarget {
    attn::Place place;
};
/// What is expected of a covered number, which is revealed then.
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
using EditTarget = std::variant<CellTarget, GuessTarget, AnswerTarget, WordTarget,
                                TemperatureTarget, ScaleTarget, WidthTarget, NumberTarget>;

/// The cell that is typed over, if it is one.
inline const attn::Place* cell_of(const EditTarget& target) {
    if (const auto* const cell = std::get_if<CellTarget>(&target))
        return &cell->place;
    const auto* const guess = std::get_if<GuessTarget>(&target);
    return guess ? &guess->place : nullptr;
}

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

/// A word of X that the pointer moves over the plane of the map.
struct MapDrag {
    attn::Index row = 0;
    attn::Vector numbers;       // of the word as the drag began
    attn::figure::MapPlot plot; // of X, in the units of its figure
    attn::figure::Point origin; // of the figure on the screen
    attn::figure::Point point;  // of the word as the drag began, in the figure
    attn::figure::Point start;  // of the pointer, on the screen
    attn::Gesture gesture = 0;
    bool moved = false;
};

/// A number that moves by itself: d_k if there is a base, else a cell of an input, else the
/// temperature.
struct Playing {
    std::optional<attn::Place> cell;
    std::shared_ptr<const attn::Document> base; // of which every size is made
    attn::Real low = 0, high = 0;
    double begin = 0;               // where it began, from 0 at the low end to 1 at the high one
    double since = -1;              // of the clock; before the first number −1
    std::optional<attn::Real> held; // where a slider has it, whatever the clock says
    std::optional<attn::Real> shown;
    attn::Gesture gesture = 0;
};

/// What the pointer drags.
struct Dragging {
    std::optional<Scrub> scrub;
    std::optional<MapDrag> map;
    std::optional<MaskStroke> mask_stroke;
    std::optional<TemperatureScrub> temperature;
    std::optional<Playing> playing;          // without the pointer
    std::optional<attn::Index> expected_key; // the bar of a weight that somebody expects
    std::optional<attn::Index> word;         // of X, to the place of another
    bool selects_range = false;              // it drags a range open
    attn::Gesture last_gesture = 0;          // grows by one with each drag

    /// Numbers of the document follow the pointer: keys and other panels wait.
    bool moves_numbers() const { return scrub || map; }
    /// Numbers are followed while they change: colours and axes stay.
    bool holds_ranges() const { return moves_numbers() || temperature || playing; }
    /// What was changed so far stays.
    void let_go() {
        scrub.reset();
        map.reset();
    }
};

} // namespace app
