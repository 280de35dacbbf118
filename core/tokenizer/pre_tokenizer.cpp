// SPDX-License-Identifier: MIT
#include "core/tokenizer/pre_tokenizer.h"

#include "core/base/match.h"
#include "core/tokenizer/byte_letters.h"

#include <cassert>
#include <utility>

namespace attn::tokenizer {
namespace {

using Matches = Result<std::vector<Match>>;

/// The parts into which a step splits a piece. The step may first change the piece's text.
Matches parts_by(const PreTokenizerStep& step, Piece& piece) {
    const auto whole = [&] { return std::vector<Match>{{0, piece.text.size()}}; };
    return match(
        step,
        [&](PrefixSpace) -> Matches {
            if (!piece.text.starts_with(' '))
                piece.text.insert(0, 1, ' ');
            return whole();
        },
        [&](const SplitAtPattern& at) -> Matches {
            const auto found = find_all(at.pattern, piece.text);
            if (!found)
                return found.error();
            return split(piece.text, *found, at.behaviour, at.inverted);
        },
        [&](const SplitAtText& at) -> Matches {
            return split(piece.text, find_text(piece.text, at.wanted), at.behaviour, at.inverted);
        },
        [&](const SplitAtCharacters& at) -> Matches {
            return split(piece.text, find_characters(piece.text, at.question), at.behaviour);
        },
        [&](const Metaspace& meta) -> Matches {
            auto text = normalise({ReplaceText{" ", meta.replacement}}, std::move(piece.text));
            if (!text)
                return text.error();
            piece.text = *std::move(text);
            const bool is_wanted = meta.scheme == Metaspace::Scheme::Always ||
                                   (meta.scheme == Metaspace::Scheme::First && piece.is_at_start);
            if (is_wanted && !piece.text.starts_with(meta.replacement))
                piece.text.insert(0, meta.replacement);
            return meta.splits ? split(piece.text, find_text(piece.text, meta.replacement),
                                       Behaviour::MergedWithNext)
                               : whole();
        },
        [&](ByteLetters) -> Matches {
            piece.text = to_byte_letters(piece.text);
            return whole();
        });
}

} // namespace

const char* const gpt2_pattern =
    R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)";

Result<std::vector<Piece>> pre_tokenise(const std::vector<PreTokenizerStep>& steps,
                                        std::vector<Piece> pieces) {
    for (const PreTokenizerStep& step : steps) {
        std::vector<Piece> next;
        for (Piece& piece : pieces) {
            if (piece.id) {
                next.push_back(std::move(piece));
                continue;
            }
            const auto parts = parts_by(step, piece);
            if (!parts)
                return parts.error();
            for (const auto& [begin, end] : *parts)
                next.push_back({piece.text.substr(begin, end - begin),
                                piece.is_at_start && begin == 0, std::nullopt});
        }
        pieces = std::move(next);
    }
    return pieces;
}

std::vector<PreTokenizerStep> bert_pre_tokenizer() {
    return {SplitAtCharacters{is_space, Behaviour::Removed},
            SplitAtCharacters{is_punctuation, Behaviour::Isolated}};
}

std::vector<PreTokenizerStep> byte_level_pre_tokenizer(bool adds_prefix_space, bool splits) {
    std::vector<PreTokenizerStep> steps;
    if (adds_prefix_space)
        steps.push_back(PrefixSpace{});
    if (splits) {
        auto pattern = compile(gpt2_pattern);
        assert(pattern && "GPT-2's expression is one");
        steps.push_back(SplitAtPattern{*std::move(pattern), Behaviour::Isolated, false});
    }
    steps.push_back(ByteLetters{});
    return steps;
}

} // namespace attn::tokenizer
