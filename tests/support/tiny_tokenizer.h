// SPDX-License-Identifier: MIT
// A tokenizer.json of byte pairs as GPT-2 has it, with tokens for 31 of the 32 ids of the small
// model in tests/data/checkpoints/gpt2.
#pragma once

#include <string>
#include <string_view>

namespace attn::test {

/// "The cat sat on the cat." is 18, 16, 21, 24, 13, 16, 22 by the rules of byte pair encoding: the
/// merges, lowest first, make whole words of these.
inline std::string tiny_tokenizer() {
    constexpr std::string_view tokens[] = {"T",
                                           "h",
                                           "e",
                                           "c",
                                           "a",
                                           "t",
                                           "s",
                                           "o",
                                           "n",
                                           "m",
                                           "\u0120",
                                           "\u0120t",
                                           "\u0120th",
                                           "\u0120the",
                                           "\u0120c",
                                           "\u0120ca",
                                           "\u0120cat",
                                           "Th",
                                           "The",
                                           "\u0120s",
                                           "\u0120sa",
                                           "\u0120sat",
                                           ".",
                                           "\u0120o",
                                           "\u0120on",
                                           "d",
                                           "r",
                                           "u",
                                           "l",
                                           "i",
                                           "<|endoftext|>"};
    std::string vocabulary;
    int id = 0;
    for (const std::string_view token : tokens) {
        vocabulary += (id == 0 ? "\"" : ", \"") + std::string(token) + "\": " + std::to_string(id);
        ++id;
    }
    return R"({"version": "1.0", "truncation": null, "padding": null, "added_tokens": [
        {"id": 30, "content": "<|endoftext|>", "single_word": false, "lstrip": false,
         "rstrip": false, "normalized": false, "special": true}],
      "normalizer": null,
      "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": false, "trim_offsets": true},
      "post_processor": null,
      "decoder": {"type": "ByteLevel", "add_prefix_space": true, "trim_offsets": true},
      "model": {"type": "BPE", "dropout": null, "unk_token": null,
        "continuing_subword_prefix": "", "end_of_word_suffix": "", "fuse_unk": false,
        "vocab": {)" +
           vocabulary + R"(},
        "merges": ["\u0120 t", "\u0120t h", "\u0120th e", "\u0120 c", "\u0120c a", "\u0120ca t",
          "T h", "Th e", "\u0120 s", "\u0120s a", "\u0120sa t", "\u0120 o", "\u0120o n"]}})";
}

} // namespace attn::test
