// SPDX-License-Identifier: MIT
// The kernels of small matrices for every processor.
namespace attn {
namespace {
constexpr int lanes = 2;
}
} // namespace attn

#include "core/engine/kernels/kernel_sets.h"
#include "core/engine/kernels/kernels_exact.h"

namespace attn {

void add_exact_plain(Kernels& set) {
    add_exact(set);
}

} // namespace attn
