// SPDX-License-Identifier: MIT
// A tokenizer as a list of parts, in the order in which text passes through them: added tokens,
// normalizer, pre-tokenizer, model, and the tokens put before and after the result.
#pragma once

#include "core/base/matrix.h"
#include "core/base/result.h"
#include "core/tokenizer/sentence_piece.h"
#include "core/tokenizer/unicode.h"
#include "core/tokenizer/word_models.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

namespace attn::tokenizer {

// A text on its way to tokens is a list of pieces. Splits a piece at the places that a search
// found, whatever was searched; a `Behaviour` says what happens to these places.

struct Piece {
    std::string text;
    bool is_at_start = false; // the piece begins the whole text
    std::optional<Index> id;  // settled: an added token, never split or changed again
};

/// What happens to the places that were found.
enum class Behaviour { Removed, Isolated, MergedWithPrevious, MergedWithNext, Contiguous };

/// Splits `text` at `matches`, which are in order and do not overlap. No part is empty. `inverted`:
/// treats the text between the matches as found instead.
std::vector<Match> split(std::string_view text, const std::vector<Match>& matches,
                         Behaviour behaviour, bool inverted = false);

/// Finds each character for which `question` is true.
std::vector<Match> find_characters(std::string_view text, bool (*question)(char32_t));

/// Finds every occurrence of `wanted`, from left to right.
std::vector<Match> find_text(std::string_view text, std::string_view wanted);

// How text is changed before it is split: a list of steps, applied in order. Each kind of
// normalizer in tokenizer.json is one or several of these.

struct LowerCase {};
struct WithoutMarks {};
struct WithoutAccents {}; // expects NFD
/// Removes control characters and turns every kind of space into " ".
struct CleanText {};
struct SpacesAroundChinese {};
struct Strip {
    bool left = true;
    bool right = true;
};
/// Puts `text` before any text that is not empty.
struct Prepend {
    std::string text;
};
struct ReplaceText {
    std::string wanted;
    std::string by;
};
struct ReplacePattern {
    Pattern wanted;
    std::string by;
};
struct ByteLetters {};

using NormalizerStep =
    std::variant<Form, LowerCase, WithoutMarks, WithoutAccents, CleanText, SpacesAroundChinese,
                 Strip, Prepend, ReplaceText, ReplacePattern, ByteLetters>;

/// The largest size a text may grow to; a file could ask for a long replacement of each letter.
constexpr std::size_t max_normalised_bytes = std::size_t{256} << 20;

Result<std::string> normalise(const std::vector<NormalizerStep>& steps, std::string text);

/// BERT's normalizer, with its four switches.
std::vector<NormalizerStep> bert_normalizer(bool cleans, bool spaces_chinese, bool strips_accents,
                                            bool lowers);

// How text is split into words before the model splits these: a list of steps. Each kind of
// pre-tokenizer in tokenizer.json is one or several of these.

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

// Tokens added to a model's vocabulary and found in the text before it is split: "<s>", "[MASK]",
// "<|endoftext|>". Some are searched in the text as written, others in the normalised text.

struct AddedToken {
    std::string text;
    Index id = 0;
    bool is_single_word = false; // matches only a whole word
    bool takes_spaces_left = false;
    bool takes_spaces_right = false;
    bool is_normalised = false; // searched in the normalised text
};

/// Finds the longest token at each place.
struct Finder {
    std::unordered_map<std::string, AddedToken, TextHash, std::equal_to<>> tokens;
    std::map<char, std::vector<std::size_t>> lengths; // by the first byte, the longest first
};

struct AddedTokens {
    Finder as_written;
    Finder normalised;
    std::map<Index, std::string> texts; // all tokens, by id
};

/// Fails if a token's text or id already stands for another token, in the vocabulary or among the
/// added tokens.
Result<AddedTokens> make_added_tokens(std::vector<AddedToken> tokens, const Vocabulary& vocabulary,
                                      const std::vector<NormalizerStep>& normalizer);

/// Cuts the text into pieces. Found added tokens are settled; the rest is normalised.
Result<std::vector<Piece>> find_added(const AddedTokens& added,
                                      const std::vector<NormalizerStep>& normalizer,
                                      std::string_view text);

/// How the vocabulary spells tokens; people see the plain text instead.
enum class Spelling {
    Plain,
    ByteLetters, // bytes as letters: "Ġcat"
    Metaspace    // "▁" for a space, and bytes as "<0xE2>"
};

/// Ids put before and after the ids of the text.
struct Frame {
    std::vector<Index> before;
    std::vector<Index> after;
};

using Model = std::variant<Bpe, WordPiece, WordLevel, Unigram, SentencePiece>;

struct Pipeline {
    Vocabulary vocabulary;
    AddedTokens added;
    std::vector<NormalizerStep> normalizer;
    std::vector<PreTokenizerStep> pre_tokenizer;
    Model model;
    std::vector<Frame> frames; // put around the text, one after another
    Spelling spelling = Spelling::Plain;
};

/// Returns the ids of a UTF-8 text.
Result<std::vector<Index>> ids_of(const Pipeline& pipeline, std::string_view text);

/// Returns a token as people read it.
std::string text_of(const Pipeline& pipeline, Index id);

/// Whether the id stands for a token.
bool has_token(const Pipeline& pipeline, Index id);

/// As text_of(), for the spelling of a token that is not an added one.
std::string readable(Spelling spelling, const std::string& token);

/// The number of ids with a token, added tokens included.
Index count_tokens(const Pipeline& pipeline);

/// "byte-level BPE", "WordPiece".
std::string model_name(const Pipeline& pipeline);

} // namespace attn::tokenizer
