// SPDX-License-Identifier: MIT
// Decides which array becomes what: the user's choices, and the other arrays by their names.
#include "core/base/utf8.h"
#include "core/io/import_names.h"

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
    if (const auto bound = bind_projections(files, chosen, all, plan, words); !bound)
        return bound.error();
    if (!chosen.has(PlanPart::X)) {
        if (const auto bound = bind_x(files, all, plan, words); !bound)
            return bound.error();
        if (!plan.x)
            bind_unnamed_x(files, plan);
    }
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

} // namespace attn::io
