// SPDX-License-Identifier: MIT
// Which array of a file is meant by a name, and what the usual names of checkpoints say.
#include "core/base/utf8.h"
#include "core/io/import.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace attn::io {
namespace {

std::string lowered(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    return text;
}

/// Whether `name` is `wanted` or ends in it behind a separator.
bool is_called(std::string_view name, std::string_view wanted) {
    if (name == wanted)
        return true;
    return name.size() > wanted.size() && name.ends_with(wanted) &&
           std::string_view("./_").find(name[name.size() - wanted.size() - 1]) !=
               std::string_view::npos;
}

/// An embedding that is not the words': of positions, or of the texts of a pair.
bool is_other_embedding(std::string_view name) {
    return name.find("position") != std::string_view::npos ||
           name.find("token_type") != std::string_view::npos;
}

/// How nn.Linear's tensors end, which are output × input.
struct LinearName {
    std::string_view ending;
    std::optional<ArrayChoice> ImportPlan::*target; // null: Q, K and V side by side
};
constexpr std::array<LinearName, 14> linear_names = {{{"q_proj.weight", &ImportPlan::w_q},
                                                      {"query.weight", &ImportPlan::w_q},
                                                      {"w_q.weight", &ImportPlan::w_q},
                                                      {"w_query.weight", &ImportPlan::w_q},
                                                      {"k_proj.weight", &ImportPlan::w_k},
                                                      {"key.weight", &ImportPlan::w_k},
                                                      {"w_k.weight", &ImportPlan::w_k},
                                                      {"w_key.weight", &ImportPlan::w_k},
                                                      {"v_proj.weight", &ImportPlan::w_v},
                                                      {"value.weight", &ImportPlan::w_v},
                                                      {"w_v.weight", &ImportPlan::w_v},
                                                      {"w_value.weight", &ImportPlan::w_v},
                                                      {"in_proj_weight", nullptr},
                                                      {"qkv.weight", nullptr}}};

struct Guess {
    std::optional<ArrayChoice> ImportPlan::*target;
    std::vector<std::string_view> names;
};

} // namespace

bool is_stored_by_linear(std::string_view name) {
    const std::string low = lowered(std::string(name));
    return std::any_of(linear_names.begin(), linear_names.end(),
                       [&](const LinearName& one) { return is_called(low, one.ending); });
}

Result<ArrayChoice> find_array(const std::vector<ArrayFile>& files, const std::string& name) {
    std::string plain = name;
    std::vector<Index> leading;
    while (plain.ends_with("]")) {
        const auto open = plain.rfind('[');
        if (open == std::string::npos)
            break;
        const auto number =
            parse_indices(std::string_view(plain).substr(open + 1, plain.size() - open - 2));
        if (!number || number->size() != 1)
            break;
        leading.insert(leading.begin(), number->front());
        plain.resize(open);
    }
    std::vector<ArrayChoice> exact, ending;
    std::string known;
    for (std::size_t file = 0; file < files.size(); ++file)
        for (std::size_t array = 0; array < files[file].arrays.size(); ++array) {
            const std::string& other = files[file].arrays[array].name;
            if (known.size() < 400)
                known += (known.empty() ? "" : ", ") + other;
            if (other == plain)
                exact.push_back({file, array, leading, false, 0, 1});
            else if (is_called(other, plain))
                ending.push_back({file, array, leading, false, 0, 1});
        }
    if (!exact.empty())
        return exact.front();
    if (ending.size() == 1)
        return ending.front();
    return Error{(ending.empty() ? "there is no array " : "several arrays end in ") + cite(plain) +
                 "; the arrays are " + known};
}

ImportPlan guessed_plan(const std::vector<ArrayFile>& files) {
    const std::array<Guess, 5> guesses = {
        {{&ImportPlan::x,
          {"x", "inputs", "embeddings", "embedding", "words", "wte.weight", "embed_tokens.weight",
           "embeddings.weight"}},
         {&ImportPlan::w_q, {"w_q", "wq", "w_query", "query"}},
         {&ImportPlan::w_k, {"w_k", "wk", "w_key", "key"}},
         {&ImportPlan::w_v, {"w_v", "wv", "w_value", "value"}},
         {&ImportPlan::tokens, {"tokens", "labels"}}}};
    ImportPlan plan;
    for (std::size_t file = 0; file < files.size(); ++file)
        for (std::size_t array = 0; array < files[file].arrays.size(); ++array) {
            const ArrayInfo& info = files[file].arrays[array];
            const std::string name = lowered(info.name);
            const ArrayChoice choice{file, array, {}, false, 0, 1};
            if (info.fault || info.shape.size() > 2)
                continue;
            const bool has_texts = !info.texts.empty();
            for (const Guess& guess : guesses) {
                const bool wants_texts = guess.target == &ImportPlan::tokens;
                const bool fits =
                    std::any_of(guess.names.begin(), guess.names.end(),
                                [&](std::string_view word) { return is_called(name, word); });
                const bool is_other = guess.target == &ImportPlan::x && is_other_embedding(name);
                if (fits && !is_other && wants_texts == has_texts && !(plan.*guess.target))
                    plan.*guess.target = choice;
            }
            for (const LinearName& linear : linear_names)
                if (linear.target && !has_texts && is_called(name, linear.ending) &&
                    !(plan.*linear.target)) {
                    plan.*linear.target = choice;
                    (plan.*linear.target)->is_transposed = true;
                }
        }
    for (std::size_t file = 0; file < files.size(); ++file)
        for (std::size_t array = 0; array < files[file].arrays.size(); ++array) {
            const std::string name = lowered(files[file].arrays[array].name);
            const bool is_linear =
                std::any_of(linear_names.begin(), linear_names.end(), [&](const LinearName& one) {
                    return !one.target && is_called(name, one.ending);
                });
            if ((!is_linear && !is_called(name, "c_attn.weight")) || plan.w_q || plan.w_k ||
                plan.w_v)
                continue;
            for (Index part = 0; part < 3; ++part)
                (part == 0   ? plan.w_q
                 : part == 1 ? plan.w_k
                             : plan.w_v) = ArrayChoice{file, array, {}, is_linear, part, 3};
        }
    // A single array of numbers is X.
    if (!plan.x && !plan.w_q && files.size() == 1 && files[0].arrays.size() == 1)
        plan.x = ArrayChoice{};
    return plan;
}

} // namespace attn::io
