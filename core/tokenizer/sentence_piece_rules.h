// SPDX-License-Identifier: MIT
// Checks the compiled normalisation rules of a SentencePiece model: a double array (Aoe, 1989) that
// leads from bytes to their replacement. The library follows it without bounds checks, so damage
// must be found here first.
#pragma once

#include "core/base/result.h"

#include <string_view>

namespace attn::tokenizer {

/// Fails if the rules in a model's bytes lead outside themselves.
Result<> check_rules(std::string_view model);

} // namespace attn::tokenizer
