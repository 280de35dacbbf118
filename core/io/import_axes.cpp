// SPDX-License-Identifier: MIT
// Interprets the axes of arrays with more than two: drops axes of length 1 and finds the axis of
// heads. Also finds how many heads the projections hold.
#include "core/engine/head_name.h"
#include "core/io/import_parts.h"

#include <algorithm>

namespace attn::io {
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
            reader.say(std::string(name_of(part)) + ": " + head_name(plan.head) + " shares group " +
                       std::to_string(group) + " of " + std::to_string(count) + ".");
        if (!is_said)
            reader.say(info.name + " is " + shape_of(info) + ", taken as " +
                       (axis + 2 == info.shape.size() ? "d_model × heads × d_head"
                                                      : "heads × d_model × d_head") +
                       ": head " + std::to_string(plan.head) + " of " + std::to_string(*heads) +
                       ".");
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

} // namespace attn::io
