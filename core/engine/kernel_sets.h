// SPDX-License-Identifier: MIT
// Who fills in the functions of each instruction set; only for kernels.cpp and the sets themselves.
#pragma once

#include "core/engine/kernels.h"

namespace attn {

void add_exact_plain(Kernels& set);
void add_fast_plain(Kernels& set);
void add_exact_avx2(Kernels& set);
void add_fast_avx2(Kernels& set);
void add_exact_avx512(Kernels& set);
void add_fast_avx512(Kernels& set);

} // namespace attn
