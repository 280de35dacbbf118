// SPDX-License-Identifier: MIT
// Reads the safetensors format with strict limits, checking its header before any number, and
// writes it in 64 bits.
#pragma once

#include "core/io/arrays/arrays.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace attn::io {

/// Longer headers are refused; the format itself allows 100 MB.
constexpr std::uint64_t max_safetensors_head = std::uint64_t{1} << 20;

/// One tensor as listed in the header, which has been checked: the tensor's bytes exist.
struct SafetensorsTensor {
    std::string name;
    StoredArray array; // its offset is from the start of the file
    std::string type;  // "float32", or the file's own word for a type that is not supported
    std::uint64_t begin = 0, end = 0; // where its bytes stand among the bytes of all tensors
    std::optional<Error> fault = {};  // why its numbers cannot be read
};
/// Lists every tensor of a file, by name.
Result<std::vector<SafetensorsTensor>> safetensors_head(const Bytes& bytes);

/// Opens the tensors of a file. Format: 8 bytes with the header's length, little-endian; the
/// header, JSON; the numbers, little-endian and in C order, without gaps or overlaps. The format
/// has no texts; if its `__metadata__` holds "tokens", {"words": […]} in JSON, that is read as an
/// array of texts.
Result<ArrayFile> open_safetensors(Bytes bytes, std::string name);

/// One tensor to write, in float64; its numbers in C order.
struct WrittenTensor {
    std::string name;
    std::vector<Index> shape;
    std::vector<Real> values;
};
/// Writes a file of the tensors, whose names must differ. `tokens`, if any, are put into its
/// `__metadata__`. The same tensors give the same bytes.
std::string write_safetensors(std::span<const WrittenTensor> tensors,
                              const std::vector<std::string>& tokens);

} // namespace attn::io
