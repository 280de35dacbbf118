// SPDX-License-Identifier: MIT
#include "app/actions/model_choices.h"

#include "core/document/model/document.h"
#include "core/document/model/given.h"
#include "core/engine/numbers/normalisers.h"

#include <optional>
#include <string>

namespace app::model_needs {

// Conditions of model choices: each returns a sentence that says what to do first, or an empty text
// if nothing is missing. For the table of model_choices.cpp.

using namespace attn;

inline std::string lacks_nothing(const Document&) {
    return "";
}

inline std::string lacks_projections(const Document& document) {
    return document.projections == Projections::Learned
               ? ""
               : "Biases are added to projections, but projections are off. Choose learned "
                 "projections first";
}
inline std::string lacks_even_width(const Document& document) {
    const Index turned = document.options.positions.turned;
    for (Index head = 0; head < head_count(document); ++head) {
        const Index width = d_k(document, head);
        if (turned == 0 && width % 2 != 0)
            return "Rotary positions turn pairs of columns, but d_k is " + std::to_string(width) +
                   ". Set an even d_k";
        if (turned > width)
            return "Rotary positions turn " + std::to_string(turned) + " columns, but d_k is " +
                   std::to_string(width) + ". Set a larger d_k";
    }
    return "";
}
inline std::string lacks_join(const Document& document) {
    return document.join == Join::None ? "The heads stay apart. Join them first" : "";
}
inline std::string lacks_softmax(const Document& document) {
    if (const NormaliserInfo& how = info(document.switches.normaliser); !how.takes_sink)
        return "A sink takes part in a softmax, but the weights come from " +
               std::string(how.process) + ". Choose softmax first";
    return document.switches.axis == Axis::Columns
               ? "A sink takes part in the softmax of each query. Normalise over rows first"
               : "";
}
inline std::string lacks_block(const Document& document) {
    return document.options.block ? "" : "There is no block. Choose Block: on first";
}
inline std::string lacks_norm(const Document& document) {
    if (!document.options.block)
        return lacks_block(document);
    return document.options.block->has_norm()
               ? ""
               : "The block has no norm. Choose LayerNorm or RMSNorm first";
}

inline std::string lacks_next_word(const Document& document) {
    return document.options.block && document.options.block->has_words_out
               ? ""
               : "There is no next word. Choose Next word first";
}
inline std::string lacks_final_norm(const Document& document) {
    const std::string why = lacks_norm(document);
    return why.empty() ? lacks_next_word(document) : why;
}
inline std::string lacks_x(const Document& document) {
    return has_x(document) ? "" : "The document has no X: it begins with given stages";
}

inline std::string lacks_even_model(const Document& document) {
    return d_model(document) % 2 == 0
               ? ""
               : "Sines and cosines have half of the columns each, but d_model is " +
                     std::to_string(d_model(document)) + ". Set an even d_model";
}
inline std::string lacks_two_columns(const Document& document) {
    if (!document.options.block)
        return lacks_block(document);
    return d_model(document) > 1
               ? ""
               : "This norm divides by d_model − 1, but d_model is 1. Set a larger d_model";
}

} // namespace app::model_needs

namespace app {
namespace {

using namespace attn;
using namespace model_needs;
using ModelOptions = AttentionOptions;
using ScoreKind = attn::Score::Kind;
using PlaceKind = Positions::Kind;
using Norm = Block::Norm;
using Mlp = Block::Mlp;

bool compares(const Document& document, Stage stage) {
    const std::optional<Loss>& loss = document.options.loss;
    return loss && loss->kind == Loss::Kind::CrossEntropy && loss->of.stage == stage;
}

bool says_next_word(const Document& document) {
    return document.options.block && document.options.block->has_words_out;
}

bool has_final_norm(const Document& document) {
    return document.options.block && document.options.block->has_final_norm;
}

std::string lacks_one_width(const Document& document) {
    for (Index head = 1; head < head_count(document); ++head)
        if (d_k(document, head) != d_k(document, 0))
            return "Heads share γ, but d_k is " + std::to_string(d_k(document, 0)) +
                   " in head 0 and " + std::to_string(d_k(document, head)) + " in head " +
                   std::to_string(head) + ". Give all heads one d_k";
    return "";
}

// Groups of keys and values: a row for each number that heads are often divided into.
template <Index groups>
constexpr ModelChoice grouped(const char* id, const char* name, const char* sentence,
                              const char* what) {
    return {id,
            "Keys and values",
            name,
            sentence,
            what,
            [](const Document& now) { return now.options.key_value_groups == groups; },
            [](ModelOptions& options) { options.key_value_groups = groups; },
            lacks_projections,
            [](const Document& now) {
                return head_count(now) > groups && head_count(now) % groups == 0;
            }};
}

template <ScoreKind kind>
constexpr ModelChoice score(const char* id, const char* name, const char* sentence,
                            const char* what) {
    return {id,
            "Score",
            name,
            sentence,
            what,
            [](const Document& now) { return now.options.score.kind == kind; },
            [](ModelOptions& options) { options.score.kind = kind; },
            lacks_nothing};
}

template <Waves waves>
constexpr ModelChoice sinusoidal(const char* id, const char* name, const char* sentence,
                                 const char* what) {
    return {id,
            "Positions",
            name,
            sentence,
            what,
            [](const Document& now) {
                const Positions& positions = now.options.positions;
                return positions.kind == PlaceKind::Sinusoidal && positions.waves == waves;
            },
            [](ModelOptions& options) {
                options.positions.kind = PlaceKind::Sinusoidal;
                options.positions.waves = waves;
            },
            waves == Waves::Alternating ? lacks_nothing : lacks_even_model};
}

template <PlaceKind kind, bool are_neighbours = false>
constexpr ModelChoice positions(const char* id, const char* name, const char* sentence,
                                const char* what) {
    return {id,
            "Positions",
            name,
            sentence,
            what,
            [](const Document& now) {
                const Positions& positions = now.options.positions;
                return positions.kind == kind &&
                       (!info(kind).has_pairs || positions.are_neighbours == are_neighbours);
            },
            [](ModelOptions& options) {
                options.positions.kind = kind;
                if (info(kind).has_pairs)
                    options.positions.are_neighbours = are_neighbours;
            },
            info(kind).has_pairs ? lacks_even_width : lacks_nothing};
}

template <Norm norm>
constexpr ModelChoice normed(const char* id, const char* name, const char* sentence,
                             const char* what) {
    return {
        id,
        "Norm",
        name,
        sentence,
        what,
        [](const Document& now) { return now.options.block && now.options.block->norm == norm; },
        [](ModelOptions& options) { options.block->norm = norm; },
        info(norm).needs_two_columns ? lacks_two_columns : lacks_block};
}

template <Block::Place place>
constexpr ModelChoice placed(const char* id, const char* name, const char* sentence,
                             const char* what) {
    return {id,
            "Norm",
            name,
            sentence,
            what,
            [](const Document& now) {
                return now.options.block && now.options.block->has_norm() &&
                       now.options.block->place == place;
            },
            [](ModelOptions& options) { options.block->place = place; },
            lacks_norm};
}

template <Mlp mlp>
constexpr ModelChoice layered(const char* id, const char* name, const char* sentence,
                              const char* what) {
    return {id,
            "MLP",
            name,
            sentence,
            what,
            [](const Document& now) { return now.options.block && now.options.block->mlp == mlp; },
            [](ModelOptions& options) { options.block->mlp = mlp; },
            lacks_block};
}

constexpr ModelChoice model_choice_table[] = {
    {"model.biases.off", "Biases", "Biases off", "Q = X W_Q, as in Vaswani et al. 2017.",
     "Biases off", [](const Document& now) { return !now.options.has_biases; },
     [](ModelOptions& options) { options.has_biases = false; }, lacks_nothing},
    {"model.biases.on", "Biases", "Biases on",
     "Q = X W_Q + b_Q, as in GPT-2 and BERT. The biases begin as 0.", "Biases on",
     [](const Document& now) { return now.options.has_biases; },
     [](ModelOptions& options) { options.has_biases = true; }, lacks_projections},

    {"model.groups.own", "Keys and values", "Keys and values of each head",
     "Each head has its own W_K and W_V, as in Vaswani et al. 2017.",
     "Keys and values: of each head",
     [](const Document& now) { return group_count(now) == head_count(now); },
     [](ModelOptions& options) { options.key_value_groups = 0; }, lacks_nothing},
    grouped<1>("model.groups.1", "One for all heads", "Multi-query attention. Shazeer 2019.",
               "Keys and values: one for all heads"),
    grouped<2>("model.groups.2", "2 groups", "Grouped-query attention. Ainslie et al. 2023.",
               "Keys and values: 2 groups"),
    grouped<3>("model.groups.3", "3 groups", "Grouped-query attention. Ainslie et al. 2023.",
               "Keys and values: 3 groups"),
    grouped<4>("model.groups.4", "4 groups", "Grouped-query attention. Ainslie et al. 2023.",
               "Keys and values: 4 groups"),
    grouped<8>("model.groups.8", "8 groups", "Grouped-query attention. Ainslie et al. 2023.",
               "Keys and values: 8 groups"),

    {"model.memory.off", "Memory", "Keys from the same words",
     "Self-attention: queries, keys and values come from X.", "Memory off",
     [](const Document& now) { return !now.options.has_memory; },
     [](ModelOptions& options) { options.has_memory = false; }, lacks_nothing},
    {"model.memory.on", "Memory", "Keys from a memory",
     "Cross-attention: K = M W_K. M has its own words and begins as a copy of X.", "Memory on",
     [](const Document& now) { return now.options.has_memory; },
     [](ModelOptions& options) { options.has_memory = true; }, lacks_nothing},

    {"model.embedding.given", "Embeddings", "X is given",
     "Each word has a row of X of its own, which you edit.", "Embeddings: given",
     [](const Document& now) { return !now.options.has_table; },
     [](ModelOptions& options) { options.has_table = false; }, lacks_nothing},
    {"model.embedding.table", "Embeddings", "X is looked up in a table",
     "Each word is a row of E. The same word has the same row; the vocabulary begins as your "
     "words.",
     "Embeddings: a table", [](const Document& now) { return now.options.has_table; },
     [](ModelOptions& options) { options.has_table = true; }, lacks_x},

    {"model.mean_weights.off", "Heads", "No mean of the weights",
     "Each head has its own weights, and no stage joins them.", "Mean of the heads' weights off",
     [](const Document& now) { return !now.options.has_mean_weights; },
     [](ModelOptions& options) { options.has_mean_weights = false; }, lacks_nothing},
    {"model.mean_weights.on", "Heads", "Mean of the heads' weights",
     "The mean over the heads, as nn.MultiheadAttention returns it.",
     "Mean of the heads' weights on",
     [](const Document& now) { return now.options.has_mean_weights; },
     [](ModelOptions& options) { options.has_mean_weights = true; }, lacks_join},

    score<ScoreKind::Dot>("model.score.dot", "Dot product", "q · k, as in Vaswani et al. 2017.",
                          "Score: dot product"),
    score<ScoreKind::General>("model.score.general", "General score",
                              "q W_S k. W_S begins as the identity. Luong et al. 2015.",
                              "Score: general"),
    score<ScoreKind::Additive>("model.score.additive", "Additive score",
                               "u · tanh(q U_Q + k U_K). Bahdanau et al. 2015.", "Score: additive"),
    score<ScoreKind::Cosine>("model.score.cosine", "Cosine",
                             "q · k / (|q| |k|): only directions count.", "Score: cosine"),
    score<ScoreKind::Gaussian>("model.score.gaussian", "Gaussian kernel",
                               "−|q − k|² / 2σ²: Nadaraya–Watson regression.", "Score: Gaussian"),
    score<ScoreKind::Distance>("model.score.distance", "Negative squared distance",
                               "−|q − k|²: near keys count.", "Score: distance"),

    positions<PlaceKind::None>("model.positions.none", "No positions",
                               "Attention does not know where a word stands.", "Positions: none"),
    positions<PlaceKind::Learned>("model.positions.learned", "Learned positions",
                                  "X + P. You can edit P, which begins as 0.",
                                  "Positions: learned"),
    sinusoidal<Waves::Alternating>("model.positions.sinusoidal", "Sinusoidal positions",
                                   "X + P of sines and cosines in turn. Vaswani et al. 2017.",
                                   "Positions: sinusoidal"),
    sinusoidal<Waves::Halves>("model.positions.sinusoidal_halves", "Sinusoidal positions, halves",
                              "The same waves, all sines before all cosines, as in TensorFlow's "
                              "tutorial.",
                              "Positions: sinusoidal, halves"),
    sinusoidal<Waves::Tensor2Tensor>("model.positions.sinusoidal_t2t",
                                     "Sinusoidal positions, tensor2tensor",
                                     "All sines before all cosines, of pos / base^(i / (d/2 − 1)), "
                                     "as in tensor2tensor and fairseq.",
                                     "Positions: sinusoidal, tensor2tensor"),
    positions<PlaceKind::Rotary>("model.positions.rotary", "Rotary positions, halves",
                                 "Turns columns i and i + d_k/2 of Q and K, as in Llama.",
                                 "Positions: rotary"),
    positions<PlaceKind::Rotary, true>("model.positions.rotary_pairs", "Rotary positions, pairs",
                                       "Turns columns 2i and 2i + 1 of Q and K. Su et al. 2021.",
                                       "Positions: rotary, pairs"),
    positions<PlaceKind::Alibi>("model.positions.alibi", "ALiBi",
                                "Takes m · |i − j| from each score. Press et al. 2022.",
                                "Positions: ALiBi"),
    positions<PlaceKind::Buckets>(
        "model.positions.buckets", "Buckets of distances",
        "Adds a number for each bucket, as in T5. The numbers begin as 0.", "Positions: buckets"),

    {"model.qk_norm.off", "Norm of Q and K", "No norm of Q and K",
     "Scores compare queries and keys as the projections make them.", "Norm of Q and K off",
     [](const Document& now) { return !now.options.has_qk_norm; },
     [](ModelOptions& options) { options.has_qk_norm = false; }, lacks_nothing},
    {"model.qk_norm.on", "Norm of Q and K", "Norm of Q and K on",
     "RMSNorm of each query and key, times γ, as in Qwen3 and Gemma 3. γ begins as 1.",
     "Norm of Q and K on", [](const Document& now) { return now.options.has_qk_norm; },
     [](ModelOptions& options) { options.has_qk_norm = true; }, lacks_one_width},

    {"model.soft_limit.off", "Soft limit", "No soft limit",
     "Uses the scores as they are, however large.", "Soft limit off",
     [](const Document& now) { return !now.options.soft_limit; },
     [](ModelOptions& options) { options.soft_limit.reset(); }, lacks_nothing},
    {"model.soft_limit.on", "Soft limit", "Soft limit on",
     "c · tanh(score / c) with c = 50, as in Gemma 2.", "Soft limit: 50",
     [](const Document& now) { return now.options.soft_limit.has_value(); },
     [](ModelOptions& options) { options.soft_limit = options.soft_limit.value_or(50); },
     lacks_nothing},

    {"model.score_bias.off", "Bias of scores", "No bias of scores",
     "Softmax reads the scores as queries and keys make them.", "Bias of scores off",
     [](const Document& now) { return !now.options.has_score_bias; },
     [](ModelOptions& options) { options.has_score_bias = false; }, lacks_nothing},
    {"model.score_bias.on", "Bias of scores", "Bias of scores on",
     "Adds a number of its own to each scaled score. The numbers begin as 0.", "Bias of scores on",
     [](const Document& now) { return now.options.has_score_bias; },
     [](ModelOptions& options) { options.has_score_bias = true; }, lacks_nothing},

    {"model.sink.off", "Sink", "No sink", "The weights of a query sum to 1.", "Sink off",
     [](const Document& now) { return !now.options.has_sink; },
     [](ModelOptions& options) { options.has_sink = false; }, lacks_nothing},
    {"model.sink.on", "Sink", "Sink on",
     "Adds one more score to each softmax and drops its weight. The score begins as 0.", "Sink on",
     [](const Document& now) { return now.options.has_sink; },
     [](ModelOptions& options) { options.has_sink = true; }, lacks_softmax},

    {"model.block.off", "Block", "Block: off",
     "Attention alone. ε of a norm of Q and K is then 1e-6.", "Block off",
     [](const Document& now) { return !now.options.block; },
     [](ModelOptions& options) { options.block.reset(); }, lacks_nothing},
    // Without a norm, and with the MLP's last matrix at 0, attention keeps its numbers. So does a
    // norm of Q and K, whose ε becomes the block's.
    {"model.block.on", "Block", "Block: on",
     "X + attention, then an MLP that adds 0 until you edit W_2. Joins heads by W_O.", "Block on",
     [](const Document& now) { return now.options.block.has_value(); },
     [](ModelOptions& options) {
         if (!options.block)
             options.block =
                 Block{Norm::None, Block::Place::Before,
                       options.has_qk_norm ? options.qk_norm_epsilon() : 1e-5, Mlp::Relu, false};
     },
     lacks_nothing},

    {"model.cross.off", "Cross-attention", "No cross-attention",
     "A layer has one attention, as in an encoder.", "Cross-attention off",
     [](const Document& now) { return !has_cross(now); },
     [](ModelOptions& options) {
         if (options.block)
             options.block->has_cross = false;
     },
     lacks_nothing},
    {"model.cross.on", "Cross-attention", "Cross-attention",
     "A second attention reads a memory, as in a decoder. It adds 0 until you edit its W_O.",
     "Cross-attention on", has_cross,
     [](ModelOptions& options) { options.block->has_cross = true; }, lacks_block},

    normed<Norm::None>("model.norm.none", "No norm", "Sublayers read X as it is.", "Norm: none"),
    normed<Norm::Layer>("model.norm.layer", "LayerNorm",
                        "Subtracts the mean, divides by the deviation, multiplies by γ, adds β.",
                        "Norm: LayerNorm"),
    normed<Norm::Sample>("model.norm.layer_sample", "LayerNorm by n − 1",
                         "γ (x − mean) / (std + ε) + β, n − 1 in std: The Annotated Transformer.",
                         "Norm: LayerNorm by n − 1"),
    normed<Norm::Rms>("model.norm.rms", "RMSNorm",
                      "Divides by the root of the mean square and multiplies by γ.",
                      "Norm: RMSNorm"),
    placed<Block::Place::Before>("model.norm.before", "Norm before",
                                 "x + sublayer(norm(x)), as in GPT-2. Xiong et al. 2020.",
                                 "Norm: before each sublayer"),
    placed<Block::Place::After>("model.norm.after", "Norm after",
                                "norm(x + sublayer(x)), as in Vaswani et al. 2017.",
                                "Norm: after each sublayer"),

    layered<Mlp::None>("model.mlp.none", "No MLP", "The block is X + attention alone.",
                       "MLP: none"),
    layered<Mlp::Relu>("model.mlp.relu", "MLP with ReLU", "max(0, x). Vaswani et al. 2017.",
                       "MLP: ReLU"),
    layered<Mlp::Gelu>("model.mlp.gelu", "MLP with GELU", "x Φ(x), as in BERT.", "MLP: GELU"),
    layered<Mlp::GeluTanh>("model.mlp.gelu_tanh", "MLP with GELU by tanh",
                           "x Φ(x), approximated by tanh as in GPT-2.", "MLP: GELU by tanh"),
    layered<Mlp::Silu>("model.mlp.silu", "MLP with SiLU", "x / (1 + e⁻ˣ).", "MLP: SiLU"),
    layered<Mlp::SwiGlu>("model.mlp.swiglu", "MLP with SwiGLU",
                         "SiLU(x W_gate) · x W_1, as in Llama. Shazeer 2020.", "MLP: SwiGLU"),
    layered<Mlp::GeGlu>("model.mlp.geglu", "MLP with GEGLU",
                        "GELU(x W_gate) · x W_1. Shazeer 2020.", "MLP: GEGLU"),
    layered<Mlp::GeGluTanh>("model.mlp.geglu_tanh", "MLP with GEGLU by tanh",
                            "The GELU of GPT-2 as the gate, as in Gemma.", "MLP: GEGLU by tanh"),

    {"model.words_out.off", "Next word", "No next word", "The block ends with its output.",
     "Next word off", [](const Document& now) { return !says_next_word(now); },
     [](ModelOptions& options) {
         if (options.block)
             options.block->has_words_out = false;
     },
     lacks_nothing},
    {"model.words_out.on", "Next word", "Next word",
     "output · Eᵀ and a softmax: how likely each word comes next.", "Next word on",
     [](const Document& now) {
         return says_next_word(now) && !now.options.block->has_own_words_out;
     },
     [](ModelOptions& options) {
         options.block->has_words_out = true;
         options.block->has_own_words_out = false;
     },
     lacks_block},
    {"model.words_out.own", "Next word", "Next word from U",
     "output · Uᵀ: the words out have numbers of their own, which begin as E.", "Next word from U",
     [](const Document& now) {
         return says_next_word(now) && now.options.block->has_own_words_out;
     },
     [](ModelOptions& options) {
         options.block->has_words_out = options.block->has_own_words_out = true;
     },
     lacks_block},
    {"model.final_norm.off", "Final norm", "No final norm",
     "The logits are made from the last block as it is.", "Final norm off",
     [](const Document& now) { return !has_final_norm(now); },
     [](ModelOptions& options) {
         if (options.block)
             options.block->has_final_norm = false;
     },
     lacks_nothing},
    {"model.final_norm.on", "Final norm", "Final norm",
     "A norm after the last block, before the logits, as in GPT-2. γ begins as 1.", "Final norm on",
     has_final_norm, [](ModelOptions& options) { options.block->has_final_norm = true; },
     lacks_final_norm},

    {"model.loss.off", "Loss", "No loss", "Nothing is compared with a target.", "Loss: none",
     [](const Document& now) { return !now.options.loss; },
     [](ModelOptions& options) { options.loss.reset(); }, lacks_nothing},
    {"model.loss.output", "Loss", "Squared error of the output",
     "The mean of (output − target)². The target begins as 0: edit it.",
     "Loss: squared error of the output",
     [](const Document& now) {
         return now.options.loss && now.options.loss->kind == Loss::Kind::Squared;
     },
     [](ModelOptions& options) {
         options.loss =
             Loss{options.block ? SheetId{Stage("block"), 0, 0, options.block->layers - 1}
                                : SheetId{Stage::Output},
                  Loss::Kind::Squared};
     },
     lacks_nothing},
    {"model.loss.weights", "Loss", "Cross entropy of the weights",
     "−Σ target · log(weight). The target says which words each word should listen to.",
     "Loss: cross entropy of the weights",
     [](const Document& now) { return compares(now, Stage::Weights); },
     [](ModelOptions& options) {
         options.loss = Loss{{Stage::Weights}, Loss::Kind::CrossEntropy};
     },
     lacks_nothing},
    {"model.loss.next_word", "Loss", "Cross entropy of the next word",
     "−Σ target · log(probability), as language models learn.",
     "Loss: cross entropy of the next word",
     [](const Document& now) { return compares(now, Stage("probabilities")); },
     [](ModelOptions& options) {
         options.loss = Loss{{Stage("probabilities")}, Loss::Kind::CrossEntropy};
     },
     lacks_next_word},
};

constexpr std::string_view part_words[] = {
    "Heads",          "Keys and values", "Biases",    "Memory",
    "Embeddings",     "Score",           "Positions", "Norm of Q and K",
    "Bias of scores", "Soft limit",      "Sink",      "",
    "Block",          "Cross-attention", "Norm",      "MLP",
    "Next word",      "Final norm",      "",          "Loss"};

} // namespace

std::span<const ModelChoice> model_choices() {
    return model_choice_table;
}

std::span<const std::string_view> model_parts() {
    return part_words;
}

} // namespace app
