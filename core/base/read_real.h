// SPDX-License-Identifier: MIT
// Reads a decimal text as the nearest double. Uses fast_float if the standard library cannot read
// doubles yet (libc++ before version 20).
#pragma once

#include "core/base/matrix.h"

#include <charconv>

#ifndef __cpp_lib_to_chars
#include <fast_float/fast_float.h>

#include <cmath>
#endif

namespace attn {

/// Like std::from_chars for doubles.
inline std::from_chars_result read_real(const char* first, const char* last, Real& value) {
#ifdef __cpp_lib_to_chars
    return std::from_chars(first, last, value);
#else
    Real read = 0;
    auto [end, fault] = fast_float::from_chars(first, last, read);
    const char* const letter = first != last && *first == '-' ? first + 1 : first;
    const bool is_word = letter != last && *letter > '9'; // "inf" is no overflow.
    if (fault == std::errc{} && std::isinf(read) && !is_word)
        fault = std::errc::result_out_of_range;
    if (fault == std::errc{})
        value = read;
    return {end, fault};
#endif
}

} // namespace attn
