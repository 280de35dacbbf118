// SPDX-License-Identifier: MIT
// Derivations of numbers as many models compute them: turned positions, a soft cap, norms,
// activations, distances and cosines.
#pragma once

#include "core/engine/graph/explain.h"

namespace attn::test {

/// A derivation of scores[0,1] by this expression.
Derivation derivation_of(Expression expression);

namespace expressions {
Expression at(Stage stage, Index row, Index column, Real value);
Expression turned();                // Q[0,0] = 2 and Q[0,1] = -3, turned by 4 θ_0, θ_0 = 0.5
Expression capped();                // c tanh(scaled[0,1] / c) of 25 at c = 50
Expression deviation();             // of X[0,·] = 1, -3 with ε = 1e-5
Expression normed();                // (X[0,1] - mean) / deviation, -3, -1 and 2
Expression stretched();             // by γ = 0.5 and β = -1
Expression gelu(Real x);            // x/2 (1 + erf(x / √2))
Expression silu(Real x);            // x / (1 + e^-x)
Expression relu(Real x);            // the larger of 0 and x
Expression squared_distance();      // of Q[0,·] = 1, -2 and K[1,·] = 3, 0.5 at σ = 2
Expression additive(Index count);   // Σ u_j tanh(Q[0,j] + K[1,j]), u_j = j + 1
Expression cosine();                // of Q[0,·] = 1, -2 and K[1,·] = 3, 0.5
Expression less_far();              // scores[0,3] - m |0 - 3|, 2 and m = 0.25
Expression rows_summed(Index rows); // Σ of rows of V in column 1: 1, -2, 3, -4 …
Expression of_two_indices();        // Σ over j of a product with Σ over k
} // namespace expressions

} // namespace attn::test
