// SPDX-License-Identifier: MIT
// The compiled rules by which a SentencePiece model normalises text: a double array (Aoe, 1989)
// that leads from bytes to a text in their place. The library follows it without looking where it
// ends, so that a damaged one is found here first.
#pragma once

#include "core/base/result.h"

#include <string_view>

namespace attn::tokenizer {

/// Whether the rules in the bytes of a model stay within themselves.
Result<> check_rules(std::string_view model);

} // namespace attn::tokenizer
