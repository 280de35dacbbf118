// SPDX-License-Identifier: MIT
// How text is split into words before the model splits these: a list of steps. Each kind of
// pre-tokenizer in tokenizer.json is one or several of these.
#pragma once

#include "core/base/result.h"
#include "core/tokenizer/normalizer.h"
#include "core/tokenizer/split.h"

#include <string>
#include <variant>
#include <vector>

namespace attn::tokenizer {

/// Puts a space before each piece that begins without one.
struct PrefixSpace {};
struct SplitAtPattern {
    Pattern pattern;
    Behaviour behaviour = Behaviour::Isolated;
    bool inverted = false;
};
struct SplitAtText {
    std::string wanted;
    Behaviour behaviour = Behaviour::Isolated;
    bool inverted = false;
};
struct SplitAtCharacters {
    bool (*question)(char32_t) = is_space;
    Behaviour behaviour = Behaviour::Removed;
};
/// Replaces spaces with a visible letter ("▁") that begins each word.
struct Metaspace {
    enum class Scheme { Always, First, Never }; // which pieces get one in front

    std::string replacement = "▁";
    Scheme scheme = Scheme::Always;
    bool splits = true;
};

using PreTokenizerStep = std::variant<PrefixSpace, SplitAtPattern, SplitAtText, SplitAtCharacters,
                                      Metaspace, ByteLetters>;

/// Splits pieces further; settled pieces stay as they are.
Result<std::vector<Piece>> pre_tokenise(const std::vector<PreTokenizerStep>& steps,
                                        std::vector<Piece> pieces);

/// The pattern of GPT-2 and RoBERTa. It matches words with the space before them, and runs of
/// digits, of other characters and of spaces.
extern const char* const gpt2_pattern;

/// BERT's: removes spaces and separates every punctuation mark.
std::vector<PreTokenizerStep> bert_pre_tokenizer();
/// GPT-2's: splits by its pattern, if `splits`, then writes bytes as letters.
std::vector<PreTokenizerStep> byte_level_pre_tokenizer(bool adds_prefix_space, bool splits);

} // namespace attn::tokenizer
