// SPDX-License-Identifier: MIT
#include "core/tokenizer/json_parts.h"

#include <array>
#include <utility>

namespace attn::tokenizer {
namespace {

using Steps = std::vector<PreTokenizerStep>;
using Reader = Result<Steps> (*)(const io::Json&, const std::string&);

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

Result<Steps> read_bert(const io::Json& value, const std::string& path) {
    Options options = part_of(value, path);
    if (const auto fault = fault_of(options))
        return *fault;
    return bert_pre_tokenizer();
}

Result<Steps> read_byte_level(const io::Json& value, const std::string& path) {
    Options options = part_of(value, path);
    const bool adds_space = flag(options, "add_prefix_space", true);
    flag(options, "trim_offsets", true); // concerns offsets, which are not used here
    const bool splits = flag(options, "use_regex", true);
    if (const auto fault = fault_of(options))
        return *fault;
    return byte_level_pre_tokenizer(adds_space, splits);
}

Result<Steps> read_digits(const io::Json& value, const std::string& path) {
    Options options = part_of(value, path);
    const bool each = flag(options, "individual_digits", false);
    if (const auto fault = fault_of(options))
        return *fault;
    return Steps{SplitAtCharacters{is_numeric, each ? Behaviour::Isolated : Behaviour::Contiguous}};
}

Result<Steps> read_punctuation(const io::Json& value, const std::string& path) {
    Options options = part_of(value, path);
    const Behaviour behaviour = choice(options, "behavior", behaviours, Behaviour::Isolated);
    if (const auto fault = fault_of(options))
        return *fault;
    return Steps{SplitAtCharacters{is_punctuation, behaviour}};
}

Result<Steps> read_white_space_split(const io::Json& value, const std::string& path) {
    Options options = part_of(value, path);
    if (const auto fault = fault_of(options))
        return *fault;
    return Steps{SplitAtCharacters{is_space, Behaviour::Removed}};
}

Result<Steps> read_white_space(const io::Json& value, const std::string& path) {
    Options options = part_of(value, path);
    if (const auto fault = fault_of(options))
        return *fault;
    auto pattern = compile(R"(\w+|[^\w\s]+)");
    assert(pattern && "the expression is one");
    return Steps{SplitAtPattern{*std::move(pattern), Behaviour::Removed, true}};
}

Result<Steps> read_metaspace(const io::Json& value, const std::string& path) {
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
    return Steps{std::move(meta)};
}

Result<Steps> read_split(const io::Json& value, const std::string& path) {
    Options options = part_of(value, path);
    PatternText wanted = read_pattern(options, "pattern");
    const Behaviour behaviour = choice(options, "behavior", behaviours, Behaviour::Isolated);
    const bool inverted = flag(options, "invert", false);
    if (const auto fault = fault_of(options))
        return *fault;
    if (!wanted.is_expression)
        return Steps{SplitAtText{std::move(wanted.text), behaviour, inverted}};
    auto pattern = compile(wanted.text);
    if (!pattern)
        return Error{pattern.error().message, path + ".pattern"};
    return Steps{SplitAtPattern{*std::move(pattern), behaviour, inverted}};
}

Result<Steps> read_sequence(const io::Json& value, const std::string& path) {
    return read_sequence_of(value, path, "pretokenizers", read_pre_tokenizer);
}

const std::array<std::pair<std::string_view, Reader>, 9> readers{{
    {"BertPreTokenizer", read_bert},
    {"ByteLevel", read_byte_level},
    {"Digits", read_digits},
    {"Metaspace", read_metaspace},
    {"Punctuation", read_punctuation},
    {"Sequence", read_sequence},
    {"Split", read_split},
    {"Whitespace", read_white_space},
    {"WhitespaceSplit", read_white_space_split},
}};

} // namespace

Result<std::vector<PreTokenizerStep>> read_pre_tokenizer(const io::Json& value,
                                                         const std::string& path) {
    if (value.is_null())
        return Steps{};
    const auto reader = row_of<Reader>(readers, value, path, "pre-tokenizer");
    return reader ? (**reader)(value, path) : reader.error();
}

} // namespace attn::tokenizer
