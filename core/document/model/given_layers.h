// SPDX-License-Identifier: MIT
// Layers of a document without X, as models give the weights of all of theirs. Each begins with
// given stages of its own (given.h), the same in all. No layer reads another, and none has an
// output for the next.
#pragma once

#include "core/document/model/document.h"

namespace attn {

constexpr Index max_given_layers = 128;

/// Returns how many layers the given stages of a document without X have, at least 1.
Index layers_given(const Document& document);

namespace models {
/// Whether a document without X has the stages that this one is computed from.
bool follows_from_given(const Document& document, Stage stage);
} // namespace models

} // namespace attn
