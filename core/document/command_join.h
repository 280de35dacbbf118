// SPDX-License-Identifier: MIT
// Keeps W_O in step with the heads it joins: each head has its rows of W_O. Part of apply() in
// command.h.
#pragma once

#include "core/document/document.h"

#include <vector>

namespace attn {

/// Joins the heads in this way. W_O starts as the identity: the attention is the joined heads until
/// W_O is edited.
Document joined_by(Document document, Join join);

/// Returns the width of every head's values; call it before a command changes heads.
std::vector<Index> value_widths(const Document& document);
/// Fits W_O to the present heads. The rows of each head keep their numbers; new rows are 0.
/// `before`: the widths that the present W_O was made for.
void fit_join(Document& document, const std::vector<Index>& before);
/// Makes a head of identity matrices.
HeadWeights identity_head(Index model, Index query_key, Index value);
/// Appends such a head, as wide as the first. If heads share keys and values, it reads the last
/// group's.
Document with_head(Document document);
/// Removes the rows of W_O that belong to a head about to be removed.
void forget_rows_of(Document& document, Index head);

} // namespace attn
