// SPDX-License-Identifier: MIT
#include "core/checkpoint/weights.h"

#include "core/base/utf8.h"
#include "core/engine/parallel.h"
#include "core/io/descriptor.h"
#include "core/io/file.h"
#include "core/io/foreign_file.h"
#include "core/io/json_values.h"
#include "core/io/tensor_sources.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

namespace attn::checkpoint {
namespace {

constexpr const char* one_file = "model.safetensors";
constexpr const char* index_file = "model.safetensors.index.json";
constexpr std::size_t most_index_bytes = std::size_t{16} << 20;

std::string in_folder(const std::string& folder, const std::string& name) {
    return (std::filesystem::path(folder) / name).string();
}

bool is_there(const std::string& path) {
    std::error_code ignored;
    return std::filesystem::exists(path, ignored);
}

/// Opens a file and adds its tensors.
Result<> add_file(Weights& weights, const std::string& path) {
    auto bytes = io::open_bytes(path);
    if (!bytes)
        return Error{bytes.error().message, printable(path)};
    auto head = io::safetensors_head(*bytes);
    if (!head)
        return Error{head.error().text(), printable(path)};
    for (io::SafetensorsTensor& tensor : *head) {
        const std::string name = tensor.name;
        if (!weights.tensors.emplace(name, StoredTensor{weights.files.size(), std::move(tensor)})
                 .second)
            return Error{"the tensor " + cite(name) +
                             " is also in another file of the folder; remove one of the two files",
                         printable(path)};
    }
    weights.files.push_back({io::name_of(path), *std::move(bytes)});
    return Nothing{};
}

/// The files that an index lists: names in the folder and nothing else.
Result<std::set<std::string>> listed_files(const std::string& path) {
    const auto text = io::read_file(path, most_index_bytes);
    if (!text)
        return text.error();
    const auto root = io::parse_json(*text, io::name_of(path));
    if (!root)
        return root.error();
    const auto map = root->find("weight_map");
    if (!root->is_object() || map == root->end() || !map->is_object())
        return Error{"the key \"weight_map\" is missing; expected an object that says in which "
                     "file each tensor is",
                     printable(path)};
    std::set<std::string> files;
    for (const auto& [tensor, file] : map->items()) {
        const std::string name = file.is_string() ? file.get<std::string>() : std::string();
        if (!name.ends_with(".safetensors") || name.find('/') != std::string::npos)
            return Error{"found " + io::found(file) + " as the file of " + cite(tensor) +
                             ", expected the name of a .safetensors file in the folder",
                         printable(path)};
        files.insert(name);
    }
    return files;
}

/// The error for a folder without .safetensors: why its weights cannot be read.
Error no_weights(const std::string& folder) {
    std::error_code ignored;
    std::set<std::string> others;
    for (std::filesystem::directory_iterator entry(folder, ignored), end; !ignored && entry != end;
         entry.increment(ignored))
        for (const char* ending : {".bin", ".pt", ".pth", ".gguf", ".h5", ".ckpt"})
            if (entry->path().extension() == ending)
                others.insert(entry->path().filename().string());
    for (const std::string& name : others)
        if (const auto foreign = io::foreign_file(in_folder(folder, name)))
            return Error{foreign->message + ". Name the result model.safetensors",
                         printable(in_folder(folder, name))};
    return {"the folder has no model.safetensors; a folder of a model holds config.json, "
            "model.safetensors (or model.safetensors.index.json with its files) and a tokenizer",
            printable(folder)};
}

/// The number of rows read at a time. A band has at most a million numbers (8 MB), read quickly, so
/// that cancelling is prompt.
Index band_of(Index columns) {
    return std::max<Index>(1, (Index{1} << 20) / std::max<Index>(columns, 1));
}

} // namespace

Result<Weights> open_weight_file(const std::string& path) {
    Weights weights;
    if (const auto added = add_file(weights, path); !added)
        return added.error();
    return weights;
}

Result<Weights> open_weights(const std::string& folder) {
    if (is_there(in_folder(folder, one_file)))
        return open_weight_file(in_folder(folder, one_file));
    Weights weights;
    const std::string index = in_folder(folder, index_file);
    if (is_there(index)) {
        const auto files = listed_files(index);
        if (!files)
            return files.error();
        for (const std::string& name : *files) {
            if (!is_there(in_folder(folder, name)))
                return Error{"the file " + cite(name) +
                                 " is missing; the index lists it as one of " +
                                 std::to_string(files->size()) + ". Copy it into the folder",
                             printable(index)};
            if (const auto added = add_file(weights, in_folder(folder, name)); !added)
                return added.error();
        }
        return weights;
    }
    std::vector<std::string> found;
    std::error_code ignored;
    for (std::filesystem::directory_iterator entry(folder, ignored), end; !ignored && entry != end;
         entry.increment(ignored))
        if (entry->path().extension() == ".safetensors")
            found.push_back(entry->path().string());
    if (found.size() == 1)
        return open_weight_file(found.front());
    if (found.size() > 1)
        return Error{"the folder has " + std::to_string(found.size()) +
                         " .safetensors files and no model.safetensors.index.json that says what "
                         "they are; copy the index into the folder",
                     printable(folder)};
    return no_weights(folder);
}

Result<const StoredTensor*> find(const Weights& weights, std::string_view name) {
    const auto at = weights.tensors.find(name);
    if (at == weights.tensors.end()) {
        const std::string stem(name.substr(0, name.rfind('.')));
        for (const char* quantised : {".qweight", ".scales", ".weight_packed", ".SCB"})
            if (weights.tensors.contains(stem + quantised))
                return Error{"the weights are quantised: the tensor " + cite(stem + quantised) +
                             " stands in place of " + cite(name) +
                             ". Take the model as it was before it was quantised"};
        return Error{"the tensor " + cite(name) + " is missing"};
    }
    const StoredTensor& found = at->second;
    using enum io::NumberType;
    const io::NumberType type = found.tensor.array.type;
    const bool is_real = type == Float64 || type == Float32 || type == Float16 || type == BFloat16;
    if (found.tensor.fault || !is_real)
        return Error{"the tensor " + cite(name) + " is of type " + found.tensor.type +
                     ": the weights are quantised. Attention Lab reads float64, float32, float16 "
                     "and bfloat16; take the model as it was before it was quantised"};
    return &found;
}

Result<> has_shape(const Weights& weights, std::string_view name, const std::vector<Index>& shape) {
    const auto found = find(weights, name);
    if (!found)
        return found.error();
    const std::vector<Index>& own = (*found)->tensor.array.shape;
    if (own != shape)
        return Error{"the tensor " + cite(name) + " is " + io::shape_text(own) + ", expected " +
                     io::shape_text(shape) + " by the sizes in config.json"};
    return Nothing{};
}

Result<Matrix> read_part(const Weights& weights, std::string_view name,
                         const std::vector<Index>& rows, const std::vector<Index>& columns) {
    const auto found = find(weights, name);
    if (!found)
        return found.error();
    const StoredTensor& stored = **found;
    auto numbers = io::read_numbers(weights.files[stored.file].bytes, stored.tensor.array,
                                    {{}, rows, columns});
    if (!numbers)
        return Error{"the tensor " + cite(name) + ": " + numbers.error().text()};
    return std::move(numbers->matrix);
}

std::vector<Index> Projection::stored(Index from, Index count) const {
    std::vector<Index> list = io::run_of(from, count);
    for (Index& at : list)
        at = first + (run == 0 ? at : at / run * stride + at % run);
    return list;
}

Result<Matrix> times(const Matrix& x, const Weights& weights, const Projection& by,
                     Progress* progress) {
    assert(x.cols() == by.inputs && "a projection reads what is there");
    const std::vector<Index> shape = by.is_stored_as_used
                                         ? std::vector<Index>{by.inputs, by.stored_outputs}
                                         : std::vector<Index>{by.stored_outputs, by.inputs};
    if (const auto fits = has_shape(weights, by.weight, shape); !fits)
        return fits.error();
    const std::vector<Index> outputs = by.stored(0, by.outputs);
    Matrix y = Matrix::Zero(x.rows(), by.outputs);
    if (!by.bias.empty()) {
        if (const auto fits = has_shape(weights, by.bias, {by.stored_outputs}); !fits)
            return fits.error();
        const auto bias = read_part(weights, by.bias, {}, outputs);
        if (!bias)
            return bias.error();
        y.rowwise() += bias->row(0);
    }
    const Index lines = by.is_stored_as_used ? by.inputs : by.outputs;
    const Index band = band_of(by.is_stored_as_used ? by.outputs : by.inputs);
    for (Index first = 0; first < lines && !is_cancelled(progress); first += band) {
        const Index count = std::min(band, lines - first);
        const auto part = by.is_stored_as_used
                              ? read_part(weights, by.weight, io::run_of(first, count), outputs)
                              : read_part(weights, by.weight, by.stored(first, count), {});
        if (!part)
            return part.error();
        // Each core takes some of the outputs, so that every sum has a fixed order.
        const Real cost = static_cast<Real>(x.rows()) * static_cast<Real>(part->size());
        const Index columns = by.is_stored_as_used ? by.outputs : count;
        for_blocks(columns, even_block(columns, 256), cost, [&](Index from, Index to) {
            const Index width = to - from;
            if (by.is_stored_as_used)
                y.middleCols(from, width).noalias() +=
                    x.middleCols(first, count) * part->middleCols(from, width);
            else
                y.middleCols(first + from, width).noalias() +=
                    x * part->middleRows(from, width).transpose();
        });
        if (progress)
            progress->done += part->size();
    }
    return y;
}

} // namespace attn::checkpoint
