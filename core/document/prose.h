// SPDX-License-Identifier: MIT
// A sentence with live numbers and words in it, before any size is known.
#pragma once

#include <string>
#include <vector>

namespace attn {

/// What a piece of a sentence is. Text and Strong carry the mark-up of figures ("W_{Q}"); words and
/// numbers stand exactly as they are. A pin is the number of a place that is shown beside the
/// sentence; a sentence that stands alone leaves it out.
enum class Tone { Text, Strong, Word, QueryWord, Number, Pin };

struct Run {
    std::string text;
    Tone tone = Tone::Text;

    friend bool operator==(const Run&, const Run&) = default;
};

using Prose = std::vector<Run>;

/// "X, W_Q and W_K".
std::string in_a_sentence(const std::vector<std::string>& names);

/// The sentence as plain text; "W_{Q}" stays readable as "W_Q" and "K^{T}" as "K^T".
std::string to_text(const Prose& prose);
/// The same as Markdown: strong pieces and words in bold.
std::string to_markdown(const Prose& prose);

} // namespace attn
