// SPDX-License-Identifier: MIT
// Documents to and from their file format: one JSON text in UTF-8, version 1.0.
#pragma once

#include "core/document/document.h"

#include <string>
#include <string_view>

namespace attn::io {

/// The version of the format this program writes. A file of the same major version opens.
constexpr int format_major = 1;
constexpr int format_minor = 0;

/// The document in the bytes, valid and ready to be evaluated. The error's `where` is
/// "file_name:line:column" and the key path, its message what was found, expected and the remedy.
/// Numbers that the key `draw` asks for are drawn (core/io/draw.h).
/// Keys this program does not know are kept in Document::unknown_keys. Those inside heads stand
/// there as {"heads": [{…}, …]}; write_document gives them back while the number of heads is the
/// same, else drops them, as it is then not known which head they are about.
Result<Document> read_document(std::string_view bytes, std::string_view file_name);

/// The document as text: keys in a fixed order, one row of a matrix in each line, every number in
/// the fewest digits that read back as the same double; −0, NaN and infinities included.
/// read_document gives back an equal document. Text that is not UTF-8 cannot be kept: such bytes
/// become U+FFFD.
std::string write_document(const Document& document);

} // namespace attn::io
