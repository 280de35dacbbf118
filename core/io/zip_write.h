// SPDX-License-Identifier: MIT
// Several files as one zip archive in memory, as NumPy's .npz files are.
#pragma once

#include "core/base/result.h"

#include <span>
#include <string>

namespace attn::io {

struct ZipEntry {
    std::string name; // "weights.npy"; "/" makes folders
    std::string bytes;
};

/// The bytes of an archive of the entries in their order, not compressed and without dates: the
/// same entries give the same bytes. Names must differ from each other.
Result<std::string> write_zip(std::span<const ZipEntry> entries);

} // namespace attn::io
