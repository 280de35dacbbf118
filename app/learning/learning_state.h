// SPDX-License-Identifier: MIT
// State of training in the window: the run, how it is played, and the state that is looked at. The
// training settings are in the document itself.
#pragma once

#include "app/input/line_edit.h"
#include "app/learning/seeker.h"
#include "app/learning/training_run.h"
#include "core/document/model/evaluate.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace app {

/// Steps per second; 0: as fast as possible.
inline constexpr std::array<attn::Real, 4> training_speeds = {1, 10, 60, 0};

/// A training number that is being typed.
struct TypedTraining {
    TrainingNumber number = TrainingNumber::Rate;
    LineEdit line;
    std::string fault; // why the last Enter was refused
};

struct Learning {
    FreedomChoice freedom;                     // what may move for a goal, as chosen last
    std::vector<std::shared_ptr<Seeker>> left; // searches that are no longer wanted

    attn::Real speed = 60; // one of training_speeds
    bool is_logarithmic = false;
    std::optional<TypedTraining> typed;
    std::optional<InputChoice> choosing; // the open list of inputs that may learn

    std::shared_ptr<TrainingRun> run;
    std::vector<std::shared_ptr<TrainingRun>> ending; // old runs that are finishing their last step
    std::vector<attn::Real> losses;     // the loss of each step, as its thread sends them
    std::optional<TrainedState> newest; // as received from its thread
    std::optional<TrainedState> seen;   // stands for the document until it is taken or discarded
    std::optional<TrainedState> taken;  // the last state that became the document
    std::shared_ptr<const attn::Calculation> begun; // step 0, computed when a comparison needs it
    bool follows = true;                            // whether the newest state is shown
    bool is_running = false;
    std::optional<attn::TrainingSettings> settings; // the document's settings when last looked at
    std::optional<attn::Error> fault;               // why the run stopped
    bool has_diverged = false;
    bool knows_of_target = false; // that the target is all zeros
    std::size_t looked_for = 0;   // the step asked for last; shown when it is ready
    std::uint64_t news = 0;       // counts changes of what the panel shows of the run

    /// The step that is looked at.
    std::size_t at() const { return seen ? seen->step : taken_at; }
    std::size_t taken_at = 0; // the step that the document itself is at
};

// The form that asks for values of computed numbers: their targets, which inputs may move, and what
// was found.

/// The field that has the keyboard, in the order of Tab.
enum class SeekingField { Target, Pattern, Inputs, Cells, Range, Least };

struct Seeking {
    std::vector<attn::Place> places; // in one matrix, in the order of the screen; at least one
    std::vector<attn::Real> now;     // the current values of these numbers
    LineEdit target;       // one number for all places, or one for each; "–" for no goal
    GoalPattern pattern;   // if one can be painted
    FreedomChoice freedom; // what may move
    SeekingField field = SeekingField::Target;
    std::string fault;
    std::vector<attn::Goal> goals;        // the goals of the search that was started
    std::shared_ptr<Seeker> seeker;       // while it runs
    std::optional<attn::Document> nearer; // the best state so far
    std::optional<attn::Sought> found;    // the result, not accepted yet
};

} // namespace app
