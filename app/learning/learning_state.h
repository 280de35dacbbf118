// SPDX-License-Identifier: MIT
// State of training in the window: the run, how it is played, and the state that is looked at. The
// training settings are in the document itself.
#pragma once

#include "app/input/line_edit.h"
#include "app/learning/freedom_choice.h"
#include "app/learning/input_choice.h"
#include "app/learning/seeker.h"
#include "app/learning/training_numbers.h"
#include "app/learning/training_run.h"
#include "core/document/compare.h"

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

} // namespace app
