// SPDX-License-Identifier: MIT
#include "core/tokenizer/pipeline.h"

#include "core/base/match.h"
#include "core/base/utf8.h"
#include "core/tokenizer/word_models.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <functional>
#include <optional>
#include <utility>

namespace attn::tokenizer {
namespace {

struct SplitPart {
    Match place;
    bool is_found = false;
};

/// Divides the whole text into found places and the text between them.
std::vector<SplitPart> parts_of(std::string_view text, const std::vector<Match>& matches,
                                bool inverted) {
    std::vector<SplitPart> parts;
    std::size_t end = 0;
    for (const Match& match : matches) {
        if (match.begin > end)
            parts.push_back({{end, match.begin}, inverted});
        if (match.end > match.begin)
            parts.push_back({match, !inverted});
        end = match.end;
    }
    if (end < text.size())
        parts.push_back({{end, text.size()}, inverted});
    return parts;
}

/// Joins each found place to the part before it. Of adjacent found places only the first is joined.
std::vector<Match> merged(const std::vector<SplitPart>& parts) {
    std::vector<Match> result;
    bool was_found = false;
    for (const auto& [place, is_found] : parts) {
        if (is_found && !was_found && !result.empty()) {
            result.back().begin = std::min(result.back().begin, place.begin);
            result.back().end = std::max(result.back().end, place.end);
        } else {
            result.push_back(place);
        }
        was_found = is_found;
    }
    return result;
}

} // namespace

std::vector<Match> split(std::string_view text, const std::vector<Match>& matches,
                         Behaviour behaviour, bool inverted) {
    std::vector<SplitPart> parts = parts_of(text, matches, inverted);
    std::vector<Match> result;
    switch (behaviour) {
    case Behaviour::Removed:
        for (const SplitPart& part : parts)
            if (!part.is_found)
                result.push_back(part.place);
        break;
    case Behaviour::Isolated:
        for (const SplitPart& part : parts)
            result.push_back(part.place);
        break;
    case Behaviour::Contiguous:
        for (std::size_t at = 0; at < parts.size(); ++at)
            if (at > 0 && parts[at].is_found == parts[at - 1].is_found)
                result.back().end = parts[at].place.end;
            else
                result.push_back(parts[at].place);
        break;
    case Behaviour::MergedWithPrevious:
        result = merged(parts);
        break;
    case Behaviour::MergedWithNext:
        std::reverse(parts.begin(), parts.end());
        result = merged(parts);
        std::reverse(result.begin(), result.end());
        break;
    }
    return result;
}

std::vector<Match> find_characters(std::string_view text, bool (*question)(char32_t)) {
    std::vector<Match> matches;
    for (std::size_t at = 0; at < text.size();) {
        const Character character = first_character(text.substr(at));
        if (question(character.code))
            matches.push_back({at, at + character.length});
        at += character.length;
    }
    return matches;
}

std::vector<Match> find_text(std::string_view text, std::string_view wanted) {
    std::vector<Match> matches;
    if (wanted.empty())
        return matches;
    for (std::size_t at = text.find(wanted); at != std::string_view::npos;
         at = text.find(wanted, at + wanted.size()))
        matches.push_back({at, at + wanted.size()});
    return matches;
}

namespace {

std::string cleaned(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const Character character = first_character(text);
        const bool goes =
            character.code == 0 || character.code == 0xFFFD || is_control(character.code);
        if (!goes && is_space(character.code))
            result += ' ';
        else if (!goes)
            result += text.substr(0, character.length);
        text.remove_prefix(character.length);
    }
    return result;
}

std::string with_spaces_around_chinese(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const Character character = first_character(text);
        const auto letter = text.substr(0, character.length);
        result +=
            is_chinese(character.code) ? " " + std::string(letter) + " " : std::string(letter);
        text.remove_prefix(character.length);
    }
    return result;
}

std::string stripped(std::string_view text, const Strip& strip) {
    const auto spaces = find_characters(text, is_space);
    std::size_t begin = 0, end = text.size();
    if (strip.left)
        for (const Match& space : spaces)
            if (space.begin == begin)
                begin = space.end;
    if (strip.right)
        for (auto space = spaces.rbegin(); space != spaces.rend(); ++space)
            if (space->end == end && space->begin >= begin)
                end = space->begin;
    return std::string(text.substr(begin, end - begin));
}

std::string replaced(std::string_view text, const std::vector<Match>& matches,
                     std::string_view by) {
    std::string result;
    std::size_t end = 0;
    for (const Match& match : matches) {
        result += text.substr(end, match.begin - end);
        result += by;
        end = match.end;
    }
    return result += text.substr(end);
}

Result<std::string> stepped(const NormalizerStep& step, std::string text) {
    using Text = Result<std::string>;
    return match(
        step, [&](Form form) -> Text { return normalised(text, form); },
        [&](LowerCase) -> Text { return lower_case(text); },
        [&](WithoutMarks) -> Text { return without(text, is_mark); },
        [&](WithoutAccents) -> Text { return without(normalised(text, Form::Nfd), is_accent); },
        [&](CleanText) -> Text { return cleaned(text); },
        [&](SpacesAroundChinese) -> Text { return with_spaces_around_chinese(text); },
        [&](const Strip& strip) -> Text { return stripped(text, strip); },
        [&](const Prepend& prepend) -> Text { return text.empty() ? text : prepend.text + text; },
        [&](const ReplaceText& replace) -> Text {
            return replaced(text, find_text(text, replace.wanted), replace.by);
        },
        [&](const ReplacePattern& replace) -> Text {
            const auto matches = find_all(replace.wanted, text);
            if (!matches)
                return matches.error();
            return replaced(text, *matches, replace.by);
        },
        [&](ByteLetters) -> Text { return to_byte_letters(text); });
}

} // namespace

Result<std::string> normalise(const std::vector<NormalizerStep>& steps, std::string text) {
    for (const NormalizerStep& step : steps) {
        auto next = stepped(step, std::move(text));
        if (!next)
            return next.error();
        text = *std::move(next);
        if (text.size() > max_normalised_bytes)
            return Error{"the text becomes too long when it is normalised; give a shorter text"};
    }
    return text;
}

std::vector<NormalizerStep> bert_normalizer(bool cleans, bool spaces_chinese, bool strips_accents,
                                            bool lowers) {
    std::vector<NormalizerStep> steps;
    if (cleans)
        steps.push_back(CleanText{});
    if (spaces_chinese)
        steps.push_back(SpacesAroundChinese{});
    if (strips_accents)
        steps.push_back(WithoutAccents{});
    if (lowers)
        steps.push_back(LowerCase{});
    return steps;
}

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

namespace {

void add(Finder& finder, std::string text, const AddedToken& token) {
    if (text.empty())
        return;
    auto& lengths = finder.lengths[text.front()];
    if (std::find(lengths.begin(), lengths.end(), text.size()) == lengths.end())
        lengths.insert(
            std::upper_bound(lengths.begin(), lengths.end(), text.size(), std::greater<>()),
            text.size());
    finder.tokens.insert_or_assign(std::move(text), token);
}

/// The longest token at a place; nothing if there is none.
std::optional<std::pair<std::size_t, const AddedToken*>>
longest_at(const Finder& finder, std::string_view text, std::size_t at) {
    const auto lengths = finder.lengths.find(text[at]);
    if (lengths == finder.lengths.end())
        return std::nullopt;
    for (const std::size_t length : lengths->second)
        if (length <= text.size() - at)
            if (const auto found = finder.tokens.find(text.substr(at, length));
                found != finder.tokens.end())
                return std::pair(length, &found->second);
    return std::nullopt;
}

/// The start of the character that ends before `end`.
std::size_t character_before(std::string_view text, std::size_t end) {
    do
        --end;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80);
    return end;
}

bool stands_alone(std::string_view text, std::size_t begin, std::size_t end) {
    const bool continues_left =
        begin > 0 && is_word(first_character(text.substr(character_before(text, begin))).code);
    const bool continues_right =
        end < text.size() && is_word(first_character(text.substr(end)).code);
    return !continues_left && !continues_right;
}

/// Splits one piece at the finder's tokens.
void find_in(const Finder& finder, const Piece& piece, std::vector<Piece>& pieces) {
    const std::string_view text = piece.text;
    std::size_t done = 0;
    const auto put = [&](std::size_t begin, std::size_t end, std::optional<Index> id) {
        if (begin < end)
            pieces.push_back({std::string(text.substr(begin, end - begin)),
                              piece.is_at_start && begin == 0, id});
    };
    for (std::size_t at = 0; at < text.size();) {
        const auto found = longest_at(finder, text, at);
        if (!found) {
            ++at;
            continue;
        }
        const auto& [length, token] = *found;
        std::size_t begin = at, end = at + length;
        at = end;
        if (token->is_single_word && !stands_alone(text, begin, end))
            continue;
        while (token->takes_spaces_left && begin > done) {
            const std::size_t before = character_before(text, begin);
            if (before < done || !is_space(first_character(text.substr(before)).code))
                break;
            begin = before;
        }
        while (token->takes_spaces_right && end < text.size()) {
            const Character next = first_character(text.substr(end));
            if (!is_space(next.code))
                break;
            end += next.length;
        }
        put(done, begin, std::nullopt);
        put(begin, end, token->id);
        done = end;
        at = std::max(at, end);
    }
    put(done, text.size(), std::nullopt);
}

} // namespace

Result<AddedTokens> make_added_tokens(std::vector<AddedToken> tokens, const Vocabulary& vocabulary,
                                      const std::vector<NormalizerStep>& normalizer) {
    AddedTokens added;
    Vocabulary others;
    for (AddedToken& token : tokens) {
        if (token.text.empty())
            return Error{"an added token has no text"};
        if (auto fault = add_token(others, token.text, token.id); !fault)
            return fault.error();
        const auto at = static_cast<std::size_t>(token.id);
        const auto known = id_of(vocabulary, token.text);
        if (known && *known != token.id)
            return Error{"the added token " + cite(token.text) + " has the id " +
                         std::to_string(token.id) + ", but the vocabulary gives it the id " +
                         std::to_string(*known)};
        if (!known && at < vocabulary.texts.size() && vocabulary.texts[at])
            return Error{"the added token " + cite(token.text) + " has the id " +
                         std::to_string(token.id) + ", which the vocabulary gives to " +
                         cite(*vocabulary.texts[at])};
        if (token.is_normalised) {
            auto text = normalise(normalizer, token.text);
            if (!text)
                return text.error();
            add(added.normalised, *std::move(text), token);
        } else {
            add(added.as_written, token.text, token);
        }
        added.texts.emplace(token.id, std::move(token.text));
    }
    return added;
}

Result<std::vector<Piece>> find_added(const AddedTokens& added,
                                      const std::vector<NormalizerStep>& normalizer,
                                      std::string_view text) {
    std::vector<Piece> written, pieces;
    find_in(added.as_written, {std::string(text), true, std::nullopt}, written);
    for (Piece& piece : written) {
        if (piece.id) {
            pieces.push_back(std::move(piece));
            continue;
        }
        auto normal = normalise(normalizer, std::move(piece.text));
        if (!normal)
            return normal.error();
        find_in(added.normalised, {*std::move(normal), piece.is_at_start, std::nullopt}, pieces);
    }
    return pieces;
}

namespace {

/// Shows bytes as text; bytes that are not a whole character by their names.
std::string shown_bytes(std::string_view bytes) {
    std::string text;
    while (!bytes.empty()) {
        const Character character = first_character(bytes);
        text += character.valid ? std::string(bytes.substr(0, character.length))
                                : byte_name(static_cast<unsigned char>(bytes.front()));
        bytes.remove_prefix(character.length);
    }
    return text;
}

/// The byte that a token such as "<0x0A>" names; nothing for other tokens.
std::optional<char> named_byte(std::string_view token) {
    if (token.size() != 6 || !token.starts_with("<0x"))
        return std::nullopt;
    for (unsigned byte = 0; byte < 256; ++byte)
        if (token == byte_name(static_cast<unsigned char>(byte)))
            return static_cast<char>(byte);
    return std::nullopt;
}

} // namespace

Result<std::vector<Index>> ids_of(const Pipeline& pipeline, std::string_view text) {
    auto found = find_added(pipeline.added, pipeline.normalizer, text);
    if (!found)
        return found.error();
    const auto pieces = pre_tokenise(pipeline.pre_tokenizer, *std::move(found));
    if (!pieces)
        return pieces.error();
    std::vector<Index> ids;
    for (const Piece& piece : *pieces) {
        if (piece.id) {
            ids.push_back(*piece.id);
            continue;
        }
        const auto done = std::visit(
            [&](const auto& model) {
                return append_ids(model, pipeline.vocabulary, piece.text, ids);
            },
            pipeline.model);
        if (!done)
            return done.error();
    }
    for (const Frame& frame : pipeline.frames) {
        ids.insert(ids.begin(), frame.before.begin(), frame.before.end());
        ids.insert(ids.end(), frame.after.begin(), frame.after.end());
    }
    return ids;
}

std::string readable(Spelling spelling, const std::string& token) {
    if (spelling == Spelling::ByteLetters) {
        const auto bytes = from_byte_letters(token);
        return bytes ? shown_bytes(*bytes) : token;
    }
    if (spelling == Spelling::Metaspace) {
        if (const auto byte = named_byte(token))
            return shown_bytes(std::string(1, *byte));
        std::string text;
        std::size_t end = 0;
        for (const Match& mark : find_text(token, "▁")) {
            text += token.substr(end, mark.begin - end) + ' ';
            end = mark.end;
        }
        return text + token.substr(end);
    }
    return token;
}

bool has_token(const Pipeline& pipeline, Index id) {
    const auto& texts = pipeline.vocabulary.texts;
    const auto at = static_cast<std::size_t>(id);
    return pipeline.added.texts.contains(id) || (at < texts.size() && texts[at]);
}

std::string text_of(const Pipeline& pipeline, Index id) {
    const auto& added = pipeline.added.texts;
    if (const auto found = added.find(id); found != added.end())
        return found->second;
    const auto& texts = pipeline.vocabulary.texts;
    const auto at = static_cast<std::size_t>(id);
    return at < texts.size() && texts[at] ? readable(pipeline.spelling, *texts[at])
                                          : std::to_string(id);
}

Index count_tokens(const Pipeline& pipeline) {
    const auto& added = pipeline.added.texts;
    return static_cast<Index>(pipeline.vocabulary.ids.size()) +
           std::count_if(added.begin(), added.end(), [&](const auto& token) {
               return !id_of(pipeline.vocabulary, token.second);
           });
}

std::string model_name(const Pipeline& pipeline) {
    return match(
        pipeline.model,
        [&](const Bpe&) -> std::string {
            return pipeline.spelling == Spelling::ByteLetters ? "byte-level BPE" : "BPE";
        },
        [](const WordPiece&) -> std::string { return "WordPiece"; },
        [](const WordLevel&) -> std::string { return "WordLevel"; },
        [](const Unigram&) -> std::string { return "Unigram"; },
        [](const SentencePiece&) -> std::string { return "SentencePiece"; });
}

} // namespace attn::tokenizer
