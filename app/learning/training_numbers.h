// SPDX-License-Identifier: MIT
// The numbers of a training that people type, as one table: the action and field of each, which
// optimisers read it, and how a typed text becomes it.
#pragma once

#include "core/base/result.h"
#include "core/document/training_settings.h"

#include <span>
#include <string>

namespace app {

/// In the order of the keyboard.
enum class TrainingNumber { Rate, Decay, Momentum, Beta1, Beta2, Epsilon, Seed, Steps };

struct TrainingNumberInfo {
    TrainingNumber number;
    const char* id;    // of its action, and of its field
    const char* label; // beside the field
    const char* name;  // of the action
    const char* sentence;
};
/// In the order of the enum.
std::span<const TrainingNumberInfo> training_numbers();

/// Whether the optimiser reads it; else no field shows it.
bool is_read(TrainingNumber number, attn::Optimiser optimiser);
/// The next one that is read, or the one before.
TrainingNumber next_read(TrainingNumber number, attn::Optimiser optimiser, bool is_back);

/// What stands in the field; empty: no seed.
std::string text_of(TrainingNumber number, const attn::TrainingSettings& settings);
/// The settings with the typed number; the error says what can be typed.
attn::Result<attn::TrainingSettings> with_typed(attn::TrainingSettings settings,
                                                TrainingNumber number, const std::string& typed);

} // namespace app
