// SPDX-License-Identifier: MIT
// Interprets other programs' masks: true and false, ones and zeros, or 0 and −∞ added to scores.
#include "core/base/number_text.h"
#include "core/io/import_parts.h"

#include <algorithm>
#include <cmath>

namespace attn::io {
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

/// Returns the rows of queries and columns of keys for the taken words; a list is a mask of keys.
Result<Matrix> of_words(const ArrayInfo& info, const Matrix& mask, std::vector<Index> rows,
                        Index all_rows, ChoiceWords words) {
    // a model's mask is as large as its longest text
    if (mask.cols() != all_rows)
        rows = run_of(0, static_cast<Index>(rows.size()));
    const Index last = rows.empty() ? -1 : *std::max_element(rows.begin(), rows.end());
    const bool is_list = mask.rows() == 1 && (info.shape.size() < 2 || mask.cols() > 1);
    if (mask.cols() <= last || (!is_list && mask.rows() <= last))
        return Error{"the mask is " + shape_text({mask.rows(), mask.cols()}) +
                         ", expected a row and a column for each of " +
                         count_text(last + 1, "word", "words") + ". Leave it out with " +
                         without_mask(words),
                     info.name};
    const auto count = static_cast<Index>(rows.size());
    Matrix own(count, count);
    for (Index row = 0; row < count; ++row)
        for (Index column = 0; column < count; ++column)
            own(row, column) = mask(is_list ? 0 : rows[static_cast<std::size_t>(row)],
                                    rows[static_cast<std::size_t>(column)]);
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

Result<TakenMask> mask_from(const ArrayFile& file, std::size_t array,
                            const std::vector<Index>& leading, MaskTrue is_true,
                            const std::vector<Index>& rows, Index all_rows, ChoiceWords words) {
    const ArrayInfo& info = file.arrays[array];
    const auto whole = one_matrix(file, array, leading, words);
    if (!whole)
        return whole.error();
    const auto numbers = of_words(info, *whole, rows, all_rows, words);
    if (!numbers)
        return numbers.error();
    if (numbers->array().isNaN().any())
        return Error{
            "the mask holds NaN; expected true and false, or 0 and −∞. Leave it out with " +
                without_mask(words),
            info.name};
    const bool has_one = (numbers->array() == 1).any();
    const bool is_flags = info.type == "bool" || has_one;
    Flags blocked;
    std::string how;
    TakenMask taken;
    if (is_flags) {
        if (!((numbers->array() == 0) || (numbers->array() == 1)).all())
            return Error{"the mask holds 1 and numbers other than 0 and 1, so that it is no mask "
                         "of true and false. Numbers that are added to scores are a bias, for "
                         "which documents have no place yet. Leave it out with " +
                             without_mask(words),
                         info.name};
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
        blocked = numbers->array() <= as_good_as_infinite;
        for (Index row = 0; row < numbers->rows(); ++row)
            for (Index column = 0; column < numbers->cols(); ++column)
                if (const Real one = (*numbers)(row, column); one != 0 && !blocked(row, column))
                    return Error{"it adds " + shortest(one) +
                                     " to a score: numbers other than 0 and −∞ are a bias, for "
                                     "which documents have no place yet. Leave it out with " +
                                     without_mask(words),
                                 info.name};
        const bool has_finite = (blocked.array() && numbers->array().isFinite()).any();
        how = std::string("it is added to scores, so that 0 takes part and ") +
              (has_finite ? "its large negative numbers, as good as −∞, are blocked"
                          : "−∞ is blocked");
    }
    Mask causal;
    causal.kind = Mask::Kind::Causal;
    std::string what;
    const Index count = blocked.count();
    if (count == 0) {
        what = "blocks nothing";
    } else if (*painted_like(causal, blocked.rows(), blocked.cols()).painted == blocked) {
        taken.mask = causal;
        what = "is causal: it blocks the words after each word";
    } else {
        taken.mask.kind = Mask::Kind::Painted;
        taken.mask.painted = blocked;
        what = "blocks " + count_text(count, "cell", "cells") + " of " +
               shape_text({blocked.rows(), blocked.cols()});
    }
    if (whole->cols() != all_rows && whole->cols() > numbers->cols())
        what = "of its first " + std::to_string(numbers->cols()) + " words " + what;
    taken.sentence = "The mask " + info.name + " " + what + ". In it " + how + ".";
    return taken;
}

} // namespace attn::io
