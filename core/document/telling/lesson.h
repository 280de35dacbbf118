// SPDX-License-Identifier: MIT
// A lesson as a value: steps of text, commands and a view. It can do only what a user can.
#pragma once

#include "core/document/commands/command.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/region.h"
#include "core/document/model/view.h"
#include "core/document/telling/step.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

// Texts of lessons: every number and word of the document in them is a placeholder that is
// evaluated.
//
//   {weights[1,4]}            the number at a place, in the format of the view
//   {weights[1,4]|percent}    as "28 %"
//   {weights[1,4]|3}          with three decimals
//   {token[1]}  {query}       a word; the query word
//   {key[1]}                  the word of a key: of the memory, if there is one
//   {words} {d_model} {d_k} {d_v} {divisor}   sizes, and what the scores are divided by
//   {row_sum weights[1]}  {column_sum weights[1]}
//   {first_sum weights[1,2]}  the sum of a row's cells up to this one
//   {shown_sum weights[1]}    the sum of the row's rounded numbers, as shown
//   {largest weights[1]}  {largest_word weights[1]}   of a row
//   {length V[1]}             a row's length as a vector; {length weighted_values[0,1]}: query, row
//   {spread scores}           the standard deviation of all cells of a matrix
//   {slope weights[0,1] by scaled[0,1]}   the derivative of the first number by the second
//   {training}                the command that trains as the lesson does; {steps} of it
//   {was …}                   any of these in the document of the lesson's step before
//   {#1}                      a whole number of at most four digits that is not a result: an
//                             ordinal, a year, the 1 that weights sum to
//   {pin scores[0,:]}         a place that the text mentions: a number, a line, a part or a matrix
//                             (region.h). The words after it mean the place, up to the next
//                             punctuation or the next pin; {pin scores[0,:]|its row} says which
//                             words they are. Pins are counted in order of appearance; the same
//                             place has the same number. No space is left after a pin.
//   **strong**  `code`  W_{Q}  K^{T}   mark-up; W_Q and d_k are W_{Q} and d_{k}, but in code
//   - an item    at the beginning of a line: of a list
//
// A text may contain no other digit: a number that looks like a result must be one.

enum class Quantity {
    Number,
    Word,
    QueryWord,
    KeyWord,
    Words,
    DModel,
    Dk,
    Dv,
    Divisor,
    RowSum,
    ColumnSum,
    FirstSum,
    ShownSum,
    Largest,
    LargestWord,
    Length,
    Spread,
    Slope,
    Training,
    Steps,
    Typed,
    Pin
};

/// A piece of a text: literal mark-up, or a quantity to be evaluated.
struct LessonPart {
    Run run; // for literal pieces
    std::optional<Quantity> quantity;
    Place place; // or the sheet with its row or column
    Place by;    // for a slope
    bool is_of_step_before = false;
    bool is_percent = false;
    std::optional<int> decimals;
    std::size_t phrase = 0; // the pin whose place the part means; 0: none
    std::string source;     // the text between the braces
};

struct LessonText {
    std::vector<LessonPart> parts;
    std::vector<Region> pinned; // the places of pins 1, 2, …
    std::string source;         // the text as it is written
    std::string fault;          // why it cannot be told, and then it has no parts; else empty
};

/// Parses a text; the error says what is wrong with which piece.
Result<LessonText> parse_lesson_text(std::string_view text);
/// Does the same for someone who is still writing: keeps a faulty text, with its fault.
LessonText written_text(std::string text);
/// Says what is wrong with a title, which has no places and no digits; empty if nothing is.
std::string title_fault(std::string_view title);

/// A training that a lesson mentions: its command and its number of steps.
struct SpokenTraining {
    std::string command;
    int steps = 0;
};

/// A document with its results and the format of its numbers.
struct Spoken {
    const Document& document;
    const Trace& trace;
    const View& view;
    const SpokenTraining* training = nullptr; // the lesson's latest; may be null
};

/// Fills in the numbers and words of a text. `before` may be null if the text does not refer to the
/// step before.
Result<Prose> evaluated(const LessonText& text, const Spoken& now, const Spoken* before);

// The questions that a lesson's step asks a class. The answer is computed from the present
// document, so that it stays right if someone changes a number; hints and the answer are shown on
// request.

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
    std::string written = {};      // the word, number or cell as it is written
    /// Why it cannot be asked, whatever the document; `where` is the key: "question.choices".
    std::optional<Error> fault = {};
};

/// Reads what is written for a Word, a Number or a Cell into the question, and says in its fault
/// what is wrong with that, or with the number of its choices.
void take_written(LessonQuestion& question, std::string written);

/// Returns the numbers that a class sees once the question is answered: a number, or a line of
/// numbers. Empty if the answer tells no number of one place.
std::optional<Region> told_by_answer(const LessonQuestion& question);

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

/// What a lesson's step shows; absent members leave the view unchanged.
struct LessonView {
    std::optional<Index> query;
    std::optional<Index> head;
    std::optional<bool> has_row_sums;
    std::optional<int> decimals;
    std::vector<Place> marked;   // highlighted cells
    std::optional<Step> step;    // shows the matrices of this step of the calculation, or
    std::vector<SheetId> figure; // these matrices, from left to right, of the shown head
    std::optional<Index> layer;  // the layer to open, and whether its second attention
    std::optional<bool> is_cross;
    bool is_query_row = false; // only the query word's rows of them
    std::string page;          // what the window shows in the canvas's place; empty: the matrices
};

/// Trains the document by its own settings, starting from numbers drawn by the seed.
struct LessonTraining {
    std::optional<std::uint32_t> seed; // empty: the settings' own
};

struct LessonStep {
    std::string title;
    LessonText text;
    LessonText notes;   // for the speaker
    std::string preset; // starts from this preset; empty: continues
    std::vector<Command> commands;
    std::optional<LessonTraining> training; // runs after the commands
    LessonView view;
    std::optional<LessonQuestion> question;
};

/// A text of a step with its key: "text", "question.hints[1]".
struct KeyedText {
    std::string key;
    const LessonText* text = nullptr;
};
/// Lists all texts of a step, in the order of its file.
std::vector<KeyedText> texts_of(const LessonStep& step);

struct Lesson {
    std::string name; // the file name without its extension
    std::string title;
    std::string group;           // lessons of a group are taught one after the other
    Index order = 0;             // the order in which lessons are taught
    std::string preset;          // the document before the commands of the first step, or
    std::optional<Document> own; // a document that the lesson carries
    std::vector<LessonStep> steps;
};

/// A lesson with the document of each of its steps.
struct OpenedLesson {
    Lesson lesson;
    std::vector<Document> documents;
    std::vector<Trace> traces;
};

/// Returns the text of step `at` of the opened lesson with its numbers. `now` and `trace` are the
/// present document, which the user may have changed; {was …} refers to the step before. The error
/// names a place that the document does not have.
Result<Prose> filled(const OpenedLesson& opened, std::size_t at, const LessonText& text,
                     const Document& now, const Trace& trace, const View& view);

/// Returns the settings by which a step trains this document.
TrainingSettings settings_of(const LessonTraining& training, const Document& document);

/// Returns the view after applying the step's settings.
View view_of(const LessonStep& step, View view);
/// Does the same where the lesson is told for itself, without a user: `before` is the view of the
/// step before, of which only the format of numbers does not last.
View own_view_of(const LessonStep& step, View before);

/// Returns the step of the calculation that step `at` shows, in the layer and attention then open;
/// empty if it shows none.
std::optional<Step> shown_step(const Lesson& lesson, std::size_t at, const Document& document);

/// The rough speed of reading and of speaking.
constexpr int words_a_minute = 130;
/// Estimates the minutes that all texts take at that rate, at least 1.
int reading_minutes(const Lesson& lesson);

/// Writes the speaker's notes of the whole lesson as Markdown, with the numbers of the lesson's own
/// documents.
Result<std::string> speaker_notes(const OpenedLesson& opened);

} // namespace attn
