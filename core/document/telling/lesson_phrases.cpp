// SPDX-License-Identifier: MIT
#include "core/document/telling/lesson_phrases.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace attn {
namespace {

constexpr std::array<std::string_view, 11> phrase_ends = {",", ".", ";",  ":", "?", "!",
                                                          "(", ")", "\n", "—", "–"};
constexpr std::array<std::string_view, 9> joining_signs = {" ", "+", "=", "·", "×",
                                                           "−", "/", "@", "÷"};
constexpr std::array<std::string_view, 10> joining_words = {
    "and", "or", "is", "has", "becomes", "between", "to", "with", "by", "times"};

template <class List>
std::size_t length_at(const List& list, std::string_view text) {
    for (const std::string_view one : list)
        if (text.starts_with(one))
            return one.size();
    return 0;
}

/// The number of letters at the start that only join the phrase to what is before it.
std::size_t joining_start(std::string_view text) {
    std::size_t at = 0;
    while (const std::size_t length = length_at(joining_signs, text.substr(at)))
        at += length;
    for (const std::string_view word : {"and ", "or "})
        if (text.substr(at).starts_with(word))
            at += word.size();
    return at;
}

/// The length of the text without what only joins it to the next phrase.
std::size_t joining_end(std::string_view text) {
    const std::size_t whole = text.size();
    while (true) {
        const std::size_t before = text.size();
        for (const std::string_view sign : joining_signs)
            if (text.ends_with(sign))
                text.remove_suffix(sign.size());
        // A word counts only if a blank or another part is on both sides.
        if (text.size() < whole)
            for (const std::string_view word : joining_words)
                if (text.ends_with(word) &&
                    (text.size() == word.size() || text[text.size() - word.size() - 1] == ' '))
                    text.remove_suffix(word.size());
        if (text.size() == before)
            return before;
    }
}

class Marking {
public:
    explicit Marking(std::vector<LessonPart>& parts) : given_(std::move(parts)) {}

    std::vector<LessonPart> made() && {
        for (LessonPart& part : given_) {
            if (part.quantity == Quantity::Pin) {
                begin(std::move(part));
            } else if (part.phrase > 0) {
                end();
                made_.push_back(std::move(part));
            } else if (phrase_ == 0) {
                made_.push_back(std::move(part));
            } else if (part.quantity) {
                has_begun_ = true;
                put(std::move(part), phrase_);
            } else {
                divide(part);
            }
        }
        end();
        return std::move(made_);
    }

private:
    void put(LessonPart part, std::size_t phrase) {
        part.phrase = phrase;
        made_.push_back(std::move(part));
    }
    /// Puts a piece of a literal part, if it has letters.
    void put(const LessonPart& part, std::string_view piece, std::size_t phrase) {
        if (piece.empty())
            return;
        LessonPart cut = part;
        cut.run.text = piece;
        put(std::move(cut), phrase);
    }

    void begin(LessonPart pin) {
        leave_out_after_and();
        end();
        phrase_ = static_cast<std::size_t>(std::stoul(pin.run.text));
        has_begun_ = is_bracket_ = false;
        made_.push_back(std::move(pin));
        first_ = made_.size();
    }

    /// Between two pins, "and" ends the first phrase as a comma does.
    void leave_out_after_and() {
        if (phrase_ == 0 || is_bracket_)
            return;
        for (std::size_t at = made_.size(); at-- > first_;) {
            const std::string& text = made_[at].run.text;
            const std::size_t found = made_[at].quantity ? std::string::npos : text.rfind(" and ");
            if (found == std::string::npos)
                continue;
            if (at == first_ && found == 0)
                return; // The phrase would be empty.
            const LessonPart whole = made_[at];
            std::vector<LessonPart> rest(made_.begin() + static_cast<std::ptrdiff_t>(at) + 1,
                                         made_.end());
            made_.resize(at);
            put(whole, std::string_view(whole.run.text).substr(0, found), phrase_);
            put(whole, std::string_view(whole.run.text).substr(found), 0);
            for (LessonPart& part : rest)
                put(std::move(part), 0);
            phrase_ = 0;
            return;
        }
    }

    /// Ends the phrase; what only joins it to the next one is left out.
    void end() {
        if (phrase_ > 0 && made_.size() > first_ && !made_.back().quantity) {
            const LessonPart last = made_.back();
            const std::string_view text = last.run.text;
            const std::size_t length = joining_end(text);
            made_.pop_back();
            put(last, text.substr(0, length), phrase_);
            put(last, text.substr(length), 0);
        }
        phrase_ = 0;
    }

    void divide(const LessonPart& part) {
        std::string_view text = part.run.text;
        if (!has_begun_) {
            const std::size_t from = joining_start(text);
            put(part, text.substr(0, from), 0);
            first_ = made_.size();
            text.remove_prefix(from);
            if (text.empty())
                return;
            has_begun_ = true;
            is_bracket_ = text.starts_with("(");
        }
        const std::size_t till = is_bracket_ ? text.find(')') : find_end(text);
        if (till == std::string_view::npos)
            return put(part, text, phrase_);
        const std::size_t length = till + (is_bracket_ ? 1 : 0);
        put(part, text.substr(0, length), phrase_);
        if (!is_bracket_)
            end();
        phrase_ = 0;
        put(part, text.substr(length), 0);
    }
    static std::size_t find_end(std::string_view text) {
        for (std::size_t at = 0; at < text.size(); ++at)
            if (length_at(phrase_ends, text.substr(at)) > 0)
                return at;
        return std::string_view::npos;
    }

    std::vector<LessonPart> given_, made_;
    std::size_t phrase_ = 0; // 0: none is open
    std::size_t first_ = 0;  // of the phrase's parts among those made
    bool has_begun_ = false, is_bracket_ = false;
};

constexpr std::array<std::string_view, 23> signs_of_sums = {"+", "−", "·", "×", "/", "=", "≈", "(",
                                                            ")", ".", "√", " ", "…", "0", "1", "2",
                                                            "3", "4", "5", "6", "7", "8", "9"};

bool is_of_signs(std::string_view text) {
    while (const std::size_t length = length_at(signs_of_sums, text))
        text.remove_prefix(length);
    return text.empty();
}

} // namespace

void mark_phrases(std::vector<LessonPart>& parts) {
    parts = Marking(parts).made();
}

std::string phrase_text(const Prose& prose, std::size_t phrase) {
    Prose own;
    for (const Run& run : prose) {
        if (run.phrase == phrase)
            own.push_back(run);
        else if (!own.empty() && run.tone != Tone::Pin)
            break;
    }
    return to_text(own);
}

std::vector<Prose> lines_of(const Prose& prose) {
    std::vector<Prose> lines(1);
    for (const Run& run : prose) {
        std::string_view text = run.text;
        for (std::size_t end = 0; end != std::string_view::npos;) {
            end = text.find('\n');
            if (const std::string_view line = text.substr(0, end); !line.empty())
                lines.back().push_back({std::string(line), run.tone, run.phrase});
            if (end == std::string_view::npos)
                break;
            lines.emplace_back();
            text.remove_prefix(end + 1);
        }
    }
    return lines;
}

bool is_sum(const Prose& line) {
    int numbers = 0;
    bool has_result = false;
    for (const Run& run : line) {
        numbers += run.tone == Tone::Number ? 1 : 0;
        has_result = has_result || run.text.find('=') != std::string::npos;
        if (run.tone != Tone::Number && run.tone != Tone::Pin && !is_of_signs(run.text))
            return false;
    }
    return numbers > 1 && has_result;
}

} // namespace attn
