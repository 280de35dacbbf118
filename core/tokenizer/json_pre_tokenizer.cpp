// SPDX-License-Identifier: MIT
#include "core/tokenizer/json_parts.h"

#include <array>
#include <utility>

namespace attn::tokenizer {
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

} // namespace attn::tokenizer
