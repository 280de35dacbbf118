// SPDX-License-Identifier: MIT
// A lesson as a value: steps of text, commands and a view. It can do only what a user can.
#pragma once

#include "core/document/command.h"
#include "core/document/lesson_text.h"
#include "core/document/question.h"
#include "core/document/step.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace attn {

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

struct Lesson {
    std::string name; // the file name without its extension
    std::string title;
    std::string group;  // lessons of a group are taught one after the other
    Index order = 0;    // the order in which lessons are taught
    std::string preset; // the document before the commands of the first step
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
