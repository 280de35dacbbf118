// SPDX-License-Identifier: MIT
#include "core/engine/attention.h"

#include "core/engine/normalise.h"

#include <cassert>
#include <limits>

namespace attn {

HeadTrace attend(const Matrix& x, Projections projections, const HeadWeights& weights,
                 const Switches& switches) {
    HeadTrace trace;
    if (projections == Projections::Learned) {
        assert(x.cols() == weights.w_q.rows() && "the width of X must match the height of W_Q");
        assert(x.cols() == weights.w_k.rows() && "the width of X must match the height of W_K");
        assert(x.cols() == weights.w_v.rows() && "the width of X must match the height of W_V");
        assert(weights.w_q.cols() == weights.w_k.cols() && "queries and keys share the width d_k");
        trace.query = x * *weights.w_q;
        trace.key = x * *weights.w_k;
        trace.value = x * *weights.w_v;
    } else {
        trace.query = trace.key = trace.value = x;
    }

    trace.scores = trace.query * trace.key.transpose();
    const Real scale = divisor(switches.scale, trace.query.cols(), x.cols());
    trace.scaled = trace.scores / scale / switches.temperature;

    trace.masked = trace.scaled;
    for (Index row = 0; row < trace.masked.rows(); ++row)
        for (Index column = 0; column < trace.masked.cols(); ++column)
            if (is_blocked(switches.mask, row, column))
                trace.masked(row, column) = -std::numeric_limits<Real>::infinity();

    Normalised normalised =
        normalise(trace.scaled, switches.mask, switches.normaliser, switches.axis);
    trace.weights = std::move(normalised.weights);
    trace.no_key = std::move(normalised.no_key);
    trace.output = trace.weights * trace.value;
    return trace;
}

Matrix weighted_values(const HeadTrace& trace, Index query) {
    assert(query >= 0 && query < trace.weights.rows() && "the query is one of the words");
    return trace.weights.row(query).transpose().asDiagonal() * trace.value;
}

} // namespace attn
