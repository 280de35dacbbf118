// SPDX-License-Identifier: MIT
// The kernels of small matrices for processors with AVX-512.
namespace attn {
namespace {
constexpr int lanes = 8;
}
} // namespace attn

#include "core/engine/kernels/kernel_sets.h"
#include "core/engine/kernels/kernels_exact.h"

namespace attn {

void add_exact_avx512(Kernels& set) {
    add_exact(set);
}

} // namespace attn
