// SPDX-License-Identifier: MIT
#include "core/tokenizer/unicode.h"

#include "core/base/utf8.h"

#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>
#include <unicode/parseerr.h>
#include <unicode/regex.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/utext.h>

#include <cassert>
#include <cstdint>

namespace attn::tokenizer {
namespace {

bool has_category(char32_t code, std::uint32_t mask) {
    return (U_GET_GC_MASK(static_cast<UChar32>(code)) & mask) != 0;
}

/// The time limit of one match, in ICU's units of about a millisecond.
constexpr std::int32_t time_limit = 5'000;
/// The memory limit for backtracking, in bytes.
constexpr std::int32_t stack_limit = 256 << 20;

} // namespace

bool is_space(char32_t code) {
    return u_isUWhiteSpace(static_cast<UChar32>(code)) != 0;
}

bool is_numeric(char32_t code) {
    return has_category(code, U_GC_N_MASK);
}

bool is_punctuation(char32_t code) {
    const bool is_ascii = (code >= '!' && code <= '/') || (code >= ':' && code <= '@') ||
                          (code >= '[' && code <= '`') || (code >= '{' && code <= '~');
    return is_ascii || has_category(code, U_GC_P_MASK);
}

bool is_control(char32_t code) {
    return code != '\t' && code != '\n' && code != '\r' &&
           has_category(code, U_GC_CC_MASK | U_GC_CF_MASK | U_GC_CO_MASK);
}

bool is_accent(char32_t code) {
    return has_category(code, U_GC_MN_MASK);
}

bool is_mark(char32_t code) {
    return has_category(code, U_GC_M_MASK);
}

bool is_word(char32_t code) {
    return u_isUAlphabetic(static_cast<UChar32>(code)) != 0 ||
           has_category(code, U_GC_M_MASK | U_GC_ND_MASK | U_GC_PC_MASK) || code == 0x200C ||
           code == 0x200D;
}

bool is_chinese(char32_t code) {
    return (code >= 0x4E00 && code <= 0x9FFF) || (code >= 0x3400 && code <= 0x4DBF) ||
           (code >= 0x20000 && code <= 0x2A6DF) || (code >= 0x2A700 && code <= 0x2B73F) ||
           (code >= 0x2B740 && code <= 0x2B81F) || (code >= 0x2B920 && code <= 0x2CEAF) ||
           (code >= 0xF900 && code <= 0xFAFF) || (code >= 0x2F800 && code <= 0x2FA1F);
}

std::string without(std::string_view text, const std::function<bool(char32_t)>& is_left_out) {
    std::string kept;
    kept.reserve(text.size());
    while (!text.empty()) {
        const Character character = first_character(text);
        assert(character.valid && "the text is UTF-8");
        if (!is_left_out(character.code))
            kept += text.substr(0, character.length);
        text.remove_prefix(character.length);
    }
    return kept;
}

std::string lower_case(std::string_view text) {
    std::string lower;
    lower.reserve(text.size());
    while (!text.empty()) {
        const Character character = first_character(text);
        if (character.code == 0x130) // İ, the only letter whose lower case is two characters.
            lower += "i\xCC\x87";
        else
            append_utf8(lower,
                        static_cast<char32_t>(u_tolower(static_cast<UChar32>(character.code))));
        text.remove_prefix(character.length);
    }
    return lower;
}

std::string normalised(std::string_view text, Form form) {
    UErrorCode status = U_ZERO_ERROR;
    const icu::Normalizer2* made = nullptr;
    switch (form) {
    case Form::Nfc:
        made = icu::Normalizer2::getNFCInstance(status);
        break;
    case Form::Nfd:
        made = icu::Normalizer2::getNFDInstance(status);
        break;
    case Form::Nfkc:
        made = icu::Normalizer2::getNFKCInstance(status);
        break;
    case Form::Nfkd:
        made = icu::Normalizer2::getNFKDInstance(status);
        break;
    }
    assert(U_SUCCESS(status) && made && "ICU has its own data");
    std::string result;
    icu::StringByteSink<std::string> sink(&result);
    made->normalizeUTF8(0, icu::StringPiece(text.data(), static_cast<std::int32_t>(text.size())),
                        sink, nullptr, status);
    assert(U_SUCCESS(status) && "every text has a normal form");
    return result;
}

struct Pattern::Compiled {
    std::unique_ptr<icu::RegexPattern> pattern;
};

Result<Pattern> compile(const std::string& source) {
    UErrorCode status = U_ZERO_ERROR;
    UParseError place{};
    std::unique_ptr<icu::RegexPattern> pattern(
        icu::RegexPattern::compile(icu::UnicodeString::fromUTF8(source), 0, place, status));
    if (U_FAILURE(status) || !pattern)
        return Error{"the regular expression " + cite(source) + " cannot be read: " +
                     u_errorName(status) + " at its character " + std::to_string(place.offset)};
    return Pattern{std::make_shared<const Pattern::Compiled>(Pattern::Compiled{std::move(pattern)}),
                   source};
}

Result<std::vector<Match>> find_all(const Pattern& pattern, std::string_view text) {
    assert(pattern.compiled && "a pattern comes from compile()");
    std::vector<Match> matches;
    UErrorCode status = U_ZERO_ERROR;
    UText bytes = UTEXT_INITIALIZER;
    utext_openUTF8(&bytes, text.data(), static_cast<std::int64_t>(text.size()), &status);
    const std::unique_ptr<UText, UText* (*)(UText*)> closed_in_the_end(&bytes, utext_close);
    const std::unique_ptr<icu::RegexMatcher> matcher(pattern.compiled->pattern->matcher(status));
    if (matcher) {
        matcher->setTimeLimit(time_limit, status);
        matcher->setStackLimit(stack_limit, status);
        matcher->reset(&bytes);
        while (U_SUCCESS(status) && matcher->find(status))
            matches.push_back({static_cast<std::size_t>(matcher->start64(status)),
                               static_cast<std::size_t>(matcher->end64(status))});
    }
    if (U_FAILURE(status) || !matcher)
        return Error{"the regular expression " + cite(pattern.source) +
                     " takes too long or too much memory on this text (" + u_errorName(status) +
                     "); give a shorter text"};
    return matches;
}

} // namespace attn::tokenizer
