// SPDX-License-Identifier: MIT
// Five words under every option, by themselves and together.
#pragma once

#include "tests/support/scenes.h"

#include <vector>

namespace attn::testing {

std::vector<Scene> option_scenes();

} // namespace attn::testing
