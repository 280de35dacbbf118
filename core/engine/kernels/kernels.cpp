// SPDX-License-Identifier: MIT
#include "core/engine/kernels/kernels.h"

#include "core/engine/kernels/kernel_sets.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <cstring>

namespace attn {
namespace {

struct Sets {
    Kernels plain, avx2, avx512;

    Sets() {
        plain.name = "plain";
        add_exact_plain(plain);
        add_fast_plain(plain);
#ifdef __x86_64__
        avx2.name = "avx2";
        add_exact_avx2(avx2);
        add_fast_avx2(avx2);
        avx512.name = "avx512";
        add_exact_avx512(avx512);
        add_fast_avx512(avx512);
#endif
    }
};

/// Calls `work` with the panel width as a compile-time constant: copying a short row takes less
/// time than a call.
template <class Work>
void with_panel(std::ptrdiff_t panel, const Work& work) {
    switch (panel) {
    case 4:
        return work.template operator()<4>();
    case 8:
        return work.template operator()<8>();
    case most_panel:
        return work.template operator()<most_panel>();
    default:
        assert(false && "a panel is as wide as a tile of one of the sets");
    }
}

/// Constant from the first call on.
const Sets& sets() {
    static const Sets all;
    return all;
}

} // namespace

std::vector<const Kernels*> available_kernels() {
    std::vector<const Kernels*> list{&sets().plain};
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        list.push_back(&sets().avx2);
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw"))
        list.push_back(&sets().avx512);
#endif
    return list;
}

const Kernels& kernels() {
    static const Kernels& chosen = [&]() -> const Kernels& {
        const std::vector<const Kernels*> list = available_kernels();
        const char* const wanted = std::getenv("ATTENTION_LAB_KERNELS");
        for (const Kernels* set : list)
            if (wanted && set->name == wanted)
                return *set;
        return *list.back();
    }();
    return chosen;
}

std::ptrdiff_t work_length(const Kernels& kernels, std::ptrdiff_t d_v) {
    const std::ptrdiff_t width = (d_v + kernels.panel - 1) / kernels.panel * kernels.panel;
    return row_block * (key_block + width);
}

std::ptrdiff_t packed_length(const Kernels& kernels, std::ptrdiff_t depth, std::ptrdiff_t columns) {
    return (columns + kernels.panel - 1) / kernels.panel * kernels.panel * depth;
}

void pack(const Kernels& kernels, const double* from, std::ptrdiff_t depth, std::ptrdiff_t columns,
          double* to) {
    with_panel(kernels.panel, [&]<std::ptrdiff_t panel>() {
        const std::ptrdiff_t whole = columns - columns % panel;
        for (std::ptrdiff_t k = 0; k < depth; ++k) // memory delivers a row faster than a column
            for (std::ptrdiff_t column = 0; column < whole; column += panel)
                std::memcpy(to + column * depth + k * panel, from + k * columns + column,
                            panel * sizeof(double));
    });
    if (const std::ptrdiff_t rest = columns % kernels.panel)
        pack_panel(kernels, from + columns - rest, columns, depth, rest,
                   to + (columns - rest) * depth);
}

void pack_panel(const Kernels& kernels, const double* from, std::ptrdiff_t stride,
                std::ptrdiff_t depth, std::ptrdiff_t width, double* to) {
    with_panel(kernels.panel, [&]<std::ptrdiff_t panel>() {
        if (width == panel) {
            for (std::ptrdiff_t k = 0; k < depth; ++k, to += panel)
                std::memcpy(to, from + k * stride, panel * sizeof(double));
            return;
        }
        for (std::ptrdiff_t k = 0; k < depth; ++k, to += panel) {
            std::copy_n(from + k * stride, width, to);
            std::fill(to + width, to + panel, 0.0);
        }
    });
}

void pack_keys(const Kernels& kernels, const double* from, std::ptrdiff_t keys, std::ptrdiff_t d_k,
               double* to) {
    with_panel(kernels.panel, [&]<std::ptrdiff_t panel>() {
        for (std::ptrdiff_t key = 0; key < keys; key += panel, from += panel * d_k) {
            const std::ptrdiff_t width = std::min(panel, keys - key);
            if (width < panel)
                std::fill_n(to, panel * d_k, 0.0);
            for (std::ptrdiff_t k = 0; k < d_k; ++k, to += panel) {
                if (width == panel)
                    for (std::ptrdiff_t at = 0; at < panel; ++at)
                        to[at] = from[at * d_k + k];
                else
                    for (std::ptrdiff_t at = 0; at < width; ++at)
                        to[at] = from[at * d_k + k];
            }
        }
    });
}

} // namespace attn
