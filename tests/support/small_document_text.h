// SPDX-License-Identifier: MIT
// The text of a small document, and the error for a damaged version of it.
#pragma once

#include "core/io/document/document_json.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace attn::test {

/// A small document, with one key per line.
inline const std::string good = R"({
  "format": "attention-lab",
  "version": [2, 0],
  "model": {
    "scale": "sqrt_d_k",
    "mask": "none",
    "temperature": 1
  },
  "lists": {
    "words": ["the", "cat"]
  },
  "inputs": {
    "X": [[1, 2], [3, 4]],
    "W_Q": [[1], [2]],
    "W_K/0": [[3], [4]],
    "W_V/0": [[5, 6, 7], [8, 9, 0]]
  }
})";

/// Replaces one part of the text.
inline std::string replaced(std::string text, std::string_view from, std::string_view to) {
    const auto at = text.find(from);
    EXPECT_NE(at, std::string::npos) << "the sample holds " << from;
    return text.replace(at, from.size(), to);
}

inline std::string with(std::string_view from, std::string_view to) {
    return replaced(good, from, to);
}

/// The whole error as people see it; empty if the text is accepted.
inline std::string error_of(const std::string& text) {
    const auto document = io::read_document(text, "f.attn");
    return document ? std::string() : document.error().text();
}

struct Case {
    std::string from, to, error;
};

inline void expect_errors(const std::vector<Case>& cases, const std::string& text = good) {
    for (const Case& one : cases)
        EXPECT_EQ(error_of(replaced(text, one.from, one.to)), one.error)
            << one.from << " → " << one.to;
}

} // namespace attn::test
