// SPDX-License-Identifier: MIT
// Reads the JSON files of a folder. Errors name file, line and key.
#include "core/base/utf8.h"
#include "core/io/file.h"
#include "core/io/json_text.h"
#include "core/tokenizer/json_options.h"
#include "core/tokenizer/json_parts.h"
#include "core/tokenizer/parts.h"

#include <algorithm>
#include <array>
#include <utility>

namespace attn::tokenizer {
namespace {

/// A vocabulary is one object with one key per token.
constexpr io::JsonKind tokenizer_file{"a file of a tokenizer",
                                      static_cast<std::size_t>(max_tokens) + io::max_json_keys};

struct JsonFile {
    std::string path;
    std::string bytes;
    io::Json json;

    /// Adds the line of its key path to an error.
    Error placed(const Error& error) const {
        return Error{error.message, io::where_is(bytes, printable(path), error.where)};
    }
};

Result<JsonFile> open_json(const std::string& path) {
    auto bytes = io::read_file(path);
    if (!bytes)
        return bytes.error();
    auto json = io::parse_json(*bytes, printable(path), tokenizer_file);
    if (!json)
        return json.error();
    return JsonFile{path, *std::move(bytes), *std::move(json)};
}

bool is_metaspace(const Pipeline& pipeline) {
    for (const PreTokenizerStep& step : pipeline.pre_tokenizer)
        if (std::holds_alternative<Metaspace>(step))
            return true;
    for (const NormalizerStep& step : pipeline.normalizer)
        if (const auto* replace = std::get_if<ReplaceText>(&step);
            replace && replace->wanted == " " && replace->by == "▁")
            return true;
    return false;
}

Spelling spelling_of(const Pipeline& pipeline) {
    for (const PreTokenizerStep& step : pipeline.pre_tokenizer)
        if (std::holds_alternative<ByteLetters>(step))
            return Spelling::ByteLetters;
    for (const NormalizerStep& step : pipeline.normalizer)
        if (std::holds_alternative<ByteLetters>(step))
            return Spelling::ByteLetters;
    return is_metaspace(pipeline) ? Spelling::Metaspace : Spelling::Plain;
}

Result<Pipeline> read_parts(const io::Json& json) {
    Options options = options_of(json, "");
    const auto part = [&](const char* name) {
        const io::Json* found = member(options, name);
        return found ? *found : io::Json();
    };
    // These concern batches, turning ids into text, and the file itself, not tokens.
    for (const char* other : {"version", "truncation", "padding", "decoder"})
        member(options, other);
    Pipeline pipeline;
    if (const auto done = read_model(part("model"), "model", pipeline); !done)
        return done.error();
    auto normalizer = read_normalizer(part("normalizer"), "normalizer");
    if (!normalizer)
        return normalizer.error();
    pipeline.normalizer = *std::move(normalizer);
    auto pre_tokenizer = read_pre_tokenizer(part("pre_tokenizer"), "pre_tokenizer");
    if (!pre_tokenizer)
        return pre_tokenizer.error();
    pipeline.pre_tokenizer = *std::move(pre_tokenizer);
    auto frames = read_post_processor(part("post_processor"), "post_processor");
    if (!frames)
        return frames.error();
    pipeline.frames = *std::move(frames);
    const io::Json* list = member(options, "added_tokens");
    auto tokens = read_added_tokens(list ? *list : io::Json::array(), "added_tokens");
    if (!tokens)
        return tokens.error();
    auto added = make_added_tokens(*std::move(tokens), pipeline.vocabulary, pipeline.normalizer);
    if (!added)
        return Error{added.error().message, "added_tokens"};
    pipeline.added = *std::move(added);
    if (const auto fault = fault_of(options))
        return *fault;
    pipeline.spelling = spelling_of(pipeline);
    return pipeline;
}

/// The first id in the frames that has no token.
std::optional<Index> id_without_token(const Pipeline& pipeline) {
    const auto& texts = pipeline.vocabulary.texts;
    for (const Frame& frame : pipeline.frames)
        for (const auto* side : {&frame.before, &frame.after})
            for (const Index id : *side) {
                const auto at = static_cast<std::size_t>(id);
                if (!pipeline.added.texts.contains(id) && !(at < texts.size() && texts[at]))
                    return id;
            }
    return std::nullopt;
}

/// Reads a special token of tokenizer_config.json: a text, or an object with its content.
void read_special(Options& options, const std::string& key, std::string& token) {
    const io::Json* value = member(options, key);
    if (!value)
        return;
    if (value->is_object()) {
        Options inner = options_of(*value, path_of(options, key));
        token = needed_text(inner, "content");
        if (inner.fault && !options.fault)
            options.fault = inner.fault;
    } else {
        token = needed_text(options, key);
    }
}

} // namespace

Result<Pipeline> read_tokenizer_json(const std::string& path) {
    const auto file = open_json(path);
    if (!file)
        return file.error();
    auto pipeline = read_parts(file->json);
    if (!pipeline)
        return file->placed(pipeline.error());
    if (const auto id = id_without_token(*pipeline))
        return file->placed(
            {"the id " + std::to_string(*id) +
                 " is put around every text, but the vocabulary has no token with this id",
             "post_processor"});
    return pipeline;
}

Result<Vocabulary> read_vocabulary_file(const std::string& path) {
    const auto file = open_json(path);
    if (!file)
        return file.error();
    auto vocabulary = read_vocabulary(file->json, "");
    return vocabulary ? std::move(vocabulary) : file->placed(vocabulary.error());
}

Result<std::vector<AddedToken>> read_more_tokens(const std::string& folder) {
    std::vector<AddedToken> tokens;
    if (!is_there(folder, "added_tokens.json"))
        return tokens;
    const auto vocabulary = read_vocabulary_file(path_in(folder, "added_tokens.json"));
    if (!vocabulary)
        return vocabulary.error();
    for (const auto& [text, id] : vocabulary->ids)
        tokens.push_back({text, id});
    return tokens;
}

Result<FolderSettings> read_settings(const std::string& folder) {
    FolderSettings settings;
    if (is_there(folder, "config.json")) {
        const auto file = open_json(path_in(folder, "config.json"));
        if (!file)
            return file.error();
        Options options = options_of(file->json, "");
        settings.model_type = text(options, "model_type", "");
        if (options.fault)
            return file->placed(*options.fault);
    }
    if (!is_there(folder, "tokenizer_config.json"))
        return settings;
    const auto file = open_json(path_in(folder, "tokenizer_config.json"));
    if (!file)
        return file.error();
    Options options = options_of(file->json, "");
    const std::array<std::pair<const char*, std::optional<bool>*>, 7> switches{{
        {"do_lower_case", &settings.lowers},
        {"strip_accents", &settings.strips_accents},
        {"tokenize_chinese_chars", &settings.spaces_chinese},
        {"do_basic_tokenize", &settings.has_basic_step},
        {"add_prefix_space", &settings.adds_prefix_space},
        {"add_bos_token", &settings.adds_beginning},
        {"add_eos_token", &settings.adds_end},
    }};
    for (const auto& [key, value] : switches)
        if (member(options, key))
            *value = flag(options, key, false);
    read_special(options, "cls_token", settings.first);
    read_special(options, "sep_token", settings.last);
    read_special(options, "unk_token", settings.unknown);
    if (options.fault)
        return file->placed(*options.fault);
    return settings;
}

} // namespace attn::tokenizer
