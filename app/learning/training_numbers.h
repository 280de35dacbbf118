// SPDX-License-Identifier: MIT
// The numbers of a training that can be typed, as one table: their action and field, which
// optimisers use them, and how to read a typed text.
#pragma once

#include "core/base/result.h"
#include "core/document/training_settings.h"

#include <span>
#include <string>

namespace app {

/// In the order of Tab.
enum class TrainingNumber { Rate, Decay, Momentum, Beta1, Beta2, Epsilon, Seed, Steps };

struct TrainingNumberInfo {
    TrainingNumber number;
    const char* id;    // the id of its action and its field
    const char* label; // beside the field
    const char* name;  // the action's name
    const char* sentence;
};
/// In the order of the enum.
std::span<const TrainingNumberInfo> training_numbers();

/// Whether the optimiser uses the number. Others have no field.
bool is_read(TrainingNumber number, attn::Optimiser optimiser);
/// The next number that the optimiser uses, or the previous one.
TrainingNumber next_read(TrainingNumber number, attn::Optimiser optimiser, bool is_back);

/// The text of the field; empty for no seed.
std::string text_of(TrainingNumber number, const attn::TrainingSettings& settings);
/// Returns the settings with the typed number; the error says what can be typed.
attn::Result<attn::TrainingSettings> with_typed(attn::TrainingSettings settings,
                                                TrainingNumber number, const std::string& typed);

} // namespace app
