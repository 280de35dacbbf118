// SPDX-License-Identifier: MIT
// Logarithm, sine and cosine in single precision, the same bits on every machine.
#pragma once

namespace attn {

/// Natural logarithm of 0 < x ≤ 1 after Cephes' logf (Moshier 1989): a polynomial of degree 8 on
/// [√½ − 1, √2 − 1]. Every multiplication followed by an addition is fused, as in the vector code
/// that PyTorch runs on processors with AVX2. Within 2 units in the last place of the true value.
float single_log(float x);

struct SineCosine {
    float sine = 0;
    float cosine = 0;
};

/// Sine and cosine of 0 ≤ x < 8192 after Cephes' sinf and cosf (Moshier 1989): reduction to
/// [−π/4, π/4] in three steps, then polynomials; fused like single_log.
SineCosine single_sine_cosine(float x);

} // namespace attn
