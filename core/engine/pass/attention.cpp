// SPDX-License-Identifier: MIT
#include "core/engine/pass/attention.h"

#include "core/engine/numbers/parallel.h"
#include "core/engine/pass/large_pass.h"
#include "core/engine/pass/normalise.h"
#include "core/engine/pass/plan.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

namespace attn {
namespace {

bool is_slide(Index tokens, Index depth, Index columns) {
    return tokens <= slide_tokens && depth <= slide_width && columns <= slide_width;
}

/// A transpose on the stack: for what fits on a slide, allocating memory would take as long as
/// computing.
template <Index rows, Index columns>
using SlideMatrix =
    Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor, rows, columns>;

/// Computes a b, every sum in order.
template <class Left, class Right>
void multiply_in_order(const Left& a, const Right& b, Matrix& product) {
    product.resize(a.rows(), b.cols());
    kernels().exact_product(a.data(), a.cols(), b.data(), b.cols(), product.data(), b.cols(),
                            a.rows(), a.cols(), b.cols());
}

/// Computes everything after Q, K and V with every matrix stored.
void attend_whole(HeadTrace& trace, const HeadInputs& inputs) {
    const Switches& switches = inputs.switches;
    const Matrix &query = trace[Stage::Q], &key = trace[Stage::K], &value = trace[Stage::V];
    Matrix &scores = trace[Stage::Scores], &scaled = trace[Stage::Scaled],
           &masked = trace[Stage::Masked], &weights = trace[Stage::Weights];
    if (trace.large.is_used())
        trace.large = {};
    times_transposed(query, key, scores, inputs.progress);
    if (is_cancelled(inputs.progress))
        return;
    const Real scale = divisor(switches.scale, query.cols(), inputs.x.cols());
    scaled = scores / scale / switches.temperature;

    masked = scaled;
    if (switches.mask.kind != Mask::Kind::None)
        for (Index row = 0; row < masked.rows(); ++row)
            for (Index column = 0; column < masked.cols(); ++column)
                if (is_blocked(switches.mask, row, column))
                    masked(row, column) = -std::numeric_limits<Real>::infinity();

    Normalised normalised =
        normalise(scaled, switches.mask, switches.normaliser, switches.axis, inputs.progress,
                  {std::move(weights), std::move(trace.no_key)});
    if (is_cancelled(inputs.progress))
        return;
    weights = std::move(normalised.weights);
    trace.no_key = std::move(normalised.no_key);
    times(weights, value, trace[Stage::Output], inputs.progress);
}

/// Computes everything after Q, K and V of the trace, with every matrix stored or by blocks.
void attend_from_projections(HeadTrace& trace, const HeadInputs& inputs) {
    if (is_cancelled(inputs.progress))
        return;
    if (is_for_large(trace[Stage::Q].rows(), trace[Stage::Q].cols(), trace[Stage::V].cols(),
                     inputs.switches))
        attend_large(trace, inputs, {});
    else
        attend_whole(trace, inputs);
}

} // namespace

void attend_large(HeadTrace& trace, const HeadInputs& inputs, const std::vector<Product>& products,
                  KeptColumns* kept) {
    if (!attend_all_rows(trace, inputs, products, kept)) {
        if (!is_cancelled(inputs.progress))
            attend_whole(trace, inputs);
        return;
    }
    for (const Stage& derived : square_stages)
        trace.matrices.at(derived).resize(0, 0);
}

void attend_into(HeadTrace& trace, const HeadInputs& inputs) {
    const Matrix& x = inputs.x;
    trace.changes.reset();
    trace.large.is_key_packed = trace.large.is_value_packed = false;
    if (inputs.projections == Projections::None) {
        trace[Stage::Q] = trace[Stage::K] = trace[Stage::V] = x;
        attend_from_projections(trace, inputs);
        return;
    }
    const Matrix &w_q = *inputs.weights.w_q, &w_k = *inputs.weights.w_k, &w_v = *inputs.weights.w_v;
    assert(x.cols() == w_q.rows() && "the width of X must match W_Q");
    assert(x.cols() == w_k.rows() && "the width of X must match W_K");
    assert(x.cols() == w_v.rows() && "the width of X must match W_V");
    assert(w_q.cols() == w_k.cols() && "queries and keys share the width d_k");
    const bool is_narrow = is_slide(x.rows(), x.cols(), std::min(w_q.cols(), w_v.cols()));
    if (!is_narrow && is_for_large(x.rows(), w_q.cols(), w_v.cols(), inputs.switches)) {
        attend_large(trace, inputs,
                     {{w_q, trace[Stage::Q]}, {w_k, trace[Stage::K]}, {w_v, trace[Stage::V]}});
        return;
    }
    times(x, w_q, trace[Stage::Q], inputs.progress);
    times(x, w_k, trace[Stage::K], inputs.progress);
    times(x, w_v, trace[Stage::V], inputs.progress);
    attend_from_projections(trace, inputs);
}

HeadTrace attend(const Matrix& x, Projections projections, const HeadWeights& weights,
                 const Switches& switches) {
    HeadTrace trace;
    attend_into(trace, {x, projections, weights, switches});
    return trace;
}

void times(const Matrix& a, const Matrix& b, Matrix& product, Progress* progress) {
    if (is_slide(a.rows(), a.cols(), b.cols()))
        multiply_in_order(a, b, product);
    else
        large_product(a, b, product, progress);
}

void times_transposed(const Matrix& a, const Matrix& b, Matrix& product, Progress* progress) {
    if (is_slide(a.rows(), a.cols(), b.rows())) {
        if (b.rows() > slide_tokens) // as with a memory, which may be longer than the words
            return multiply_in_order(a, Matrix(b.transpose()), product);
        const SlideMatrix<slide_width, slide_tokens> right = b.transpose();
        return multiply_in_order(a, right, product);
    }
    Matrix right(b.cols(), b.rows());
    turn(b, 0, b.cols(), right.data());
    large_product(a, right, product, progress);
}

void transposed_times(const Matrix& a, const Matrix& b, Matrix& product) {
    if (!is_slide(a.cols(), a.rows(), b.cols()))
        return large_transposed_product(a, b, product);
    const SlideMatrix<slide_tokens, slide_width> left = a.transpose();
    multiply_in_order(left, b, product);
}

// The incremental pass: updates a head after a change of its inputs without computing it as a
// whole. plan.h decides how. A number of X belongs to one word, so one row of Q, K and V changes.
// That word's output is computed again, and the sum of every other output loses one term and gains
// another: all queries walk past one key (change_key in kernels_fast.h), which takes as many steps
// as there are words instead of their square. A word that is inserted or removed is half of that;
// changed rows of a painted mask are computed again; a column of W_V adds its difference to one
// column of V and of the output. A column of W_Q or W_K changes Q Kᵀ by a product of one column and
// one row, which is added to kept products (large_pass.h). Corrected sums round again, and a
// removed term that was much larger than the rest takes digits with it: such rows are marked as
// stale and computed again, one more row each time; if too much is lost, the whole head is.

namespace {

constexpr Real most_lost =
    100;                       // the most that removed numbers may have exceeded the remaining ones
constexpr std::size_t few = 8; // cells; with more, all rows are recomputed
constexpr Index key_rows = 512; // queries corrected at once

std::size_t place(Index at) {
    return static_cast<std::size_t>(at);
}

/// Brings a pass from one state of its inputs to the next.
class Revision {
public:
    Revision(const HeadInputs& after, HeadTrace& trace)
        : after_(after), trace_(trace), head_(trace.large), query_(trace[Stage::Q]),
          key_(trace[Stage::K]), value_(trace[Stage::V]), output_(trace[Stage::Output]),
          stale_(place(query_.rows())) {}

    /// These functions return whether they succeeded; if not, everything must be recomputed.
    bool change_numbers(const std::vector<Index>& rows) {
        head_.kept = {};
        std::vector<Vector> old; // the key and the value of each row
        for (const Index row : rows) {
            old.push_back(key_.row(row));
            old.push_back(value_.row(row));
            project(row);
            if (!is_row_finite(row))
                return false;
            repack(row);
            stale_[place(row)] = 1;
        }
        std::vector<KeyTask> tasks;
        for (std::size_t at = 0; at < rows.size(); ++at)
            tasks.push_back(key_task(rows[at], old[2 * at], old[2 * at + 1].data(),
                                     key_.row(rows[at]), value_.row(rows[at]).data()));
        // Rows already known to be stale are recomputed while the others are corrected.
        mark_next();
        const std::vector<Index> known = stale_rows();
        RowsAgain again(trace_, known);
        const Index queries = query_.rows(), corrected = (queries + key_rows - 1) / key_rows;
        for_blocks(1 + corrected, 1, 2 * key_cost(), [&](Index item, Index) {
            if (item == 0) {
                again.attend_here();
                return;
            }
            const Index first = (item - 1) * key_rows;
            for (const KeyTask& task : tasks)
                kernels().change_key(task, first, std::min(first + key_rows, queries));
        });
        for (const Index row : known)
            stale_[place(row)] = 0;
        return again.settle() && finish();
    }

    bool insert(Index row) {
        head_.kept = {};
        for (Matrix* matrix : {&query_, &key_, &value_, &output_})
            insert_row(*matrix, row);
        for (auto* numbers : {&head_.largest, &head_.sum, &head_.peak, &head_.value_size})
            numbers->insert(numbers->begin() + row, 0.0);
        trace_.no_key.insert(trace_.no_key.begin() + row, false);
        stale_.insert(stale_.begin() + row, 1);
        project(row);
        if (!is_row_finite(row))
            return false;
        pack_all();
        change_key(key_task(row, key_.row(row), nullptr, key_.row(row), value_.row(row).data()));
        stale_[place(row)] = 1;
        mark_next();
        return finish();
    }

    bool remove(Index row) {
        head_.kept = {};
        change_key(key_task(row, key_.row(row), value_.row(row).data(), key_.row(row), nullptr));
        for (Matrix* matrix : {&query_, &key_, &value_, &output_})
            remove_row(*matrix, row);
        for (auto* numbers : {&head_.largest, &head_.sum, &head_.peak, &head_.value_size})
            numbers->erase(numbers->begin() + row);
        trace_.no_key.erase(trace_.no_key.begin() + row);
        stale_.erase(stale_.begin() + row);
        pack_all();
        mark_next();
        return finish();
    }

    bool change_mask(const std::vector<Index>& rows) {
        for (const Index row : rows)
            stale_[place(row)] = 1;
        head_.mask = after_.switches.mask;
        head_.kept = {};
        head_.mixed_inputs.resize(0, 0);
        mark_next();
        return finish();
    }

    /// Changes a few cells of one column of W_V.
    bool change_value_column(const Matrix& before, Index column) {
        const Matrix& now = *after_.weights.w_v;
        std::vector<Index> cells;
        for (Index row = 0; row < now.rows(); ++row)
            if (now(row, column) != before(row, column))
                cells.push_back(row);
        if (cells.empty() ||
            cells.size() > few) // only zeros of another sign, or most of the column
            return false;
        if (!now.col(column).allFinite())
            return false;
        if (head_.mixed_inputs.size() == 0) {
            head_.mixed_inputs = weigh(trace_, after_.x, after_.progress).transpose();
            head_.inputs = after_.x.transpose();
        }
        const Matrix& mixed = head_.mixed_inputs;
        const Index tokens = value_.rows(), width = value_.cols();
        const Index first = head_.next_refresh % tokens, some = std::max<Index>(1, tokens / 64);
        // Every other time goes from the last word to the first: what was read last is still in the
        // cache.
        bool goes_back = first / some % 2 != 0;
        constexpr Real largest = std::numeric_limits<Real>::max();
        bool is_finite = true;
        for (const Index cell : cells) {
            const Real by = now(cell, column) - before(cell, column);
            if (!(std::abs(by) <= most_lost * now.col(column).cwiseAbs().maxCoeff()))
                return false;
            const Real* const from = &mixed(cell, 0);
            const Real* const x = &head_.inputs(cell, 0);
            Real* const value = value_.data() + column;
            Real* const output = output_.data() + column;
            const Index step = goes_back ? -1 : 1;
            int beyond = 0; // no chain of sums, so the loop waits for memory only
            for (Index row = goes_back ? tokens - 1 : 0; row >= 0 && row < tokens; row += step) {
                const Real v = value[row * width] += by * x[row];
                const Real o = output[row * width] += by * from[row];
                beyond |= int(!(std::abs(v) <= largest)) | int(!(std::abs(o) <= largest));
            }
            is_finite = is_finite && beyond == 0;
            goes_back = !goes_back;
        }
        // So that rounding errors do not accumulate, some rows are recomputed each time.
        const Vector weights = now.col(column).transpose();
        const Index count = std::min(some, tokens - first);
        const Vector values = weights * head_.inputs.middleCols(first, count);
        const Vector outputs = weights * mixed.middleCols(first, count);
        for (Index at = 0; at < count; ++at) {
            value_(first + at, column) = values(at);
            output_(first + at, column) = outputs(at);
        }
        head_.next_refresh = first + count;
        head_.next_refresh %= tokens;
        head_.is_value_packed = false;
        return is_finite && values.allFinite() && outputs.allFinite();
    }

private:
    void project(Index row) {
        const Matrix x = after_.x.row(row);
        if (after_.projections == Projections::None) {
            query_.row(row) = key_.row(row) = value_.row(row) = x;
        } else {
            Matrix made;
            const auto multiply = [&](const Matrix& weights, Matrix& of_words) {
                large_product(x, weights, made);
                of_words.row(row) = made;
            };
            multiply(*after_.weights.w_q, query_);
            multiply(*after_.weights.w_k, key_);
            multiply(*after_.weights.w_v, value_);
        }
        widen(head_.reach[0], query_.row(row));
        widen(head_.reach[1], key_.row(row));
    }
    static void widen(Real& reach, const Vector& numbers) {
        reach = std::max(reach, numbers.cwiseAbs().maxCoeff());
    }

    bool is_row_finite(Index row) const {
        return query_.row(row).allFinite() && key_.row(row).allFinite() &&
               value_.row(row).allFinite();
    }

    void repack(Index row) {
        keep_key_packed(trace_);
        keep_value_packed(trace_);
        const Index panel = kernels().panel, d_k = key_.cols(), d_v = value_.cols();
        Real* const key = head_.packed_key.data() + row / panel * panel * d_k + row % panel;
        for (Index at = 0; at < d_k; ++at)
            key[at * panel] = key_(row, at);
        for (Index at = 0; at < d_v; ++at)
            head_.packed_value[place(at / panel * panel * value_.rows() + row * panel +
                                     at % panel)] = value_(row, at);
        head_.value_size[place(row)] = value_.row(row).cwiseAbs().maxCoeff();
    }

    void pack_all() {
        head_.is_key_packed = head_.is_value_packed = false;
        keep_key_packed(trace_);
        keep_value_packed(trace_);
    }

    /// A value is null if the key did not exist before, or does not exist after.
    KeyTask key_task(Index key, const Vector& old_key, const Real* old_value, const Vector& new_key,
                     const Real* new_value) {
        head_.mixed_inputs.resize(0, 0);
        Matrix keys(2, old_key.cols());
        keys << old_key, new_key;
        packed_keys_.emplace_back(place(packed_length(kernels(), keys.cols(), keys.rows())));
        pack_keys(kernels(), keys.data(), keys.rows(), keys.cols(), packed_keys_.back().data());
        KeyTask task;
        task.query = query_.data();
        task.d_k = query_.cols();
        task.d_v = value_.cols();
        task.factor = scaling(head_);
        task.key = key;
        task.mask = kernel_mask(head_.mask);
        task.packed_keys = packed_keys_.back().data();
        task.old_value = old_value;
        task.new_value = new_value;
        task.output = output_.data();
        task.largest = head_.largest.data();
        task.sum = head_.sum.data();
        task.peak = head_.peak.data();
        task.is_stale = stale_.data();
        return task;
    }

    /// The cost of one key under all queries: every number comes from main memory.
    Real key_cost() const {
        constexpr Real moved = 16;
        return moved * static_cast<Real>(query_.size() + output_.size());
    }

    void change_key(const KeyTask& task) {
        for_blocks(query_.rows(), key_rows, key_cost(),
                   [&](Index first, Index last) { kernels().change_key(task, first, last); });
    }

    /// Marks one more row each time, so that rounding errors do not accumulate for long.
    void mark_next() {
        head_.next_refresh = (head_.next_refresh + 1) % static_cast<Index>(stale_.size());
        stale_[place(head_.next_refresh)] = 1;
    }

    std::vector<Index> stale_rows() const {
        std::vector<Index> rows;
        for (std::size_t row = 0; row < stale_.size(); ++row)
            if (stale_[row])
                rows.push_back(static_cast<Index>(row));
        return rows;
    }

    /// Recomputes the stale rows.
    bool finish() {
        const Real size = *std::max_element(head_.value_size.begin(), head_.value_size.end());
        head_.value_peak = std::max(head_.value_peak, size);
        if (head_.value_peak > most_lost * size)
            return false;
        const std::vector<Index> rows = stale_rows();
        return rows.empty() || (static_cast<Index>(rows.size()) <= query_.rows() / 4 &&
                                attend_some_rows(trace_, rows, after_.progress));
    }

    static void insert_row(Matrix& matrix, Index row) {
        const Index below = matrix.rows() - row;
        matrix.conservativeResize(matrix.rows() + 1, Eigen::NoChange);
        std::memmove(matrix.data() + (row + 1) * matrix.cols(), matrix.data() + row * matrix.cols(),
                     place(below * matrix.cols()) * sizeof(Real));
        matrix.row(row).setZero();
    }

    static void remove_row(Matrix& matrix, Index row) {
        const Index below = matrix.rows() - row - 1;
        std::memmove(matrix.data() + row * matrix.cols(), matrix.data() + (row + 1) * matrix.cols(),
                     place(below * matrix.cols()) * sizeof(Real));
        matrix.conservativeResize(matrix.rows() - 1, Eigen::NoChange);
    }

    const HeadInputs& after_;
    HeadTrace& trace_;
    LargeHead& head_;
    Matrix &query_, &key_, &value_, &output_;
    std::vector<unsigned char> stale_;           // per query: its output must be computed again
    std::vector<std::vector<Real>> packed_keys_; // the tasks of changed keys refer to these
};

/// Recomputes every row if some projections change.
void attend_rows(const Plan& plan, const HeadInputs& inputs, HeadTrace& trace) {
    const InputChanges& changes = plan.changes;
    const bool query = !changes.w_q.is_none(), key = !changes.w_k.is_none(),
               value = !changes.w_v.is_none();
    std::vector<Product> products;
    if (query)
        products.push_back({*inputs.weights.w_q, trace[Stage::Q]});
    if (key)
        products.push_back({*inputs.weights.w_k, trace[Stage::K]});
    if (value)
        products.push_back({*inputs.weights.w_v, trace[Stage::V]});
    trace.large.is_key_packed = trace.large.is_key_packed && !key;
    trace.large.is_value_packed = trace.large.is_value_packed && !value;
    if (!plan.keeps_products) {
        attend_large(trace, inputs, products);
        return;
    }
    KeptColumns kept(trace, changes.w_q.lines, changes.w_k.lines);
    attend_large(trace, inputs, products, &kept);
}

/// Carries out the plan. Returns false if more must be recomputed than the plan says.
bool follow(const Plan& plan, const HeadInputs& before, const HeadInputs& after, HeadTrace& trace) {
    Revision revision(after, trace);
    switch (plan.way) {
    case Plan::Way::Keep:
        return true;
    case Plan::Way::Words:
        return revision.change_numbers(plan.changes.x.lines);
    case Plan::Way::InsertWord:
        return revision.insert(plan.changes.x.lines.front());
    case Plan::Way::RemoveWord:
        return revision.remove(plan.changes.x.lines.front());
    case Plan::Way::MaskRows:
        return revision.change_mask(plan.mask_rows);
    case Plan::Way::ValueColumn:
        return revision.change_value_column(*before.weights.w_v, plan.changes.w_v.lines.front());
    case Plan::Way::Rows:
        attend_rows(plan, after, trace);
        return true;
    case Plan::Way::Whole:
        attend_into(trace, after);
        return true;
    }
    return false;
}

} // namespace

InputChanges changes_between(const HeadInputs& before, const HeadInputs& after, Change x) {
    InputChanges changes;
    changes.x = std::move(x);
    if (after.projections == Projections::None || before.projections == Projections::None)
        return changes;
    changes.w_q = change_of_columns(*before.weights.w_q, *after.weights.w_q);
    changes.w_k = change_of_columns(*before.weights.w_k, *after.weights.w_k);
    changes.w_v = change_of_columns(*before.weights.w_v, *after.weights.w_v);
    return changes;
}

HeadTrace attend_again(const HeadInputs& before, const HeadInputs& after,
                       const InputChanges& changes, HeadTrace trace) {
    Plan plan = plan_of(before, after, changes, trace);
    if (!follow(plan, before, after, trace)) {
        plan = otherwise(std::move(plan));
        follow(plan, before, after, trace);
    }
    trace.changes = changes_by(plan);
    return trace;
}

Change change_of(const HeadTrace& trace, Stage stage) {
    return trace.changes ? trace.changes->at(stage) : Change{Change::Kind::All, {}};
}

} // namespace attn
