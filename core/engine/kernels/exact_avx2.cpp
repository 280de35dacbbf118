// SPDX-License-Identifier: MIT
// The kernels of small matrices for processors with AVX2 and FMA.
namespace attn {
namespace {
constexpr int lanes = 4;
}
} // namespace attn

#include "core/engine/kernels/kernel_sets.h"
#include "core/engine/kernels/kernels_exact.h"

namespace attn {

void add_exact_avx2(Kernels& set) {
    add_exact(set);
}

} // namespace attn
