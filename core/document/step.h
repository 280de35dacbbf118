// SPDX-License-Identifier: MIT
// The calculation told step by step, for one query word first and then for all at once.
#pragma once

#include "core/document/evaluate.h"
#include "core/document/prose.h"
#include "core/document/view.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace attn {

/// The steps of scaled dot-product attention in the order of eq. 1 of Vaswani et al. 2017, then
/// those that only documents with some option have, in no order: where they come, the document
/// says. The last six tell how ratings become concepts; they speak of everybody at once.
enum class StepKind {
    Embed,
    Project,
    Score,
    Scale,
    Mask,
    Softmax,
    Mix,
    Join,     // of heads that are joined
    Position, // that is added to X
    QkNorm,   // of queries and keys
    Turn,     // of queries and keys by their position
    Bias,     // of a distance
    Limit,    // of scores, the soft one
    Norm,
    Add, // what attention found
    SecondNorm,
    Mlp,
    SecondAdd, // what the MLP made
    Predict,   // the next word
    Loss,
    Rate,
    Decompose,
    Keep,
    Rebuild,
    Map,
    Compare
};

/// One step for the query word alone, or for every word in one multiplication.
struct Step {
    StepKind kind = StepKind::Embed;
    bool is_for_all = false;
    Index part = 0; // of a document of several attentions: in which; see OpenPart

    friend bool operator==(const Step&, const Step&) = default;
};

/// The view with the part open that the step is of, and the step as that part alone has it.
View opened(const Document& document, View view, const Step& step);
Step in_its_part(const Step& step);

/// Its number in the document, which must have it: steps are counted as they come, for the query
/// word and then for all, part by part, and a step that would change nothing keeps its number. Of
/// plain attention these are 1 to 7 and 8 to 14, of concepts 1 to 6.
int number(const Document& document, const Step& step);
/// The step of a number, or the last one if there are fewer.
Step step_of(const Document& document, int number);
/// Every step of a document without parts, or of a part alone, in the order in which their stages
/// are computed.
std::vector<StepKind> kinds_of(const Document& document);
/// The stages that a step of it computes, in order, as far as it has them.
std::vector<Stage> made_by(const Document& document, StepKind kind);
/// What the document computes the stage from, of head 0 first.
std::vector<SheetId> read_by(const Document& document, Stage stage);
/// Whether it is told for the query word as well as for all; else it speaks of everybody at once.
bool has_query(StepKind kind);
std::optional<StepKind> step_named(std::string_view word);
/// "Softmax", and "softmax" as lessons name it.
std::string_view name(StepKind kind);
std::string_view word(StepKind kind);
/// "embed, project, score, …": every word that names a step.
std::string step_words();

/// Why the step would change nothing under the document's switches; empty when it does change
/// something and is shown.
std::string skip_reason(const Document& document, StepKind kind);
/// Whether the document has what the step speaks of. A lesson may speak of a step that its
/// document, as it was edited, no longer has.
bool has_step(const Document& document, StepKind kind);
/// The steps that are shown, in order; never empty. A later part embeds nothing: it reads what the
/// part before it computes.
std::vector<Step> steps(const Document& document);
/// The same with their numbers, and what skipped_before() says of each.
struct NumberedStep {
    int number = 1;
    Step step;
    std::string skipped = {};
};
std::vector<NumberedStep> numbered_steps(const Document& document);
/// Which steps directly before this one, in its part, are left out and why, in one sentence; empty
/// if none is.
std::string skipped_before(const Document& document, const Step& step);

/// What the step does: "Softmax turns each row of scores into weights that sum to 1".
Prose title(const Document& document, const Trace& trace, const View& view, const Step& step);
/// Its formula under the document's switches, with the mark-up of figures; empty where the document
/// has no such step.
std::string formula(const Document& document, const Step& step);
/// A loss with four digits, however small it is; "0" only of 0 itself.
std::string loss_text(Real loss);

/// One sentence about the query word with live numbers: "cat listens most to mouse (28 %) and
/// chased (23 %)."
Prose sentence(const Document& document, const Trace& trace, const View& view, const Step& step);

/// The title and the sentence of a step that only documents with some option have. Of the query
/// word the title goes on after the word. title() and sentence() ask for them, and for those of
/// concepts below.
std::string option_title(const Document& document, const Step& step);
Prose option_sentence(const Document& document, const Trace& trace, const View& view,
                      StepKind kind);
std::string concept_title(const Document& document, StepKind kind);
Prose concept_sentence(const Document& document, const Trace& trace, const View& view,
                       StepKind kind);

/// A weight as people say it: "28 %", "4.5 %".
std::string percent(Real weight);
/// The number with U+2212 for minus, "∞" and "NaN" in words.
std::string spoken(Real value, const NumberFormat& format);
/// The text of a number, "-1.2e-07", with U+2212 for minus, as people are shown it; what is typed,
/// copied and written to files keeps its "-".
std::string with_minus(std::string number);

} // namespace attn
