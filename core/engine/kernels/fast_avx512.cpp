// SPDX-License-Identifier: MIT
// The kernels of large matrices for processors with AVX-512.
namespace attn {
namespace {
constexpr int lanes = 8;
}
} // namespace attn

#include "core/engine/kernels/kernel_sets.h"
#include "core/engine/kernels/kernels_fast.h"

namespace attn {

void add_fast_avx512(Kernels& set) {
    add_fast(set);
}

} // namespace attn
