// SPDX-License-Identifier: MIT
#include "core/io/arrays/safetensors.h"

#include "core/base/utf8.h"
#include "core/io/document/json_literal.h"
#include "core/io/document/json_text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>

namespace attn::io {
namespace {

constexpr std::array<std::pair<std::string_view, NumberType>, 13> type_words = {
    {{"F64", NumberType::Float64},
     {"F32", NumberType::Float32},
     {"F16", NumberType::Float16},
     {"BF16", NumberType::BFloat16},
     {"I64", NumberType::Int64},
     {"I32", NumberType::Int32},
     {"I16", NumberType::Int16},
     {"I8", NumberType::Int8},
     {"U64", NumberType::UInt64},
     {"U32", NumberType::UInt32},
     {"U16", NumberType::UInt16},
     {"U8", NumberType::UInt8},
     {"BOOL", NumberType::Bool}}};

Error tensor_fault(const std::string& name, const std::string& what) {
    return Error{"tensor " + cite(name) + ": " + what};
}

std::optional<std::uint64_t> offset_of(const Json& value) {
    return value.is_number_unsigned() ? std::optional(value.get<std::uint64_t>()) : std::nullopt;
}

Result<SafetensorsTensor> tensor_of(const std::string& name, const Json& entry,
                                    std::uint64_t data) {
    const auto fault = [&](const std::string& what) { return tensor_fault(name, what); };
    if (!entry.is_object() || entry.size() != 3 || !entry.contains("dtype") ||
        !entry.contains("shape") || !entry.contains("data_offsets"))
        return fault("expected an object with dtype, shape and data_offsets");
    SafetensorsTensor tensor;
    tensor.name = name;
    const Json& dtype = entry["dtype"];
    if (!dtype.is_string())
        return fault("found " + found(dtype) + " as dtype, expected a text");
    const Json& offsets = entry["data_offsets"];
    const auto begin =
        offsets.is_array() && offsets.size() == 2 ? offset_of(offsets[0]) : std::nullopt;
    const auto end = begin ? offset_of(offsets[1]) : std::nullopt;
    if (!begin || !end)
        return fault("expected two whole numbers from 0 as data_offsets");
    if (*begin > *end || *end > data)
        return fault("its bytes " + std::to_string(*begin) + " to " + std::to_string(*end) +
                     " do not lie in the " + std::to_string(data) + " bytes of data");
    tensor.begin = *begin;
    tensor.end = *end;
    const Json& shape = entry["shape"];
    constexpr std::size_t most_axes = 32;
    if (!shape.is_array() || shape.size() > most_axes)
        return fault("expected a list of at most 32 whole numbers as shape");
    for (const Json& axis : shape) {
        const auto size = offset_of(axis);
        if (!size || *size > std::uint64_t{1} << 62)
            return fault("found " + found(axis) + " in its shape, expected whole numbers from 0");
        tensor.array.shape.push_back(static_cast<Index>(*size));
    }
    const auto count = count_of(tensor.array.shape);
    if (!count)
        return fault("its shape " + shape_text(tensor.array.shape) +
                     " has more numbers than any file can hold");

    const auto& word = dtype.get_ref<const std::string&>();
    tensor.type = printable(word, 20);
    std::string known;
    bool is_known = false;
    for (const auto& [code, type] : type_words) {
        known += (known.empty() ? "" : ", ") + std::string(code);
        if (code == word) {
            tensor.array.type = type;
            tensor.type = name_of(type);
            is_known = true;
        }
    }
    if (!is_known) {
        const std::string remedy =
            "; " + known + " are read. Save the tensor with .to(torch.float32)";
        tensor.fault =
            Error{(word.starts_with("F8") || word.starts_with("F4") || word.starts_with("F6")
                       ? "its numbers are " + word.substr(1, 1) + "-bit floats (" +
                             printable(word, 20) + "), which are not read"
                   : word.starts_with("C")
                       ? "its numbers are complex (" + printable(word, 20) + "), which are not read"
                       : "its dtype " + cite(word) + " is not read") +
                  remedy};
        return tensor;
    }
    const std::uint64_t width = bytes_of(tensor.array.type);
    if (*count > (std::uint64_t{1} << 62) / width || *count * width != *end - *begin)
        return fault("its shape " + shape_text(tensor.array.shape) + " of " + tensor.type +
                     " does not fill the " + std::to_string(*end - *begin) + " bytes it claims");
    return tensor;
}

/// Checks that the tensors' bytes follow one another, so that nothing can hide between them.
Result<> check_layout(std::vector<SafetensorsTensor> tensors, std::uint64_t data) {
    std::sort(tensors.begin(), tensors.end(),
              [](const SafetensorsTensor& a, const SafetensorsTensor& b) {
                  return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
              });
    std::uint64_t reached = 0;
    for (const SafetensorsTensor& tensor : tensors) {
        if (tensor.begin != reached)
            return tensor_fault(
                tensor.name,
                "its bytes begin at " + std::to_string(tensor.begin) + " but " +
                    (tensor.begin < reached ? "those before it end at " : "a hole begins at ") +
                    std::to_string(reached));
        reached = tensor.end;
    }
    if (reached != data)
        return Error{"the tensors fill " + std::to_string(reached) + " of the " +
                     std::to_string(data) + " bytes of data; what else is in the file is unknown"};
    return Nothing{};
}

} // namespace

namespace {

/// The header of a file.
struct Head {
    std::vector<SafetensorsTensor> tensors;
    std::vector<std::string> tokens; // from the metadata
};

/// Returns the words that write_safetensors() stored; empty if another program stored something
/// else.
std::vector<std::string> tokens_of(const Json& metadata) {
    const auto at = metadata.find("tokens");
    if (at == metadata.end() || !at->is_string())
        return {};
    const auto list = parse_json(at->get_ref<const std::string&>(), "tokens");
    const auto words = list ? list->find("words") : Json::const_iterator();
    if (!list || words == list->end() || !words->is_array())
        return {};
    std::vector<std::string> tokens;
    for (const Json& word : *words) {
        if (!word.is_string())
            return {};
        tokens.push_back(word.get<std::string>());
    }
    return tokens;
}

Result<Head> read_head(const Bytes& bytes) {
    constexpr std::uint64_t before = 8;
    if (bytes.size < before)
        return Error{
            "the file has " + std::to_string(bytes.size) +
            " bytes; a safetensors file begins with 8 bytes that say how long its head is"};
    const auto start = text_at(bytes, 0, std::min<std::uint64_t>(bytes.size, 64));
    if (!start)
        return start.error();
    if (is_lfs_pointer(*start))
        return lfs_pointer();
    const std::uint64_t length = little_endian(*start, 0, before);
    if (length > bytes.size - before)
        return Error{"its head claims " + std::to_string(length) + " bytes but the file has " +
                     std::to_string(bytes.size) + "; it is cut short or not a safetensors file"};
    if (length > max_safetensors_head)
        return Error{"its head has " + std::to_string(length) + " bytes; at most " +
                     std::to_string(max_safetensors_head) + " are read"};
    const auto text = text_at(bytes, before, length);
    if (!text)
        return text.error();
    if (text->empty() || text->front() != '{')
        return Error{"its head does not begin with {; it is not a safetensors file"};
    const auto head = parse_json(*text, "head");
    if (!head)
        return head.error();
    if (!head->is_object())
        return Error{"its head is no JSON object; it is not a safetensors file"};

    const std::uint64_t data = bytes.size - before - length;
    Head made;
    std::vector<SafetensorsTensor>& tensors = made.tensors;
    for (const auto& [key, entry] : head->items()) {
        if (key == "__metadata__") {
            if (!entry.is_object())
                return Error{"its __metadata__ is no object of texts"};
            made.tokens = tokens_of(entry);
            continue;
        }
        auto tensor = tensor_of(key, entry, data);
        if (!tensor)
            return tensor.error();
        tensor->array.offset = before + length + tensor->begin;
        tensors.push_back(*std::move(tensor));
    }
    if (const auto layout = check_layout(tensors, data); !layout)
        return layout.error();
    if (tensors.empty())
        return Error{"it holds no tensor"};
    return made;
}

} // namespace

Result<std::vector<SafetensorsTensor>> safetensors_head(const Bytes& bytes) {
    auto head = read_head(bytes);
    if (!head)
        return head.error();
    return std::move(head->tensors);
}

Result<ArrayFile> open_safetensors(Bytes bytes, std::string name) {
    auto head = read_head(bytes);
    if (!head)
        return head.error();
    std::vector<SafetensorsTensor> tensors = std::move(head->tensors);
    ArrayFile file{std::move(name), "safetensors", {}, {}, {}, {}};
    for (const SafetensorsTensor& tensor : tensors)
        file.arrays.push_back({printable(tensor.name, longest_array_name),
                               tensor.array.shape,
                               tensor.type,
                               tensor.fault,
                               {},
                               {},
                               {}});
    const bool has_own = std::any_of(tensors.begin(), tensors.end(),
                                     [](const auto& tensor) { return tensor.name == "tokens"; });
    if (!head->tokens.empty() && !has_own) // last, so that the other arrays keep their numbers
        file.arrays.push_back({"tokens",
                               {static_cast<Index>(head->tokens.size())},
                               "text",
                               {},
                               {},
                               {},
                               std::move(head->tokens)});
    file.read = [bytes = std::move(bytes), tensors = std::move(tensors)](
                    std::size_t array, const Slice& slice) -> Result<ReadNumbers> {
        if (array == tensors.size())
            return Error{"it holds texts, not numbers"};
        if (tensors[array].fault)
            return *tensors[array].fault;
        return read_numbers(bytes, tensors[array].array, slice);
    };
    return file;
}

std::string write_safetensors(std::span<const WrittenTensor> tensors,
                              const std::vector<std::string>& tokens) {
    constexpr std::size_t width = sizeof(Real), alignment = 8;
    std::string head;
    if (!tokens.empty()) {
        std::string words;
        for (const std::string& token : tokens)
            words += (words.empty() ? "" : ",") + json_string(token);
        head = "\"__metadata__\":{\"tokens\":" + json_string("{\"words\":[" + words + "]}") + "}";
    }
    std::size_t at = 0;
    for (const WrittenTensor& tensor : tensors) {
        std::string shape;
        for (const Index axis : tensor.shape)
            shape += (shape.empty() ? "" : ",") + std::to_string(axis);
        assert(count_of(tensor.shape) == tensor.values.size() && "the shape holds the values");
        const std::size_t end = at + tensor.values.size() * width;
        head += (head.empty() ? "" : ",") + json_string(tensor.name) +
                R"(:{"dtype":"F64","shape":[)" + shape + R"(],"data_offsets":[)" +
                std::to_string(at) + "," + std::to_string(end) + "]}";
        at = end;
    }
    head = "{" + head + "}";
    head.resize((head.size() + alignment - 1) / alignment * alignment, ' ');
    std::string bytes;
    bytes.reserve(alignment + head.size() + at);
    const auto append = [&](std::uint64_t bits) {
        for (std::size_t byte = 0; byte < width; ++byte)
            bytes.push_back(static_cast<char>(bits >> (8 * byte) & 0xFF));
    };
    append(head.size());
    bytes += head;
    for (const WrittenTensor& tensor : tensors)
        for (const Real value : tensor.values)
            append(std::bit_cast<std::uint64_t>(value));
    return bytes;
}

} // namespace attn::io
