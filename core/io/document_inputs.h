// SPDX-License-Identifier: MIT
// The keys `inputs`, `lists` and `draw` of a document: the matrices of a model, by the names of its
// stages, and the names of their rows and columns. One table says which inputs a document has and
// which shapes fit; reading, writing and the messages follow it. Only for the .cpp files of
// core/io.
#pragma once

#include "core/document/document.h"
#include "core/io/document_members.h"
#include "core/io/json_layout.h"
#include "core/io/json_text.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace attn::io {

/// What the rows or the columns of an input are as many as.
struct Side {
    static constexpr Index any = -1;
    Index count = any;
    Index most = max_width;
    std::string why = {}; // "one row for each word"
};

/// One input of the model.
struct Input {
    std::string name;
    SharedMatrix* matrix;
    std::function<Side(const Document&)> rows, columns;
    bool is_needed = true; // else it may be missing where it would be empty
};

/// The inputs of a model in their order: X and the weights of every head, ratings and new vectors.
std::vector<Input> attention_inputs(Document& document);
std::vector<Input> concepts_inputs(Document& document);

/// A name without the "/0" that may be written or left out.
std::string without_zero(std::string_view name);
/// The member of `inputs` with this name, however its "/0" is written; the end if there is none.
Json::iterator find_input(Json& inputs, std::string_view name);

/// A list of the key `lists`: which names they are and what they are for.
struct List {
    std::string key;
    std::vector<std::string>* names;
    bool is_needed = true;
    std::string expected = {}; // where it is missing
    TextList texts = {};
};
std::vector<List> attention_lists(Document& document);
std::vector<List> concepts_lists(Document& document);

/// Reads the lists of the document's model and takes them out of `lists`.
Result<> read_lists(Json& lists, Document& document);

/// Reads every input, given or random by the streams of `draw`. An input that the model does not
/// read is an error that lists those it does. Without projections weights may be missing: then the
/// document has no heads.
Result<> read_inputs(Json& inputs, const Json* streams, Document& document);

JsonMembers list_members(const Document& document);
JsonMembers input_members(const Document& document);

} // namespace attn::io
