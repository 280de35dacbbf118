// SPDX-License-Identifier: MIT
// A sentence with live numbers and words, before its layout is known.
#pragma once

#include <string>
#include <vector>

namespace attn {

/// The kind of a piece of a sentence. Text and Strong carry the figures' mark-up ("W_{Q}"); words
/// and numbers appear exactly as they are. A pin is the number of a place shown next to the
/// sentence; a sentence without such a picture leaves it out.
enum class Tone { Text, Strong, Word, QueryWord, Number, Pin };

struct Run {
    std::string text;
    Tone tone = Tone::Text;

    friend bool operator==(const Run&, const Run&) = default;
};

using Prose = std::vector<Run>;

/// Joins names: "X, W_Q and W_K".
std::string in_a_sentence(const std::vector<std::string>& names);

/// Returns the sentence as plain text; "W_{Q}" becomes "W_Q" and "K^{T}" becomes "K^T".
std::string to_text(const Prose& prose);
/// Returns the sentence as Markdown: strong pieces and words in bold.
std::string to_markdown(const Prose& prose);

} // namespace attn
