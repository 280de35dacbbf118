// SPDX-License-Identifier: MIT
#include "core/tokenizer/json_parts.h"

#include <array>
#include <utility>

namespace attn::tokenizer {
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

} // namespace attn::tokenizer
