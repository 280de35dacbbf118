// SPDX-License-Identifier: MIT
// Compares trainings by PyTorch's own optimisers with the lab's.
#pragma once

#include <nlohmann/json.hpp>

namespace attn::test {

/// Takes the same steps from the same document and compares every loss and every learned input.
void expect_training(const nlohmann::json& entry);

} // namespace attn::test
