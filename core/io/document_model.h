// SPDX-License-Identifier: MIT
// The key `model` of a document: what is computed, as one table of options. An option is read and
// written by its row of the table. Only for the .cpp files of core/io.
#pragma once

#include "core/document/document.h"
#include "core/io/document_inputs.h"
#include "core/io/json_layout.h"
#include "core/io/json_text.h"

namespace attn::io {

/// How a model stands in a file: one row of a table.
struct ModelFormat {
    Model model;
    std::vector<List> (*lists)(Document&);
    std::vector<Input> (*inputs)(Document&);
    /// Reads the keys of `model`: those that say which inputs there are, and those that must fit
    /// them. What was read is taken out.
    Result<> (*read)(Json& model, const std::string& path, Document&);
    Result<> (*read_after)(Json& model, const std::string& path, Document&);
    JsonMembers (*members)(const Document&); // after the kind
    std::vector<std::string> (*keys)();      // that it may have after the kind
};
const ModelFormat& format_of(const Document& document);
/// Sets what the key `kind` says: the model, and whether there is a block around its attention.
Result<> read_model_kind(const Json& value, const std::string& path, Document& document);

/// Sets what the model of attention says. The words are read already: a mask must fit them. As many
/// heads are begun as it has, with no matrices yet. The keys that are not known are left in
/// `model`, the others taken out; `path` is its own.
Result<> read_attention_model(Json& model, const std::string& path, Document& document);

/// The kind and every option of the model, in the order of the table.
JsonMembers model_members(const Document& document);

} // namespace attn::io
