// SPDX-License-Identifier: MIT
// Compares a document's stages with the lab's, as another program computed them.
#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>

namespace attn::test {

/// Reads the document of a reference and compares the stages that the reference has. Returns how
/// many.
std::size_t expect_stages(const nlohmann::json& entry);

/// As above, for references that have every computed stage.
void expect_every_stage(const nlohmann::json& all);

} // namespace attn::test
