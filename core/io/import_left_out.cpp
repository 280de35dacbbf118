// SPDX-License-Identifier: MIT
// Reports what an import of arrays leaves out, and the effect. A tensor's name says what the model
// does with it; the names beside the weights tell the family of models.
#include "core/io/import_parts.h"

#include <algorithm>

namespace attn::io {
namespace {

/// What a tensor does in a model.
enum class TensorRole {
    Unknown,
    HeadNorm,      // for queries or keys
    NormBefore,    // for the attention's input
    EmbeddingNorm, // for the words and their positions together
    Positions,
    Types,
    Turns, // rotary positions
    PositionBias,
    Mask,
    Joins,
    Bias, // a bias of the layer's projections
    After,
    WordsOut,
    Projection, // a projection of another layer
    Words
};

struct RoleName {
    std::string_view segment; // a whole segment of the name
    TensorRole role;
};
/// The first segment of the table found in a name gives the role.
constexpr RoleName role_names[] = {
    {"mlp", TensorRole::After},
    {"ffn", TensorRole::After},
    {"ff", TensorRole::After},
    {"feed_forward", TensorRole::After},
    {"intermediate", TensorRole::After},
    {"fc1", TensorRole::After},
    {"fc2", TensorRole::After},
    {"linear1", TensorRole::After},
    {"linear2", TensorRole::After},
    {"q_norm", TensorRole::HeadNorm},
    {"k_norm", TensorRole::HeadNorm},
    {"q_layernorm", TensorRole::HeadNorm},
    {"k_layernorm", TensorRole::HeadNorm},
    {"query_norm", TensorRole::HeadNorm},
    {"key_norm", TensorRole::HeadNorm},
    {"norm_q", TensorRole::HeadNorm},
    {"norm_k", TensorRole::HeadNorm},
    {"position_embeddings", TensorRole::Positions},
    {"position_embedding", TensorRole::Positions},
    {"embed_positions", TensorRole::Positions},
    {"positional_embedding", TensorRole::Positions},
    {"pos_embed", TensorRole::Positions},
    {"pos_emb", TensorRole::Positions},
    {"wpe", TensorRole::Positions},
    {"w_pos", TensorRole::Positions},
    {"token_type_embeddings", TensorRole::Types},
    {"relative_attention_bias", TensorRole::PositionBias},
    {"rotary_emb", TensorRole::Turns},
    {"rotary_pos_emb", TensorRole::Turns},
    {"inv_freq", TensorRole::Turns},
    {"masked_bias", TensorRole::Mask},
    {"word_embeddings_layernorm", TensorRole::EmbeddingNorm},
    {"ln_2", TensorRole::After},
    {"ln2", TensorRole::After},
    {"norm2", TensorRole::After},
    {"norm_2", TensorRole::After},
    {"ffn_norm", TensorRole::After},
    {"final_layer_norm", TensorRole::After},
    {"post_attention_layernorm", TensorRole::After},
    {"pre_feedforward_layernorm", TensorRole::After},
    {"post_feedforward_layernorm", TensorRole::After},
    {"ln_1", TensorRole::NormBefore},
    {"ln1", TensorRole::NormBefore},
    {"norm1", TensorRole::NormBefore},
    {"norm_1", TensorRole::NormBefore},
    {"input_layernorm", TensorRole::NormBefore},
    {"attention_norm", TensorRole::NormBefore},
    {"layernorm_before", TensorRole::NormBefore},
    {"self_attn_layer_norm", TensorRole::NormBefore},
    {"c_proj", TensorRole::Joins},
    {"o_proj", TensorRole::Joins},
    {"out_proj", TensorRole::Joins},
    {"wo", TensorRole::Joins},
    {"w_o", TensorRole::Joins},
    {"w_out", TensorRole::Joins},
    {"to_out", TensorRole::Joins},
    {"out_lin", TensorRole::Joins},
    {"attention_output", TensorRole::Joins},
    {"output_dense", TensorRole::Joins},
    {"lm_head", TensorRole::WordsOut},
    {"embed_out", TensorRole::WordsOut},
    {"out_head", TensorRole::WordsOut},
};

TensorRole role_of(const ArrayInfo& info) {
    const auto segments = segments_of(info.name);
    const auto has = [&](std::string_view one) {
        return std::find(segments.begin(), segments.end(), one) != segments.end();
    };
    for (const RoleName& one : role_names)
        if (has(one.segment))
            return one.role;
    if (has("layernorm") && has("embeddings"))
        return TensorRole::EmbeddingNorm;
    if (has("dense") && (has("output") || has("attention") || has("self_attention")))
        return has("attention") || has("self_attention") ? TensorRole::Joins : TensorRole::After;
    if (has("output") && has("layernorm"))
        return TensorRole::After;
    if (is_name_of_mask(info.name) ||
        (info.shape.size() == 4 && segments.back() == "bias")) // GPT-2's causal triangle
        return TensorRole::Mask;
    if (projection_name(info.name))
        return TensorRole::Projection;
    if (is_name_of_x(info.name))
        return TensorRole::Words;
    return TensorRole::Unknown;
}

/// What a family of models adds to its attention besides the weights.
struct NamingFamily {
    std::string_view title;
    bool masks_later, norms_x, adds_positions, turns, adds_alibi;
    bool is_imported; // `import FOLDER` knows it
};

constexpr NamingFamily gpt2{"GPT-2", true, true, true, false, false, true};
constexpr NamingFamily bert{
    "A model with the names of BERT", false, true, true, false, false, true};
constexpr NamingFamily neox{"GPT-NeoX", true, true, false, true, false, false};
constexpr NamingFamily bloom{"BLOOM", true, true, false, false, true, false};
constexpr NamingFamily opt{"OPT", true, true, true, false, false, false};
constexpr NamingFamily llama{
    "A model with the names of Llama", true, true, false, true, false, true};
constexpr NamingFamily qwen3{
    "A model with the names of Qwen3", true, true, false, true, false, true};
constexpr NamingFamily gemma3{
    "A model with the names of Gemma 3", true, true, false, true, false, true};
constexpr NamingFamily newer_gemma{
    "A model with the names of Gemma 3n or Gemma 4", true, true, false, true, false, false};

/// Returns the family of models that use the names of Llama and norm queries and keys.
const NamingFamily* family_with_norms(QkNorm norm) {
    switch (norm) {
    case QkNorm::AsStored:
        return &qwen3;
    case QkNorm::OneMore:
        return &gemma3;
    case QkNorm::NormsValues:
        return &newer_gemma;
    }
    return nullptr;
}

/// Finds the family by the names beside the weights; null if unknown.
const NamingFamily* family_of(const std::vector<ArrayFile>& files, const std::string& weight) {
    const auto segments = segments_of(weight);
    const auto has = [&](std::string_view one) {
        return std::find(segments.begin(), segments.end(), one) != segments.end();
    };
    const auto any = [&](std::string_view wanted) {
        for (const ArrayFile& file : files)
            for (const ArrayInfo& info : file.arrays) {
                const auto names = segments_of(info.name);
                if (std::find(names.begin(), names.end(), wanted) != names.end())
                    return true;
            }
        return false;
    };
    if (has("c_attn") && any("wpe"))
        return &gpt2;
    if (has("query_key_value"))
        return has("gpt_neox")                                             ? &neox
               : has("self_attention") && any("word_embeddings_layernorm") ? &bloom
                                                                           : nullptr;
    if (has("attention") && has("self") && has("query") && any("position_embeddings"))
        return &bert;
    if (has("self_attn") && has("layers") && !has("encoder") && any("embed_tokens"))
        return any("embed_positions")           ? &opt
               : any("q_norm") || any("k_norm") ? family_with_norms(qk_norm_of(files, weight))
               : has("model") || std::string_view(segments.front()) == "layers" ? &llama
                                                                                : nullptr;
    return nullptr;
}

/// Says what the absence of a tensor does; empty if it does not affect this layer's attention.
std::string effect_of(TensorRole role) {
    switch (role) {
    case TensorRole::HeadNorm:
        return "it norms every query or key before the scores; without it scores and weights "
               "differ from the model's";
    case TensorRole::NormBefore:
        return "it norms what the attention reads; without it Q, K and V differ from the model's";
    case TensorRole::EmbeddingNorm:
        return "it norms the words before the first layer; without it X differs from the model's";
    case TensorRole::Positions:
        return "it is added to the words by their positions; without it the same word is the same "
               "row of X everywhere";
    case TensorRole::Types:
        return "it is added to the words by the text that they belong to; without it X differs "
               "from the model's";
    case TensorRole::Turns:
        return "it turns queries and keys by their positions; without it scores do not depend on "
               "positions";
    case TensorRole::PositionBias:
        return "it is added to the scores by the distance of words; without it scores do not "
               "depend on positions";
    case TensorRole::Mask:
        return "it blocks keys; without it words see all words";
    case TensorRole::Joins:
        return "it joins the outputs of all heads; the output here is that of one head before it";
    case TensorRole::Bias:
        return "it is a bias of this layer; without it Q, K or V differs from the model's";
    case TensorRole::After:
        return "it comes after the attention and changes nothing of it";
    case TensorRole::WordsOut:
        return "it says the next word, after the last layer";
    case TensorRole::Projection:
    case TensorRole::Words:
    case TensorRole::Unknown:
        return "";
    }
    return "";
}

/// Whether the absence affects the imported attention.
bool changes_weights(TensorRole role) {
    return role != TensorRole::Unknown && role != TensorRole::After &&
           role != TensorRole::WordsOut && role != TensorRole::Joins &&
           role != TensorRole::Projection && role != TensorRole::Words;
}

/// Whether the name belongs to queries, keys, values, scores, weights or outputs.
bool is_computed_name(const std::string& name) {
    constexpr std::string_view names[] = {
        "q",      "k",       "v",       "queries",     "keys",
        "values", "scores",  "weights", "attn",        "attention",
        "output", "outputs", "context", "attentions",  "attn_weights",
        "logits", "heads",   "softmax", "attn_scores", "attention_weights"};
    const auto segments = segments_of(name);
    return segments.size() == 1 &&
           std::find(std::begin(names), std::end(names), segments[0]) != std::end(names);
}

/// Returns the number of the tensor's layer, which equals the number of layers before it; 0 if its
/// name has none.
Index layers_before(const std::string& name) {
    const auto owner = projection_name(name);
    const auto segments = segments_of(owner ? layer_name(owner->owner) : std::string());
    const auto number = parse_indices(segments.back());
    return number && number->size() == 1 ? number->front() : 0;
}

/// Writes the family's sentence: what the model does and the document does not.
void say_family(ArrayReader& reader, const ImportPlan& plan, const Document& document,
                const std::set<TensorRole>& roles) {
    const auto& weight = plan.w_q ? plan.w_q : plan.w_k ? plan.w_k : plan.w_v;
    if (!weight)
        return;
    const NamingFamily* const family = family_of(reader.files, name_in(reader.files, *weight));
    const bool is_table = plan.x && segments_of(name_in(reader.files, *plan.x)).size() > 1;
    std::vector<std::string> does;
    const auto is_left_out = [&](TensorRole role) { return roles.contains(role); };
    if (document.switches.mask.kind == Mask::Kind::None &&
        ((family && family->masks_later) || is_left_out(TensorRole::Mask)))
        does.emplace_back("masks later words");
    if ((family && family->norms_x && is_table) || is_left_out(TensorRole::NormBefore) ||
        is_left_out(TensorRole::EmbeddingNorm))
        does.emplace_back("norms X");
    if ((family && family->adds_positions && is_table) || is_left_out(TensorRole::Positions))
        does.emplace_back("adds positions");
    if (is_left_out(TensorRole::HeadNorm))
        does.emplace_back("norms queries and keys");
    if ((family && family->turns) || is_left_out(TensorRole::Turns))
        does.emplace_back("turns queries and keys by their positions");
    if ((family && family->adds_alibi) || is_left_out(TensorRole::PositionBias))
        does.emplace_back("adds numbers to scores by the distance of words");
    if (const Index before = is_table ? layers_before(name_in(reader.files, *weight)) : 0;
        before > 0)
        does.push_back("changes the words in " + std::to_string(before) +
                       (before == 1 ? " layer" : " layers") + " before this one");
    if (does.empty())
        return;
    std::string text = (family ? std::string(family->title) : "The model of these tensors") + " " +
                       joined(does) + "; " +
                       (does.size() == 1 ? "that is not here" : "none of it is here") +
                       ", so the weights are not the model's.";
    if (family && family->is_imported)
        text += " \"attention-lab import FOLDER --layer N --text TEXT\", with the folder of the "
                "model, brings all of it.";
    else
        text += " The file that \"attention-lab capture\" prints takes them from the model as it "
                "runs in PyTorch.";
    reader.say(text);
}

} // namespace

void name_left_out(ArrayReader& reader, const ImportPlan& plan, const Document& document) {
    TensorReport& report = reader.report;
    auto used = reader.taken;
    for (const auto* choice : {&plan.tokens, &plan.mask})
        if (*choice && (choice != &plan.tokens || plan.words.empty()))
            used.insert({(*choice)->file, (*choice)->array});
    const auto has_number = [](const std::string& name) {
        const auto segments = segments_of(name);
        return std::any_of(segments.begin(), segments.end(), [](const std::string& one) {
            return !one.empty() && one.find_first_not_of("0123456789") == std::string::npos;
        });
    };
    // The imported layers and models, by the names of what was taken.
    std::set<std::string> layers;
    std::vector<std::string> tower;
    for (const auto* choice : {&plan.w_q, &plan.w_k, &plan.w_v})
        if (*choice)
            if (const auto name = projection_name(name_in(reader.files, **choice));
                name && has_number(layer_name(name->owner))) {
                layers.insert(layer_name(name->owner));
                tower = tower_of(name_in(reader.files, **choice));
            }
    const auto is_of_layer = [&](const std::string& name) {
        return std::any_of(layers.begin(), layers.end(), [&](const std::string& layer) {
            return name.starts_with(layer + ".") || name.starts_with(layer + "/");
        });
    };
    constexpr std::size_t most = 60;
    std::size_t others = 0;
    std::set<TensorRole> roles;
    for (std::size_t file = 0; file < reader.files.size(); ++file)
        for (std::size_t array = 0; array < reader.files[file].arrays.size(); ++array) {
            const ArrayInfo& info = reader.files[file].arrays[array];
            if (used.contains({file, array}) ||
                std::any_of(report.left_out.begin(), report.left_out.end(),
                            [&](const LeftOut& one) { return one.tensor == info.name; }))
                continue;
            const TensorRole role = role_of(info);
            // A whole model's other layers and towers are reported in one line.
            const bool is_elsewhere =
                !layers.empty() && !is_of_layer(info.name) &&
                (has_number(info.name) || !tower_of(info.name).empty()) &&
                (has_number(info.name) ||
                 tower_of(info.name).front() != (tower.empty() ? "" : tower.front())) &&
                !(tower.empty() && !has_number(info.name));
            if ((is_elsewhere && !info.fault) || report.left_out.size() >= most) {
                ++others;
                continue;
            }
            if (!is_elsewhere && changes_weights(role))
                roles.insert(role);
            std::string why = effect_of(role);
            if (info.fault)
                why = "it cannot be read: " + info.fault->text();
            else if (role == TensorRole::Words && plan.x)
                why = "X is " + name_in(reader.files, *plan.x);
            else if (role == TensorRole::Words)
                why = "X was not to be taken from it";
            else if (role == TensorRole::Projection)
                why = "other arrays were taken as W_Q, W_K and W_V";
            else if (!info.texts.empty() && is_name_of_words(info.name))
                why = "the words were given otherwise";
            else if (why.empty() && is_computed_name(info.name))
                why = "its name is that of numbers which a document computes, and which cannot be "
                      "given yet";
            else if (why.empty())
                why = "its name does not say what it is, and it was not chosen";
            report.left_out.push_back({info.name, why});
        }
    if (others > 0)
        report.sentences.push_back(
            std::to_string(others) + (others == 1 ? " other array was" : " other arrays were") +
            " left out" +
            (layers.empty() ? "."
                            : "; the weights are from " + joined({layers.begin(), layers.end()}) +
                                  ". To import another layer, name its arrays for W_Q, W_K and "
                                  "W_V."));
    say_family(reader, plan, document, roles);
}

} // namespace attn::io
