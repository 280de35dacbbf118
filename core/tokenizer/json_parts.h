// SPDX-License-Identifier: MIT
// Reads the parts of tokenizer.json, each from its own object. The error's `where` is the key path.
// Only for the .cpp files of core/tokenizer.
#pragma once

#include "core/tokenizer/json_options.h"
#include "core/tokenizer/pipeline.h"

#include <string>
#include <vector>

namespace attn::tokenizer {

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
