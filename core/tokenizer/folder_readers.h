// SPDX-License-Identifier: MIT
// The inside of a Tokenizer, and a reader for each kind of file. A reader takes the folder or path;
// its error says where the fault is.
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

/// folder/name, both for opening files and for naming them.
std::string path_in(const std::string& folder, const std::string& name);
bool is_there(const std::string& folder, const std::string& name);

/// Reads tokenizer.json, or its text.
Result<Pipeline> read_tokenizer_json(const std::string& path);
Result<Pipeline> read_tokenizer_json_text(std::string_view text, const std::string& name);
/// Returns the same JSON without blanks.
Result<std::string> compact_json(const std::string& path);
/// Reads vocab.json and merges.txt: byte-level BPE as in GPT-2 or RoBERTa; config.json says which.
Result<Pipeline> read_merges_folder(const std::string& folder);
/// Returns the text of a tokenizer.json that splits texts as read_merges_folder() does.
Result<std::string> merges_folder_json(const std::string& folder);
/// Reads vocab.txt: WordPiece as in BERT, with the switches of tokenizer_config.json.
Result<Pipeline> read_word_piece_folder(const std::string& folder);

/// Reads tokenizer.model, and the additions of added_tokens.json and tokenizer_config.json.
Result<Pipeline> read_sentence_piece_folder(const std::string& folder);

/// The relevant settings of config.json and tokenizer_config.json; each file may be missing.
struct FolderSettings {
    std::string model_type;                     // from config.json: "gpt2"
    std::optional<bool> lowers, strips_accents; // from tokenizer_config.json, like the rest
    std::optional<bool> spaces_chinese, has_basic_step, adds_prefix_space;
    std::optional<bool> adds_beginning, adds_end;
    std::string first = "[CLS]", last = "[SEP]", unknown = "[UNK]";
};
Result<FolderSettings> read_settings(const std::string& folder);

/// Reads added_tokens.json, if there is one.
Result<std::vector<AddedToken>> read_more_tokens(const std::string& folder);

/// Reads vocab.json.
Result<Vocabulary> read_vocabulary_file(const std::string& path);

} // namespace attn::tokenizer
