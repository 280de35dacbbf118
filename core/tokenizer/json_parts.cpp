// SPDX-License-Identifier: MIT
#include "core/tokenizer/json_parts.h"

#include <array>
#include <utility>

namespace attn::tokenizer {
namespace {

void keep(Options& options, const Error& error) {
    if (!options.fault)
        options.fault = error;
}

const io::Json* needed(Options& options, const std::string& key, io::Json::value_t type,
                       const std::string& what) {
    const io::Json* value = member(options, key);
    if (!value)
        keep(options,
             Error{"the member " + cite(key) + " is missing, expected " + what, options.path});
    else if (value->type() != type)
        keep(options,
             Error{"found " + io::found(*value) + ", expected " + what, path_of(options, key)});
    return options.fault ? nullptr : value;
}

} // namespace

Options options_of(const io::Json& object, const std::string& path) {
    Options options{object, path};
    if (!object.is_object())
        keep(options, Error{"found " + io::found(object) + ", expected an object", path});
    return options;
}

Options part_of(const io::Json& object, const std::string& path) {
    Options options = options_of(object, path);
    needed_text(options, "type");
    return options;
}

const io::Json* member(Options& options, const std::string& key) {
    options.asked.insert(key);
    if (!options.object.is_object())
        return nullptr;
    const auto found = options.object.find(key);
    return found == options.object.end() || found->is_null() ? nullptr : &*found;
}

bool flag(Options& options, const std::string& key, bool otherwise) {
    const io::Json* value = member(options, key);
    if (!value)
        return otherwise;
    if (!value->is_boolean()) {
        keep(options, Error{"found " + io::found(*value) + ", expected true or false",
                            path_of(options, key)});
        return otherwise;
    }
    return value->get<bool>();
}

std::string text(Options& options, const std::string& key, const std::string& otherwise) {
    return member(options, key) ? needed_text(options, key) : otherwise;
}

std::string needed_text(Options& options, const std::string& key) {
    const io::Json* value = needed(options, key, io::Json::value_t::string, "a text");
    return value ? value->get<std::string>() : std::string();
}

const io::Json* needed_list(Options& options, const std::string& key) {
    return needed(options, key, io::Json::value_t::array, "a list");
}

const io::Json* needed_object(Options& options, const std::string& key) {
    return needed(options, key, io::Json::value_t::object, "an object");
}

std::optional<Error> fault_of(const Options& options) {
    if (options.fault || !options.object.is_object())
        return options.fault;
    for (const auto& [key, value] : options.object.items())
        if (!options.asked.contains(key))
            return Error{
                "the member " + cite(key) +
                    " is not known here and could change the tokens; remove it if it does not",
                options.path};
    return std::nullopt;
}

std::string path_of(const Options& options, const std::string& key) {
    return (options.path.empty() ? "" : options.path + ".") + printable(key, 40);
}

namespace {

using NormalizerSteps = std::vector<NormalizerStep>;
using NormalizerReader = Result<NormalizerSteps> (*)(const io::Json&, const std::string&);

/// Reads a normalizer without options.
template <auto step>
Result<NormalizerSteps> plain(const io::Json& value, const std::string& path) {
    Options options = part_of(value, path);
    if (const auto fault = fault_of(options))
        return *fault;
    return NormalizerSteps{step};
}

Result<NormalizerSteps> read_bert_normalizer(const io::Json& value, const std::string& path) {
    Options options = part_of(value, path);
    const bool cleans = flag(options, "clean_text", true);
    const bool spaces = flag(options, "handle_chinese_chars", true);
    const bool lowers = flag(options, "lowercase", true);
    const bool strips = flag(options, "strip_accents", lowers);
    if (const auto fault = fault_of(options))
        return *fault;
    return bert_normalizer(cleans, spaces, strips, lowers);
}

Result<NormalizerSteps> read_strip(const io::Json& value, const std::string& path) {
    Options options = part_of(value, path);
    const Strip strip{flag(options, "strip_left", true), flag(options, "strip_right", true)};
    if (const auto fault = fault_of(options))
        return *fault;
    return NormalizerSteps{strip};
}

Result<NormalizerSteps> read_prepend(const io::Json& value, const std::string& path) {
    Options options = part_of(value, path);
    Prepend prepend{needed_text(options, "prepend")};
    if (const auto fault = fault_of(options))
        return *fault;
    return NormalizerSteps{std::move(prepend)};
}

Result<NormalizerSteps> read_replace(const io::Json& value, const std::string& path) {
    Options options = part_of(value, path);
    PatternText wanted = read_pattern(options, "pattern");
    std::string by = needed_text(options, "content");
    if (const auto fault = fault_of(options))
        return *fault;
    if (!wanted.is_expression)
        return NormalizerSteps{ReplaceText{std::move(wanted.text), std::move(by)}};
    auto pattern = compile(wanted.text);
    if (!pattern)
        return Error{pattern.error().message, path + ".pattern"};
    return NormalizerSteps{ReplacePattern{*std::move(pattern), std::move(by)}};
}

Result<NormalizerSteps> read_normalizer_sequence(const io::Json& value, const std::string& path) {
    return read_sequence_of(value, path, "normalizers", read_normalizer);
}

const std::array<std::pair<std::string_view, NormalizerReader>, 12> normalizer_readers{{
    {"BertNormalizer", read_bert_normalizer},
    {"ByteLevel", plain<ByteLetters{}>},
    {"Lowercase", plain<LowerCase{}>},
    {"NFC", plain<Form::Nfc>},
    {"NFD", plain<Form::Nfd>},
    {"NFKC", plain<Form::Nfkc>},
    {"NFKD", plain<Form::Nfkd>},
    {"Prepend", read_prepend},
    {"Replace", read_replace},
    {"Sequence", read_normalizer_sequence},
    {"Strip", read_strip},
    {"StripAccents", plain<WithoutMarks{}>},
}};

} // namespace

PatternText read_pattern(Options& options, const std::string& key) {
    const io::Json* value = needed_object(options, key);
    if (!value)
        return {};
    Options pattern = options_of(*value, path_of(options, key));
    const bool is_expression = value->contains("Regex");
    PatternText result{needed_text(pattern, is_expression ? "Regex" : "String"), is_expression};
    if (const auto fault = fault_of(pattern); fault && !options.fault)
        options.fault = fault;
    return result;
}

Result<std::vector<NormalizerStep>> read_normalizer(const io::Json& value,
                                                    const std::string& path) {
    if (value.is_null())
        return NormalizerSteps{};
    const auto reader = row_of<NormalizerReader>(normalizer_readers, value, path, "normalizer");
    return reader ? (**reader)(value, path) : reader.error();
}

namespace {

using PreTokenizerSteps = std::vector<PreTokenizerStep>;
using PreTokenizerReader = Result<PreTokenizerSteps> (*)(const io::Json&, const std::string&);

constexpr std::array<std::pair<std::string_view, Behaviour>, 5> behaviours{{
    {"Removed", Behaviour::Removed},
    {"Isolated", Behaviour::Isolated},
    {"MergedWithPrevious", Behaviour::MergedWithPrevious},
    {"MergedWithNext", Behaviour::MergedWithNext},
    {"Contiguous", Behaviour::Contiguous},
}};
constexpr std::array<std::pair<std::string_view, Metaspace::Scheme>, 3> schemes{{
    {"always", Metaspace::Scheme::Always},
    {"first", Metaspace::Scheme::First},
    {"never", Metaspace::Scheme::Never},
}};

template <class Choice, std::size_t count>
Choice choice(Options& options, const std::string& key,
              const std::array<std::pair<std::string_view, Choice>, count>& table,
              Choice otherwise) {
    const io::Json* value = member(options, key);
    if (!value || options.fault)
        return otherwise;
    const auto chosen = io::read_choice<Choice>(*value, path_of(options, key), table);
    if (!chosen)
        options.fault = chosen.error();
    return chosen ? *chosen : otherwise;
}

Result<PreTokenizerSteps> read_bert_pre_tokenizer(const io::Json& value, const std::string& path) {
    Options options = part_of(value, path);
    if (const auto fault = fault_of(options))
        return *fault;
    return bert_pre_tokenizer();
}

Result<PreTokenizerSteps> read_byte_level_pre_tokenizer(const io::Json& value,
                                                        const std::string& path) {
    Options options = part_of(value, path);
    const bool adds_space = flag(options, "add_prefix_space", true);
    flag(options, "trim_offsets", true); // concerns offsets, which are not used here
    const bool splits = flag(options, "use_regex", true);
    if (const auto fault = fault_of(options))
        return *fault;
    return byte_level_pre_tokenizer(adds_space, splits);
}

Result<PreTokenizerSteps> read_digits(const io::Json& value, const std::string& path) {
    Options options = part_of(value, path);
    const bool each = flag(options, "individual_digits", false);
    if (const auto fault = fault_of(options))
        return *fault;
    return PreTokenizerSteps{
        SplitAtCharacters{is_numeric, each ? Behaviour::Isolated : Behaviour::Contiguous}};
}

Result<PreTokenizerSteps> read_punctuation(const io::Json& value, const std::string& path) {
    Options options = part_of(value, path);
    const Behaviour behaviour = choice(options, "behavior", behaviours, Behaviour::Isolated);
    if (const auto fault = fault_of(options))
        return *fault;
    return PreTokenizerSteps{SplitAtCharacters{is_punctuation, behaviour}};
}

Result<PreTokenizerSteps> read_white_space_split(const io::Json& value, const std::string& path) {
    Options options = part_of(value, path);
    if (const auto fault = fault_of(options))
        return *fault;
    return PreTokenizerSteps{SplitAtCharacters{is_space, Behaviour::Removed}};
}

Result<PreTokenizerSteps> read_white_space(const io::Json& value, const std::string& path) {
    Options options = part_of(value, path);
    if (const auto fault = fault_of(options))
        return *fault;
    auto pattern = compile(R"(\w+|[^\w\s]+)");
    assert(pattern && "the expression is one");
    return PreTokenizerSteps{SplitAtPattern{*std::move(pattern), Behaviour::Removed, true}};
}

Result<PreTokenizerSteps> read_metaspace(const io::Json& value, const std::string& path) {
    Options options = part_of(value, path);
    Metaspace meta;
    meta.replacement = text(options, "replacement", meta.replacement);
    meta.scheme = choice(options, "prepend_scheme", schemes, Metaspace::Scheme::Always);
    // Older files use this instead of "prepend_scheme".
    if (!flag(options, "add_prefix_space", true))
        meta.scheme = Metaspace::Scheme::Never;
    member(options, "str_rep"); // repeats the replacement
    meta.splits = flag(options, "split", true);
    if (const auto fault = fault_of(options))
        return *fault;
    return PreTokenizerSteps{std::move(meta)};
}

Result<PreTokenizerSteps> read_split(const io::Json& value, const std::string& path) {
    Options options = part_of(value, path);
    PatternText wanted = read_pattern(options, "pattern");
    const Behaviour behaviour = choice(options, "behavior", behaviours, Behaviour::Isolated);
    const bool inverted = flag(options, "invert", false);
    if (const auto fault = fault_of(options))
        return *fault;
    if (!wanted.is_expression)
        return PreTokenizerSteps{SplitAtText{std::move(wanted.text), behaviour, inverted}};
    auto pattern = compile(wanted.text);
    if (!pattern)
        return Error{pattern.error().message, path + ".pattern"};
    return PreTokenizerSteps{SplitAtPattern{*std::move(pattern), behaviour, inverted}};
}

Result<PreTokenizerSteps> read_pre_tokenizer_sequence(const io::Json& value,
                                                      const std::string& path) {
    return read_sequence_of(value, path, "pretokenizers", read_pre_tokenizer);
}

const std::array<std::pair<std::string_view, PreTokenizerReader>, 9> pre_tokenizer_readers{{
    {"BertPreTokenizer", read_bert_pre_tokenizer},
    {"ByteLevel", read_byte_level_pre_tokenizer},
    {"Digits", read_digits},
    {"Metaspace", read_metaspace},
    {"Punctuation", read_punctuation},
    {"Sequence", read_pre_tokenizer_sequence},
    {"Split", read_split},
    {"Whitespace", read_white_space},
    {"WhitespaceSplit", read_white_space_split},
}};

} // namespace

Result<std::vector<PreTokenizerStep>> read_pre_tokenizer(const io::Json& value,
                                                         const std::string& path) {
    if (value.is_null())
        return PreTokenizerSteps{};
    const auto reader =
        row_of<PreTokenizerReader>(pre_tokenizer_readers, value, path, "pre-tokenizer");
    return reader ? (**reader)(value, path) : reader.error();
}

namespace {

using Frames = std::vector<Frame>;
using PostProcessorReader = Result<Frames> (*)(const io::Json&, const std::string&);

/// The id in ["[SEP]", 102].
Index token_id(Options& options, const std::string& key) {
    const io::Json* pair = needed_list(options, key);
    if (!pair)
        return 0;
    const std::string path = path_of(options, key);
    if (pair->size() != 2) {
        options.fault = Error{
            "found " + std::to_string(pair->size()) + " values, expected a token and its id", path};
        return 0;
    }
    const auto id = io::read_whole((*pair)[1], path + "[1]", 0, max_tokens - 1);
    if (!id)
        options.fault = id.error();
    return id ? *id : 0;
}

Result<Frames> read_bert_post_processor(const io::Json& value, const std::string& path) {
    Options options = part_of(value, path);
    const Index first = token_id(options, "cls"), last = token_id(options, "sep");
    if (const auto fault = fault_of(options))
        return *fault;
    return Frames{{{first}, {last}}};
}

Result<Frames> read_roberta(const io::Json& value, const std::string& path) {
    Options options = part_of(value, path);
    const Index first = token_id(options, "cls"), last = token_id(options, "sep");
    flag(options, "trim_offsets", true); // concerns offsets, like the next
    flag(options, "add_prefix_space", true);
    if (const auto fault = fault_of(options))
        return *fault;
    return Frames{{{first}, {last}}};
}

/// Changes only offsets.
Result<Frames> read_byte_level_post_processor(const io::Json& value, const std::string& path) {
    Options options = part_of(value, path);
    for (const char* key : {"add_prefix_space", "trim_offsets", "use_regex"})
        flag(options, key, true);
    if (const auto fault = fault_of(options))
        return *fault;
    return Frames{};
}

/// The ids of a special token that a template uses.
Result<std::vector<Index>> special_ids(const io::Json& tokens, const std::string& name,
                                       const std::string& path) {
    const auto found = tokens.find(name);
    if (found == tokens.end())
        return Error{"the template has the token " + cite(name) +
                         ", which is not among its special tokens",
                     path};
    Options options = options_of(*found, path + "." + printable(name, 40));
    const io::Json* list = needed_list(options, "ids");
    member(options, "id");
    member(options, "tokens");
    if (const auto fault = fault_of(options))
        return *fault;
    std::vector<Index> ids;
    for (std::size_t at = 0; at < list->size(); ++at) {
        const auto id =
            io::read_whole((*list)[at], path_of(options, "ids") + "[" + std::to_string(at) + "]", 0,
                           max_tokens - 1);
        if (!id)
            return id.error();
        ids.push_back(*id);
    }
    return ids;
}

Result<Frames> read_template(const io::Json& value, const std::string& path) {
    Options options = part_of(value, path);
    const io::Json* single = needed_list(options, "single");
    member(options, "pair"); // for pairs of texts
    const io::Json* tokens = needed_object(options, "special_tokens");
    if (const auto fault = fault_of(options))
        return *fault;
    Frame frame;
    int sequences = 0;
    for (std::size_t at = 0; at < single->size(); ++at) {
        const std::string place = path + ".single[" + std::to_string(at) + "]";
        Options item = options_of((*single)[at], place);
        const bool is_text = (*single)[at].contains("Sequence");
        const std::string kind = is_text ? "Sequence" : "SpecialToken";
        const io::Json* inner = needed_object(item, kind);
        if (const auto fault = fault_of(item))
            return *fault;
        Options said = options_of(*inner, place + "." + kind);
        const std::string id = needed_text(said, "id");
        member(said, "type_id"); // for segments
        if (const auto fault = fault_of(said))
            return *fault;
        if (is_text) {
            ++sequences;
            continue;
        }
        const auto ids = special_ids(*tokens, id, path + ".special_tokens");
        if (!ids)
            return ids.error();
        auto& side = sequences == 0 ? frame.before : frame.after;
        side.insert(side.end(), ids->begin(), ids->end());
    }
    if (sequences != 1)
        return Error{"the template has the text " + std::to_string(sequences) +
                         " times, expected once",
                     path + ".single"};
    return Frames{std::move(frame)};
}

Result<Frames> read_post_processor_sequence(const io::Json& value, const std::string& path) {
    return read_sequence_of(value, path, "processors", read_post_processor);
}

const std::array<std::pair<std::string_view, PostProcessorReader>, 5> post_processor_readers{{
    {"BertProcessing", read_bert_post_processor},
    {"ByteLevel", read_byte_level_post_processor},
    {"RobertaProcessing", read_roberta},
    {"Sequence", read_post_processor_sequence},
    {"TemplateProcessing", read_template},
}};

} // namespace

Result<std::vector<Frame>> read_post_processor(const io::Json& value, const std::string& path) {
    if (value.is_null())
        return Frames{};
    const auto reader =
        row_of<PostProcessorReader>(post_processor_readers, value, path, "post-processor");
    return reader ? (**reader)(value, path) : reader.error();
}

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
