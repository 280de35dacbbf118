// SPDX-License-Identifier: MIT
// What a step of a lesson asks a class. The answer is computed from the document as it is, so that
// it stays right when somebody changes a number; hints and the answer come when they are asked for.
#pragma once

#include "core/document/lesson_text.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace attn {

struct OpenedLesson;

struct LessonQuestion {
    /// One of several answers; one of the words of a line; a number; a cell that is to be clicked.
    enum class Kind { Choice, Word, Number, Cell };
    Kind kind = Kind::Choice;
    LessonText ask;
    std::vector<LessonText> choices; // of Choice
    LessonText answer;               // of Choice: what the right one says
    Region line;                     // of Word: the row or column whose names are chosen among,
    bool is_smallest = false;        // by its largest number or its smallest
    Place place;                     // of Number: the one asked for; of Cell: what is made of it
    std::optional<Real> within;      // how far off a number may be; none: it must read the same
    std::vector<LessonText> hints;   // none for a Number: its derivation, step by step
};

/// Choices have the digits 1 to 9.
constexpr std::size_t max_choices = 9;

/// "largest weights[1,:]" or "smallest V[:,0]": writes `line` and `is_smallest`.
Result<> parse_word_question(std::string_view text, LessonQuestion& question);

struct Choice {
    std::string text;
    bool is_right = false;

    friend bool operator==(const Choice&, const Choice&) = default;
};

/// A question as it is asked of a document. Covered numbers stay covered in it, but for the answer.
struct Asked {
    Prose ask;
    std::vector<Choice> choices; // none of a Number or a Cell
    std::vector<Prose> hints;
    Prose answer; // "It is **cat**."
};

/// The question of the lesson's step `at`, which has one. `now`, `trace` and `view` as in filled().
/// The error names what the document does not have, or says that no choice is right.
Result<Asked> asked(const OpenedLesson& opened, std::size_t at, const Document& now,
                    const Trace& trace, const View& view);

/// What is said of an answer.
struct Verdict {
    bool is_right = false;
    Prose text;
};
Verdict verdict(const Choice& choice);
/// Of a number that was typed.
Verdict verdict(const LessonQuestion& question, Real typed, const Document& now, const Trace& trace,
                const View& view);
/// Of a cell that was clicked.
Verdict verdict(const LessonQuestion& question, const Place& clicked, const Document& now,
                const Trace& trace);

/// How far somebody has come with a question.
struct Answering {
    std::size_t hints = 0;    // that were shown
    Prose said;               // of the last answer
    bool is_answered = false; // the answer is shown

    void take(Verdict verdict);
    void show_hint();
    void show_answer();
};

/// What is said now: the verdict on the last answer, else the answer, else what the clicked cell
/// is, else the last hint; empty at first.
Prose said(const Answering& so_far, const LessonQuestion& question, const Asked& asked,
           const std::optional<Place>& clicked, const Document& now, const Trace& trace);

} // namespace attn
