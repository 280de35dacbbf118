// SPDX-License-Identifier: MIT
// The kernels of large matrices for processors with AVX2 and FMA.
namespace attn {
namespace {
constexpr int lanes = 4;
}
} // namespace attn

#include "core/engine/kernel_sets.h"
#include "core/engine/kernels_edit.h"

namespace attn {

void add_fast_avx2(Kernels& set) {
    set.panel = panel_width;
    set.product = product;
    set.exponentials = exponentials;
    set.attend_rows = attend_rows;
    set.change_key = change_key;
    set.pool_rows = pool_rows;
}

} // namespace attn
