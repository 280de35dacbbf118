// SPDX-License-Identifier: MIT
// Declares the functions that fill in each instruction set's kernels; only for kernels.cpp and the
// sets themselves.
#pragma once

#include "core/engine/kernels/kernels.h"

namespace attn {

void add_exact_plain(Kernels& set);
void add_fast_plain(Kernels& set);
void add_exact_avx2(Kernels& set);
void add_fast_avx2(Kernels& set);
void add_exact_avx512(Kernels& set);
void add_fast_avx512(Kernels& set);

} // namespace attn
