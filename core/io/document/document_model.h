// SPDX-License-Identifier: MIT
// Reads and writes the key `model` of a document: what is computed, as one table of options; each
// row reads and writes its option. Only for the .cpp files of core/io.
#pragma once

#include "core/document/model/document.h"
#include "core/engine/numbers/normalisers.h"
#include "core/io/document/document_members.h"
#include "core/io/document/json_literal.h"
#include "core/io/document/json_text.h"

#include <array>
#include <cassert>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn::io {

// Reads and writes the keys `inputs`, `lists` and `draw` of a document: the matrices of a model, by
// the names of its stages, and the names of their rows and columns. One table lists the inputs of a
// document and their shapes, for reading, writing and messages.

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

// The words of the file format, in one table for reading and writing.

inline constexpr std::array<std::pair<std::string_view, Projections>, 2> projection_words = {
    {{"learned", Projections::Learned}, {"none", Projections::None}}};
inline constexpr std::array<std::pair<std::string_view, Join>, 3> join_words = {
    {{"none", Join::None}, {"side_by_side", Join::SideBySide}, {"w_o", Join::WO}}};
/// Scale::Kind::Number is written as the number itself.
inline constexpr std::array<std::pair<std::string_view, Scale::Kind>, 4> scale_words = {
    {{"sqrt_d_k", Scale::Kind::SqrtDk},
     {"none", Scale::Kind::None},
     {"d_k", Scale::Kind::Dk},
     {"sqrt_d_model", Scale::Kind::SqrtDmodel}}};
/// Mask::Kind::Painted is written as its rows.
inline constexpr std::array<std::pair<std::string_view, Mask::Kind>, 2> mask_words = {
    {{"none", Mask::Kind::None}, {"causal", Mask::Kind::Causal}}};
inline constexpr auto normaliser_words = [] {
    std::array<std::pair<std::string_view, Normaliser>, normalisers.size()> words;
    for (std::size_t at = 0; at < words.size(); ++at)
        words[at] = {normalisers[at].word, normalisers[at].normaliser};
    return words;
}();
inline constexpr std::array<std::pair<std::string_view, Axis>, 2> axis_words = {
    {{"rows", Axis::Rows}, {"columns", Axis::Columns}}};

inline constexpr std::array<std::pair<std::string_view, Convention>, 2> convention_words = {
    {{"tokens_as_rows", Convention::TokensAsRows},
     {"tokens_as_columns", Convention::TokensAsColumns}}};

template <class Choice, std::size_t Count>
std::string_view word(const std::array<std::pair<std::string_view, Choice>, Count>& table,
                      Choice choice) {
    for (const auto& [name, entry] : table)
        if (entry == choice)
            return name;
    assert(false && "every choice has its word");
    return {};
}

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
