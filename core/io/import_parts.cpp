// SPDX-License-Identifier: MIT
#include "core/io/import_parts.h"

#include <algorithm>
#include <utility>

namespace attn::io {
namespace {

std::string bias_name(const std::string& weight) {
    for (const std::string_view end : {"weight", "kernel"})
        if (weight.ends_with(end))
            return weight.substr(0, weight.size() - end.size()) + "bias";
    if (weight.ends_with("kernel:0"))
        return weight.substr(0, weight.size() - std::string_view("kernel:0").size()) + "bias:0";
    if (weight.ends_with("vars/0"))
        return weight.substr(0, weight.size() - 1) + "1";
    const auto sign = weight.find_last_of("./");
    const std::size_t first = sign == std::string::npos ? 0 : sign + 1;
    const std::string own = weight.substr(first);
    for (const auto& [from, to] :
         {std::pair("W_", "b_"), std::pair("w_", "b_"), std::pair("w", "b")})
        if (own.starts_with(from))
            return weight.substr(0, first) + to + own.substr(std::string_view(from).size());
    return "";
}

/// Returns the axis of the rows; columns run along the last axis.
std::optional<std::size_t> row_axis_of(const ArrayInfo& info, const ArrayChoice& choice) {
    const std::size_t rank = info.shape.size();
    if (!choice.head_axis || static_cast<std::size_t>(*choice.head_axis) + 2 != rank)
        return std::nullopt; // the last but one
    return rank - 3;
}

/// Writes "X[0][1]", or "query/kernel[:,0]" if rows run along another axis, as in NumPy.
std::string sliced_name(const ArrayInfo& info, const ArrayChoice& choice) {
    const auto row_axis = row_axis_of(info, choice);
    std::string text;
    if (!row_axis) {
        for (const Index number : choice.leading)
            text += "[" + std::to_string(number) + "]";
        return info.name + text;
    }
    std::size_t next = 0;
    for (std::size_t axis = 0; axis + 1 < info.shape.size(); ++axis)
        text += (axis == 0 ? "" : ",") +
                (axis == *row_axis ? std::string(":") : std::to_string(choice.leading[next++]));
    return info.name + "[" + text + "]";
}

} // namespace

const ArrayInfo& info_of(const std::vector<ArrayFile>& files, const ArrayChoice& choice) {
    return files[choice.file].arrays[choice.array];
}

Extent ArrayReader::extent(const ArrayChoice& choice) const {
    const ArrayInfo& info = info_of(files, choice);
    Extent stored = extent_of(info.shape);
    if (const auto row_axis = row_axis_of(info, choice))
        stored.rows = info.shape[*row_axis];
    if (choice.is_transposed)
        std::swap(stored.rows, stored.columns);
    return stored;
}

Result<Matrix> ArrayReader::read(const std::string& part, const ArrayChoice& choice,
                                 const std::vector<Index>& rows,
                                 const std::vector<Index>& columns) {
    const ArrayInfo& info = info_of(files, choice);
    Slice slice{choice.leading, rows, columns, row_axis_of(info, choice)};
    if (choice.is_transposed)
        std::swap(slice.rows, slice.columns);
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
    taken.insert({choice.file, choice.array});
    report.used.push_back(
        {part, sliced_name(info, choice), slice.rows, slice.columns, choice.is_transposed});
    if (choice.is_transposed)
        return Matrix(numbers->matrix.transpose());
    return std::move(numbers->matrix);
}

Result<FusedHeads> fused_heads(const ArrayInfo& info, const Extent& extent, Index heads) {
    const Index columns = extent.columns;
    const bool is_even = columns % (3 * heads) == 0;
    const FusedHeads even{heads, heads, columns / (3 * heads)};
    // Fewer keys than queries: d_model columns of queries, then as many as remain for keys and
    // values.
    const Index width = heads > 0 && extent.rows % heads == 0 ? extent.rows / heads : 0;
    const Index rest = columns - extent.rows;
    if (columns != 3 * extent.rows && width > 0 && rest > 0 && rest % (2 * width) == 0) {
        const Index groups = rest / (2 * width);
        if (groups <= heads && heads % groups == 0)
            return FusedHeads{heads, groups, width};
    }
    if (!is_even)
        return Error{"its " + std::to_string(columns) +
                         " columns cannot be divided evenly into "
                         "Q, K and V of " +
                         std::to_string(heads) + " heads",
                     info.name};
    return even;
}

Result<std::vector<Index>> fused_columns(const ArrayInfo& info, const ArrayChoice& choice,
                                         const FusedHeads& fused, Index head,
                                         const std::vector<Index>& wanted) {
    const Index each = fused.heads / fused.groups; // queries that share a key
    const Index group = head / each;
    const Index all_queries = fused.heads * fused.width, all_keys = fused.groups * fused.width;
    const Index from = choice.layout == FusedLayout::HeadByHead
                           ? group * (each + 2) * fused.width +
                                 (choice.part == 0 ? (head % each) * fused.width
                                                   : (each + choice.part - 1) * fused.width)
                       : choice.part == 0
                           ? head * fused.width
                           : all_queries + (choice.part - 1) * all_keys + group * fused.width;
    auto columns = columns_of(info, {fused.width, 1, 0, wanted});
    if (!columns)
        return columns;
    for (Index& column : *columns)
        column += from;
    return columns;
}

Result<std::vector<Index>> columns_of(const ArrayInfo& info, const HeadColumns& of) {
    if (of.width % of.heads != 0)
        return Error{"its " + std::to_string(of.width) + " columns cannot be divided evenly into " +
                         std::to_string(of.heads) + " heads",
                     info.name};
    const Index own = of.width / of.heads;
    const Index from = of.head * own;
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
    if (name.empty() || (!weight.leading.empty() && !weight.head_axis))
        return std::nullopt;
    for (std::size_t file = 0; file < files.size(); ++file)
        for (std::size_t at = 0; at < files[file].arrays.size(); ++at) {
            const ArrayInfo& info = files[file].arrays[at];
            const bool has_rows = extent_of(info.shape).rows > 1;
            if (info.name == name && info.texts.empty() && info.shape.size() <= 2 &&
                (!has_rows || weight.head_axis))
                return ArrayChoice{file, at, {}, false, weight.part, weight.parts, weight.layout};
        }
    return std::nullopt;
}

std::optional<HeadNorm> head_norm(const ArrayReader& reader, const ArrayChoice& weight) {
    const auto own = projection_name(name_in(reader.files, weight));
    if (!own || own->is_fused)
        return std::nullopt;
    const Index columns = reader.extent(weight).columns;
    for (const ArrayFile& file : reader.files)
        for (const ArrayInfo& info : file.arrays) {
            if (!info.name.starts_with(own->owner) || info.shape.size() != 1)
                continue;
            for (const std::string_view norm : {"q_norm", "q_layernorm", "query_norm", "norm_q"})
                if (info.name.substr(own->owner.size()) == std::string(norm) + ".weight" &&
                    info.shape[0] > 0 && info.shape[0] < columns && columns % info.shape[0] == 0)
                    return HeadNorm{info.name, info.shape[0]};
        }
    return std::nullopt;
}

namespace {

/// Whether a name of these files begins with `owner` and has the segment.
bool has_segment(const std::vector<ArrayFile>& files, const std::string& owner,
                 std::string_view segment) {
    for (const ArrayFile& file : files)
        for (const ArrayInfo& info : file.arrays) {
            if (!info.name.starts_with(owner))
                continue;
            const auto segments = segments_of(info.name);
            if (std::find(segments.begin(), segments.end(), segment) != segments.end())
                return true;
        }
    return false;
}

} // namespace

QkNorm qk_norm_of(const std::vector<ArrayFile>& files, const std::string& weight) {
    const auto own = projection_name(weight);
    const std::string name = own ? layer_name(own->owner) : std::string();
    const std::string layer = name.empty() ? name : name + ".";
    if (!has_segment(files, layer, "pre_feedforward_layernorm"))
        return QkNorm::AsStored;
    for (const char* const newer : {"altup", "laurel", "layer_scalar"})
        if (has_segment(files, layer, newer))
            return QkNorm::NormsValues;
    return QkNorm::OneMore;
}

std::optional<Error> gated_queries(const ArrayReader& reader, const ArrayChoice& weight) {
    const std::string name = name_in(reader.files, weight);
    const auto own = projection_name(name);
    if (!own || own->is_fused || !has_segment(reader.files, own->owner, "q_norm"))
        return std::nullopt;
    const ArrayInfo* joins = nullptr;
    for (const ArrayFile& file : reader.files)
        for (const ArrayInfo& info : file.arrays)
            if (info.name == own->owner + "o_proj.weight" && info.shape.size() == 2)
                joins = &info;
    const bool is_twice = joins && reader.extent(weight).columns == 2 * joins->shape[1];
    if (!is_twice && !has_segment(reader.files, "", "linear_attn") &&
        !has_segment(reader.files, "", "shared_expert_gate"))
        return std::nullopt;
    return Error{"its shape or the names beside it are those of Qwen3-Next, whose q_proj holds a "
                 "gate beside the queries of each head and whose norms multiply by 1 + what is "
                 "stored; this import does not take them apart. The file that \"attention-lab "
                 "capture\" prints takes queries, keys and weights from the model as it runs in "
                 "PyTorch",
                 name};
}

} // namespace attn::io
