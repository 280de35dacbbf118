// SPDX-License-Identifier: MIT
// Reads the JSON files of a folder. Errors name file, line and key.

#include "core/tokenizer/folder_readers.h"

#include "core/base/utf8.h"
#include "core/io/document/json_text.h"
#include "core/io/journal/file.h"
#include "core/tokenizer/json_parts.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string_view>
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

Result<JsonFile> parsed(const std::string& path, std::string bytes) {
    auto json = io::parse_json(bytes, printable(path), tokenizer_file);
    if (!json)
        return json.error();
    return JsonFile{path, std::move(bytes), *std::move(json)};
}

Result<JsonFile> open_json(const std::string& path) {
    auto bytes = io::read_file(path);
    if (!bytes)
        return bytes.error();
    return parsed(path, *std::move(bytes));
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

namespace {

Result<Pipeline> pipeline_of(const Result<JsonFile>& file) {
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

} // namespace

Result<Pipeline> read_tokenizer_json(const std::string& path) {
    return pipeline_of(open_json(path));
}

Result<Pipeline> read_tokenizer_json_text(std::string_view text, const std::string& name) {
    return pipeline_of(parsed(name, std::string(text)));
}

Result<std::string> compact_json(const std::string& path) {
    const auto file = open_json(path);
    if (!file)
        return file.error();
    return file->json.dump();
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

// The folders whose vocabulary or merges are lines of text: vocab.json with merges.txt, and
// vocab.txt. What such a tokenizer does besides is known from the models that have them.

namespace {

Result<std::string> read_utf8(const std::string& path) {
    auto text = io::read_file(path);
    if (!text)
        return text.error();
    if (const auto at = first_invalid_utf8(*text); at != std::string::npos) {
        const auto line =
            1 + std::count(text->begin(), text->begin() + static_cast<Index>(at), '\n');
        return Error{"the line is not UTF-8; fetch the file again",
                     printable(path) + ":" + std::to_string(line)};
    }
    return text;
}

Result<> read_merges(const std::string& path, const Vocabulary& vocabulary, Bpe& bpe) {
    const auto text = read_utf8(path);
    if (!text)
        return text.error();
    const auto lines = text_lines(*text);
    for (std::size_t at = 0; at < lines.size(); ++at) {
        const std::string_view line = lines[at];
        if (line.empty() || (at == 0 && line.starts_with("#version")))
            continue;
        const std::string where = printable(path) + ":" + std::to_string(at + 1);
        const auto space = line.find(' ');
        if (space == std::string_view::npos || space == 0 || space + 1 == line.size() ||
            line.find(' ', space + 1) != std::string_view::npos)
            return Error{
                "found " + cite(line) +
                    ", expected two tokens with a space between them; fetch the file again",
                where};
        const auto added = add_merge(bpe, vocabulary, std::string(line.substr(0, space)),
                                     std::string(line.substr(space + 1)));
        if (!added)
            return Error{added.error().message, where};
    }
    return Nothing{};
}

/// What a model's tokenizer has besides vocab.json and merges.txt.
struct MergesKind {
    std::string_view model_type;           // in config.json
    std::string_view first, last;          // put around the text
    std::array<std::string_view, 5> found; // in the text before it is split
};
constexpr std::array<MergesKind, 5> merges_kinds{{
    {"gpt2", "", "", {"<|endoftext|>"}},
    {"gpt_neo", "", "", {"<|endoftext|>"}},
    {"gptj", "", "", {"<|endoftext|>"}},
    {"roberta", "<s>", "</s>", {"<s>", "</s>", "<unk>", "<pad>", "<mask>"}},
    {"bart", "<s>", "</s>", {"<s>", "</s>", "<unk>", "<pad>", "<mask>"}},
}};

Result<const MergesKind*> kind_of(const std::string& model_type, const std::string& folder) {
    std::string known;
    for (const MergesKind& kind : merges_kinds) {
        // Without a config.json, takes the first.
        if (model_type.empty() || kind.model_type == model_type)
            return &kind;
        known += (known.empty() ? "" : ", ") + std::string(kind.model_type);
    }
    return Error{
        "vocab.json and merges.txt do not say how " + cite(model_type) +
            " splits text; add the tokenizer.json of the model. Attention Lab knows this only of " +
            known,
        printable(folder)};
}

/// Adds a token that such models find in the text, if the vocabulary has it.
void find_in_text(std::vector<AddedToken>& tokens, const Vocabulary& vocabulary,
                  std::string_view text) {
    const auto id = id_of(vocabulary, text);
    const bool is_known = std::any_of(tokens.begin(), tokens.end(),
                                      [&](const AddedToken& token) { return token.text == text; });
    if (!id || is_known)
        return;
    AddedToken token{std::string(text), *id};
    token.takes_spaces_left = text == "<mask>";
    tokens.push_back(std::move(token));
}

/// The id of a required token, which may also be an added token.
Result<Index> needed_id(const Vocabulary& vocabulary, const std::vector<AddedToken>& added,
                        std::string_view text, const std::string& path) {
    if (const auto id = id_of(vocabulary, text))
        return *id;
    for (const AddedToken& token : added)
        if (token.text == text)
            return token.id;
    return Error{"the vocabulary has no token " + cite(text) +
                     ", which the tokenizer puts around every text",
                 printable(path)};
}

} // namespace

Result<Pipeline> read_merges_folder(const std::string& folder) {
    const auto settings = read_settings(folder);
    if (!settings)
        return settings.error();
    const auto kind = kind_of(settings->model_type, folder);
    if (!kind)
        return kind.error();
    const std::string path = path_in(folder, "vocab.json");
    auto vocabulary = read_vocabulary_file(path);
    if (!vocabulary)
        return vocabulary.error();
    Bpe bpe;
    if (const auto done = read_merges(path_in(folder, "merges.txt"), *vocabulary, bpe); !done)
        return done.error();
    auto tokens = read_more_tokens(folder);
    if (!tokens)
        return tokens.error();
    for (const std::string_view text : (*kind)->found)
        find_in_text(*tokens, *vocabulary, text);
    Pipeline pipeline;
    if (!(*kind)->first.empty()) {
        const auto first = needed_id(*vocabulary, *tokens, (*kind)->first, path);
        const auto last = needed_id(*vocabulary, *tokens, (*kind)->last, path);
        if (!first || !last)
            return first ? last.error() : first.error();
        pipeline.frames.push_back({{*first}, {*last}});
    }
    auto added = make_added_tokens(*std::move(tokens), *vocabulary, {});
    if (!added)
        return Error{added.error().message, printable(path_in(folder, "added_tokens.json"))};
    pipeline.added = *std::move(added);
    pipeline.vocabulary = *std::move(vocabulary);
    pipeline.pre_tokenizer =
        byte_level_pre_tokenizer(settings->adds_prefix_space.value_or(false), true);
    pipeline.model = std::move(bpe);
    pipeline.spelling = Spelling::ByteLetters;
    return pipeline;
}

namespace {

std::uint64_t rank_of(const std::pair<const std::uint64_t, Merge>& merge) {
    return static_cast<std::uint64_t>(merge.second.rank);
}

/// The merges, the first first, as pairs of tokens.
io::Json merges_in_order(const Bpe& bpe, const Vocabulary& vocabulary) {
    std::vector<const std::pair<const std::uint64_t, Merge>*> all;
    for (const auto& merge : bpe.merges)
        all.push_back(&merge);
    std::sort(all.begin(), all.end(),
              [](const auto* a, const auto* b) { return rank_of(*a) < rank_of(*b); });
    constexpr std::uint64_t lower = 0xFFFF'FFFF;
    io::Json list = io::Json::array();
    for (const auto* const merge : all)
        list.push_back({*vocabulary.texts[merge->first >> 32], // has both parts
                        *vocabulary.texts[merge->first & lower]});
    return list;
}

io::Json with_id(const Pipeline& pipeline, Index id) {
    const auto added = pipeline.added.texts.find(id);
    return {added != pipeline.added.texts.end()
                ? added->second
                : *pipeline.vocabulary.texts[static_cast<std::size_t>(id)],
            id};
}

} // namespace

Result<std::string> merges_folder_json(const std::string& folder) {
    const auto pipeline = read_merges_folder(folder);
    if (!pipeline)
        return pipeline.error();
    io::Json added = io::Json::array();
    std::map<Index, const AddedToken*> tokens;
    for (const auto& [text, token] : pipeline->added.as_written.tokens)
        tokens[token.id] = &token;
    for (const auto& [text, token] : pipeline->added.normalised.tokens)
        tokens[token.id] = &token;
    for (const auto& [id, token] : tokens)
        added.push_back({{"id", id},
                         {"content", pipeline->added.texts.at(id)},
                         {"single_word", token->is_single_word},
                         {"lstrip", token->takes_spaces_left},
                         {"rstrip", token->takes_spaces_right},
                         {"normalized", token->is_normalised},
                         {"special", true}});
    io::Json vocabulary = io::Json::object();
    for (const auto& [text, id] : pipeline->vocabulary.ids)
        vocabulary[text] = id;
    const bool adds_space = std::any_of(
        pipeline->pre_tokenizer.begin(), pipeline->pre_tokenizer.end(),
        [](const PreTokenizerStep& step) { return std::holds_alternative<PrefixSpace>(step); });
    io::Json frames; // null: nothing is put around a text
    if (!pipeline->frames.empty()) {
        const Frame& frame = pipeline->frames.front(); // a token before and one after
        frames = {{"type", "RobertaProcessing"},
                  {"cls", with_id(*pipeline, frame.before.front())},
                  {"sep", with_id(*pipeline, frame.after.front())},
                  {"trim_offsets", true},
                  {"add_prefix_space", adds_space}};
    }
    const io::Json bytes{{"type", "ByteLevel"},
                         {"add_prefix_space", adds_space},
                         {"trim_offsets", true},
                         {"use_regex", true}};
    const io::Json json{
        {"version", "1.0"},
        {"truncation", nullptr},
        {"padding", nullptr},
        {"added_tokens", std::move(added)},
        {"normalizer", nullptr},
        {"pre_tokenizer", bytes},
        {"post_processor", std::move(frames)},
        {"decoder", bytes},
        {"model",
         {{"type", "BPE"},
          {"dropout", nullptr},
          {"unk_token", nullptr},
          {"continuing_subword_prefix", nullptr},
          {"end_of_word_suffix", nullptr},
          {"fuse_unk", false},
          {"byte_fallback", false},
          {"vocab", std::move(vocabulary)},
          {"merges", merges_in_order(std::get<Bpe>(pipeline->model), pipeline->vocabulary)}}}};
    return json.dump();
}

Result<Pipeline> read_word_piece_folder(const std::string& folder) {
    const auto settings = read_settings(folder);
    if (!settings)
        return settings.error();
    if (!settings->has_basic_step.value_or(true))
        return Error{
            "do_basic_tokenize is false, so the tokenizer expects text that is already split, "
            "which Attention Lab does not read. Add the tokenizer.json of the model",
            printable(path_in(folder, "tokenizer_config.json"))};
    const std::string path = path_in(folder, "vocab.txt");
    const auto text = read_utf8(path);
    if (!text)
        return text.error();
    Pipeline pipeline;
    const auto lines = text_lines(*text);
    for (std::size_t at = 0; at < lines.size(); ++at)
        if (!lines[at].empty()) // An empty line uses up an id but is no token.
            if (const auto added =
                    add_token(pipeline.vocabulary, std::string(lines[at]), static_cast<Index>(at));
                !added)
                return Error{added.error().message, printable(path) + ":" + std::to_string(at + 1)};
    auto tokens = read_more_tokens(folder);
    if (!tokens)
        return tokens.error();
    const auto first = needed_id(pipeline.vocabulary, *tokens, settings->first, path);
    const auto last = needed_id(pipeline.vocabulary, *tokens, settings->last, path);
    if (!first || !last)
        return first ? last.error() : first.error();
    pipeline.frames.push_back({{*first}, {*last}});
    for (const std::string& special : {settings->first, settings->last, settings->unknown,
                                       std::string("[PAD]"), std::string("[MASK]")})
        find_in_text(*tokens, pipeline.vocabulary, special);
    const bool lowers = settings->lowers.value_or(true);
    pipeline.normalizer = bert_normalizer(true, settings->spaces_chinese.value_or(true),
                                          settings->strips_accents.value_or(lowers), lowers);
    pipeline.pre_tokenizer = bert_pre_tokenizer();
    auto added = make_added_tokens(*std::move(tokens), pipeline.vocabulary, pipeline.normalizer);
    if (!added)
        return Error{added.error().message, printable(path_in(folder, "added_tokens.json"))};
    pipeline.added = *std::move(added);
    WordPiece model;
    model.unknown = id_of(pipeline.vocabulary, settings->unknown);
    pipeline.model = std::move(model);
    return pipeline;
}

} // namespace attn::tokenizer
