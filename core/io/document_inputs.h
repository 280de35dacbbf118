// SPDX-License-Identifier: MIT
// Reads and writes the keys `inputs`, `lists` and `draw` of a document: the matrices of a model, by
// the names of its stages, and the names of their rows and columns. One table lists the inputs of a
// document and their shapes, for reading, writing and messages. Only for the .cpp files of core/io.
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

/// How many rows or columns an input must have, and why.
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
    bool is_needed = true; // false: it may be missing if it would be empty
};

/// The inputs of a model in order: X and the weights of every head; ratings and new vectors.
std::vector<Input> attention_inputs(Document& document);
std::vector<Input> concepts_inputs(Document& document);

/// Removes the optional "/0" from a name.
std::string without_zero(std::string_view name);
/// Finds the member of `inputs` with this name, with or without "/0"; returns the end if there is
/// none.
Json::iterator find_input(Json& inputs, std::string_view name);

/// A list of the key `lists`: which names it holds and what they are for.
struct List {
    std::string key;
    std::vector<std::string>* names;
    bool is_needed = true;
    std::string expected = {}; // the message if it is missing
    TextList texts = {};
};
std::vector<List> attention_lists(Document& document);
std::vector<List> concepts_lists(Document& document);

/// Reads the lists of the document's model and removes them from `lists`.
Result<> read_lists(Json& lists, Document& document);

/// Reads every input, given or drawn from the streams of `draw`. An input that the model does not
/// read is an error that lists those it does. Without projections the weights may be missing: the
/// document then has no heads.
Result<> read_inputs(Json& inputs, const Json* streams, Document& document);

JsonMembers list_members(const Document& document);
JsonMembers input_members(const Document& document);

} // namespace attn::io
