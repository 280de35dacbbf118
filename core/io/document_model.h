// SPDX-License-Identifier: MIT
// Reads and writes the key `model` of a document: what is computed, as one table of options; each
// row reads and writes its option. Only for the .cpp files of core/io.
#pragma once

#include "core/document/document.h"
#include "core/io/document_inputs.h"
#include "core/io/json_layout.h"
#include "core/io/json_text.h"

namespace attn::io {

/// How a model is written in a file: one row of a table.
struct ModelFormat {
    Model model;
    std::vector<List> (*lists)(Document&);
    std::vector<Input> (*inputs)(Document&);
    /// Reads the keys of `model`: those that decide which inputs there are, and those that must fit
    /// them. Removes what was read.
    Result<> (*read)(Json& model, const std::string& path, Document&);
    Result<> (*read_after)(Json& model, const std::string& path, Document&);
    JsonMembers (*members)(const Document&); // after the kind
    std::vector<std::string> (*keys)();      // the allowed keys after the kind
};
const ModelFormat& format_of(const Document& document);
/// Reads the key `kind`: sets the model, and whether it has a block around the attention.
Result<> read_model_kind(const Json& value, const std::string& path, Document& document);

/// Reads the model of attention. The words must be read already, because a mask must fit them.
/// Creates the heads, still without matrices. Removes known keys from `model` and leaves unknown
/// ones; `path` is the path of `model`.
Result<> read_attention_model(Json& model, const std::string& path, Document& document);

/// Writes the kind and every option of the model, in the order of the table.
JsonMembers model_members(const Document& document);

} // namespace attn::io
