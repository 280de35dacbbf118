// SPDX-License-Identifier: MIT
// How the text is split into words before the model splits those: a list of steps. Each kind of
// pre-tokenizer in tokenizer.json is one step or several of these.
#pragma once

#include "core/base/result.h"
#include "core/tokenizer/normalizer.h"
#include "core/tokenizer/split.h"

#include <string>
#include <variant>
#include <vector>

namespace attn::tokenizer {

/// A space before each piece that has none.
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
/// Spaces become a letter that can be seen ("▁"), which begins each word.
struct Metaspace {
    enum class Scheme { Always, First, Never }; // which pieces get one before them

    std::string replacement = "▁";
    Scheme scheme = Scheme::Always;
    bool splits = true;
};

using PreTokenizerStep = std::variant<PrefixSpace, SplitAtPattern, SplitAtText, SplitAtCharacters,
                                      Metaspace, ByteLetters>;

/// Pieces of pieces; settled ones stay as they are.
Result<std::vector<Piece>> pre_tokenise(const std::vector<PreTokenizerStep>& steps,
                                        std::vector<Piece> pieces);

/// What GPT-2 and RoBERTa split at: words with the space before them, runs of digits, of other
/// characters and of spaces.
extern const char* const gpt2_pattern;

/// Spaces go, every mark of punctuation stands by itself.
std::vector<PreTokenizerStep> bert_pre_tokenizer();
/// GPT-2's: by its pattern, if wanted, and then bytes as letters.
std::vector<PreTokenizerStep> byte_level_pre_tokenizer(bool adds_prefix_space, bool splits);

} // namespace attn::tokenizer
