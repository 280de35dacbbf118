// SPDX-License-Identifier: MIT
// Trainings that PyTorch's own optimisers took, compared with the lab's.
#pragma once

#include <nlohmann/json.hpp>

namespace attn::testing {

/// Takes the same steps from the same document and compares every loss and what was learned.
void expect_training(const nlohmann::json& entry);

} // namespace attn::testing
