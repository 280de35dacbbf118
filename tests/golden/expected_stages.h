// SPDX-License-Identifier: MIT
// Documents with the stages that somebody else computed, compared with the lab's.
#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>

namespace attn::testing {

/// Reads the document of a reference and compares the stages that it has; how many.
std::size_t expect_stages(const nlohmann::json& entry);

/// The same, where every reference has every stage that is computed.
void expect_every_stage(const nlohmann::json& all);

} // namespace attn::testing
