// SPDX-License-Identifier: MIT
// The questions that a lesson's step asks a class. The answer is computed from the present
// document, so that it stays right if someone changes a number; hints and the answer are shown on
// request.
#pragma once

#include "core/document/lesson_text.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace attn {

struct OpenedLesson;

struct LessonQuestion {
    /// One of several answers; a word of a line; a number; a cell to click.
    enum class Kind { Choice, Word, Number, Cell };
    Kind kind = Kind::Choice;
    LessonText ask;
    std::vector<LessonText> choices; // for Choice
    LessonText answer;               // for Choice: the text of the right one
    Region line;                     // for Word: the row or column whose names are the choices;
    bool is_smallest = false;        // right is its largest number, or its smallest
    Place place;                   // for Number: the one asked for; for Cell: the number made of it
    std::optional<Real> within;    // the tolerance for a number; empty: it must read the same
    std::vector<LessonText> hints; // none for a Number: its derivation gives them step by step
};

/// Choices are numbered with the digits 1 to 9.
constexpr std::size_t max_choices = 9;

/// Reads "largest weights[1,:]" or "smallest V[:,0]" into `line` and `is_smallest`.
Result<> parse_word_question(std::string_view text, LessonQuestion& question);

struct Choice {
    std::string text;
    bool is_right = false;

    friend bool operator==(const Choice&, const Choice&) = default;
};

/// A question about a given document. Covered numbers stay covered in it, except in the answer.
struct Asked {
    Prose ask;
    std::vector<Choice> choices; // empty for a Number or a Cell
    std::vector<Prose> hints;
    Prose answer; // "It is **cat**."
};

/// Prepares the question of the lesson's step `at`, which must have one. `now`, `trace` and `view`
/// as in filled(). The error names what the document lacks, or says that no choice is right.
Result<Asked> asked(const OpenedLesson& opened, std::size_t at, const Document& now,
                    const Trace& trace, const View& view);

/// The response to an answer.
struct Verdict {
    bool is_right = false;
    Prose text;
};
Verdict verdict(const Choice& choice);
/// Judges a typed number.
Verdict verdict(const LessonQuestion& question, Real typed, const Document& now, const Trace& trace,
                const View& view);
/// Judges a clicked cell.
Verdict verdict(const LessonQuestion& question, const Place& clicked, const Document& now,
                const Trace& trace);

/// The user's progress with a question.
struct Answering {
    std::size_t hints = 0;    // number shown
    Prose said;               // the response to the last answer
    bool is_answered = false; // the answer has been shown

    void take(Verdict verdict);
    void show_hint();
    void show_answer();
};

/// Returns the text to show now: the verdict on the last answer, else the answer, else what the
/// clicked cell is, else the last hint; empty at first.
Prose said(const Answering& so_far, const LessonQuestion& question, const Asked& asked,
           const std::optional<Place>& clicked, const Document& now, const Trace& trace);

} // namespace attn
