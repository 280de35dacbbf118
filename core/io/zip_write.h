// SPDX-License-Identifier: MIT
// Packs several files into one zip archive in memory, like NumPy's .npz files.
#pragma once

#include "core/base/result.h"

#include <span>
#include <string>

namespace attn::io {

struct ZipEntry {
    std::string name; // "weights.npy"; "/" makes folders
    std::string bytes;
};

/// Returns the bytes of an archive of the entries in order, uncompressed and without dates: the
/// same entries give the same bytes. Names must differ.
Result<std::string> write_zip(std::span<const ZipEntry> entries);

} // namespace attn::io
