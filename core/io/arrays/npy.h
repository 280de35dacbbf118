// SPDX-License-Identifier: MIT
// Writes NumPy's array file format, version 1.0: 64-bit floats in C order, and lists of texts;
// little-endian.
#pragma once

#include "core/base/matrix.h"
#include "core/io/arrays/arrays.h"

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

// Reads NumPy's array file format with strict limits: its header, and where the numbers are.

/// The header of a .npy file. Format: numpy.lib.format, NEP 1, versions 1.0, 2.0 and 3.0.
struct NpyHead {
    StoredArray array;
    std::string type;           // for users: "float64", "text"
    Index text_length = 0;      // characters of each text; 0: the array holds numbers
    bool is_wide = false;       // texts in UTF-32 (U); else in bytes (S)
    std::uint64_t end = 0;      // where the data ends
    std::optional<Error> fault; // why the numbers cannot be read: objects, structures
};

/// Longer headers are refused, as by numpy.load.
constexpr std::size_t max_npy_head = 10'000;
/// The most texts that are read.
constexpr Index max_npy_texts = 4096;

/// Reads only the header. Refuses objects: reading them would run programs they contain
/// (CVE-2019-6446).
Result<NpyHead> read_npy_head(const Bytes& bytes);

/// Returns the texts of an array of texts, without trailing NULs, as valid UTF-8.
Result<std::vector<std::string>> read_npy_texts(const Bytes& bytes, const NpyHead& head);

/// Opens one array file. `name` is the name shown.
Result<ArrayFile> open_npy(Bytes bytes, std::string name);

/// Opens a .npz archive. Refuses archives with more than 1000 members or more than 256 MB unpacked,
/// and members packed more tightly than deflate can.
Result<ArrayFile> open_npz(Bytes bytes, std::string name);

} // namespace attn::io
