// SPDX-License-Identifier: MIT
#include "core/figure/base/text.h"

#include "core/base/grapheme.h"
#include "core/base/utf8.h"
#include "core/figure/base/figure.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <utility>
#include <vector>

namespace attn::figure {
namespace {

constexpr float script_size = 0.72F;
constexpr float lowered_by = 0.22F; // relative to the size of the line
constexpr float raised_by = 0.34F;

void append(std::vector<Span>& spans, std::string& text, int level) {
    if (!text.empty())
        spans.push_back({std::move(text), level});
    text.clear();
}

bool is_plain(std::string_view rich) {
    return rich.find_first_of("_^\\") == std::string_view::npos;
}

} // namespace

std::vector<Span> spans(std::string_view rich) {
    std::vector<Span> list;
    std::string text;
    int level = 0;
    for (std::size_t at = 0; at < rich.size(); ++at) {
        const char c = rich[at];
        if (c == '\\' && at + 1 < rich.size()) {
            text += rich[++at];
        } else if (level == 0 && (c == '_' || c == '^') && at + 1 < rich.size() &&
                   rich[at + 1] == '{') {
            append(list, text, level);
            level = c == '_' ? -1 : 1;
            ++at;
        } else if (level != 0 && c == '}') {
            append(list, text, level);
            level = 0;
        } else {
            text += c;
        }
    }
    append(list, text, level);
    return list;
}

std::string escape(std::string_view plain) {
    if (is_plain(plain))
        return std::string(plain);
    std::string rich;
    for (const char c : plain) {
        if (c == '_' || c == '^' || c == '\\')
            rich += '\\';
        rich += c;
    }
    return rich;
}

std::string plain_text(std::string_view rich) {
    std::string text;
    for (const Span& span : spans(rich))
        text += span.text;
    return text;
}

PlacedText place_text(std::string_view rich, Font font, float size, const Measure& measure) {
    PlacedText placed;
    for (Span& span : spans(rich)) {
        const float own = span.level == 0 ? size : size * script_size;
        const float drop = span.level < 0   ? size * lowered_by
                           : span.level > 0 ? -size * raised_by
                                            : 0;
        const float width = measure(span.text, font, own);
        placed.spans.push_back({std::move(span.text), placed.width, drop, own});
        placed.width += width;
    }
    return placed;
}

float rich_width(std::string_view rich, Font font, float size, const Measure& measure) {
    return is_plain(rich) ? measure(rich, font, size) : place_text(rich, font, size, measure).width;
}

namespace {

constexpr std::string_view ellipsis = "…";
constexpr std::size_t longest = 64;             // characters; more cannot be read as one label
constexpr std::size_t most_codes = 4 * longest; // letters and marks, if many marks are combined

bool is_hidden(char32_t code) {
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0xAD ||
           (code >= 0x200B && code <= 0x200F) || (code >= 0x2028 && code <= 0x202E) ||
           (code >= 0x2060 && code <= 0x206F) || code == 0xFEFF || code == 0x061C ||
           (code & 0xFFFE) == 0xFFFE || // not characters; Cairo refuses them
           (code >= 0xE0000 && code <= 0xE0FFF);
}

/// Letters and signs that join, and emoji: U+200C and U+200D between them control how.
bool can_be_joined(char32_t code) {
    struct Range {
        char32_t first, last;
    };
    constexpr Range ranges[] = {{0x0600, 0x08FF}, // Arabic, Syriac, N'Ko
                                {0x0900, 0x0DFF}, // the scripts of India
                                {0x0F00, 0x109F}, // Tibetan, Burmese
                                {0x1780, 0x18AF}, // Khmer, Mongolian
                                {0x20E3, 0x20E3},   {0x2190, 0x21FF},
                                {0x2600, 0x27BF},   {0x2B00, 0x2BFF},
                                {0xA8E0, 0xA8FF},   {0xFB50, 0xFDFF},
                                {0xFE0F, 0xFE0F},   {0xFE70, 0xFEFE},
                                {0x11000, 0x11FFF}, // more scripts of India
                                {0x1F000, 0x1FAFF}};
    return std::any_of(std::begin(ranges), std::end(ranges), [code](const Range& range) {
        return range.first <= code && code <= range.last;
    });
}

/// Whether it is a joiner that has an effect.
bool joins(char32_t before, char32_t code, std::string_view after) {
    if ((code != 0x200C && code != 0x200D) || !can_be_joined(before) || after.empty())
        return false;
    const Character next = first_character(after);
    return next.valid && can_be_joined(next.code);
}

std::string code_name(char32_t code) {
    std::array<char, 8> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(),
                                   static_cast<std::uint32_t>(code), 16)
                         .ptr;
    std::string hex(digits.data(), end);
    for (char& c : hex)
        if (c >= 'a')
            c = static_cast<char>(c - 'a' + 'A');
    return "‹U+" + std::string(hex.size() < 4 ? 4 - hex.size() : 0, '0') + hex + "›";
}

} // namespace

std::string visible_word(std::string_view word) {
    if (word.empty())
        return "∅";
    std::string text;
    std::size_t shown = 0, left_of_grapheme = 0;
    bool follows_blank = true;
    char32_t before = 0;
    while (!word.empty()) {
        // Letters keep their marks.
        if (left_of_grapheme == 0) {
            if (shown >= longest)
                return text + std::string(ellipsis);
            left_of_grapheme = first_grapheme(word);
        }
        if (shown++ == most_codes)
            return text + std::string(ellipsis);
        const Character c = first_character(word);
        left_of_grapheme -= std::min(left_of_grapheme, c.length);
        const std::string_view bytes = word.substr(0, c.length);
        word.remove_prefix(c.length);
        const bool is_blank = c.valid && c.code == U' ';
        if (!c.valid)
            text += "\uFFFD";
        else if (is_blank && (follows_blank || word.empty() || word.front() == ' '))
            text += "␣";
        else if (c.code == U'\n' || c.code == U'\r')
            text += "↵";
        else if (c.code == U'\t')
            text += "⇥";
        else if (is_hidden(c.code) && !joins(before, c.code, word))
            text += code_name(c.code);
        else
            text += bytes;
        follows_blank = is_blank;
        before = c.valid ? c.code : 0;
    }
    return text;
}

std::shared_ptr<const std::vector<std::string>>
visible_words(const std::vector<std::string>& words) {
    std::vector<std::string> list;
    for (const std::string& one : words)
        list.push_back(visible_word(one));
    return std::make_shared<const std::vector<std::string>>(std::move(list));
}

float index_width(Index count, Font font, float size, const Measure& measure) {
    const std::size_t digits = std::to_string(std::max<Index>(1, count) - 1).size();
    float widest = 0;
    for (char digit = '0'; digit <= '9'; ++digit)
        widest = std::max(widest, measure(std::string(digits, digit), font, size));
    return widest;
}

std::string shortened(std::string_view plain, float width, Font font, float size,
                      const Measure& measure) {
    const float whole = measure(plain, font, size);
    if (fits_in(whole, width))
        return std::string(plain);
    // The end of each grapheme; widths grow with them.
    std::vector<std::size_t> ends{0};
    for (std::string_view rest = plain; !rest.empty();) {
        const std::size_t length = first_grapheme(rest);
        rest.remove_prefix(length);
        ends.push_back(ends.back() + length);
    }
    const auto cut = [&](std::size_t count) {
        return std::string(plain.substr(0, ends[count])) + std::string(ellipsis);
    };
    // The last that fits is near where it would be if all had one width, so few are measured.
    std::size_t fits = 0, beyond = ends.size() - 1, step = 1;
    const float share = (width - measure(ellipsis, font, size)) / whole;
    auto guess =
        static_cast<std::size_t>(std::clamp(share, 0.0F, 1.0F) * static_cast<float>(beyond));
    while (fits + 1 < beyond) {
        guess = std::clamp(guess, fits + 1, beyond - 1);
        if (fits_in(measure(cut(guess), font, size), width)) {
            fits = guess;
            guess += step;
        } else {
            beyond = guess;
            guess -= std::min(guess, step);
        }
        step *= 2;
    }
    return cut(fits);
}

std::string shortened_name(std::string_view plain, const std::vector<std::string>& names,
                           float width, Font font, float size, const Measure& measure) {
    std::string cut = shortened(plain, width, font, size, measure);
    if (cut == plain)
        return cut;
    const std::string_view begin = std::string_view(cut).substr(0, cut.size() - ellipsis.size());
    const bool is_alone = std::none_of(names.begin(), names.end(), [&](const std::string& other) {
        return other != plain && other.starts_with(begin);
    });
    if (is_alone)
        return cut;
    std::vector<std::size_t> ends{0};
    for (std::string_view rest = plain; !rest.empty();) {
        const std::size_t length = first_grapheme(rest);
        rest.remove_prefix(length);
        ends.push_back(ends.back() + length);
    }
    // Begins with as many letters as it ends with, or one more.
    for (std::size_t kept = ends.size() - 2; kept >= 2; --kept) {
        const std::size_t head = (kept + 1) / 2, tail = ends.size() - 1 - kept / 2;
        std::string middle = std::string(plain.substr(0, ends[head])) + std::string(ellipsis) +
                             std::string(plain.substr(ends[tail]));
        if (fits_in(measure(middle, font, size), width))
            return middle;
    }
    return cut;
}

std::size_t piece_end(std::string_view plain, std::size_t from) {
    constexpr std::string_view times = "\u00D7", unit = "mm";
    for (std::size_t at = from;;) {
        const std::size_t end = std::min(plain.find(' ', at), plain.size());
        const std::string_view piece = plain.substr(from, end - from);
        const std::string_view rest = plain.substr(std::min(end + 1, plain.size()));
        const bool is_number = !piece.empty() && piece.back() >= '0' && piece.back() <= '9';
        const bool goes_on = piece.ends_with(times) ||
                             (is_number && (rest.starts_with(times) || rest.starts_with(unit)));
        if (end == plain.size() || !goes_on)
            return end;
        at = end + 1;
    }
}

float approximate_width(std::string_view text, Font font, float size) {
    // Widths relative to the em square: a fixed pitch, or three classes of letters that approximate
    // Inter.
    float ems = 0;
    for (const char c : text) {
        if ((static_cast<unsigned char>(c) & 0xC0) == 0x80)
            continue; // continues a character already counted
        if (font == Font::Mono)
            ems += 0.6F;
        else if (std::string_view("ijl|.,:;'!()[]{} ").find(c) != std::string_view::npos)
            ems += 0.32F;
        else if ((c >= 'A' && c <= 'Z') || c == 'm' || c == 'w')
            ems += 0.74F;
        else
            ems += 0.6F;
    }
    return ems * size * (font == Font::Bold ? 1.06F : 1);
}

std::optional<WidthsName> widths_name(const Measure& measure) {
    if (const auto* const named = measure.target<NamedMeasure>())
        return named->name;
    using Function = float (*)(std::string_view, Font, float);
    const auto* const function = measure.target<Function>();
    return function && *function == &approximate_width ? std::optional(WidthsName{}) : std::nullopt;
}

} // namespace attn::figure
