// SPDX-License-Identifier: MIT
#include "core/document/telling/step.h"

#include "core/document/model/evaluate.h"
#include "core/document/model/given.h"
#include "core/document/model/model.h"
#include "core/document/model/open_part.h"
#include "core/document/model/option_inputs.h"
#include "core/document/model/sheet.h"
#include "core/document/telling/step_words.h"
#include "core/engine/numbers/normalisers.h"

#include <algorithm>
#include <cassert>
#include <cctype>
#include <iterator>
#include <limits>
#include <utility>

namespace attn {
namespace {

/// Removes the braces of "_{…}" and "^{…}", and the backslashes of escapes.
std::string without_braces(const std::string& rich) {
    std::string text;
    bool is_inside = false;
    for (std::size_t at = 0; at < rich.size(); ++at) {
        const bool has_next = at + 1 < rich.size();
        if (rich[at] == '\\' && has_next) {
            text += rich[++at];
        } else if ((rich[at] == '_' || rich[at] == '^') && has_next && rich[at + 1] == '{') {
            text += rich[at++];
            is_inside = true;
        } else if (is_inside && rich[at] == '}') {
            is_inside = false;
        } else {
            text += rich[at];
        }
    }
    return text;
}

bool is_rich(Tone tone) {
    return tone == Tone::Text || tone == Tone::Strong;
}

bool is_latin_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Escapes what Markdown or HTML would read as mark-up in a text. `begins_line`: the text is the
/// beginning of a line.
std::string escaped_text(std::string_view plain, bool begins_line) {
    const auto holds = [](std::string_view letters, char c) {
        return c != 0 && letters.find(c) != std::string_view::npos;
    };
    const auto is_in_word = [](char c) {
        return is_latin_letter(c) || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) > 127;
    };
    std::string text;
    for (std::size_t at = 0; at < plain.size(); ++at) {
        const char c = plain[at];
        const char before = at > 0 ? plain[at - 1] : '\0';
        const char after = at + 1 < plain.size() ? plain[at + 1] : '\0';
        const bool is_first = before == '\n' || (at == 0 && begins_line);
        const bool is_mark = holds("\\`*", c) || (c == ']' && holds("([:", after)) ||
                             (c == '<' && (is_latin_letter(after) || holds("/!?", after))) ||
                             (c == '&' && (is_latin_letter(after) || after == '#')) ||
                             (c == '~' && after == '~') ||
                             (c == '_' && !(is_in_word(before) && is_in_word(after))) ||
                             (is_first && (holds("#>+=|", c) || (c == '-' && after != ' ')));
        if (is_mark)
            text += '\\';
        text += c;
    }
    return text;
}

/// Escapes a word of the document so that it does not become mark-up.
std::string escaped(const std::string& word) {
    std::string text;
    for (const char c : word) {
        if (std::string("\\`*_[]<>#").find(c) != std::string::npos)
            text += '\\';
        text += c;
    }
    return text;
}

} // namespace

std::string in_a_sentence(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t at = 0; at < names.size(); ++at)
        text += (at == 0 ? "" : at + 1 == names.size() ? " and " : ", ") + names[at];
    return text;
}

std::string to_text(const Prose& prose) {
    std::string text;
    for (const Run& run : prose)
        if (run.tone != Tone::Pin)
            text += is_rich(run.tone) ? without_braces(run.text) : run.text;
    return text;
}

std::string plain_as_markdown(std::string_view plain) {
    return escaped_text(plain, true);
}

std::string to_markdown(const Prose& prose) {
    std::string text;
    std::optional<Tone> last; // what was written last, so that pieces of one text stay one
    for (const Run& run : prose) {
        if (run.tone == Tone::Pin)
            continue;
        const std::string plain = is_rich(run.tone) ? without_braces(run.text) : run.text;
        const bool goes_on = std::exchange(last, run.tone) == run.tone;
        if (run.tone == Tone::Code) {
            if (goes_on)
                text.pop_back();
            text += (goes_on ? "" : "`") + plain + "`";
        } else if (run.tone == Tone::Strong && goes_on) {
            text.resize(text.size() - 2);
            text += escaped(plain) + "**";
        } else if (run.tone == Tone::Text) {
            text += escaped_text(plain, text.empty() || text.back() == '\n');
        } else {
            text += "**" + escaped(plain) + "**";
        }
    }
    return text;
}

namespace {

struct KindInfo {
    StepKind kind;
    Model model;
    std::string_view name, word;
    std::array<std::string_view, 7> made =
        {}; // the stages it computes; empty strings after the last
};
constexpr std::array<KindInfo, 26> kinds = {
    {{StepKind::Embed, Model::Attention, "Embed", "embed", {"X"}},
     {StepKind::Project, Model::Attention, "Project", "project", {"Q", "K", "V"}},
     {StepKind::Score, Model::Attention, "Score", "score", {"scores"}},
     {StepKind::Scale, Model::Attention, "Scale", "scale", {"scaled"}},
     {StepKind::Mask, Model::Attention, "Mask", "mask", {"masked"}},
     {StepKind::Softmax, Model::Attention, "Softmax", "softmax", {"weights"}},
     {StepKind::Mix, Model::Attention, "Mix", "mix", {"output"}},
     {StepKind::Join, Model::Attention, "Join", "join", {"mean_weights", "joined", "attention"}},
     {StepKind::Position, Model::Attention, "Position", "position", {"embedded"}},
     {StepKind::QkNorm,
      Model::Attention,
      "Norm of Q and K",
      "qk_norm",
      {"Q_normed.deviation", "Q_normed.scaled", "K_normed.deviation", "K_normed.scaled", "Q_normed",
       "K_normed"}},
     {StepKind::Turn, Model::Attention, "Turn", "turn", {"Q_rotated", "K_rotated"}},
     {StepKind::Bias, Model::Attention, "Bias", "bias", {"with_bias", "biased"}},
     {StepKind::Limit, Model::Attention, "Limit", "limit", {"limited"}},
     {StepKind::Norm,
      Model::Attention,
      "Norm",
      "norm",
      {"norm_1.mean", "norm_1.centred", "norm_1.deviation", "norm_1.scaled", "norm_1"}},
     {StepKind::Add, Model::Attention, "Add", "add", {"after_attention"}},
     {StepKind::SecondNorm,
      Model::Attention,
      "Second norm",
      "second_norm",
      {"norm_2.mean", "norm_2.centred", "norm_2.deviation", "norm_2.scaled", "norm_2"}},
     {StepKind::Mlp,
      Model::Attention,
      "MLP",
      "mlp",
      {"hidden", "gate", "activated", "gated", "mlp"}},
     {StepKind::SecondAdd, Model::Attention, "Second add", "second_add", {"after_mlp", "block"}},
     {StepKind::Predict,
      Model::Attention,
      "Predict",
      "predict",
      {"norm_f.mean", "norm_f.centred", "norm_f.deviation", "norm_f.scaled", "norm_f", "logits",
       "probabilities"}},
     {StepKind::Loss, Model::Attention, "Loss", "loss", {"loss"}},
     {StepKind::Rate, Model::Concepts, "Rate", "rate"},
     {StepKind::Decompose, Model::Concepts, "Decompose", "decompose"},
     {StepKind::Keep, Model::Concepts, "Keep", "keep"},
     {StepKind::Rebuild, Model::Concepts, "Rebuild", "rebuild"},
     {StepKind::Map, Model::Concepts, "Map", "map"},
     {StepKind::Compare, Model::Concepts, "Compare", "compare"}}};

const KindInfo& info(StepKind kind) {
    const KindInfo& found = kinds[static_cast<std::size_t>(kind)];
    assert(found.kind == kind && "the table is in the order of the kinds");
    return found;
}

/// Returns "hidden = x W_{1} + b_{1}   activated = max(0, hidden)": matrices, not the numbers of a
/// row.
std::string formulas_of(const Document& document, StepKind kind) {
    const Graph stages = graph(document, 2);
    std::string text;
    for (const Stage stage : made_by(document, kind))
        if (info(stage).columns != Role::One || stage == Stage::Loss)
            text += (text.empty() ? "" : "   ") + std::string(info(stage).symbol) + " = " +
                    formula(document, stages, {stage});
    return text;
}

std::string counted(Index count, const std::string& what) {
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

/// Returns "the scores", or how they are divided: "√d_{k} and by the temperature".
std::string scale_words(const Document& document) {
    const std::string whole = formula(document, Stage::Scaled);
    const auto from = whole.find(" / ");
    if (from == std::string::npos)
        return whole;
    std::string text = whole.substr(from + 3);
    const auto second = text.find(" / ");
    if (second != std::string::npos)
        return text.substr(0, second) + " and by the temperature " + text.substr(second + 3);
    const bool has_scale = divisor(document.switches.scale, d_k(document), d_model(document)) != 1;
    return has_scale ? text : "the temperature " + text;
}

/// Returns "Q = X W_{Q}   K = M W_{K}   V = M W_{V}"; for one word "q = x W_{Q}".
std::string projections(const Document& document, bool is_all) {
    std::string text;
    for (const Stage stage : made_by(document, StepKind::Project)) {
        std::string name(stage.name()), made = formula(document, stage);
        const auto at = made.find_first_of("XM"); // what is projected, if it is a letter
        if (!is_all) {
            name = std::string(1, static_cast<char>(std::tolower(name[0])));
            if (at != std::string::npos)
                made[at] = made[at] == 'X' ? 'x' : 'm';
        }
        text += (text.empty() ? "" : "   ") + name + " = " + made;
    }
    return text;
}

std::string one_word_title(const Document& document, StepKind kind) {
    switch (kind) {
    case StepKind::Embed:
        return " becomes a vector of " + counted(d_model(document), "number");
    case StepKind::Project:
        return document.options.has_memory
                   ? " becomes a query; words of the memory become keys and values"
                   : " becomes a query, a key and a value";
    case StepKind::Score:
        return " compares its query with every key";
    case StepKind::Scale:
        return ": its scores are divided by " + scale_words(document);
    case StepKind::Mask:
        return ": the mask closes keys it may not see";
    case StepKind::Softmax:
        return std::string(info(document.switches.normaliser).of_word);
    case StepKind::Mix:
        return " becomes a mix of the values";
    case StepKind::Join:
        return document.join == Join::WO ? " gets one vector from all heads"
                                         : " keeps the outputs of all heads side by side";
    default:
        return option_title(document, {kind, false});
    }
}

std::string all_words_title(const Document& document, const Trace& trace, const View& view,
                            StepKind kind) {
    const bool by_rows = document.convention == Convention::TokensAsRows;
    const std::string lines =
        written(document.switches.axis, document.convention) == Axis::Rows ? "row" : "column";
    switch (kind) {
    case StepKind::Embed:
        return "All at once: " + counted(token_count(document), "word") + " become " +
               counted(token_count(document), by_rows ? "row" : "column") + " of X";
    case StepKind::Project:
        return "Three multiplications give every query, key and value";
    case StepKind::Score:
        return "Every query meets every key";
    case StepKind::Scale:
        return "All scores are divided by " + scale_words(document);
    case StepKind::Mask:
        return document.switches.mask.kind == Mask::Kind::Causal
                   ? "The mask closes every key that comes later"
                   : "The mask closes the blocked keys";
    case StepKind::Softmax: {
        const Cells weights = cells_of(document, trace, {Stage::Weights, view.head});
        std::string process(info(document.switches.normaliser).process);
        process[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(process[0])));
        return process + " turns each " + lines + " of scores into weights" +
               (line_sums(weights, document.switches.axis).are_ones() ? " that sum to 1" : "");
    }
    case StepKind::Mix:
        return "Every output is a mix of the values";
    case StepKind::Join:
        return document.join == Join::WO ? "One multiplication mixes what all heads found"
                                         : "The outputs of all heads stand side by side";
    default:
        return info(kind).model == Model::Concepts ? concept_title(document, kind)
                                                   : option_title(document, {kind, true});
    }
}

} // namespace

std::vector<StepKind> kinds_of(const Document& document) {
    const Graph stages = graph(document, 1);
    std::vector<std::pair<std::size_t, StepKind>> found;
    for (const KindInfo& one : kinds) {
        if (!has_step(document, one.kind))
            continue;
        const auto made = made_by(document, one.kind);
        found.emplace_back(made.empty() ? 0 : *stages.find({made.back()}), one.kind);
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<StepKind> list;
    for (const auto& [at, kind] : found)
        list.push_back(kind);
    return list;
}

bool has_query(StepKind kind) {
    return info(kind).model == Model::Attention;
}

std::optional<StepKind> step_named(std::string_view text) {
    for (const KindInfo& one : kinds)
        if (one.word == text)
            return one.kind;
    return std::nullopt;
}

std::vector<Stage> made_by(const Document& document, StepKind kind) {
    std::vector<Stage> list;
    for (const std::string_view name : info(kind).made)
        if (const Stage stage(name);
            !name.empty() && has_stage(document, stage) && !is_given_stage(document, {stage}))
            list.push_back(stage);
    if (kind == StepKind::SecondAdd && list.size() > 1)
        list.pop_back(); // a norm makes the block of the sum
    return list;
}

std::vector<SheetId> read_by(const Document& document, Stage stage) {
    return read_by(graph(document, 2), stage);
}

std::vector<SheetId> read_by(const Graph& stages, Stage stage) {
    std::vector<SheetId> list;
    for (const std::size_t input : stages[*stages.find({stage})].inputs)
        list.push_back(stages[input].sheet);
    return list;
}

std::string_view name(StepKind kind) {
    return info(kind).name;
}

std::string_view word(StepKind kind) {
    return info(kind).word;
}

std::string step_words() {
    std::string words;
    for (const KindInfo& one : kinds)
        words += (words.empty() ? "" : ", ") + std::string(one.word);
    return words;
}

std::string skip_reason(const Document& document, StepKind kind) {
    if (kind == StepKind::Compare && document.concepts.names.size() < 2)
        return "there are fewer than two new people";
    if (kind == StepKind::Project && document.projections == Projections::None)
        return "there are no projections: Q = K = V = X";
    if (kind == StepKind::Scale && repeats_previous(document, Stage::Scaled))
        return "the scores are divided by 1";
    if (kind == StepKind::Mask && repeats_previous(document, Stage::Masked))
        return "there is no mask";
    return "";
}

bool has_step(const Document& document, StepKind kind) {
    if (info(kind).model != document.model)
        return false;
    if (kind == StepKind::SecondAdd && !has_stage(document, Stage("mlp")))
        return false; // without an MLP the block is the first sum
    return info(kind).made[0].empty() || !made_by(document, kind).empty();
}

Prose title(const Document& document, const Trace& trace, const View& view, const Step& step) {
    if (has_parts(document)) {
        const OpenPart part(document, trace, opened(document, view, step));
        return title(part.document(), part.trace(), part.view(view), in_its_part(step));
    }
    if (step.is_for_all)
        return {{all_words_title(document, trace, view, step.kind), Tone::Strong}};
    return {query_word(document, view), {one_word_title(document, step.kind), Tone::Strong}};
}

std::string formula(const Document& document, const Step& step) {
    if (has_parts(document))
        return formula(OpenPart::shape(document, step.part), in_its_part(step));
    const bool is_all = step.is_for_all;
    const bool by_rows = document.convention == Convention::TokensAsRows;
    if (!has_step(document, step.kind))
        return "";
    switch (step.kind) {
    case StepKind::Embed:
        if (document.options.has_table)
            return formulas_of(document, step.kind);
        if (!by_rows)
            return is_all ? "X: d_{model} × words" : "x: d_{model} × 1";
        return is_all ? "X: words × d_{model}" : "x: 1 × d_{model}";
    case StepKind::Project:
        if (!is_plain(document))
            return projections(document, is_all);
        if (!by_rows)
            return is_all ? "Q = W_{Q} X   K = W_{K} X   V = W_{V} X"
                          : "q = W_{Q} x   k = W_{K} x   v = W_{V} x";
        return is_all ? "Q = X W_{Q}   K = X W_{K}   V = X W_{V}"
                      : "q = x W_{Q}   k = x W_{K}   v = x W_{V}";
    case StepKind::Score:
        return is_all || !is_plain(document)
                   ? "scores = " + formula(document, Stage::Scores)
                   : std::string("scores = ") + (by_rows ? "q K^{T}" : "K^{T} q");
    case StepKind::Scale:
        return "scaled = " + formula(document, Stage::Scaled);
    case StepKind::Mask:
        return "masked = scores, " + formula(document, Stage::Masked);
    case StepKind::Softmax:
        return "weights = " + formula(document, Stage::Weights);
    case StepKind::Mix:
        return "output = " + formula(document, Stage::Output);
    case StepKind::Join:
        return document.join == Join::WO ? "attention = " + formula(document, Stage::Attention)
                                         : "joined = " + formula(document, Stage::Joined);
    case StepKind::Position:
    case StepKind::QkNorm:
    case StepKind::Turn:
    case StepKind::Bias:
    case StepKind::Limit:
    case StepKind::Norm:
    case StepKind::Add:
    case StepKind::SecondNorm:
    case StepKind::Mlp:
    case StepKind::SecondAdd:
    case StepKind::Predict:
    case StepKind::Loss:
        return formulas_of(document, step.kind);
    case StepKind::Rate:
        return "X: people × films";
    case StepKind::Decompose:
        return "X = U s V^{T}";
    case StepKind::Keep:
        return "share = s² / Σ s²";
    case StepKind::Rebuild:
        return "reconstruction = " + formula(document, Stage::Reconstruction);
    case StepKind::Map:
        return "X V";
    case StepKind::Compare:
        return "cosine = a · b / (|a| |b|)";
    }
    assert(false && "every step is handled");
    return "";
}

// Lists the steps of a document in order, with their numbers. If it has several parts (layers,
// cross-attention), each part follows the one before it, and the numbers continue.

namespace {

/// The steps of one part; `before`: how many steps come before it.
struct StepsOfPart {
    Document document;
    std::vector<StepKind> kinds;
    Index part = 0;
    int before = 0;

    bool has_query() const { return !kinds.empty() && attn::has_query(kinds.front()); }
    int count() const { return static_cast<int>(std::ssize(kinds)) * (has_query() ? 2 : 1); }
    int number(const Step& step) const {
        const auto at = std::find(kinds.begin(), kinds.end(), step.kind);
        assert(at != kinds.end() && "the document has the step");
        const auto of_word =
            step.is_for_all && attn::has_query(step.kind) ? std::ssize(kinds) : std::ptrdiff_t{0};
        return before + static_cast<int>(of_word + (at - kinds.begin())) + 1;
    }
    std::string skip_reason(StepKind kind) const {
        if (part > 0 && kind == StepKind::Embed)
            return "what comes in was computed before";
        return attn::skip_reason(document, kind);
    }
    std::string skipped_before(const Step& step) const {
        std::string text;
        for (auto at = std::find(kinds.begin(), kinds.end(), step.kind); at != kinds.begin();) {
            const StepKind kind = *--at;
            const std::string reason = skip_reason(kind);
            if (reason.empty())
                break;
            text = std::to_string(number({kind, step.is_for_all})) + " " + std::string(name(kind)) +
                   " (" + reason + ")" + (text.empty() ? "" : ", ") + text;
        }
        return text.empty() ? text : "Skipped: " + text;
    }
};

/// Returns the parts up to `last`, or all.
std::vector<StepsOfPart> parts_of(const Document& document,
                                  Index last = std::numeric_limits<Index>::max()) {
    std::vector<StepsOfPart> list;
    int before = 0;
    for (Index part = 0; part < part_count(document) && part <= last; ++part) {
        StepsOfPart one{OpenPart::shape(document, part), {}, part, before};
        one.kinds = kinds_of(one.document);
        before += one.count();
        list.push_back(std::move(one));
    }
    return list;
}

StepsOfPart part_of(const Document& document, const Step& step) {
    return parts_of(document, step.part).back();
}

} // namespace

View opened(const Document& document, View view, const Step& step) {
    open_part(document, step.part, view);
    return view;
}

Step in_its_part(const Step& step) {
    return {step.kind, step.is_for_all, 0};
}

int number(const Document& document, const Step& step) {
    return part_of(document, step).number(step);
}

Step step_of(const Document& document, int number) {
    assert(number > 0 && "steps are numbered from 1");
    const auto parts = parts_of(document);
    auto found = parts.begin();
    while (std::next(found) != parts.end() && number > std::next(found)->before)
        ++found;
    const auto count = static_cast<int>(std::ssize(found->kinds));
    const int of_part = number - found->before;
    const bool is_for_all = of_part > count || !found->has_query();
    const int at = is_for_all && found->has_query() ? of_part - count : of_part;
    return {found->kinds[static_cast<std::size_t>(std::min(at, count) - 1)], is_for_all,
            found->part};
}

std::vector<NumberedStep> numbered_steps(const Document& document) {
    std::vector<NumberedStep> list;
    for (const StepsOfPart& one : parts_of(document))
        for (const bool is_for_all : {false, true})
            for (const StepKind kind : one.kinds) {
                const Step step{kind, is_for_all, one.part};
                if ((is_for_all || has_query(kind)) && one.skip_reason(kind).empty())
                    list.push_back({one.number(step), step, one.skipped_before(step)});
            }
    return list;
}

std::vector<Step> steps(const Document& document) {
    std::vector<Step> list;
    for (const NumberedStep& one : numbered_steps(document))
        list.push_back(one.step);
    return list;
}

std::string skipped_before(const Document& document, const Step& step) {
    return part_of(document, step).skipped_before(step);
}

} // namespace attn
