// SPDX-License-Identifier: MIT
#include "core/tokenizer/normalizer.h"

#include "core/base/match.h"
#include "core/base/utf8.h"
#include "core/tokenizer/byte_letters.h"
#include "core/tokenizer/split.h"

#include <utility>

namespace attn::tokenizer {
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

} // namespace attn::tokenizer
