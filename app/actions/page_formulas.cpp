// SPDX-License-Identifier: MIT
#include "app/actions/page_formulas.h"

#include "app/actions/formula_parts.h"
#include "app/learning/learning.h"
#include "app/session/pages.h"
#include "core/base/covered.h"
#include "core/base/number_text.h"
#include "core/document/model.h"
#include "core/document/sheet.h"
#include "core/document/training_run.h"
#include "core/engine/head_name.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

namespace app {
namespace {

using namespace attn;
using Pieces = std::vector<FormulaPiece>;

FormulaPiece sign(std::string text, std::string caption = "") {
    return {std::move(text), "", std::move(caption)};
}
FormulaPiece gap() {
    return {""};
}

std::string lowered(const std::string& letter, Index number) {
    return letter + "_{" + std::to_string(number) + "}";
}

// All heads.

/// Returns "head_0 … head_3", or all heads if there are few.
std::string listed_heads(const Document& document) {
    const Index count = head_count(document);
    const std::string first = lowered("head", 0), last = lowered("head", count - 1);
    const bool is_apart = document.join == Join::None;
    return count == 1   ? first
           : count == 2 ? first + ", " + last
           : is_apart   ? first + ", …, " + last
                        : first + " … " + last;
}

FormulaPiece all_heads(const Document& document) {
    return {listed_heads(document),       "Heads",
            heads_caption(document),      "How many heads are there, and what joins them?",
            {"Heads", "Keys and values"}, false,
            head_count(document) > 1};
}

/// Concat, and W_O after it. Both open the choice of how heads are joined.
FormulaPiece join_part(std::string text, std::string name, std::string caption) {
    return {std::move(text),
            std::move(name),
            std::move(caption),
            "What joins the heads?",
            {},
            false,
            false,
            {"heads.apart", "heads.side_by_side", "heads.w_o"},
            false};
}

Pieces of_heads(const Document& document) {
    const bool by_rows = document.convention == Convention::TokensAsRows;
    const Stage last = joined_stage(document);
    Pieces made{result_piece(document, last, std::string(last.name())), sign("=")};
    const FormulaPiece w_o = join_part(
        "W_{O}", "W_O",
        with_dots({shape_text(document, {Stage::WO}), document.options.has_biases ? "+ b" : ""}));
    if (document.join == Join::None) {
        made.push_back(all_heads(document));
    } else {
        const bool has_w_o = document.join == Join::WO;
        if (has_w_o && !by_rows)
            made.push_back(w_o);
        append(made, {join_part("Concat", "Join", by_rows ? "side by side" : "on each other"),
                      sign("("), all_heads(document), sign(")")});
        if (has_w_o && by_rows)
            made.push_back(w_o);
    }
    const Index groups = group_count(document);
    append(made, {gap(), sign("head_{i}"), sign("=")});
    append(made, one_head(document, {"i", groups == head_count(document) ? "i"
                                          : groups == 1                  ? ""
                                                                         : "g(i)"}));
    return made;
}

// The loss and a training step.

FormulaPiece loss_value(const std::string& value) {
    FormulaPiece piece = sign("L", value);
    piece.room = "0.000e−00"; // the longest text, as the number changes with each step
    return piece;
}

FormulaPiece of_loss(std::string text, std::string name, std::string caption) {
    return {std::move(text),
            std::move(name),
            std::move(caption),
            "What is compared with a target, and how?",
            {"Loss"},
            false,
            false,
            {},
            false};
}

std::string symbol(const Document& document, const SheetId& sheet) {
    return std::string(info(sheet.stage, document.model).symbol);
}

/// Lists each letter once, whatever its heads and layers; only the first two if there are many.
std::string letters_of(const Document& document, const std::vector<SheetId>& sheets) {
    std::vector<std::string> letters;
    for (const SheetId& sheet : sheets)
        if (std::string letter = symbol(document, sheet);
            std::find(letters.begin(), letters.end(), letter) == letters.end())
            letters.push_back(std::move(letter));
    std::string text;
    const std::size_t shown = letters.size() > 3 ? 2 : letters.size();
    for (std::size_t at = 0; at < shown; ++at)
        text += (at > 0 ? ", " : "") + letters[at];
    return text + (shown < letters.size() ? ", …" : "");
}

/// The optimiser with the numbers it uses besides the rate.
FormulaPiece optimiser(const TrainingSettings& settings) {
    const OptimiserInfo& about = info(settings.optimiser);
    const std::string numbers =
        about.reads_betas ? "β " + shortest(settings.beta_1) + ", " + shortest(settings.beta_2)
        : about.reads_momentum ? "keeps " + shortest(settings.momentum)
                               : "no memory";
    return {std::string(about.title),
            "Optimiser",
            numbers,
            "How does the gradient move a number?",
            {},
            false,
            settings.optimiser != Optimiser::Adam,
            {"training.adam", "training.momentum", "training.gradient", "training.beta_1",
             "training.beta_2", "training.momentum_number", "training.epsilon"}};
}

Pieces update(const Document& document) {
    const TrainingSettings settings = settings_of_run(document);
    const std::vector<SheetId>& learned = settings.learned;
    Index numbers = 0;
    for (const SheetId& sheet : learned)
        numbers += shape_of(document, sheet).rows * shape_of(document, sheet).columns;
    const std::string letters = letters_of(document, learned);
    const bool is_one = learned.size() == 1;
    const FormulaPiece inputs{letters,
                              "Learns",
                              is_one ? "this learns" : "these learn",
                              "What does training change?",
                              {},
                              false,
                              false,
                              {"training.inputs"}};
    const FormulaPiece rate{
        "rate", "Rate", shortest(settings.rate), "How far does a step move the numbers?", {},
        false,  false,  {"training.rate"}};
    const std::string count = std::to_string(numbers) + (numbers == 1 ? " number" : " numbers");
    return {inputs,    sign("←"),     optimiser(settings),
            sign("("), sign(letters), sign(","),
            rate,      sign(","),     sign("∂L/∂" + (is_one ? letters : std::string("W")), count),
            sign(")")};
}

Pieces of_training(const Document& document, const AskedFormula& asked) {
    const std::optional<Loss>& loss = document.options.loss;
    if (!loss)
        return {sign("L"), sign("="), of_loss("…", "Loss", "no target is chosen")};
    const bool is_squared = loss->kind == Loss::Kind::Squared;
    const bool by_rows = document.convention == Convention::TokensAsRows;
    const std::string lines = by_rows ? "mean over rows" : "mean over columns";
    const std::string shape = shape_text(document, loss->of);
    Pieces made{loss_value(asked.loss),
                sign("="),
                of_loss(is_squared ? "squared error" : "cross-entropy", "Loss",
                        is_squared ? "mean of all numbers" : lines),
                sign("("),
                sign("target", shape),
                sign(","),
                of_loss(symbol(document, loss->of), "Compared", shape),
                sign(")"),
                gap()};
    append(made, update(document));
    return made;
}

// A block.

/// Writes the parts between two states of the residual stream, in the order of computation.
class OfBlock {
public:
    OfBlock(const Document& document, Index layer)
        : document_(document), block_(*document.options.block),
          layer_(std::clamp<Index>(layer, 0, layer_count(document) - 1)) {}

    Pieces made() && {
        begin();
        add_step(attention(), {});
        if (block_.has_cross)
            add_step(cross(), {sign(","), sign("M", shape_text(document_, {Stage::Memory}))});
        if (block_.has_mlp())
            add_step(mlp(), {});
        else
            append(made_, {gap(), mlp()});
        end();
        return std::move(made_);
    }

private:
    std::string state() const { return lowered("x", states_); }
    bool has_norm() const { return block_.has_norm(); }
    bool is_after() const { return block_.is_normed_after(); }

    /// Writes the words of the first layer with their positions, else the previous layer's output.
    void begin() {
        append(made_, {result_piece(document_, Stage::X, state()), sign("=")});
        if (layer_ > 0) {
            made_.push_back(sign("block", "of layer " + std::to_string(layer_ - 1)));
            return;
        }
        const bool adds = adds_positions(document_);
        const Positions::Kind kind = document_.options.positions.kind;
        if (adds)
            append(made_,
                   {sign("X", std::to_string(token_count(document_)) + " words"), sign("+")});
        made_.push_back({adds ? "P" : "X",
                         "Positions",
                         std::string(info(kind).brief),
                         "Where does a word stand?",
                         {"Positions"},
                         false,
                         kind != Positions::Kind::None});
    }

    /// All norms of a block are alike: each opens the same choice.
    FormulaPiece norm() {
        ++norms_;
        const std::string kind(info(block_.norm).brief);
        return {"Norm",
                norms_ == 1 ? "Norm" : "Norm " + std::to_string(norms_),
                has_norm() ? kind + (is_after() ? " · after" : " · before") : "none",
                "Which norm is there, and where?",
                {"Norm"},
                !has_norm(),
                has_norm() && block_.norm != Block::Norm::Layer};
    }

    /// Writes x₁ = x₀ + Attention ( Norm ( x₀ ) ), or x₁ = Norm ( x₀ + Attention ( x₀ ) ). Norm
    /// "none" keeps the place before the sublayer.
    void add_step(FormulaPiece sublayer, const Pieces& also) {
        const std::string from = state();
        ++states_;
        append(made_, {gap(), sign(state()), sign("=")});
        if (is_after())
            append(made_, {norm(), sign("(")});
        append(made_, {sign(from), sign("+"), std::move(sublayer), sign("(")});
        if (is_after())
            made_.push_back(sign(from));
        else
            append(made_, {norm(), sign("("), sign(from), sign(")")});
        append(made_, also);
        made_.push_back(sign(")"));
        if (is_after())
            made_.push_back(sign(")"));
    }

    FormulaPiece attention() const {
        const Index layers = layer_count(document_), heads = head_count(document_);
        return {"Attention",
                "Block",
                with_dots({heads == 1 ? "one head" : std::to_string(heads) + " heads",
                           layers > 1 ? indexed("layer", layer_, layers) : ""}),
                "What stands around the attention?",
                {"Block", "Cross-attention"}};
    }
    FormulaPiece cross() const {
        return {"Attention",
                "Cross-attention",
                "cross",
                "Does a second attention read a memory?",
                {"Cross-attention"},
                false,
                true};
    }
    FormulaPiece mlp() const {
        FormulaPiece piece{"MLP", "MLP", "none", "What follows the attention?", {"MLP"}};
        piece.is_off = !block_.has_mlp();
        if (piece.is_off)
            return piece;
        const Index width = shape_of(document_, {Stage("hidden"), 0, 0, layer_}).columns;
        piece.caption = with_dots({mlp_word(block_.mlp), std::to_string(width) + " wide"});
        piece.is_unusual = block_.mlp != Block::Mlp::Relu;
        return piece;
    }

    /// Writes the step to the next layer, or to the next word.
    void end() {
        made_.push_back(sign("→"));
        if (layer_ + 1 < layer_count(document_)) {
            made_.push_back(sign("layer " + std::to_string(layer_ + 1)));
            return;
        }
        const bool has_words = block_.has_words_out;
        made_.push_back({"next word",
                         "Next word",
                         has_words ? "of " + std::to_string(document_.words_out.size()) : "off",
                         "Does the model say which word comes next?",
                         {"Next word"},
                         !has_words,
                         has_words});
    }

    const Document& document_;
    const Block& block_;
    Index layer_;
    Index states_ = 0, norms_ = 0;
    Pieces made_;
};

/// The loss as the page shows it: "?" while it is covered.
std::string seen_loss(const Frame& frame) {
    if (!frame.is_shown())
        return "";
    const auto& [document, trace] = frame.shown();
    if (!has_stage(document, Stage::Loss))
        return "";
    const Real loss = cells_of(document, trace, {Stage::Loss})(0, 0);
    return is_covered(loss) ? "?" : with_minus(significant(loss, 4));
}

} // namespace

Pieces page_formula(const Document& document, const AskedFormula& asked) {
    if (!has_page(document, asked.page))
        return formula(document);
    if (asked.page == page_id::heads)
        return of_heads(document);
    if (asked.page == page_id::training)
        return of_training(document, asked);
    if (asked.page == page_id::block)
        return OfBlock(document, asked.layer).made();
    return formula(document);
}

Pieces page_formula(const Frame& frame) {
    const std::string_view page = shown_page(frame);
    return page_formula(
        frame.document,
        {page, frame.view.layer, page == page_id::training ? seen_loss(frame) : std::string()});
}

} // namespace app
