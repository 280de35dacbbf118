// SPDX-License-Identifier: MIT
// What the heads of a document are computed from; for its evaluation only.
#pragma once

#include "core/document/document.h"

namespace attn {

HeadInputs inputs_of(const Document& document, std::size_t head, Progress* progress = nullptr);

} // namespace attn
