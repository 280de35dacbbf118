// SPDX-License-Identifier: MIT
#include "core/engine/attention.h"

#include "core/engine/large_pass.h"
#include "core/engine/normalise.h"

#include <algorithm>
#include <cassert>
#include <limits>

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

} // namespace attn
