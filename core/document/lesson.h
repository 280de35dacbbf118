// SPDX-License-Identifier: MIT
// A lesson as a value: steps of text, commands and a view. It can do nothing that a user cannot.
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

/// What a lesson's step shows; what is absent stays as it is.
struct LessonView {
    std::optional<Index> query;
    std::optional<Index> head;
    std::optional<bool> has_row_sums;
    std::optional<int> decimals;
    std::vector<Place> marked;   // cells that light up
    std::optional<Step> step;    // the matrices of this step of the calculation, or
    std::vector<SheetId> figure; // these matrices, from left to right, of the head that is shown
    std::optional<Index> layer;  // that is open, and its second attention
    std::optional<bool> is_cross;
    bool is_query_row = false; // only their rows of the query word
};

/// The document learns as its own settings say, and begins with the numbers of the seed.
struct LessonTraining {
    std::optional<std::uint32_t> seed; // none: that of the settings
};

struct LessonStep {
    std::string title;
    LessonText text;
    LessonText notes;   // for the speaker
    std::string preset; // starts from this preset; empty: goes on
    std::vector<Command> commands;
    std::optional<LessonTraining> training; // after the commands
    LessonView view;
    std::optional<LessonQuestion> question;
};

struct Lesson {
    std::string name; // of the file without its ending
    std::string title;
    std::string group;  // lessons of a group are taught one after the other
    Index order = 0;    // in which lessons are taught
    std::string preset; // the document of the first step before its commands
    std::vector<LessonStep> steps;
};

/// A lesson with the document of each of its steps.
struct OpenedLesson {
    Lesson lesson;
    std::vector<Document> documents;
    std::vector<Trace> traces;
};

/// What the text says in step `at` of the opened lesson. `now` and `trace` are the document as it
/// is, which may have been changed since; {was …} speaks of the step before. The error names the
/// place that the document does not have.
Result<Prose> filled(const OpenedLesson& opened, std::size_t at, const LessonText& text,
                     const Document& now, const Trace& trace, const View& view);

/// How a step trains this document.
TrainingSettings settings_of(const LessonTraining& training, const Document& document);

/// The view with what the step sets.
View view_of(const LessonStep& step, View view);

/// The step of the calculation that step `at` shows, in the layer and the attention that are open
/// then; nothing if it shows none.
std::optional<Step> shown_step(const Lesson& lesson, std::size_t at, const Document& document);

/// Reading and speaking aloud are about this fast.
constexpr int words_a_minute = 130;
/// How many minutes the texts of all steps take at that rate, at least 1.
int reading_minutes(const Lesson& lesson);

/// The speaker's notes of the whole lesson as Markdown, with the numbers of its own documents.
Result<std::string> speaker_notes(const OpenedLesson& opened);

} // namespace attn
