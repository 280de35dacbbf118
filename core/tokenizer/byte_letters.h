// SPDX-License-Identifier: MIT
// Byte-level vocabularies write every byte as one letter that can be seen, as GPT-2 began it: "Ġ"
// for a space, "Ċ" for a line end. ASCII that is printed stands for itself.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace attn::tokenizer {

/// Each byte of the text as its letter.
std::string to_byte_letters(std::string_view bytes);

/// The bytes that the letters stand for; nothing if one of them stands for none.
std::optional<std::string> from_byte_letters(std::string_view letters);

} // namespace attn::tokenizer
