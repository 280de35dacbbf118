// SPDX-License-Identifier: MIT
// The calculation explained step by step, for one query word first and then for all at once.
#pragma once

#include "core/document/model/evaluate.h"
#include "core/document/model/view.h"
#include "core/engine/graph/graph.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

// A sentence with live numbers and words, before its layout is known.

/// The kind of a piece of a sentence. Text and Strong carry the figures' mark-up ("W_{Q}"); words,
/// numbers and code appear exactly as they are. A pin is the number of a place shown next to the
/// sentence; a sentence without such a picture leaves it out. A line that begins with "- " is an
/// item of a list.
enum class Tone { Text, Strong, Word, QueryWord, Number, Pin, Code };

struct Run {
    std::string text;
    Tone tone = Tone::Text;
    std::size_t phrase = 0; // the number of the pin whose place these words mean; 0: none

    friend bool operator==(const Run&, const Run&) = default;
};

using Prose = std::vector<Run>;

/// Joins names: "X, W_Q and W_K".
std::string in_a_sentence(const std::vector<std::string>& names);

/// Returns the sentence as plain text; "W_{Q}" becomes "W_Q" and "K^{T}" becomes "K^T".
std::string to_text(const Prose& prose);
/// Returns the sentence as Markdown: strong pieces and words in bold, code as code. Escapes what
/// Markdown or HTML would read as mark-up in its texts; items of lists stay items.
std::string to_markdown(const Prose& prose);
/// The same for plain text without the figures' mark-up.
std::string plain_as_markdown(std::string_view plain);

/// The steps of scaled dot-product attention in the order of eq. 1 of Vaswani et al. 2017, then
/// steps that only documents with some option have; the document decides where those come. The last
/// six explain how ratings become concepts; they are about all people at once.
enum class StepKind {
    Embed,
    Project,
    Score,
    Scale,
    Mask,
    Softmax,
    Mix,
    Join,     // joins heads
    Position, // added to X
    QkNorm,   // norms queries and keys
    Turn,     // turns queries and keys by their positions
    Bias,     // adds the bias of a distance
    Limit,    // limits scores softly
    Norm,
    Add, // adds attention's result to X
    SecondNorm,
    Mlp,
    SecondAdd, // adds the MLP's result
    Predict,   // the next word
    Loss,
    Rate,
    Decompose,
    Keep,
    Rebuild,
    Map,
    Compare
};

/// One step for the query word alone, or for all words in one multiplication.
struct Step {
    StepKind kind = StepKind::Embed;
    bool is_for_all = false;
    Index part = 0; // the part, for a document of several attentions; see OpenPart

    friend bool operator==(const Step&, const Step&) = default;
};

/// Returns the view with the step's part open, and the step as that part has it.
View opened(const Document& document, View view, const Step& step);
Step in_its_part(const Step& step);

/// Returns the step's number in the document, which must have it. Steps are counted in order, for
/// the query word and then for all, part by part; a step that would change nothing keeps its
/// number. Plain attention has 1 to 7 and 8 to 14, concepts 1 to 6.
int number(const Document& document, const Step& step);
/// Returns the step with this number, or the last one if there are fewer.
Step step_of(const Document& document, int number);
/// Lists every step of a document without parts, or of a single part, in the order their stages are
/// computed.
std::vector<StepKind> kinds_of(const Document& document);
/// Returns the stages that the step computes, in order, as far as the document has them.
std::vector<Stage> made_by(const Document& document, StepKind kind);
/// Returns what the document computes the stage from, for head 0 first.
std::vector<SheetId> read_by(const Document& document, Stage stage);
/// Does the same for callers that ask for several stages: `stages` is graph(document, 2).
std::vector<SheetId> read_by(const Graph& stages, Stage stage);
/// Whether the step is also explained for the query word alone; else only for all at once.
bool has_query(StepKind kind);
std::optional<StepKind> step_named(std::string_view word);
/// Returns "Softmax", and "softmax" as lessons name it.
std::string_view name(StepKind kind);
std::string_view word(StepKind kind);
/// Lists every word that names a step: "embed, project, score, …".
std::string step_words();

/// Says why the step would change nothing under the document's switches; empty if it is shown.
std::string skip_reason(const Document& document, StepKind kind);
/// Whether the document has what the step explains. A lesson may name a step that its document
/// lacks after an edit.
bool has_step(const Document& document, StepKind kind);
/// Lists the shown steps in order; never empty. A later part has no embedding step: it reads the
/// results of the part before.
std::vector<Step> steps(const Document& document);
/// A shown step with its number and what skipped_before() says about it.
struct NumberedStep {
    int number = 1;
    Step step;
    std::string skipped = {};
};
std::vector<NumberedStep> numbered_steps(const Document& document);
/// Says in one sentence which steps directly before this one, in its part, are left out and why;
/// empty if none is.
std::string skipped_before(const Document& document, const Step& step);

/// Says what the step does: "Softmax turns each row of scores into weights that sum to 1".
Prose title(const Document& document, const Trace& trace, const View& view, const Step& step);
/// Returns its formula under the document's switches, with the figures' mark-up; empty if the
/// document has no such step.
std::string formula(const Document& document, const Step& step);
/// Writes a loss with four digits, however small; "0" only if it is 0.
std::string loss_text(Real loss);

/// Returns one sentence about the query word with live numbers: "cat listens most to mouse (28 %)
/// and chased (23 %)."
Prose sentence(const Document& document, const Trace& trace, const View& view, const Step& step);

/// Return the title and the sentence of a step that only documents with some option have. For the
/// query word the title continues after the word. title() and sentence() call them, and the two for
/// concepts below.
std::string option_title(const Document& document, const Step& step);
Prose option_sentence(const Document& document, const Trace& trace, const View& view,
                      StepKind kind);
std::string concept_title(const Document& document, StepKind kind);
Prose concept_sentence(const Document& document, const Trace& trace, const View& view,
                       StepKind kind);

/// Writes a weight as a percentage: "28 %", "4.5 %".
std::string percent(Real weight);
/// Writes the number for readers: U+2212 for minus, "∞" and "NaN".
std::string spoken(Real value, const NumberFormat& format);
/// Replaces "-" in a number's text, "-1.2e-07", by U+2212 for display; typed, copied and saved
/// numbers keep "-".
std::string with_minus(std::string number);

} // namespace attn
