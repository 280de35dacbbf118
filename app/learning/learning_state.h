// SPDX-License-Identifier: MIT
// The run that trains, how it is played, and the state of it that is looked at. How the document
// learns stands in the document itself.
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

/// Steps a second; 0: as fast as it goes.
inline constexpr std::array<attn::Real, 4> training_speeds = {1, 10, 60, 0};

/// A number of the training that is typed.
struct TypedTraining {
    TrainingNumber number = TrainingNumber::Rate;
    LineEdit line;
    std::string fault; // why the last Enter was refused
};

struct Learning {
    FreedomChoice freedom;                     // what may move for a goal, as it was chosen last
    std::vector<std::shared_ptr<Seeker>> left; // searches that nobody waits for

    attn::Real speed = 60; // of training_speeds
    bool is_logarithmic = false;
    std::optional<TypedTraining> typed;
    std::optional<InputChoice> choosing; // what learns; the list is open

    std::shared_ptr<TrainingRun> run;
    std::vector<std::shared_ptr<TrainingRun>> ending; // their last steps still run
    std::vector<attn::Real> losses;                   // of the run, as its thread told
    std::optional<TrainedState> newest;               // the same
    std::optional<TrainedState> seen;  // stands for the document until it is taken or discarded
    std::optional<TrainedState> taken; // the last that became the document
    std::shared_ptr<const attn::Calculation> begun; // step 0, once something is compared with it
    bool follows = true;                            // the newest is looked at
    bool is_running = false;
    std::optional<attn::TrainingSettings> settings; // of the document, as they were seen last
    std::optional<attn::Error> fault;               // why the run does not go on
    bool has_diverged = false;
    std::size_t looked_for = 0; // the step that was asked for last; it is seen once it is there
    std::uint64_t news = 0;     // grows with whatever the panel shows of the run

    /// The step of the run that is looked at.
    std::size_t at() const { return seen ? seen->step : taken_at; }
    std::size_t taken_at = 0; // the step that the document itself is
};

} // namespace app
