// SPDX-License-Identifier: MIT
#include "core/tokenizer/json_parts.h"

#include <array>
#include <utility>

namespace attn::tokenizer {
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

} // namespace attn::tokenizer
