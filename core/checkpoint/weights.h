// SPDX-License-Identifier: MIT
// The tensors of a checkpoint and their places: one file of safetensors, or several with an index.
// Opening reads only the headers; numbers are read a band of rows at a time, so that a layer of any
// size takes little memory.
#pragma once

#include "core/base/matrix.h"
#include "core/base/result.h"
#include "core/document/model/document.h"
#include "core/engine/numbers/parallel.h"
#include "core/io/arrays/safetensors.h"
#include "core/io/arrays/zip.h"

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace attn::checkpoint {

struct WeightFile {
    std::string name; // "model.safetensors"
    io::Bytes bytes;
};
struct StoredTensor {
    std::size_t file = 0;
    io::SafetensorsTensor tensor;
};
struct Weights {
    std::vector<WeightFile> files;
    std::map<std::string, StoredTensor, std::less<>> tensors;
};

/// Opens the tensors of a folder: model.safetensors, the files of model.safetensors.index.json, or
/// the only .safetensors file. For a folder with other weights the error says how to convert them.
Result<Weights> open_weights(const std::string& folder);

/// The tensors of one file.
Result<Weights> open_weight_file(const std::string& path);

/// A projection: y = x W (+ b). `is_stored_as_used`: the tensor is input × output.
struct Projection {
    std::string weight;
    std::string bias; // empty: none
    bool is_stored_as_used = false;
    Index inputs = 0, outputs = 0;
    Index first = 0;           // the first of the stored outputs that is used
    Index stored_outputs = 0;  // how many the tensor has
    Index run = 0, stride = 0; // if a tensor interleaves heads: `run` of every `stride` outputs are
                               // used

    /// The places of some of its outputs among the stored ones.
    std::vector<Index> stored(Index from, Index count) const;
};

/// Returns the tensor if it exists and can be read; the error says what is there instead.
Result<const StoredTensor*> find(const Weights& weights, std::string_view name);

/// Checks the tensor's shape; the error names it, its shape and the expected one.
Result<> has_shape(const Weights& weights, std::string_view name, const std::vector<Index>& shape);

/// Reads chosen rows and columns; empty lists mean all. A list of numbers is one row.
Result<Matrix> read_part(const Weights& weights, std::string_view name,
                         const std::vector<Index>& rows, const std::vector<Index>& columns);

/// Computes x W + b, reading W band by band. x: words × inputs. `progress`, if not null, counts the
/// weights that were read.
Result<Matrix> times(const Matrix& x, const Weights& weights, const Projection& by,
                     Progress* progress = nullptr);

// Writes a changed head into a copy of the file that it came from: only the changed numbers, in the
// file's precision and layout; every other byte stays.

struct PutBack {
    std::size_t inputs = 0;            // how many inputs of the document are in the file
    std::size_t changed = 0;           // how many of their numbers differ from the file's
    std::vector<std::string> left_out; // inputs with numbers that have no place in a tensor
};

/// Writes a copy of the .safetensors file `from` to `to`, with the document's inputs at the places
/// in its notes. A number is changed only if it differs from what the file's own number reads as.
/// Writes nothing and fails if an input, tensor or shape does not fit, or a number is too large for
/// the precision; the error names it. `to` must not be `from`. `progress`, if not null, counts
/// bytes; once it is cancelled, nothing is written.
Result<PutBack> put_back(const Document& document, const std::string& from, const std::string& to,
                         Progress* progress = nullptr);

} // namespace attn::checkpoint
