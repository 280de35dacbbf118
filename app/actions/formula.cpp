// SPDX-License-Identifier: MIT
#include "app/actions/formula.h"

#include "app/learning/learning.h"
#include "app/session/pages.h"
#include "core/base/covered.h"
#include "core/base/number_text.h"
#include "core/document/learning/training_run.h"
#include "core/document/model/given.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/document/model/table.h"
#include "core/engine/graph/place.h"
#include "core/engine/numbers/normalisers.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace app {

// Parts that several pages' formulas share, and the words of their captions.

/// Joins the parts that are not empty with dots.
std::string with_dots(const std::vector<std::string>& parts);
/// Returns the shape as on the screen, transposed if words are columns; "none" if there is no
/// matrix.
std::string shape_text(const attn::Document& document, const attn::SheetId& sheet);
/// Returns for example "learned P" or "rotary"; empty for none.
std::string position_word(attn::Positions::Kind kind);
/// Whether positions are a matrix P added to X.
bool adds_positions(const attn::Document& document);
/// The name of its activation, or "no MLP".
std::string mlp_word(attn::Block::Mlp mlp);
/// Returns for example "4 heads · apart".
std::string heads_caption(const attn::Document& document);

void append(std::vector<FormulaPiece>& to, std::vector<FormulaPiece> more);
/// The sign before "=". It opens the choices of how matrices are written.
FormulaPiece result_piece(const attn::Document& document, attn::Stage of, std::string text);
/// The stage that the outputs of all heads are joined to.
attn::Stage joined_stage(const attn::Document& document);

/// The head, or the group of keys and values, that matrices belong to, as subscripts.
struct HeadOf {
    std::string queries, keys;
};
/// Returns "softmax ( ( X W_Q ) · ( X W_K )ᵀ / √d_k / τ + mask ) ( X W_V )".
std::vector<FormulaPiece> one_head(const attn::Document& document, const HeadOf& of);

using namespace attn;
using Pieces = std::vector<FormulaPiece>;

std::string with_dots(const std::vector<std::string>& parts) {
    std::string text;
    for (const std::string& part : parts)
        if (!part.empty())
            text += (text.empty() ? "" : " · ") + part;
    return text;
}

std::string shape_text(const Document& document, const SheetId& sheet) {
    if (!exists(document, sheet))
        return "none";
    Shape shape = shape_of(document, sheet);
    if (document.convention == Convention::TokensAsColumns)
        std::swap(shape.rows, shape.columns);
    return std::to_string(shape.rows) + " × " + std::to_string(shape.columns);
}

std::string position_word(Positions::Kind kind) {
    return std::string(info(kind).caption);
}

bool adds_positions(const Document& document) {
    return has_stage(document, Stage::Embedded);
}

std::string mlp_word(Block::Mlp mlp) {
    return mlp == Block::Mlp::None ? "no MLP" : std::string(info(mlp).name);
}

std::string heads_caption(const Document& document) {
    const Index count = head_count(document), groups = group_count(document);
    return with_dots({count == 1 ? "one head" : std::to_string(count) + " heads",
                      document.join == Join::None && count > 1 ? "apart" : "",
                      groups < count ? std::to_string(groups) + " of K, V" : ""});
}

void append(Pieces& to, Pieces more) {
    for (FormulaPiece& piece : more)
        to.push_back(std::move(piece));
}

FormulaPiece result_piece(const Document& document, Stage of, std::string text) {
    return {std::move(text),
            "Convention",
            shape_text(document, {of}),
            "How are the matrices written?",
            {"Convention"},
            false,
            document.convention == Convention::TokensAsColumns};
}

Stage joined_stage(const Document& document) {
    return document.join == Join::WO           ? Stage::Attention
           : document.join == Join::SideBySide ? Stage::Joined
                                               : Stage::Output;
}

namespace {

/// Formats with at most four digits and no trailing zeros: "2", "1.732", "0.5".
std::string brief(Real number) {
    std::string text = significant(number, 4);
    if (text.find('.') == std::string::npos || text.find('e') != std::string::npos)
        return text;
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.')
        text.pop_back();
    return text;
}

FormulaPiece normaliser(const Document& document) {
    const Switches& switches = document.switches;
    const NormaliserInfo& how = info(switches.normaliser);
    const bool along_rows = written(switches.axis, document.convention) == Axis::Rows;
    return {std::string(how.head),
            "Normalise",
            with_dots({std::string(how.remark), along_rows ? "over rows" : "over columns",
                       document.options.has_sink ? "sink" : ""}),
            "How do scores become weights?",
            {"Normalise", "Over", "Temperature", "Sink"},
            false,
            switches.normaliser != Normaliser::Softmax || switches.axis != Axis::Rows ||
                document.options.has_sink};
}

/// What attention reads: the words with their positions, after the norm of a block that has one
/// before.
std::string words_symbol(const Document& document) {
    const std::optional<Block>& block = document.options.block;
    if (block && block->has_norm() && !block->is_normed_after())
        return std::string(info(Stage("norm_1")).symbol);
    return adds_positions(document) ? "(X + P)" : "X";
}

/// The words that queries come from; those for keys and values say where they come from.
FormulaPiece words(const Document& document) {
    const Positions::Kind positions = document.options.positions.kind;
    return {words_symbol(document),
            "X",
            with_dots({shape_text(document, {Stage::X}), position_word(positions)}),
            "Where does a word stand?",
            {"Positions", "Embeddings"},
            false,
            positions != Positions::Kind::None};
}
FormulaPiece source(const Document& document) {
    const bool has_memory = document.options.has_memory;
    return {has_memory ? "M" : words_symbol(document),
            "Memory",
            has_memory ? shape_text(document, {Stage::Memory}) : "self",
            "Where do keys and values come from?",
            {"Memory"},
            false,
            has_memory};
}
FormulaPiece source_again(const Document& document) {
    return {source(document).text};
}

/// A projection. `of` is its subscript: the head or group.
FormulaPiece projection(const Document& document, Stage stage, const std::string& letter,
                        const std::string& of) {
    const bool is_off = document.projections == Projections::None;
    const bool has_biases = document.options.has_biases;
    return {"W_{" + letter + (of.empty() ? "" : "," + of) + "}",
            "W_" + letter,
            with_dots({shape_text(document, {stage}), has_biases ? "+ b" : ""}),
            "Are queries, keys and values projected?",
            {"Projections", "Biases", "Shape"},
            is_off,
            is_off || has_biases};
}

FormulaPiece score(const Document& document) {
    FormulaPiece piece{"·",
                       "Score",
                       "dot",
                       "How do a query and a key become a score?",
                       {"Score", "Norm of Q and K"}};
    const Score& score = document.options.score;
    piece.is_unusual = score.kind != Score::Kind::Dot || document.options.has_qk_norm;
    switch (score.kind) {
    case Score::Kind::Dot:
        break;
    case Score::Kind::General:
        piece.text = "W_{S}";
        piece.caption = "general";
        break;
    case Score::Kind::Additive:
        piece.text = "u tanh";
        piece.caption = "additive";
        break;
    case Score::Kind::Cosine:
        piece.text = "cos";
        piece.caption = "cosine";
        break;
    case Score::Kind::Gaussian:
        piece.text = "gauss";
        piece.caption = "σ " + brief(score.sigma);
        break;
    case Score::Kind::Distance:
        piece.text = "−distance²";
        piece.caption = "distance";
        break;
    }
    piece.caption = with_dots({piece.caption, document.options.has_qk_norm ? "normed" : ""});
    return piece;
}

FormulaPiece scale(const Document& document) {
    const Scale& now = document.switches.scale;
    FormulaPiece piece{
        "√d_{k}", "Scale", "", "What are scores divided by?", {"Scale", "Soft limit"}};
    switch (now.kind) {
    case Scale::Kind::SqrtDk:
    case Scale::Kind::None:
        break;
    case Scale::Kind::Dk:
        piece.text = "d_{k}";
        break;
    case Scale::Kind::SqrtDmodel:
        piece.text = "√d_{model}";
        break;
    case Scale::Kind::Number:
        piece.text = brief(now.number);
        break;
    }
    piece.is_off = now.kind == Scale::Kind::None;
    const std::string value = piece.is_off ? "none"
                              : now.kind == Scale::Kind::Number
                                  ? "a number"
                                  : "= " + brief(divisor(now, d_k(document), d_model(document)));
    const std::optional<Real>& limit = document.options.soft_limit;
    piece.caption = with_dots({value, limit ? "limit " + brief(*limit) : ""});
    piece.is_unusual = now.kind != Scale::Kind::SqrtDk || limit.has_value();
    return piece;
}

/// The temperature, which is dragged and typed instead of chosen.
FormulaPiece temperature(const Document& document) {
    const Real now = document.switches.temperature;
    return {"τ", "Temperature", brief(now), "", {}, now == 1, now != 1, {}, true, "00.00"};
}

FormulaPiece mask(const Document& document) {
    const bool has_mask = document.switches.mask.kind != Mask::Kind::None,
               has_bias = document.options.has_score_bias;
    return {!has_bias  ? "mask"
            : has_mask ? "bias + mask"
                       : "bias",
            "Mask",
            has_bias && !has_mask ? shape_text(document, {Stage::Bias})
                                  : to_text(document.switches.mask),
            "Which words may be seen, and what is added to a score?",
            {"Mask", "Bias of scores"},
            !has_mask && !has_bias,
            has_mask || has_bias};
}

FormulaPiece heads(const Document& document) {
    const Index count = head_count(document);
    return {document.join == Join::SideBySide ? "joined" : "W_{O}",
            "Heads",
            heads_caption(document),
            "How many heads are there, and what joins them?",
            {"Heads", "Keys and values"},
            document.join == Join::None,
            count > 1 || document.join != Join::None};
}

FormulaPiece block(const Document& document) {
    FormulaPiece piece{"block",
                       "Block",
                       "off",
                       "What stands around the attention?",
                       {"Block", "Cross-attention", "Norm", "MLP", "Next word", "Final norm"},
                       true,
                       false};
    if (!document.options.block)
        return piece;
    const Block& now = *document.options.block;
    const std::string place = now.is_normed_before()  ? " before"
                              : now.is_normed_after() ? " after"
                                                      : "";
    piece.caption = with_dots({std::string(info(now.norm).title) + place, mlp_word(now.mlp),
                               now.has_words_out ? "next word" : ""});
    piece.is_off = false;
    piece.is_unusual = true;
    return piece;
}

/// Returns "( X W_Q )"; in reverse order if words are columns.
Pieces product(const Document& document, const FormulaPiece& words, const FormulaPiece& weights) {
    const bool by_rows = document.convention == Convention::TokensAsRows;
    Pieces made;
    made.push_back({"("});
    made.push_back(by_rows ? words : weights);
    made.push_back(by_rows ? weights : words);
    made.push_back({")"});
    return made;
}

Pieces scores(const Document& document, const HeadOf& of) {
    const bool by_rows = document.convention == Convention::TokensAsRows;
    const FormulaPiece q = projection(document, Stage::W_Q, "Q", of.queries);
    const FormulaPiece k = projection(document, Stage::W_K, "K", of.keys);
    const Pieces query = product(document, words(document), q);
    const Pieces key = product(document, source(document), k);
    const Score::Kind kind = document.options.score.kind;
    const bool is_product = kind == Score::Kind::Dot || kind == Score::Kind::General;
    Pieces made;
    if (!is_product) {
        made = {score(document), {"("}};
        append(made, query);
        made.push_back({","});
        append(made, key);
        made.push_back({")"});
        return made;
    }
    append(made, by_rows ? query : key);
    if (!by_rows)
        made.push_back({"^{T}"});
    made.push_back(score(document));
    append(made, by_rows ? key : query);
    if (by_rows)
        made.push_back({"^{T}"});
    return made;
}

/// Returns weights times values, with `join` between or before them; in reverse order if words are
/// columns.
Pieces attention(const Document& document, const HeadOf& of, const Pieces& join) {
    const bool by_rows = document.convention == Convention::TokensAsRows;
    const FormulaPiece v = projection(document, Stage::W_V, "V", of.keys);
    const Pieces value = product(document, source_again(document), v);
    Pieces made;
    if (!by_rows) {
        append(made, join);
        append(made, value);
    }
    append(made, {normaliser(document), {"("}});
    append(made, scores(document, of));
    append(made,
           {{"/"}, scale(document), {"/"}, temperature(document), {"+"}, mask(document), {")"}});
    if (by_rows) {
        append(made, value);
        append(made, join);
    }
    return made;
}

} // namespace

Pieces one_head(const Document& document, const HeadOf& of) {
    return attention(document, of, {});
}

namespace {

/// The formula of a document without X, from the stages that it gives.
Pieces formula_from_given(const Document& document) {
    const bool by_rows = document.convention == Convention::TokensAsRows;
    const auto given = [](const char* symbol) { return FormulaPiece{symbol, "", "given"}; };
    Pieces weights;
    if (is_given_stage(document, {Stage::Weights})) {
        weights.push_back(given("weights"));
    } else {
        append(weights, {normaliser(document), {"("}});
        if (has_stage(document, Stage::Q) && has_stage(document, Stage::K))
            append(weights, by_rows ? Pieces{given("Q"), score(document), given("K"), {"^{T}"}}
                                    : Pieces{given("K"), {"^{T}"}, score(document), given("Q")});
        else
            weights.push_back(given("scores"));
        append(
            weights,
            {{"/"}, scale(document), {"/"}, temperature(document), {"+"}, mask(document), {")"}});
    }
    const bool has_sum = has_stage(document, Stage::V) && has_stage(document, Stage::Output);
    if (!has_sum && is_given_stage(document, {Stage::Weights}))
        return weights;
    const Stage last = has_sum ? joined_stage(document) : Stage::Weights;
    Pieces made{result_piece(document, last, std::string(last.name())), {"="}};
    const Pieces value = has_sum ? Pieces{given("V")} : Pieces{},
                 join = has_sum ? Pieces{heads(document)} : Pieces{};
    append(made, by_rows ? weights : join);
    append(made, value);
    append(made, by_rows ? join : weights);
    return made;
}

} // namespace

Pieces formula(const Document& document) {
    if (!has_stage(document, Stage::Weights))
        return {};
    if (!has_x(document))
        return formula_from_given(document);
    const Stage last = document.options.block ? Stage("block") : joined_stage(document);
    Pieces made{result_piece(document, last, std::string(last.name())), {"="}};
    append(made, attention(document, {}, {heads(document)}));
    append(made, {{"→"}, block(document)});
    return made;
}

const FormulaPiece* piece_with(const Pieces& pieces, std::string_view menu) {
    const auto at = std::find_if(pieces.begin(), pieces.end(), [&](const FormulaPiece& piece) {
        return std::find(piece.menus.begin(), piece.menus.end(), menu) != piece.menus.end();
    });
    return at == pieces.end() ? nullptr : &*at;
}

namespace {

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
                         {"Positions", "Embeddings"},
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
                         has_words ? "of " + std::to_string(output_words(document_).size()) : "off",
                         "Does the model say which word comes next?",
                         {"Next word", "Final norm"},
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
