// SPDX-License-Identifier: MIT
// Byte-level vocabularies write every byte as one visible letter, a scheme from GPT-2: "Ġ" for a
// space, "Ċ" for a line end. Printable ASCII stands for itself.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace attn::tokenizer {

/// Writes each byte as its letter.
std::string to_byte_letters(std::string_view bytes);

/// Returns the bytes of the letters; nothing if a letter stands for no byte.
std::optional<std::string> from_byte_letters(std::string_view letters);

} // namespace attn::tokenizer
