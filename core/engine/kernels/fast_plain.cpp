// SPDX-License-Identifier: MIT
// The kernels of large matrices for every processor.
namespace attn {
namespace {
constexpr int lanes = 2;
}
} // namespace attn

#include "core/engine/kernels/kernel_sets.h"
#include "core/engine/kernels/kernels_fast.h"

namespace attn {

void add_fast_plain(Kernels& set) {
    add_fast(set);
}

} // namespace attn
