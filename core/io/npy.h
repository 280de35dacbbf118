// SPDX-License-Identifier: MIT
// Writes NumPy's array file format, version 1.0: 64-bit floats in C order, and lists of texts;
// little-endian.
#pragma once

#include "core/base/matrix.h"

#include <span>
#include <string>
#include <vector>

namespace attn::io {

/// Returns the bytes of a .npy file that numpy.load reads. `values` holds as many numbers as the
/// product of `shape`; the last axis runs fastest. Format: numpy.lib.format, NEP 1.
std::string write_npy(std::span<const Real> values, std::span<const Index> shape);

/// Returns the bytes of a .npy file with one axis of texts, each character in 32 bits. NumPy drops
/// NULs at the end of a text.
std::string write_npy_texts(const std::vector<std::string>& texts);

} // namespace attn::io
