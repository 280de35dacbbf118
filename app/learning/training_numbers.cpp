// SPDX-License-Identifier: MIT
#include "app/learning/training_numbers.h"

#include "core/base/number_text.h"
#include "core/io/cell_text.h"

#include <array>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <limits>

namespace app {
namespace {

using namespace attn;

constexpr std::array<TrainingNumberInfo, 8> all_training_numbers = {
    {{TrainingNumber::Rate, "training.rate", "rate", "Set the learning rate …",
      "Sets how far each step moves the numbers."},
     {TrainingNumber::Decay, "training.decay", "weight decay", "Set the weight decay …",
      "Adds this share of each number to its gradient, which draws the number to 0."},
     {TrainingNumber::Momentum, "training.momentum_number", "momentum", "Set the momentum …",
      "Sets how much of the last move each step keeps, from 0 to below 1."},
     {TrainingNumber::Beta1, "training.beta_1", "β₁", "Set β₁ of Adam …",
      "Sets how much of its average of the gradient Adam keeps, from 0 to below 1."},
     {TrainingNumber::Beta2, "training.beta_2", "β₂", "Set β₂ of Adam …",
      "Sets how much of its average of the squared gradient Adam keeps, from 0 to below 1."},
     {TrainingNumber::Epsilon, "training.epsilon", "ε", "Set ε of Adam …",
      "Sets the number that keeps Adam from dividing by 0."},
     {TrainingNumber::Seed, "training.seed", "seed", "Set the seed of the training …",
      "Begins each run with new numbers of this seed for what learns. Leave it empty to begin with "
      "the numbers of the document."},
     {TrainingNumber::Steps, "training.steps", "steps", "Set the number of steps …",
      "Sets the step at which the training pauses when it runs up to its number of steps."}}};

/// Returns the number in the settings; null for the two whole numbers.
Real* real_of(TrainingNumber number, TrainingSettings& settings) {
    switch (number) {
    case TrainingNumber::Rate:
        return &settings.rate;
    case TrainingNumber::Decay:
        return &settings.weight_decay;
    case TrainingNumber::Momentum:
        return &settings.momentum;
    case TrainingNumber::Beta1:
        return &settings.beta_1;
    case TrainingNumber::Beta2:
        return &settings.beta_2;
    case TrainingNumber::Epsilon:
        return &settings.epsilon;
    case TrainingNumber::Seed:
    case TrainingNumber::Steps:
        return nullptr;
    }
    assert(false && "every number is handled");
    return nullptr;
}

bool is_whole_within(Real number, Real low, Real high) {
    return number == std::floor(number) && number >= low && number <= high;
}

} // namespace

std::span<const TrainingNumberInfo> training_numbers() {
    return all_training_numbers;
}

bool is_read(TrainingNumber number, Optimiser optimiser) {
    switch (number) {
    case TrainingNumber::Momentum:
        return info(optimiser).reads_momentum;
    case TrainingNumber::Beta1:
    case TrainingNumber::Beta2:
    case TrainingNumber::Epsilon:
        return info(optimiser).reads_betas;
    default:
        return true;
    }
}

TrainingNumber next_read(TrainingNumber number, Optimiser optimiser, bool is_back) {
    constexpr std::size_t count = all_training_numbers.size();
    auto at = static_cast<std::size_t>(number);
    do
        at = (at + (is_back ? count - 1 : 1)) % count;
    while (!is_read(all_training_numbers[at].number, optimiser));
    return all_training_numbers[at].number;
}

std::string text_of(TrainingNumber number, const TrainingSettings& settings) {
    if (number == TrainingNumber::Steps)
        return std::to_string(settings.steps);
    if (number == TrainingNumber::Seed)
        return settings.seed ? std::to_string(*settings.seed) : "";
    TrainingSettings copy = settings;
    return shortest(*real_of(number, copy));
}

Result<TrainingSettings> with_typed(TrainingSettings settings, TrainingNumber number,
                                    const std::string& typed) {
    constexpr auto last_seed = std::numeric_limits<std::uint32_t>::max();
    if (number == TrainingNumber::Seed && typed.find_first_not_of(' ') == std::string::npos) {
        settings.seed.reset();
        return settings;
    }
    const auto found = io::parse_cell(typed);
    if (!found)
        return found.error();
    if (number == TrainingNumber::Seed) {
        if (!is_whole_within(*found, 0, last_seed))
            return Error{"Type a whole number from 0 to " + std::to_string(last_seed) +
                         ", or nothing"};
        settings.seed = static_cast<std::uint32_t>(*found);
    } else if (number == TrainingNumber::Steps) {
        if (!is_whole_within(*found, 1, max_training_steps))
            return Error{"Type a whole number from 1 to " + std::to_string(max_training_steps)};
        settings.steps = static_cast<int>(*found);
    } else {
        *real_of(number, settings) = *found;
    }
    if (const auto fault = validate(settings); !fault)
        return fault.error();
    return settings;
}

} // namespace app
