// SPDX-License-Identifier: MIT
// How W_O follows the heads that it joins: each head has its rows of W_O. Part of apply() in
// command.h.
#pragma once

#include "core/document/document.h"

#include <vector>

namespace attn {

/// The document with its heads joined in this way. W_O begins as the identity: attention is the
/// joined heads until it is edited.
Document joined_by(Document document, Join join);

/// The width of every head's values, before a command changes heads.
std::vector<Index> value_widths(const Document& document);
/// Makes W_O fit the heads as they are now. The rows of each head keep their numbers, and new rows
/// are 0. `before`: the widths that the present W_O is made for.
void fit_join(Document& document, const std::vector<Index>& before);
/// A head of identity matrices.
HeadWeights identity_head(Index model, Index query_key, Index value);
/// The document with such a head after the others, as wide as the first. Where heads share keys and
/// values it reads those of the last group.
Document with_head(Document document);
/// Removes the rows of a head that is about to be removed.
void forget_rows_of(Document& document, Index head);

} // namespace attn
