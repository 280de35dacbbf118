// SPDX-License-Identifier: MIT
// The safetensors format read by a bounded reader: its head, checked before a number is read.
#pragma once

#include "core/io/arrays.h"

namespace attn::io {

/// Longer heads are refused; the format itself allows 100 MB.
constexpr std::uint64_t max_safetensors_head = std::uint64_t{1} << 20;

/// The tensors of a file. Format: 8 bytes with the length of the head, little-endian; the head,
/// JSON; the numbers, little-endian and in C order, without holes or overlaps.
Result<ArrayFile> open_safetensors(Bytes bytes, std::string name);

} // namespace attn::io
