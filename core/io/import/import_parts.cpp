// SPDX-License-Identifier: MIT
#include "core/io/import/import_parts.h"

#include "core/base/number_text.h"
#include "core/engine/graph/place.h"

#include <algorithm>
#include <cmath>
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

// Interprets the axes of arrays with more than two: drops axes of length 1 and finds the axis of
// heads. Also finds how many heads the projections hold.

namespace {

std::string shape_of(const ArrayInfo& info) {
    return shape_text(info.shape);
}

/// "q_norm.weight has 4 numbers, …, so that there are 2 heads".
std::string told_by(const HeadNorm& norm, Index columns) {
    return norm.name + " has " + std::to_string(norm.width) +
           " numbers, one for each column of a head, so that there are " +
           std::to_string(columns / norm.width) + " heads";
}

bool are_ones(const std::vector<Index>& shape, std::size_t count) {
    return std::all_of(shape.begin(), shape.begin() + static_cast<std::ptrdiff_t>(count),
                       [](Index axis) { return axis == 1; });
}

/// Names a matrix of the array as the part's.
std::string one_of(ChoiceWords words, PlanPart part, const std::string& matrix) {
    return words({option_of(part), ImportChoice::Kind::Value, matrix});
}

/// Finds the axes of X, which is one matrix; axes of size 1 before it are a batch of one text.
Result<> find_axes_of_x(ArrayReader& reader, ArrayChoice& choice) {
    const ArrayInfo& info = info_of(reader.files, choice);
    if (info.shape.size() <= 2 || !choice.leading.empty())
        return Nothing{};
    const std::size_t before = info.shape.size() - 2;
    if (!are_ones(info.shape, before)) {
        std::string first;
        for (std::size_t axis = 0; axis < before; ++axis)
            first += "[0]";
        return Error{"it is " + shape_of(info) +
                         ", which are several matrices; take one of them, as in " +
                         one_of(reader.words, PlanPart::X, info.name + first),
                     info.name};
    }
    choice.leading.assign(before, 0);
    reader.say(info.name + " is " + shape_of(info) + ": its " +
               (before == 1 ? "axis of 1 was" : "axes of 1 were") + " dropped.");
    return Nothing{};
}

/// Finds which of the three last axes is the heads': 0 or 1.
Result<std::size_t> head_axis_of(const ArrayInfo& info, const std::vector<Index>& axes, Index model,
                                 std::optional<Index> said, PlanPart part, ChoiceWords words) {
    if (said) {
        if (model > 0 && axes[static_cast<std::size_t>(1 - *said)] != model)
            return Error{"it is " + shape_of(info) + "; with heads along axis " +
                             std::to_string(*said) + " it has " +
                             std::to_string(axes[static_cast<std::size_t>(1 - *said)]) +
                             " rows, expected d_model, " + std::to_string(model),
                         info.name};
        return static_cast<std::size_t>(*said);
    }
    const bool may_be_second = model == 0 || axes[0] == model;
    const bool may_be_first = model == 0 || axes[1] == model;
    const auto name = projection_name(info.name);
    if (may_be_second && (!may_be_first || (name && name->is_kernel)))
        return std::size_t{1};
    if (may_be_first && (!may_be_second || (name && name->has_heads_first)))
        return std::size_t{0};
    if (!may_be_first)
        return Error{"it is " + shape_of(info) + ", and d_model is " + std::to_string(model) +
                         "; expected d_model × heads × d_head or heads × d_model × d_head. Take "
                         "one matrix of it, as in " +
                         one_of(words, part, info.name + "[0]"),
                     info.name};
    return Error{
        "it is " + shape_of(info) +
            ", which may be d_model × heads × d_head or heads × d_model × d_head; add " +
            words({ImportOption::HeadAxis, ImportChoice::Kind::Value, "1"}) + " for the first, " +
            words({ImportOption::HeadAxis, ImportChoice::Kind::Value, "0"}) + " for the second",
        info.name};
}

/// Finds the axes of a projection, which is a matrix or has an axis of heads too.
Result<> find_axes_of_weights(ArrayReader& reader, const ImportPlan& plan, ArrayChoice& choice,
                              PlanPart part, Index model) {
    const ArrayInfo& info = info_of(reader.files, choice);
    const std::size_t rank = info.shape.size();
    if (rank <= 2 || !choice.leading.empty())
        return Nothing{};
    const std::size_t before = rank - 3;
    if (!are_ones(info.shape, before))
        return Error{"it is " + shape_of(info) +
                         ", which are several matrices; take one of them, as in " +
                         one_of(reader.words, part, info.name + "[0][0]"),
                     info.name};
    if (choice.is_transposed && choice.parts == 1)
        return Error{"it is " + shape_of(info) +
                         ": only a matrix can be stored transposed. Leave " +
                         reader.words({ImportOption::Transposed}) +
                         " out, or take one matrix of it, as in " +
                         one_of(reader.words, part, info.name + "[0]"),
                     info.name};
    const std::vector<Index> axes(info.shape.end() - 3, info.shape.end());
    const auto axis = head_axis_of(info, axes, model, plan.head_axis, part, reader.words);
    if (!axis)
        return axis.error();
    choice.head_axis = static_cast<Index>(before + *axis);
    choice.leading.assign(rank - 2, 0);
    return Nothing{};
}

/// Finds the number of heads from an axis or a norm; an error if it contradicts what was given.
Result<std::optional<Index>> heads_in_arrays(const ArrayReader& reader, const ImportPlan& plan) {
    for (const auto* choice : {&plan.w_q, &plan.w_k, &plan.w_v}) {
        if (!*choice || !(*choice)->head_axis || (choice != &plan.w_q && plan.w_q))
            continue;
        const ArrayInfo& info = info_of(reader.files, **choice);
        const Index count = info.shape[static_cast<std::size_t>(*(*choice)->head_axis)];
        if (plan.heads && *plan.heads != count)
            return Error{"it is " + shape_of(info) + " and holds " + std::to_string(count) +
                             (count == 1 ? " head" : " heads") + ", not " +
                             std::to_string(*plan.heads),
                         info.name};
        return std::optional(count);
    }
    const auto norm = plan.w_q && plan.heads ? head_norm(reader, *plan.w_q) : std::nullopt;
    if (norm && *plan.heads * norm->width != reader.extent(*plan.w_q).columns)
        return Error{told_by(*norm, reader.extent(*plan.w_q).columns) + ", not " +
                         std::to_string(*plan.heads),
                     name_in(reader.files, *plan.w_q)};
    return std::optional<Index>();
}

/// Says whether the user must give the number of heads, which trained models' names leave open.
std::optional<OpenHeads> asked_heads(const ArrayReader& reader, const ImportPlan& plan) {
    if (plan.heads)
        return std::nullopt;
    for (const auto* choice : {&plan.w_q, &plan.w_k, &plan.w_v}) {
        if (!*choice || (*choice)->head_axis)
            continue;
        const ArrayInfo& info = info_of(reader.files, **choice);
        if (info.shape.size() > 2 && (*choice)->leading.empty())
            return std::nullopt; // it has an axis of heads
        if ((*choice)->parts > 1)
            return OpenHeads{info.name + " holds Q, K and V of all heads " +
                                 ((*choice)->layout == FusedLayout::HeadByHead ? "head by head"
                                                                               : "side by side"),
                             {}};
        const auto known = projection_name(info.name);
        if (!known || !known->is_of_model)
            continue;
        const Index columns = reader.extent(**choice).columns;
        if (const auto norm = head_norm(reader, **choice))
            return OpenHeads{info.name + " holds several heads side by side. " +
                                 told_by(*norm, columns),
                             columns / norm->width};
        return OpenHeads{info.name + " may hold several heads side by side, which its shape, " +
                             shape_of(info) + ", does not tell",
                         {}};
    }
    return std::nullopt;
}

/// Returns d_model according to the matrices; 0 if none says it.
Index model_of(const ArrayReader& reader, const ImportPlan& plan) {
    if (plan.x)
        return reader.extent(*plan.x).columns;
    for (const auto* choice : {&plan.w_q, &plan.w_k, &plan.w_v})
        if (*choice && info_of(reader.files, **choice).shape.size() == 2)
            return reader.extent(**choice).rows;
    return 0;
}

} // namespace

std::optional<OpenHeads> open_heads(const std::vector<ArrayFile>& files, const ImportPlan& plan) {
    for (const auto* choice : {&plan.w_q, &plan.w_k, &plan.w_v})
        if (*choice && info_of(files, **choice).fault)
            return std::nullopt; // another message reports it
    if (plan.w_q && gated_queries(ArrayReader{files}, *plan.w_q))
        return std::nullopt; // likewise
    return asked_heads(ArrayReader{files}, plan);
}

Error add_heads(const OpenHeads& open, ChoiceWords words) {
    const auto heads = [&](const std::string& count) {
        return words({ImportOption::Heads, ImportChoice::Kind::Value, count});
    };
    return Error{open.why +
                 (open.told ? ": add " + heads(std::to_string(*open.told))
                            : "; add " + words({ImportOption::Heads, ImportChoice::Kind::Own}) +
                                  ", as config.json of the model says, or " + heads("1") +
                                  " for one head")};
}

Result<ImportPlan> with_axes(ArrayReader& reader, ImportPlan plan) {
    for (const PlanPart part : {PlanPart::X, PlanPart::WQ, PlanPart::WK, PlanPart::WV})
        if (const auto& choice = choice_of(plan, part))
            if (const ArrayInfo& info = info_of(reader.files, *choice); info.fault)
                return Error{info.fault->text(), info.name};
    if (plan.x)
        if (const auto found = find_axes_of_x(reader, *plan.x); !found)
            return found.error();
    if (plan.w_q)
        if (auto gated = gated_queries(reader, *plan.w_q))
            return *std::move(gated);
    const Index model = model_of(reader, plan);
    for (const PlanPart part : {PlanPart::WQ, PlanPart::WK, PlanPart::WV})
        if (auto& choice = choice_of(plan, part))
            if (const auto found = find_axes_of_weights(reader, plan, *choice, part, model); !found)
                return found.error();
    if (const auto asked = asked_heads(reader, plan))
        return add_heads(*asked, reader.words);
    const auto told = heads_in_arrays(reader, plan);
    if (!told)
        return told.error();
    const std::optional<Index> heads = *told ? **told : plan.heads.value_or(1);
    if (plan.head < 0 || plan.head >= *heads)
        return Error{"there is no " + head_name(plan.head, *heads)};
    bool is_said = false;
    for (const PlanPart part : {PlanPart::WQ, PlanPart::WK, PlanPart::WV}) {
        auto& choice = choice_of(plan, part);
        if (!choice || !choice->head_axis)
            continue;
        const ArrayInfo& info = info_of(reader.files, *choice);
        const auto axis = static_cast<std::size_t>(*choice->head_axis);
        const Index count = info.shape[axis];
        if (count == 0 || *heads % count != 0)
            return Error{"it is " + shape_of(info) + ": " + std::to_string(count) +
                             " heads of keys cannot be shared evenly by " + std::to_string(*heads) +
                             " heads",
                         info.name};
        const Index group = plan.head * count / *heads;
        choice->leading.back() = group;
        if (count < *heads)
            reader.say(std::string(name_of(part)) + ": " + head_name(plan.head) + " shares " +
                       indexed("group", group, count) + ".");
        if (!is_said)
            reader.say(info.name + " is " + shape_of(info) + ", taken as " +
                       (axis + 2 == info.shape.size() ? "d_model × heads × d_head"
                                                      : "heads × d_model × d_head") +
                       ": " + head_name(plan.head, *heads) + ".");
        is_said = true;
    }
    if (!is_said && !plan.heads && plan.w_q) {
        const Index columns = reader.extent(*plan.w_q).columns;
        reader.say("The " + std::to_string(columns) +
                   (columns == 1 ? " column of " : " columns of ") +
                   name_in(reader.files, *plan.w_q) + (columns == 1 ? " is" : " are") +
                   " taken as one head; " +
                   reader.words({ImportOption::Heads, ImportChoice::Kind::Own}) + " parts them.");
    }
    plan.heads = *heads;
    return plan;
}

// Interprets other programs' masks: true and false, ones and zeros, or 0 and −∞ added to scores.

namespace {

/// Adding anything below this to scores gives weights of 0 in 64 bits.
constexpr Real as_good_as_infinite = -1000;

std::string count_text(Index count, const char* one, const char* several) {
    return std::to_string(count) + " " + (count == 1 ? one : several);
}

std::string of_mask(ChoiceWords words, const std::string& matrix) {
    return words({ImportOption::Mask, ImportChoice::Kind::Value, matrix});
}
std::string without_mask(ChoiceWords words) {
    return words({ImportOption::Mask, ImportChoice::Kind::LeftOut});
}

/// Returns one matrix of an array with more axes; all must be equal, or one must be chosen.
Result<Matrix> one_matrix(const ArrayFile& file, std::size_t array,
                          const std::vector<Index>& leading, ChoiceWords words) {
    const ArrayInfo& info = file.arrays[array];
    if (info.fault)
        return Error{info.fault->text(), info.name};
    const std::size_t before = info.shape.size() > 2 ? info.shape.size() - 2 : 0;
    std::vector<Index> at = leading;
    at.resize(before, 0);
    auto first = file.read(array, {at, {}, {}});
    if (!first)
        return Error{first.error().text(), info.name};
    if (!leading.empty() || before == 0)
        return std::move(first->matrix);
    constexpr Index most = 4096; // heads times texts
    Index count = 1;
    for (std::size_t axis = 0; axis < before; ++axis)
        count = count > most ? count : count * info.shape[axis];
    if (count > most)
        return Error{"it holds more than " + std::to_string(most) +
                         " masks; take one of them, as in " + of_mask(words, info.name + "[0]"),
                     info.name};
    for (Index number = 1; number < count; ++number) {
        Index rest = number;
        for (std::size_t axis = before; axis-- > 0; rest /= info.shape[axis])
            at[axis] = rest % info.shape[axis];
        const auto other = file.read(array, {at, {}, {}});
        if (!other)
            return Error{other.error().text(), info.name};
        if (other->matrix != first->matrix) {
            std::string zeros;
            for (std::size_t axis = 0; axis < before; ++axis)
                zeros += "[0]";
            return Error{"it is " + shape_text(info.shape) +
                             ", and its masks differ: heads or texts have masks of their own, for "
                             "which documents have no place. Take one of them, as in " +
                             of_mask(words, info.name + zeros) + ", or none with " +
                             without_mask(words),
                         info.name};
        }
    }
    return std::move(first->matrix);
}

Index last_of(const std::vector<Index>& lines) {
    return lines.empty() ? -1 : *std::max_element(lines.begin(), lines.end());
}

/// Returns the rows of queries and columns of keys that are taken; a list is a mask of keys.
Result<Matrix> of_lines(const ArrayInfo& info, const Matrix& mask, ScoreLines lines,
                        ChoiceWords words) {
    // a model's mask is as large as its longest text
    if (mask.cols() != lines.all_keys) {
        lines.queries = run_of(0, static_cast<Index>(lines.queries.size()));
        lines.keys = run_of(0, static_cast<Index>(lines.keys.size()));
    }
    const Index row = last_of(lines.queries), column = last_of(lines.keys);
    const bool is_list = mask.rows() == 1 && (info.shape.size() < 2 || mask.cols() > 1);
    if (mask.cols() <= column || (!is_list && mask.rows() <= row))
        return Error{"the mask is " + shape_text({mask.rows(), mask.cols()}) + ", expected a row " +
                         (row == column
                              ? "and a column for each of " + count_text(row + 1, "word", "words")
                              : "for each of " + count_text(row + 1, "query", "queries") +
                                    " and a column for each of " +
                                    count_text(column + 1, "key", "keys")) +
                         ". Leave it out with " + without_mask(words),
                     info.name};
    Matrix own(static_cast<Index>(lines.queries.size()), static_cast<Index>(lines.keys.size()));
    for (Index query = 0; query < own.rows(); ++query)
        for (Index key = 0; key < own.cols(); ++key)
            own(query, key) = mask(is_list ? 0 : lines.queries[static_cast<std::size_t>(query)],
                                   lines.keys[static_cast<std::size_t>(key)]);
    return own;
}

Flags turned(const Flags& flags) {
    return Flags(flags.array() == false);
}

/// Returns the first query whose keys are all blocked; −1 if there is none.
Index blocked_query(const Flags& blocked) {
    for (Index row = 0; row < blocked.rows(); ++row)
        if (blocked.row(row).all())
            return row;
    return -1;
}

/// How true and false are read, and why.
struct Polarity {
    bool is_blocked = true; // what true means
    std::string why;
};
Polarity polarity_of(const ArrayInfo& info, const Flags& is_true, MaskTrue said,
                     ChoiceWords words) {
    if (said != MaskTrue::Unsaid)
        return {said == MaskTrue::Blocked, "as " + words({ImportOption::MaskTrue}) + " says"};
    const Index when_blocked = blocked_query(is_true);
    const Index when_taking_part = blocked_query(turned(is_true));
    const auto sees_nothing = [](Index query) {
        return "the other way round word " + std::to_string(query) + " would see no key";
    };
    if (when_blocked >= 0 && when_taking_part < 0)
        return {false, sees_nothing(when_blocked)};
    if (when_taking_part >= 0 && when_blocked < 0)
        return {true, sees_nothing(when_taking_part)};
    const bool takes_part = takes_part_by_name(info.name);
    return {!takes_part, takes_part
                             ? "as attention_mask of the transformers library and of Keras has it"
                             : "as the masks of PyTorch's attention modules have it"};
}

} // namespace

ScoreLines lines_of_words(const std::vector<Index>& rows, Index all_rows) {
    return {rows, rows, all_rows, all_rows};
}

Mask mask_of(const Flags& blocked) {
    Mask mask;
    mask.kind = Mask::Kind::Causal;
    if (!blocked.any())
        return {};
    if (*painted_like(mask, blocked.rows(), blocked.cols()).painted == blocked)
        return mask;
    mask.kind = Mask::Kind::Painted;
    mask.painted = blocked;
    return mask;
}

Flags is_as_good_as_infinite(const Matrix& numbers) {
    return numbers.array() <= as_good_as_infinite;
}

Result<TakenMask> mask_from(const ArrayFile& file, std::size_t array,
                            const std::vector<Index>& leading, MaskTrue is_true,
                            const ScoreLines& lines, ChoiceWords words) {
    const ArrayInfo& info = file.arrays[array];
    const auto whole = one_matrix(file, array, leading, words);
    if (!whole)
        return whole.error();
    const auto numbers = of_lines(info, *whole, lines, words);
    if (!numbers)
        return numbers.error();
    if (numbers->array().isNaN().any())
        return Error{
            "the mask holds NaN; expected true and false, or 0 and −∞. Leave it out with " +
                without_mask(words),
            info.name};
    const bool are_0_and_1 = ((numbers->array() == 0) || (numbers->array() == 1)).all();
    const bool is_flags = info.type == "bool" || (are_0_and_1 && (numbers->array() == 1).any());
    const Flags lowest = is_as_good_as_infinite(*numbers);
    const bool are_others = !is_flags && !(lowest.array() || (numbers->array() == 0)).all();
    if (are_others && info.type.find("int") != std::string::npos)
        return Error{"the mask holds whole numbers other than 0 and 1, so that it is no mask of "
                     "true and false. Leave it out with " +
                         without_mask(words) + "; " +
                         words({ImportOption::Bias, ImportChoice::Kind::Value, info.name}) +
                         " adds its numbers to scores",
                     info.name};
    if (are_others && (numbers->array() == INFINITY).any())
        return Error{"the mask adds Infinity to a score; expected numbers, or −∞ where a key is "
                     "blocked. Leave it out with " +
                         without_mask(words),
                     info.name};
    Flags blocked;
    std::string how;
    TakenMask taken;
    if (is_flags) {
        const Flags is_set = numbers->array() == 1;
        const Polarity polarity = polarity_of(info, is_set, is_true, words);
        blocked = polarity.is_blocked ? is_set : turned(is_set);
        taken.mask_true = polarity.is_blocked ? MaskTrue::Blocked : MaskTrue::TakesPart;
        const std::string set = info.type == "bool" ? "True" : "1";
        how = set +
              (polarity.is_blocked ? " is a key that is blocked" : " is a key that takes part") +
              " (" + polarity.why + "); " +
              words({ImportOption::MaskTrue, ImportChoice::Kind::Value,
                     polarity.is_blocked ? "takes-part" : "blocked"}) +
              " reads it the other way";
    } else {
        if (is_true != MaskTrue::Unsaid)
            return Error{"the mask holds no true and false but numbers that are added to scores: 0 "
                         "takes part and −∞ is blocked. Leave " +
                             words({ImportOption::MaskTrue}) + " out",
                         info.name};
        blocked = lowest;
        const bool has_finite = (blocked.array() && numbers->array().isFinite()).any();
        how = std::string("it is added to scores, so that ") +
              (are_others ? "" : "0 takes part and ") +
              (has_finite ? "its large negative numbers, as good as −∞, are blocked"
                          : "−∞ is blocked");
        if (are_others) {
            taken.bias = blocked.select(Matrix::Zero(blocked.rows(), blocked.cols()), *numbers);
            how += "; its other numbers are taken as a bias";
        }
    }
    taken.mask = mask_of(blocked);
    std::string what = "blocks nothing";
    if (taken.mask.kind == Mask::Kind::Causal)
        what = "is causal: it blocks the words after each word";
    else if (const Index count = blocked.count(); count > 0)
        what = "blocks " + count_text(count, "cell", "cells") + " of " +
               shape_text({blocked.rows(), blocked.cols()});
    if (whole->cols() != lines.all_keys && whole->cols() > numbers->cols())
        what = "of its first " + std::to_string(numbers->cols()) + " words " + what;
    taken.sentence = "The mask " + info.name + " " + what + ". In it " + how + ".";
    return taken;
}

std::optional<Error> unread_x(const std::vector<ArrayFile>& files, const ImportPlan& plan,
                              bool is_x_chosen, ChoiceWords words) {
    if (plan.x || is_x_chosen)
        return std::nullopt;
    for (const ArrayFile& file : files)
        for (const ArrayInfo& one : file.arrays)
            if (one.fault && one.texts.empty() && one.shape.size() >= 2 &&
                !projection_name(one.name) && !is_name_of_mask(one.name))
                return Error{"no array has the name of X, and " + one.name + " cannot be read: " +
                                 one.fault->text() + ". If it is not X, leave X out with " +
                                 words({ImportOption::X, ImportChoice::Kind::LeftOut}),
                             "X"};
    return std::nullopt;
}

} // namespace attn::io
