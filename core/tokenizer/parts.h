// SPDX-License-Identifier: MIT
// What is behind a Tokenizer, and the readers of the kinds of files. Each reader takes the folder
// and says where a fault stands.
#pragma once

#include "core/tokenizer/pipeline.h"
#include "core/tokenizer/tokenizer.h"

#include <optional>
#include <string>
#include <vector>

namespace attn::tokenizer {

struct Parts {
    Pipeline pipeline;
    std::string description;
};

/// folder/name, as files are opened and named.
std::string path_in(const std::string& folder, const std::string& name);
bool is_there(const std::string& folder, const std::string& name);

/// tokenizer.json
Result<Pipeline> read_tokenizer_json(const std::string& path);
/// vocab.json and merges.txt: byte-level BPE as GPT-2 or RoBERTa have it; config.json says which.
Result<Pipeline> read_merges_folder(const std::string& folder);
/// vocab.txt: WordPiece as BERT has it, with the switches of tokenizer_config.json.
Result<Pipeline> read_word_piece_folder(const std::string& folder);

/// tokenizer.model, with what added_tokens.json and tokenizer_config.json say besides.
Result<Pipeline> read_sentence_piece_folder(const std::string& folder);

/// What config.json and tokenizer_config.json say that matters here; each may be missing.
struct FolderSettings {
    std::string model_type;                     // of config.json: "gpt2"
    std::optional<bool> lowers, strips_accents; // of tokenizer_config.json, as are the rest
    std::optional<bool> spaces_chinese, has_basic_step, adds_prefix_space;
    std::optional<bool> adds_beginning, adds_end;
    std::string first = "[CLS]", last = "[SEP]", unknown = "[UNK]";
};
Result<FolderSettings> read_settings(const std::string& folder);

/// The tokens of added_tokens.json, if it is there.
Result<std::vector<AddedToken>> read_more_tokens(const std::string& folder);

/// vocab.json
Result<Vocabulary> read_vocabulary_file(const std::string& path);

} // namespace attn::tokenizer
