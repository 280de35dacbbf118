// SPDX-License-Identifier: MIT
// Numbers that stay the same whatever the inputs are, and the reason.
#pragma once

#include "core/document/document.h"

#include <string>

namespace attn {

/// Says why nothing moves the number: the mask blocks its cell. Empty for any other number.
std::string why_unmoved(const Document& document, const Place& place);

} // namespace attn
