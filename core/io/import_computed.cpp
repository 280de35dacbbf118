// SPDX-License-Identifier: MIT
// Detects numbers that a document computes but that users may have: weights, or Q, K and V. They
// cannot be given yet, and must not be taken for inputs.
#include "core/base/number_text.h"
#include "core/io/import_parts.h"

#include <algorithm>
#include <cmath>

namespace attn::io {
namespace {

/// printed or saved weights are rounded
constexpr Real near_one = 1e-3;

/// Whether every row of the first matrix sums to 1, with more than one nonzero cell: a one-hot row
/// may be a word as well as weights.
bool are_weights(const ArrayFile& file, std::size_t array) {
    const ArrayInfo& info = file.arrays[array];
    const Extent extent = extent_of(info.shape);
    if (info.shape.size() < 2 || extent.rows != extent.columns || extent.rows < 2 || info.fault ||
        extent.rows > max_tokens)
        return false;
    const auto numbers = file.read(array, {std::vector<Index>(info.shape.size() - 2, 0), {}, {}});
    if (!numbers || !numbers->matrix.allFinite() || numbers->matrix.minCoeff() < 0)
        return false;
    const bool is_one_hot =
        ((numbers->matrix.array() == 0) || (numbers->matrix.array() == 1)).all();
    const Vector sums = numbers->matrix.rowwise().sum();
    return (sums.array() - 1).abs().maxCoeff() <= near_one &&
           (!is_one_hot || info.name.find("att") != std::string::npos);
}

/// Returns the array with exactly one of these names that has rows and columns of numbers.
const ArrayInfo* matrix_named(const std::vector<ArrayFile>& files,
                              std::initializer_list<std::string_view> names) {
    for (const ArrayFile& file : files)
        for (const ArrayInfo& info : file.arrays) {
            const auto segments = segments_of(info.name);
            const bool is_called = segments.size() == 1 && std::find(names.begin(), names.end(),
                                                                     segments[0]) != names.end();
            if (is_called && info.texts.empty() && info.shape.size() >= 2)
                return &info;
        }
    return nullptr;
}

/// Returns the Python code that makes inputs of Q, K and V: X holds them side by side.
std::string inputs_of(const std::string& file, const ArrayInfo& q, const ArrayInfo& k,
                      const ArrayInfo& v) {
    const Index d_k = extent_of(q.shape).columns, d_v = extent_of(v.shape).columns;
    const std::string all = "np.eye(" + std::to_string(2 * d_k + d_v) + ")[:, ";
    const std::string first = std::to_string(d_k), second = std::to_string(2 * d_k);
    return "python3 -c \"import numpy as np; a = np.load('" + file +
           "'); np.savez('inputs.npz', X=np.hstack([a['" + q.name + "'], a['" + k.name + "'], a['" +
           v.name + "']]), W_Q=" + all + ":" + first + "], W_K=" + all + first + ":" + second +
           "], W_V=" + all + second + ":])\"";
}

std::optional<Error> looks_like_qkv(const std::vector<ArrayFile>& files) {
    const ArrayInfo* const q = matrix_named(files, {"q", "query", "queries"});
    const ArrayInfo* const k = matrix_named(files, {"k", "key", "keys"});
    const ArrayInfo* const v = matrix_named(files, {"v", "value", "values"});
    if (!q || !k || !v)
        return std::nullopt;
    for (const ArrayInfo* one : {q, k, v})
        if (one->fault)
            return Error{one->fault->text(), one->name};
    const std::string shapes = q->name + " is " + shape_text(q->shape) + ", " + k->name + " " +
                               shape_text(k->shape) + " and " + v->name + " " +
                               shape_text(v->shape);
    std::string text = "they look like queries, keys and values by themselves (" + shapes +
                       "), which cannot be given yet: a document computes them from X, W_Q, W_K "
                       "and W_V";
    const bool are_of_one_text = q->shape.size() == 2 && k->shape.size() == 2 &&
                                 v->shape.size() == 2 && q->shape == k->shape &&
                                 v->shape[0] == q->shape[0];
    if (are_of_one_text && files.size() == 1 && files[0].form == "NumPy archive")
        text += ". An X that holds them side by side, with weights that take each out of it, gives "
                "the same attention: " +
                inputs_of(files[0].name, *q, *k, *v) +
                " and then attention-lab import inputs.npz "
                "-o attention.attn";
    return Error{text, joined({q->name, k->name, v->name})};
}

} // namespace

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

std::optional<Error> looks_computed(const std::vector<ArrayFile>& files, const ImportPlan& plan,
                                    bool is_x_chosen, ChoiceWords words) {
    const bool has_weights = plan.w_q || plan.w_k || plan.w_v;
    if (is_x_chosen)
        return std::nullopt;
    if (!plan.x || has_weights) {
        // Arrays called "query" are weights if they fit X, and queries if there is no X.
        const auto is_bare = [&](const std::optional<ArrayChoice>& one) {
            return one && segments_of(name_in(files, *one)).size() == 1 &&
                   name_in(files, *one).find('_') == std::string::npos &&
                   segments_of(name_in(files, *one))[0].front() != 'w';
        };
        const bool fits = plan.x && plan.w_q &&
                          extent_of(info_of(files, *plan.x).shape).columns ==
                              extent_of(info_of(files, *plan.w_q).shape).rows;
        if (!has_weights || (is_bare(plan.w_q) && !fits))
            if (auto error = looks_like_qkv(files))
                return error;
    }
    if (has_weights)
        return std::nullopt;
    for (std::size_t file = 0; file < files.size(); ++file)
        for (std::size_t array = 0; array < files[file].arrays.size(); ++array) {
            const ArrayInfo& info = files[file].arrays[array];
            const bool is_x = plan.x && plan.x->file == file && plan.x->array == array;
            const bool is_named = is_x && is_name_of_x(info.name);
            if ((plan.x && !is_x) || is_named || !are_weights(files[file], array))
                continue;
            std::string first = info.name;
            for (std::size_t axis = 2; axis < info.shape.size(); ++axis)
                first += "[0]";
            return Error{"it looks like attention weights: it is " + shape_text(info.shape) +
                             ", no number is negative and each row sums to 1. Weights cannot be "
                             "given yet: a document computes them from X, W_Q and W_K. If the rows "
                             "are words and their numbers, take them as X: " +
                             words({ImportOption::X, ImportChoice::Kind::Value, first}),
                         info.name};
        }
    return std::nullopt;
}

} // namespace attn::io
