// SPDX-License-Identifier: MIT
// Reads the parts of tokenizer.json, each from its own object. The error's `where` is the key path.
// Only for the .cpp files of core/tokenizer.
#pragma once

#include "core/base/utf8.h"
#include "core/io/document/json_text.h"
#include "core/tokenizer/pipeline.h"

#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn::tokenizer {

// Reads the members of one JSON object by name. It keeps the first error, so a reader asks for all
// members it knows and checks once. A member that no one asked for is an error too, because it
// could change the tokens.

struct Options {
    const io::Json& object;
    std::string path;
    std::optional<Error> fault = {};
    std::set<std::string> asked = {};
};

/// Begins to read an object; if the value is not an object, that is the first error.
Options options_of(const io::Json& object, const std::string& path);

/// As options_of(), for an object whose "type" has already been read (row_of).
Options part_of(const io::Json& object, const std::string& path);

/// Returns the member; null if it is missing or null.
const io::Json* member(Options& options, const std::string& key);
bool flag(Options& options, const std::string& key, bool otherwise);
std::string text(Options& options, const std::string& key, const std::string& otherwise);
/// These three fail if the member is missing.
std::string needed_text(Options& options, const std::string& key);
const io::Json* needed_list(Options& options, const std::string& key);
const io::Json* needed_object(Options& options, const std::string& key);

/// Returns the first error; checks for unknown members last.
std::optional<Error> fault_of(const Options& options);

/// "pre_tokenizer.type"
std::string path_of(const Options& options, const std::string& key);

/// Finds the row for an object's "type" in a table of pairs; the error lists the known types.
/// `what`: "pre-tokenizer".
template <class Row>
Result<const Row*> row_of(std::span<const std::pair<std::string_view, Row>> rows,
                          const io::Json& object, const std::string& path,
                          const std::string& what) {
    Options options = options_of(object, path);
    const std::string kind = needed_text(options, "type");
    if (options.fault)
        return *options.fault;
    std::string known;
    for (const auto& [name, row] : rows) {
        if (name == kind)
            return &row;
        known += (known.empty() ? "" : ", ") + std::string(name);
    }
    return Error{"the " + what + " " + cite(kind) + " is not known; Attention Lab knows " + known,
                 path_of(options, "type")};
}

/// Reads every part of the list `key` and joins their steps. `read` reads one part.
template <class Step>
Result<std::vector<Step>>
read_sequence_of(const io::Json& value, const std::string& path, const std::string& key,
                 Result<std::vector<Step>> (*read)(const io::Json&, const std::string&)) {
    Options options = part_of(value, path);
    const io::Json* list = needed_list(options, key);
    if (const auto fault = fault_of(options))
        return *fault;
    std::vector<Step> all;
    for (std::size_t at = 0; at < list->size(); ++at) {
        auto steps = read((*list)[at], path_of(options, key) + "[" + std::to_string(at) + "]");
        if (!steps)
            return steps.error();
        all.insert(all.end(), steps->begin(), steps->end());
    }
    return all;
}

/// Null gives an empty result.
Result<std::vector<NormalizerStep>> read_normalizer(const io::Json& value, const std::string& path);
Result<std::vector<PreTokenizerStep>> read_pre_tokenizer(const io::Json& value,
                                                         const std::string& path);
Result<std::vector<Frame>> read_post_processor(const io::Json& value, const std::string& path);

Result<std::vector<AddedToken>> read_added_tokens(const io::Json& value, const std::string& path);

/// Reads the model and its vocabulary into the pipeline.
Result<> read_model(const io::Json& value, const std::string& path, Pipeline& pipeline);

/// Reads an object that maps tokens to ids.
Result<Vocabulary> read_vocabulary(const io::Json& value, const std::string& path);

/// A pattern in tokenizer.json: {"String": …} or {"Regex": …}.
struct PatternText {
    std::string text;
    bool is_expression = false;
};
PatternText read_pattern(Options& options, const std::string& key);

} // namespace attn::tokenizer
