// SPDX-License-Identifier: MIT
#include "core/tokenizer/json_parts.h"

#include <array>
#include <utility>

namespace attn::tokenizer {
namespace {

using ModelReader = Result<> (*)(const io::Json&, const std::string&, Pipeline&);

std::string place(const std::string& path, std::size_t at) {
    return path + "[" + std::to_string(at) + "]";
}

/// Splits a merge, written as "a b" or ["a", "b"].
Result<std::pair<std::string, std::string>> merge_parts(const io::Json& value) {
    if (value.is_array() && value.size() == 2 && value[0].is_string() && value[1].is_string())
        return std::pair(value[0].get<std::string>(), value[1].get<std::string>());
    if (value.is_string()) {
        const auto& both = value.get_ref<const std::string&>();
        const auto space = both.find(' ');
        if (space != std::string::npos && both.find(' ', space + 1) == std::string::npos)
            return std::pair(both.substr(0, space), both.substr(space + 1));
    }
    return Error{"found " + io::found(value) + ", expected two tokens such as \"a b\""};
}

Result<> read_bpe(const io::Json& value, const std::string& path, Pipeline& pipeline) {
    Options options = options_of(value, path);
    member(options, "type");
    Bpe bpe;
    const std::string unknown = text(options, "unk_token", "");
    bpe.prefix = text(options, "continuing_subword_prefix", "");
    bpe.suffix = text(options, "end_of_word_suffix", "");
    bpe.fuses_unknown = flag(options, "fuse_unk", false);
    bpe.has_bytes = flag(options, "byte_fallback", false);
    bpe.tries_whole = flag(options, "ignore_merges", false);
    const io::Json* dropout = member(options, "dropout");
    const io::Json* vocab = needed_object(options, "vocab");
    const io::Json* merges = needed_list(options, "merges");
    if (const auto fault = fault_of(options))
        return *fault;
    if (dropout && *dropout != 0)
        return Error{"merges are left out by chance (dropout); expected null, so that a text "
                     "always has the same tokens",
                     path_of(options, "dropout")};
    auto vocabulary = read_vocabulary(*vocab, path_of(options, "vocab"));
    if (!vocabulary)
        return vocabulary.error();
    const std::string list = path_of(options, "merges");
    for (std::size_t at = 0; at < merges->size(); ++at) {
        const auto parts = merge_parts((*merges)[at]);
        if (!parts)
            return Error{parts.error().message, place(list, at)};
        if (const auto added = add_merge(bpe, *vocabulary, parts->first, parts->second); !added)
            return Error{added.error().message, place(list, at)};
    }
    bpe.unknown = unknown.empty() ? std::nullopt : id_of(*vocabulary, unknown);
    pipeline.vocabulary = *std::move(vocabulary);
    pipeline.model = std::move(bpe);
    return Nothing{};
}

Result<> read_word_piece(const io::Json& value, const std::string& path, Pipeline& pipeline) {
    Options options = options_of(value, path);
    member(options, "type");
    WordPiece model;
    const std::string unknown = text(options, "unk_token", "[UNK]");
    model.prefix = text(options, "continuing_subword_prefix", model.prefix);
    if (const io::Json* most = member(options, "max_input_chars_per_word")) {
        const auto count = io::read_whole(*most, path_of(options, "max_input_chars_per_word"), 0,
                                          max_word_piece_characters);
        if (!count)
            return count.error();
        model.max_characters = *count;
    }
    const io::Json* vocab = needed_object(options, "vocab");
    if (const auto fault = fault_of(options))
        return *fault;
    auto vocabulary = read_vocabulary(*vocab, path_of(options, "vocab"));
    if (!vocabulary)
        return vocabulary.error();
    model.unknown = id_of(*vocabulary, unknown);
    pipeline.vocabulary = *std::move(vocabulary);
    pipeline.model = std::move(model);
    return Nothing{};
}

Result<> read_word_level(const io::Json& value, const std::string& path, Pipeline& pipeline) {
    Options options = options_of(value, path);
    member(options, "type");
    const std::string unknown = text(options, "unk_token", "<unk>");
    const io::Json* vocab = needed_object(options, "vocab");
    if (const auto fault = fault_of(options))
        return *fault;
    auto vocabulary = read_vocabulary(*vocab, path_of(options, "vocab"));
    if (!vocabulary)
        return vocabulary.error();
    pipeline.model = WordLevel{id_of(*vocabulary, unknown)};
    pipeline.vocabulary = *std::move(vocabulary);
    return Nothing{};
}

Result<> read_unigram(const io::Json& value, const std::string& path, Pipeline& pipeline) {
    Options options = options_of(value, path);
    member(options, "type");
    const bool has_bytes = flag(options, "byte_fallback", false);
    const io::Json* unknown = member(options, "unk_id");
    const io::Json* vocab = needed_list(options, "vocab");
    if (const auto fault = fault_of(options))
        return *fault;
    Vocabulary vocabulary;
    std::vector<Real> scores;
    for (std::size_t at = 0; at < vocab->size(); ++at) {
        const io::Json& entry = (*vocab)[at];
        if (!entry.is_array() || entry.size() != 2 || !entry[0].is_string() ||
            !entry[1].is_number())
            return Error{"found " + io::found(entry) +
                             ", expected a token and its score such as [\"cat\", -7.5]",
                         place(path_of(options, "vocab"), at)};
        const auto added =
            add_token(vocabulary, entry[0].get<std::string>(), static_cast<Index>(at));
        if (!added)
            return Error{added.error().message, place(path_of(options, "vocab"), at)};
        scores.push_back(entry[1].get<Real>());
    }
    std::optional<Index> unknown_id;
    if (unknown) {
        const auto id = io::read_whole(*unknown, path_of(options, "unk_id"), 0,
                                       static_cast<Index>(vocab->size()) - 1);
        if (!id)
            return id.error();
        unknown_id = *id;
    }
    pipeline.model = make_unigram(vocabulary, std::move(scores), unknown_id, has_bytes);
    pipeline.vocabulary = std::move(vocabulary);
    return Nothing{};
}

constexpr std::array<std::pair<std::string_view, ModelReader>, 4> model_readers{{
    {"BPE", read_bpe},
    {"Unigram", read_unigram},
    {"WordLevel", read_word_level},
    {"WordPiece", read_word_piece},
}};

} // namespace

Result<> read_model(const io::Json& value, const std::string& path, Pipeline& pipeline) {
    // Older files have no type; their members tell it.
    if (value.is_object() && !value.contains("type")) {
        if (value.contains("merges"))
            return read_bpe(value, path, pipeline);
        if (value.contains("max_input_chars_per_word"))
            return read_word_piece(value, path, pipeline);
        if (value.contains("unk_id"))
            return read_unigram(value, path, pipeline);
        if (value.contains("unk_token") && value.contains("vocab") && value.size() == 2)
            return read_word_level(value, path, pipeline);
    }
    const auto reader = row_of<ModelReader>(model_readers, value, path, "model");
    return reader ? (**reader)(value, path, pipeline) : reader.error();
}

Result<Vocabulary> read_vocabulary(const io::Json& value, const std::string& path) {
    if (!value.is_object())
        return Error{"found " + io::found(value) + ", expected an object of tokens and their ids",
                     path};
    Vocabulary vocabulary;
    // Builds the place of a token only for an error, because that takes time.
    const auto placed = [&](const Error& error, const std::string& token) {
        return Error{error.message, (path.empty() ? "" : path + ".") + printable(token, 40)};
    };
    for (auto at = value.begin(); at != value.end(); ++at) {
        const auto id = io::read_whole(*at, "", 0, max_tokens - 1);
        if (!id)
            return placed(id.error(), at.key());
        if (const auto added = add_token(vocabulary, at.key(), *id); !added)
            return placed(added.error(), at.key());
    }
    return vocabulary;
}

Result<std::vector<AddedToken>> read_added_tokens(const io::Json& value, const std::string& path) {
    std::vector<AddedToken> tokens;
    if (!value.is_array())
        return Error{"found " + io::found(value) + ", expected a list of added tokens", path};
    for (std::size_t at = 0; at < value.size(); ++at) {
        Options options = options_of(value[at], place(path, at));
        AddedToken token;
        token.text = needed_text(options, "content");
        const io::Json* number = member(options, "id");
        token.is_single_word = flag(options, "single_word", false);
        token.takes_spaces_left = flag(options, "lstrip", false);
        token.takes_spaces_right = flag(options, "rstrip", false);
        flag(options, "special", false); // concerns turning ids into text
        token.is_normalised = flag(options, "normalized", true);
        if (const auto fault = fault_of(options))
            return *fault;
        const auto id = io::read_whole(number ? *number : io::Json(), path_of(options, "id"), 0,
                                       max_tokens - 1);
        if (!id)
            return id.error();
        token.id = *id;
        tokens.push_back(std::move(token));
    }
    return tokens;
}

} // namespace attn::tokenizer
