// SPDX-License-Identifier: MIT
// Reads and writes the key `origin` of a document: the folder of the model that it is a layer of.
// Only for the .cpp files of core/io.
#pragma once

#include "core/document/model/document.h"
#include "core/io/document/json_text.h"

#include <string>

namespace attn::io {

//   "origin": { "model": { "folder": "/models/gpt2", "layer": 3, "head": 5, "token_ids": [464,
//   3797],
//                          "files": { "model.safetensors": 548105171 },
//                          "index": "9f86d0…" } }
// Without "head" the document has all heads. "index" is a SHA-256 of 64 digits.

Result<ModelOrigin> read_origin(const Json& value, const std::string& path);
std::string origin_text(const ModelOrigin& origin);

} // namespace attn::io
