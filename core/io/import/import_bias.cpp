// SPDX-License-Identifier: MIT
// Takes a mask, and a bias that is added to the scores between scale and softmax.
// torch's scaled_dot_product_attention has one argument for both, attn_mask.

#include "core/base/number_text.h"
#include "core/document/model/model.h"
#include "core/io/import/import_parts.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace attn::io {
namespace {

/// A bias for each head, or one for all, and the cells that it blocks.
struct TakenBias {
    std::vector<Matrix> heads;
    Flags blocked;
};

/// Checks that the bias has a row for each query and a column for each key.
Result<> check_bias_shape(const ArrayInfo& info, const ScoreLines& lines) {
    const Extent extent = extent_of(info.shape);
    if (extent.rows == lines.all_queries && extent.columns == lines.all_keys)
        return Nothing{};
    return Error{"it is " + shape_text(info.shape) + ", expected " +
                     std::to_string(lines.all_queries) + " × " + std::to_string(lines.all_keys) +
                     " (one row for each query, one column for each key)",
                 info.name};
}

Result<TakenBias> bias_from(ArrayReader& reader, const ImportPlan& plan, const ScoreLines& lines,
                            Index heads) {
    const ArrayChoice& choice = *plan.bias;
    const ArrayInfo& info = info_of(reader.files, choice);
    if (info.shape.size() < 2)
        return Error{"it is " + shape_text(info.shape) + ", expected rows and columns", info.name};
    if (const auto fits = check_bias_shape(info, lines); !fits)
        return fits.error();
    ImportPlan axes = plan; // one bias serves every layer and every text
    if (std::count(info.shape.begin(), info.shape.end() - 2, 1) ==
        static_cast<std::ptrdiff_t>(info.shape.size()) - 2)
        axes.layer = axes.batch = std::nullopt;
    axes.is_head_chosen = plan.is_head_chosen && gives_stages(plan);
    auto leading = leading_of(reader, axes, choice);
    if (!leading)
        return leading.error();
    const auto count = static_cast<Index>(leading->size());
    const bool is_one_of_several = heads == 1 && plan.heads && count == *plan.heads;
    if (is_one_of_several) // the document takes one head of the projections
        *leading = {(*leading)[static_cast<std::size_t>(plan.head)]};
    else if (count != 1 && count != heads)
        return Error{
            "it is " + shape_text(info.shape) + ", which is " + std::to_string(count) +
                " matrices; the document has " + std::to_string(heads) +
                (heads == 1 ? " head" : " heads") + ". Take one of them, as in " +
                reader.words({ImportOption::Bias, ImportChoice::Kind::Value, info.name + "[0]"}),
            info.name};
    TakenBias taken;
    taken.blocked = Flags::Constant(static_cast<Index>(lines.queries.size()),
                                    static_cast<Index>(lines.keys.size()), false);
    for (std::size_t head = 0; head < leading->size(); ++head) {
        ArrayChoice one = choice;
        one.leading = (*leading)[head];
        const std::string notes = reader.notes;
        auto read = reader.read("bias/" + std::to_string(head), one, lines.queries, lines.keys);
        if (!read)
            return read.error();
        Matrix numbers = *std::move(read);
        if (!numbers.allFinite())
            reader.notes = notes; // the report says what −∞ does
        for (Index row = 0; row < numbers.rows(); ++row)
            for (Index column = 0; column < numbers.cols(); ++column)
                if (const Real number = numbers(row, column);
                    std::isnan(number) || number == INFINITY)
                    return Error{"row " + std::to_string(row) + ", column " +
                                     std::to_string(column) + " is " + shortest(number) +
                                     "; a bias holds numbers, and −∞ where a key is blocked",
                                 info.name};
        const Flags blocked = is_as_good_as_infinite(numbers);
        if (head > 0 && blocked != taken.blocked)
            return Error{"it is " + shape_text(info.shape) +
                             ", and its heads block different cells: heads have one mask "
                             "together. Take one of them, as in " +
                             reader.words({ImportOption::Bias, ImportChoice::Kind::Value,
                                           info.name + "[0]"}),
                         info.name};
        taken.blocked = blocked;
        if (blocked.any()) {
            numbers = blocked.select(Matrix::Zero(numbers.rows(), numbers.cols()), numbers);
            reader.report.used.pop_back(); // the file has other numbers
        }
        taken.heads.push_back(std::move(numbers));
    }
    return taken;
}

/// Adds these cells to those that the mask blocks.
Mask with_blocked(const Mask& mask, const Flags& blocked) {
    if (!blocked.any())
        return mask;
    if (mask.kind == Mask::Kind::None)
        return mask_of(blocked);
    const Flags before = *painted_like(mask, blocked.rows(), blocked.cols()).painted;
    return mask_of(Flags(before.array() || blocked.array()));
}

} // namespace

void add_bias(Document& document, const std::vector<Matrix>& bias) {
    document.options.has_score_bias = true;
    for (Index head = 0; head < head_count(document); ++head) {
        const Matrix& more = bias[bias.size() == 1 ? 0 : static_cast<std::size_t>(head)];
        SharedMatrix& own = document.of_options[key_of({Stage::Bias, head})];
        own = own.rows() == 0 ? more : Matrix(*own + more);
    }
}

Result<MaskTrue> take_mask_and_bias(ArrayReader& reader, const ImportPlan& plan,
                                    const ScoreLines& lines, Document& document) {
    MaskTrue mask_true = MaskTrue::Unsaid;
    if (plan.mask) {
        std::vector<Index> leading = plan.mask->leading;
        const ArrayInfo& info = info_of(reader.files, *plan.mask);
        if (leading.empty() && plan.batch && info.shape.size() > 2 &&
            info.shape.front() > *plan.batch) // the mask of this text
            leading = {*plan.batch};
        auto taken = mask_from(reader.files[plan.mask->file], plan.mask->array, leading,
                               plan.mask_true, lines, reader.words);
        if (!taken)
            return taken.error();
        document.switches.mask = std::move(taken->mask);
        mask_true = taken->mask_true;
        reader.say(taken->sentence);
        if (taken->bias)
            add_bias(document, {*taken->bias});
    }
    if (!plan.bias)
        return mask_true;
    const auto bias = bias_from(reader, plan, lines, head_count(document));
    if (!bias)
        return bias.error();
    add_bias(document, bias->heads);
    const Index count = bias->blocked.count();
    document.switches.mask = with_blocked(document.switches.mask, bias->blocked);
    const std::string& name = name_in(reader.files, *plan.bias);
    reader.say("The bias " + name + " is added to the scores after the scale" +
               (bias->heads.size() > 1 ? ", a matrix for each head" : "") +
               (count == 0 ? "."
                           : "; where it is −∞ or as good as that, the mask blocks " +
                                 std::to_string(count) + (count == 1 ? " cell." : " cells.")));
    return mask_true;
}

} // namespace attn::io
