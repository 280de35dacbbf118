// SPDX-License-Identifier: MIT
#include "core/io/import_parts.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

namespace attn::io {
namespace {

/// "model.layers.3." of "model.layers.3.self_attn.q_proj.weight": up to the last number. Empty
/// where the name has none.
std::string layer_of(const std::string& name) {
    for (std::size_t dot = name.rfind('.'); dot != std::string::npos && dot > 0;
         dot = name.rfind('.', dot - 1)) {
        const auto before = name.rfind('.', dot - 1);
        const std::size_t first = before == std::string::npos ? 0 : before + 1;
        const bool is_number =
            first < dot &&
            std::all_of(name.begin() + static_cast<std::ptrdiff_t>(first),
                        name.begin() + static_cast<std::ptrdiff_t>(dot),
                        [](unsigned char letter) { return std::isdigit(letter) != 0; });
        if (is_number)
            return name.substr(0, dot + 1);
        if (before == std::string::npos)
            break;
        dot = before + 1;
    }
    return "";
}

std::string bias_name(const std::string& weight) {
    constexpr std::string_view end = "weight";
    if (weight.ends_with(end))
        return weight.substr(0, weight.size() - end.size()) + "bias";
    for (const auto& [from, to] :
         {std::pair("W_", "b_"), std::pair("w_", "b_"), std::pair("w", "b")})
        if (weight.starts_with(from))
            return to + weight.substr(std::string_view(from).size());
    return "";
}

} // namespace

const ArrayInfo& info_of(const std::vector<ArrayFile>& files, const ArrayChoice& choice) {
    return files[choice.file].arrays[choice.array];
}

Extent ArrayReader::extent(const ArrayChoice& choice) const {
    Extent stored = extent_of(info_of(files, choice).shape);
    if (choice.is_transposed)
        std::swap(stored.rows, stored.columns);
    return stored;
}

Result<Matrix> ArrayReader::read(const std::string& part, const ArrayChoice& choice,
                                 const std::vector<Index>& rows,
                                 const std::vector<Index>& columns) {
    Slice slice{choice.leading, rows, columns};
    if (choice.is_transposed)
        std::swap(slice.rows, slice.columns);
    const ArrayInfo& info = info_of(files, choice);
    if (info.fault)
        return Error{info.fault->text(), info.name};
    auto numbers = files[choice.file].read(choice.array, slice);
    if (!numbers)
        return Error{numbers.error().text(), info.name};
    if (numbers->rounded > 0)
        notes += std::to_string(numbers->rounded) + " whole numbers of " + info.name +
                 " are beyond 2^53 and were rounded. ";
    if (!numbers->matrix.allFinite())
        notes += info.name + " holds numbers that are not finite. ";
    std::string name = info.name;
    for (const Index axis : choice.leading)
        name += "[" + std::to_string(axis) + "]";
    report.used.push_back({part, name, slice.rows, slice.columns, choice.is_transposed});
    if (choice.is_transposed)
        return Matrix(numbers->matrix.transpose());
    return std::move(numbers->matrix);
}

Result<std::vector<Index>> columns_of(const ArrayInfo& info, const ArrayChoice& choice,
                                      const HeadColumns& of) {
    const Index pieces = choice.parts * of.heads;
    if (of.width % pieces != 0)
        return Error{"its " + std::to_string(of.width) + " columns cannot be divided evenly into " +
                         (choice.parts > 1 ? "Q, K and V of " : "") + std::to_string(of.heads) +
                         " heads",
                     info.name};
    const Index own = of.width / pieces;
    const Index from = choice.part * (of.width / choice.parts) + of.head * own;
    if (of.wanted.empty())
        return run_of(from, own);
    std::vector<Index> columns;
    for (const Index column : of.wanted) {
        if (column >= own)
            return Error{"a head of it has " + std::to_string(own) + " columns, there is no " +
                             std::to_string(column),
                         info.name};
        columns.push_back(from + column);
    }
    return columns;
}

std::optional<ArrayChoice> bias_beside(const std::vector<ArrayFile>& files,
                                       const ArrayChoice& weight) {
    const std::string name = bias_name(info_of(files, weight).name);
    if (name.empty() || !weight.leading.empty())
        return std::nullopt;
    const std::vector<ArrayInfo>& arrays = files[weight.file].arrays;
    for (std::size_t at = 0; at < arrays.size(); ++at)
        if (arrays[at].name == name && !arrays[at].fault && arrays[at].texts.empty() &&
            extent_of(arrays[at].shape).rows == 1 && arrays[at].shape.size() <= 2)
            return ArrayChoice{weight.file, at, {}, false, weight.part, weight.parts};
    return std::nullopt;
}

void name_left_out(const std::vector<ArrayFile>& files, const ImportPlan& plan,
                   TensorReport& report) {
    std::set<std::string> used;
    for (const TensorSource& source : report.used)
        used.insert(source.tensor.substr(0, source.tensor.find('[')));
    if (plan.tokens)
        used.insert(info_of(files, *plan.tokens).name);
    // Of a whole model only the layer is told of, and the layers that were not taken by one line.
    const auto& weight = plan.w_q ? plan.w_q : plan.w_k ? plan.w_k : plan.w_v;
    const std::string layer = weight ? layer_of(info_of(files, *weight).name) : "";
    constexpr std::size_t most = 60;
    std::size_t others = 0;
    for (const ArrayFile& file : files)
        for (const ArrayInfo& info : file.arrays) {
            if (used.contains(info.name))
                continue;
            if (!info.name.starts_with(layer) || report.left_out.size() >= most) {
                ++others;
                continue;
            }
            report.left_out.push_back(
                {info.name,
                 "no option named this array, and its name is not one of the usual names"});
        }
    if (others > 0)
        report.sentences.push_back(
            std::to_string(others) + " other arrays were left out" +
            (layer.empty()
                 ? "."
                 : "; the weights are those of " + layer.substr(0, layer.size() - 1) +
                       ". To import another layer, name its arrays for W_Q, W_K and W_V."));
}

} // namespace attn::io
