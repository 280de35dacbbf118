// SPDX-License-Identifier: MIT
// Documents of five words with every option, alone and combined.
#pragma once

#include "tests/support/scenes.h"

#include <vector>

namespace attn::test {

std::vector<Scene> option_scenes();

} // namespace attn::test
