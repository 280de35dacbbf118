// SPDX-License-Identifier: MIT
// The key `model` of a document: what is computed, as one table of options. An option is read and
// written by its row of the table; what the format has and this program cannot compute yet is a row
// of a second table, so that it is refused and never computed as something else. Only for the .cpp
// files of core/io.
#pragma once

#include "core/document/document.h"
#include "core/io/json_layout.h"
#include "core/io/json_text.h"

namespace attn::io {

/// Sets what the model of attention says. The words are read already: a mask must fit them. As many
/// heads are begun as it has, with no matrices yet. The keys that are not known are left in
/// `model`, the others taken out; `path` is its own.
Result<> read_attention_model(Json& model, const std::string& path, Document& document);

/// The kind and every option, in the order of the table.
JsonMembers attention_model_members(const Document& document);

} // namespace attn::io
