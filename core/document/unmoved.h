// SPDX-License-Identifier: MIT
// Numbers that stay the same whatever the inputs are, and why.
#pragma once

#include "core/document/document.h"

#include <string>

namespace attn {

/// Why nothing moves the number, as a sentence: the mask blocks its cell. Empty of any other.
std::string why_unmoved(const Document& document, const Place& place);

} // namespace attn
