// SPDX-License-Identifier: MIT
// Decides which array becomes what: the user's choices, and the other arrays by their names.

#include "core/base/utf8.h"
#include "core/io/import/import_names.h"
#include "core/io/import/import_parts.h"

#include <algorithm>
#include <set>

namespace attn::io {
namespace {

struct PartInfo {
    std::optional<ArrayChoice> ImportPlan::*member;
    std::string_view name;
    ImportOption option;
};
constexpr std::array<PartInfo, plan_part_count> part_infos = {{
    {&ImportPlan::tokens, "the words", ImportOption::Tokens},
    {&ImportPlan::x, "X", ImportOption::X},
    {&ImportPlan::w_q, "W_Q", ImportOption::WQ},
    {&ImportPlan::w_k, "W_K", ImportOption::WK},
    {&ImportPlan::w_v, "W_V", ImportOption::WV},
    {&ImportPlan::mask, "the mask", ImportOption::Mask},
    {&ImportPlan::bias, "the bias", ImportOption::Bias},
    {&ImportPlan::weights, "the weights", ImportOption::Weights},
    {&ImportPlan::scores, "the scores", ImportOption::Scores},
    {&ImportPlan::q, "Q", ImportOption::Q},
    {&ImportPlan::k, "K", ImportOption::K},
    {&ImportPlan::v, "V", ImportOption::V},
}};
constexpr std::array projections = {PlanPart::WQ, PlanPart::WK, PlanPart::WV};

const PartInfo& info(PlanPart part) {
    return part_infos[static_cast<std::size_t>(part)];
}

/// Makes the error "W_K is open: …; choose one with …, or leave it out with …".
Error open_part(PlanPart part, const std::string& why, const std::vector<std::string>& candidates,
                ChoiceWords words) {
    constexpr std::size_t few = 12;
    std::vector<std::string> shown(
        candidates.begin(),
        candidates.begin() + static_cast<std::ptrdiff_t>(std::min(candidates.size(), few)));
    if (candidates.size() > few)
        shown.push_back(std::to_string(candidates.size() - few) + " more");
    const ImportOption option = info(part).option;
    return Error{why + ". It may be " + joined(shown, " or ") + ": choose it with " +
                     words({option, ImportChoice::Kind::Own}) + ", or leave it out with " +
                     words({option, ImportChoice::Kind::LeftOut}),
                 std::string(info(part).name)};
}

/// Returns the owner of an array whose name is not a projection's: "layers.2.attn." for
/// "layers.2.attn.first.weight".
std::string owner_of(const std::string& name) {
    if (const auto known = projection_name(name))
        return known->owner;
    const auto segments = segments_of(name);
    const bool has_ending =
        segments.size() > 1 && (segments.back() == "weight" || segments.back() == "kernel");
    std::string rest = name;
    for (int count = has_ending ? 2 : 1; count > 0; --count) {
        const auto sign = rest.find_last_of("./", rest.empty() ? 0 : rest.size() - 2);
        rest = sign == std::string::npos ? "" : rest.substr(0, sign + 1);
    }
    return rest;
}

/// Returns the number of an array in an archive of heads: 1 for "W_Q/1", 0 for "W_Q".
std::optional<Index> head_number(const std::string& name, PlanPart part) {
    const std::string stem(name_of(part));
    if (name == stem)
        return 0;
    if (!name.starts_with(stem + "/"))
        return std::nullopt;
    const auto number = parse_indices(std::string_view(name).substr(stem.size() + 1));
    return number && number->size() == 1 ? std::optional(number->front()) : std::nullopt;
}

/// Returns the keys or values that the chosen head reads in an archive of heads; its group has
/// them.
std::optional<ArrayChoice> of_same_head(const std::vector<ArrayFile>& files, const ImportPlan& plan,
                                        PlanPart part) {
    for (const PlanPart own : projections) {
        const auto& choice = choice_of(plan, own);
        const auto head = choice ? head_number(name_in(files, *choice), own) : std::nullopt;
        if (!head)
            continue;
        const std::vector<ArrayInfo>& arrays = files[choice->file].arrays;
        const auto count = [&](PlanPart which) {
            return static_cast<Index>(
                std::count_if(arrays.begin(), arrays.end(), [&](const ArrayInfo& one) {
                    return head_number(one.name, which).has_value();
                }));
        };
        const Index all = count(own), others = count(part);
        if (all == 0 || others == 0)
            return std::nullopt;
        for (std::size_t at = 0; at < arrays.size(); ++at)
            if (head_number(arrays[at].name, part) == *head * others / all)
                return ArrayChoice{choice->file, at, {}, false, 0, 1};
    }
    return std::nullopt;
}

/// Fills in W_Q, W_K and W_V next to the chosen ones.
Result<> bind_projections(const std::vector<ArrayFile>& files, const ChosenParts& chosen,
                          const std::vector<AttentionArrays>& all, ImportPlan& plan,
                          ChoiceWords words) {
    std::set<std::string> owners;
    std::set<std::size_t> rows;
    for (const PlanPart part : projections)
        if (const auto& own = choice_of(plan, part)) {
            owners.insert(owner_of(name_in(files, *own)));
            if (const auto known = projection_name(name_in(files, *own)))
                rows.insert(known->row);
        }
    const bool is_any_chosen = std::any_of(projections.begin(), projections.end(),
                                           [&](PlanPart part) { return chosen.has(part); });
    if (owners.empty()) {
        if (all.empty() || is_any_chosen)
            return Nothing{};
        // Prefers the first with all three; attention to another text only if there is no other.
        const auto rank = [](const AttentionArrays& one) {
            return (one.is_whole() ? 0 : 2) + (one.is_cross ? 1 : 0);
        };
        const AttentionArrays& first =
            *std::min_element(all.begin(), all.end(),
                              [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
        for (std::size_t at = 0; at < projections.size(); ++at)
            choice_of(plan, projections[at]) = first.parts[at];
        if (first.is_fused)
            for (const PlanPart part : projections) {
                auto fused = fused_choice(files, *choice_of(plan, part), plan.layout, words);
                if (!fused)
                    return fused.error();
                choice_of(plan, part) = *fused;
            }
        return Nothing{};
    }
    for (std::size_t at = 0; at < projections.size(); ++at) {
        const PlanPart part = projections[at];
        if (chosen.has(part))
            continue;
        if (auto same = of_same_head(files, chosen.plan, part)) {
            choice_of(plan, part) = std::move(same);
            continue;
        }
        std::vector<const AttentionArrays*> beside;
        std::vector<std::string> candidates;
        for (const AttentionArrays& one : all) {
            if (!one.parts[at] || one.is_fused)
                continue;
            candidates.push_back(name_in(files, *one.parts[at]));
            if (owners.contains(one.owner) && (rows.empty() || rows.contains(one.row)))
                beside.push_back(&one);
        }
        if (beside.size() == 1)
            choice_of(plan, part) = beside.front()->parts[at];
        else if (!candidates.empty()) {
            const std::string own =
                owners.size() == 1 && !owners.begin()->empty()
                    ? " in " + owners.begin()->substr(0, owners.begin()->size() - 1)
                    : "";
            return open_part(part,
                             beside.empty()
                                 ? "no array" + own + " has the name of one that belongs to " +
                                       name_in(files, plan.w_q   ? *plan.w_q
                                                      : plan.w_k ? *plan.w_k
                                                                 : *plan.w_v)
                                 : "several arrays" + own + " have such a name",
                             candidates, words);
        }
    }
    return Nothing{};
}

/// Whether one list is the beginning of the other.
bool agree(const std::vector<std::string>& a, const std::vector<std::string>& b) {
    return std::equal(a.begin(),
                      a.begin() + static_cast<std::ptrdiff_t>(std::min(a.size(), b.size())),
                      b.begin());
}

std::size_t common(const std::vector<std::string>& a, const std::vector<std::string>& b) {
    std::size_t count = 0;
    while (count < a.size() && count < b.size() && a[count] == b[count])
        ++count;
    return count;
}

/// Returns the weights by which the rest is found; null if there are none.
const ArrayChoice* first_weights(const ImportPlan& plan) {
    return plan.w_q ? &*plan.w_q : plan.w_k ? &*plan.w_k : plan.w_v ? &*plan.w_v : nullptr;
}

/// Binds X of the model that the weights belong to.
Result<> bind_x(const std::vector<ArrayFile>& files, const std::vector<AttentionArrays>& all,
                ImportPlan& plan, ChoiceWords words) {
    std::vector<ArrayChoice> candidates;
    for (std::size_t file = 0; file < files.size(); ++file)
        for (std::size_t array = 0; array < files[file].arrays.size(); ++array) {
            const ArrayInfo& one = files[file].arrays[array];
            if (one.texts.empty() && is_name_of_x(one.name))
                candidates.push_back({file, array, {}, false, 0, 1});
        }
    const auto is_plain = [&](const ArrayChoice& one) {
        return segments_of(name_in(files, one)).size() == 1;
    };
    // An array called just "x" is meant as X.
    const auto named = std::find_if(candidates.begin(), candidates.end(), is_plain);
    if (named != candidates.end()) {
        plan.x = *named;
        return Nothing{};
    }
    if (candidates.empty())
        return Nothing{};
    std::vector<std::string> names;
    for (const ArrayChoice& one : candidates)
        names.push_back(name_in(files, one));
    const ArrayChoice* const weights = first_weights(plan);
    if (!weights) {
        if (candidates.size() > 1)
            return open_part(PlanPart::X, "several arrays have the name of one", names, words);
        plan.x = candidates.front();
        return Nothing{};
    }
    const auto own = tower_of(name_in(files, *weights));
    // In a file of two models, one for text and one for images, names begin with two different
    // words.
    std::set<std::vector<std::string>> towers;
    for (const AttentionArrays& one : all)
        towers.insert(tower_of(one.owner + "weight"));
    const bool has_towers = std::any_of(towers.begin(), towers.end(),
                                        [&](const auto& other) { return !agree(own, other); });
    std::vector<ArrayChoice> fitting;
    std::size_t best = 0;
    for (const ArrayChoice& one : candidates) {
        const auto tower = tower_of(name_in(files, one));
        const std::size_t shared = common(tower, own);
        if (!agree(tower, own) || (has_towers && shared == 0))
            continue;
        if (shared > best)
            fitting.clear();
        if (shared >= best)
            fitting.push_back(one);
        best = std::max(best, shared);
    }
    if (fitting.size() == 1) {
        plan.x = fitting.front();
        return Nothing{};
    }
    return open_part(PlanPart::X,
                     fitting.empty()
                         ? "no array with the name of one belongs to " + name_in(files, *weights)
                         : "several arrays have the name of one",
                     names, words);
}

void bind_words(const std::vector<ArrayFile>& files, ImportPlan& plan) {
    for (std::size_t file = 0; file < files.size(); ++file)
        for (std::size_t array = 0; array < files[file].arrays.size(); ++array) {
            const ArrayInfo& one = files[file].arrays[array];
            if (!one.texts.empty() && is_name_of_words(one.name) && !plan.tokens)
                plan.tokens = ArrayChoice{file, array, {}, false, 0, 1};
        }
}

/// Binds a mask on its own, or one in the taken layer.
Result<> bind_mask(const std::vector<ArrayFile>& files, ImportPlan& plan, ChoiceWords words) {
    std::vector<ArrayChoice> fitting;
    std::vector<std::string> names;
    const ArrayChoice* const weights = first_weights(plan);
    const std::string owner = weights ? owner_of(name_in(files, *weights)) : "";
    for (std::size_t file = 0; file < files.size(); ++file)
        for (std::size_t array = 0; array < files[file].arrays.size(); ++array) {
            const ArrayInfo& one = files[file].arrays[array];
            if (!one.texts.empty() || !is_name_of_mask(one.name))
                continue;
            const bool is_plain = segments_of(one.name).size() == 1;
            if (!is_plain && owner_of(one.name) != owner)
                continue;
            fitting.push_back({file, array, {}, false, 0, 1});
            names.push_back(one.name);
        }
    if (fitting.size() > 1)
        return open_part(PlanPart::Mask, "several arrays have the name of one", names, words);
    if (!fitting.empty())
        plan.mask = fitting.front();
    return Nothing{};
}

/// Binds X if no name says it but there is only one array.
void bind_unnamed_x(const std::vector<ArrayFile>& files, ImportPlan& plan) {
    const bool is_single = files.size() == 1 && files[0].arrays.size() == 1;
    if (is_single && !first_weights(plan) && files[0].arrays[0].texts.empty())
        plan.x = ArrayChoice{};
}

} // namespace

std::optional<ArrayChoice>& choice_of(ImportPlan& plan, PlanPart part) {
    return plan.*info(part).member;
}
const std::optional<ArrayChoice>& choice_of(const ImportPlan& plan, PlanPart part) {
    return plan.*info(part).member;
}
std::string_view name_of(PlanPart part) {
    return info(part).name;
}
ImportOption option_of(PlanPart part) {
    return info(part).option;
}

Result<ArrayChoice> fused_choice(const std::vector<ArrayFile>& files, ArrayChoice choice,
                                 std::optional<FusedLayout> layout, ChoiceWords words) {
    choice.parts = 3;
    const std::string& name = name_in(files, choice);
    if (layout || !ends_in(name, "query_key_value.weight")) {
        choice.layout = layout.value_or(FusedLayout::SideBySide);
        return choice;
    }
    // GPT-NeoX: layers.0.attention.query_key_value; BLOOM and Falcon: h.0.self_attention.…
    const auto segments = segments_of(name);
    const auto has = [&](std::string_view one) {
        return std::find(segments.begin(), segments.end(), one) != segments.end();
    };
    if ((has("layers") && has("attention") && !has("encoder")) || has("gpt_neox") ||
        (has("h") && has("self_attention"))) {
        choice.layout = FusedLayout::HeadByHead;
        return choice;
    }
    return Error{"models keep tensors of this name in two ways: head by head, with Q, K and V of "
                 "one head together (GPT-NeoX, BLOOM, Megatron), or all queries first (ChatGLM). "
                 "Say which with " +
                     words({ImportOption::QkvLayout, ImportChoice::Kind::Value, "head-by-head"}) +
                     " or " +
                     words({ImportOption::QkvLayout, ImportChoice::Kind::Value, "side-by-side"}),
                 name};
}

Result<ImportPlan> bound_plan(const std::vector<ArrayFile>& files, const ChosenParts& chosen,
                              ChoiceWords words) {
    ImportPlan plan = chosen.plan;
    const auto all = attentions_of(files);
    const bool is_given = gives_stages(plan);
    if (!is_given)
        if (const auto bound = bind_projections(files, chosen, all, plan, words); !bound)
            return bound.error();
    if (!is_given && !chosen.has(PlanPart::X)) {
        if (const auto bound = bind_x(files, all, plan, words); !bound)
            return bound.error();
        if (!plan.x)
            bind_unnamed_x(files, plan);
    }
    if (const auto bound = bind_given(files, chosen, plan, words); !bound)
        return bound.error();
    if (!chosen.has(PlanPart::Tokens))
        bind_words(files, plan);
    if (!chosen.has(PlanPart::Mask))
        if (const auto bound = bind_mask(files, plan, words); !bound)
            return bound.error();
    return plan;
}

ImportPlan guessed_plan(const std::vector<ArrayFile>& files) {
    if (auto plan = bound_plan(files, {}))
        return *std::move(plan);
    // Ambiguous parts stay open; weights alone may be clear.
    ChosenParts chosen;
    chosen.choose(PlanPart::X, std::nullopt);
    chosen.choose(PlanPart::Mask, std::nullopt);
    const auto plan = bound_plan(files, chosen);
    return plan ? *plan : ImportPlan{};
}

// Writes a sentence about each choice that the import made by names and shapes.

namespace {

constexpr std::array parts = {PlanPart::WQ, PlanPart::WK, PlanPart::WV};

void say_weights(ArrayReader& reader, const ImportPlan& plan,
                 const std::array<bool, plan_part_count>& is_chosen) {
    std::vector<std::string> guessed;
    std::string owner;
    for (const PlanPart part : parts)
        if (const auto& own = choice_of(plan, part);
            own && !is_chosen[static_cast<std::size_t>(part)]) {
            guessed.emplace_back(name_of(part));
            if (const auto name = projection_name(name_in(reader.files, *own)))
                owner = name->owner;
        }
    if (guessed.empty())
        return;
    const bool is_all_guessed =
        guessed.size() == parts.size() || (!is_chosen[static_cast<std::size_t>(PlanPart::WQ)] &&
                                           !is_chosen[static_cast<std::size_t>(PlanPart::WK)] &&
                                           !is_chosen[static_cast<std::size_t>(PlanPart::WV)]);
    std::string text = joined(guessed) + (guessed.size() == 1 ? " was" : " were") + " found by " +
                       (guessed.size() == 1 ? "its name" : "their names");
    const std::string layer = layer_name(owner);
    if (!is_all_guessed) {
        reader.say(text + (layer.empty() ? "" : " in " + layer) + ", beside what was chosen.");
        return;
    }
    std::vector<std::string> layers;
    for (const AttentionArrays& one : attentions_of(reader.files))
        if (const std::string name = layer_name(one.owner);
            std::find(layers.begin(), layers.end(), name) == layers.end())
            layers.push_back(name);
    if (layers.size() > 1) {
        const auto place = std::find(layers.begin(), layers.end(), layer) - layers.begin();
        text += " in " + layer + ", one of " + std::to_string(layers.size()) + " such layers" +
                (place == 0 ? " and the first" : "") +
                ". To take another, name one of its arrays: " +
                reader.words({ImportOption::WQ, ImportChoice::Kind::Own});
    }
    reader.say(text + ".");
}

void say_x(ArrayReader& reader, const ImportPlan& plan) {
    const std::string& name = name_in(reader.files, *plan.x);
    if (is_name_of_x(name))
        reader.say("X was found by its name, " + name + ".");
    else
        reader.say("X is " + name + ", the only array.");
}

} // namespace

void say_guesses(ArrayReader& reader, const ImportPlan& plan,
                 const std::array<bool, plan_part_count>& is_chosen) {
    say_weights(reader, plan, is_chosen);
    if (plan.x && !is_chosen[static_cast<std::size_t>(PlanPart::X)])
        say_x(reader, plan);
    if (plan.tokens && plan.words.empty() && !is_chosen[static_cast<std::size_t>(PlanPart::Tokens)])
        reader.say("The words were found by their name, " + name_in(reader.files, *plan.tokens) +
                   ".");
    const auto turned = std::find_if(parts.begin(), parts.end(), [&](PlanPart part) {
        const auto& own = choice_of(plan, part);
        return own && own->is_transposed && is_stored_by_linear(name_in(reader.files, *own));
    });
    if (turned != parts.end())
        reader.say(
            "nn.Linear stores tensors such as " + name_in(reader.files, *choice_of(plan, *turned)) +
            " output × input; they were transposed. " + reader.words({ImportOption::AsStored}) +
            " with their names takes them as they are.");
    if (!plan.w_q || plan.w_q->parts == 1)
        return;
    const ArrayInfo& info = info_of(reader.files, *plan.w_q);
    const auto fused = fused_heads(info, reader.extent(*plan.w_q), *plan.heads);
    if (!fused)
        return;
    std::string text = info.name + " was read " +
                       (plan.w_q->layout == FusedLayout::HeadByHead
                            ? "head by head: Q, K and V of a head stand together"
                            : "with all queries first, then all keys, then all values");
    if (fused->groups < fused->heads)
        text += ". It has fewer keys than queries: " + std::to_string(fused->heads) + " heads of " +
                std::to_string(fused->width) + " columns share " + std::to_string(fused->groups) +
                (fused->groups == 1 ? " group of keys" : " groups of keys");
    reader.say(text + ".");
}

// Reports what an import of arrays leaves out, and the effect. A tensor's name says what the model
// does with it; the names beside the weights tell the family of models.

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
                why = "its name is that of numbers which a document computes; \"attention-lab "
                      "give\" gives them";
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
