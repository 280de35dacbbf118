// SPDX-License-Identifier: MIT
#include "core/io/import/import_names.h"

#include "core/base/utf8.h"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace attn::io {
namespace {

bool is_number(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char letter) {
        return std::isdigit(letter) != 0;
    });
}

/// Names of W_Q, W_K and W_V that belong together, each the last segment before "weight" and
/// similar endings.
constexpr std::array<std::array<std::string_view, 3>, 14> triples = {{
    {"w_q", "w_k", "w_v"},
    {"wq", "wk", "wv"},
    {"w_query", "w_key", "w_value"},
    {"query", "key", "value"},
    {"q_proj", "k_proj", "v_proj"},
    {"query_proj", "key_proj", "value_proj"},
    {"proj_q", "proj_k", "proj_v"},
    {"q_lin", "k_lin", "v_lin"},
    {"to_q", "to_k", "to_v"},
    {"q", "k", "v"},
    {"query_dense", "key_dense", "value_dense"},
    {"query_projection", "key_projection", "value_projection"},
    {"linear_q", "linear_k", "linear_v"},
    {"q_linear", "k_linear", "v_linear"},
}};
/// The names in the first rows are weights by themselves, without "weight" after them.
constexpr std::size_t bare_rows = 4;
constexpr std::size_t row_q_proj = 4, row_q = 9;

struct FusedName {
    std::string_view name;
    bool is_by_linear;
};
constexpr std::array<FusedName, 8> fused_names = {{{"in_proj_weight", true},
                                                   {"qkv.weight", true},
                                                   {"wqkv.weight", true},
                                                   {"w_qkv.weight", true},
                                                   {"to_qkv.weight", true},
                                                   {"qkv_proj.weight", true},
                                                   {"query_key_value.weight", true},
                                                   {"c_attn.weight", false}}};

/// Names of X: the whole name, or its last segments.
constexpr std::array<std::string_view, 26> names_of_x = {
    "x",
    "inputs",
    "input_embeddings",
    "embeddings",
    "embedding",
    "words",
    "wte",
    "w_e",
    "wte.weight",
    "embed_tokens.weight",
    "embed_in.weight",
    "embeddings.weight",
    "embedding.weight",
    "embed.weight",
    "word_embeddings.weight",
    "word_embedding.weight",
    "token_embeddings.weight",
    "token_embedding.weight",
    "token_embedding_table.weight",
    "tok_embeddings.weight",
    "tok_emb.weight",
    "token_emb.weight",
    "emb.weight",
    "shared.weight",
    "wte.embedding",
    "embed_tokens.embedding",
};
constexpr std::array<std::string_view, 4> names_of_words = {"tokens", "labels", "words", "names"};
constexpr std::array<std::string_view, 9> names_of_masks = {
    "mask",        "attn_mask",    "attention_mask",
    "causal_mask", "padding_mask", "key_padding_mask",
    "src_mask",    "tgt_mask",     "src_key_padding_mask"};

template <std::size_t Count>
bool is_among(std::string_view name, const std::array<std::string_view, Count>& names) {
    return std::any_of(names.begin(), names.end(),
                       [&](std::string_view one) { return ends_in(name, one); });
}

/// Returns the name without its last `count` segments: "layers.2.attn.".
std::string without(std::string_view name, std::size_t count) {
    for (; count > 0; --count) {
        if (!name.empty())
            name.remove_suffix(1); // a separator at the end separates nothing
        const auto sign = name.find_last_of("./");
        name = sign == std::string_view::npos ? std::string_view() : name.substr(0, sign + 1);
    }
    return std::string(name);
}

/// How many segments at the end of a name mark it as a weight, and how it is stored.
struct Ending {
    std::size_t count = 0;
    bool is_weight = false, is_kernel = false;
};
Ending ending_of(const std::vector<std::string>& segments) {
    const std::size_t size = segments.size();
    if (segments.back() == "weight")
        return {1, true, false};
    if (segments.back() == "kernel")
        return {1, false, true};
    // Keras 3 numbers the variables of a layer; the kernel is the first.
    if (size > 2 && segments[size - 2] == "vars" && segments.back() == "0")
        return {2, false, true};
    return {};
}

/// Orders layers, comparing numbers as numbers.
bool comes_before(const std::vector<std::string>& a, const std::vector<std::string>& b) {
    return std::lexicographical_compare(
        a.begin(), a.end(), b.begin(), b.end(), [](const std::string& one, const std::string& two) {
            if (!is_number(one) || !is_number(two))
                return one < two;
            return one.size() != two.size() ? one.size() < two.size() : one < two;
        });
}

} // namespace

std::vector<std::string> segments_of(std::string_view name) {
    if (const auto colon = name.rfind(':');
        colon != std::string_view::npos && is_number(name.substr(colon + 1)))
        name = name.substr(0, colon);
    std::vector<std::string> segments(1);
    for (const char letter : name)
        if (letter == '.' || letter == '/')
            segments.emplace_back();
        else
            segments.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    return segments;
}

bool ends_in(std::string_view name, std::string_view wanted) {
    const auto all = segments_of(name), end = segments_of(wanted);
    return all.size() >= end.size() && std::equal(end.rbegin(), end.rend(), all.rbegin());
}

std::optional<ProjectionName> projection_name(std::string_view name) {
    ProjectionName found;
    for (const FusedName& one : fused_names)
        if (ends_in(name, one.name)) {
            found.is_fused = found.is_of_model = true;
            found.is_by_linear = one.is_by_linear;
            found.row = triples.size() + static_cast<std::size_t>(&one - fused_names.data());
            found.owner = without(name, segments_of(one.name).size());
            return found;
        }
    const auto segments = segments_of(name);
    const Ending ending = ending_of(segments);
    if (segments.size() <= ending.count)
        return std::nullopt;
    std::string own = segments[segments.size() - 1 - ending.count];
    // nn.MultiheadAttention's names if keys have another width.
    constexpr std::string_view of_multihead = "_weight";
    const bool is_multihead = ending.count == 0 && own.ends_with("_proj_weight");
    if (is_multihead)
        own.resize(own.size() - of_multihead.size());
    for (std::size_t row = 0; row < triples.size(); ++row)
        for (std::size_t part = 0; part < 3; ++part) {
            if (triples[row][part] != own)
                continue;
            const bool is_bare = ending.count == 0 && !is_multihead;
            if (is_bare && row >= bare_rows)
                return std::nullopt;
            if (is_multihead && row != row_q_proj)
                return std::nullopt;
            if (row == row_q && segments.size() < ending.count + 2)
                return std::nullopt; // "q.weight" alone may be anything
            found.part = part == 0 ? PlanPart::WQ : part == 1 ? PlanPart::WK : PlanPart::WV;
            found.is_by_linear = ending.is_weight || is_multihead;
            found.is_of_model = found.is_by_linear;
            found.is_kernel = ending.is_kernel;
            found.has_heads_first = is_bare && segments.size() > 1 && row == 0;
            found.row = row;
            found.owner = without(name, ending.count + 1);
            return found;
        }
    return std::nullopt;
}

std::vector<AttentionArrays> attentions_of(const std::vector<ArrayFile>& files) {
    std::vector<AttentionArrays> all;
    for (std::size_t file = 0; file < files.size(); ++file)
        for (std::size_t array = 0; array < files[file].arrays.size(); ++array) {
            const ArrayInfo& info = files[file].arrays[array];
            const auto name = projection_name(info.name);
            if (!name || !info.texts.empty())
                continue;
            auto at = std::find_if(all.begin(), all.end(), [&](const AttentionArrays& one) {
                return one.owner == name->owner && one.row == name->row;
            });
            if (at == all.end()) {
                all.push_back({name->owner, name->row, {}, name->is_fused, false});
                at = all.end() - 1;
                const auto segments = segments_of(name->owner);
                at->is_cross =
                    std::any_of(segments.begin(), segments.end(), [](const std::string& one) {
                        return one.find("cross") != std::string::npos || one == "encoder_attn" ||
                               one == "encdecattention" || one == "src_attn";
                    });
            }
            ArrayChoice choice{file, array, {}, name->is_by_linear, 0, 1};
            if (!name->is_fused) {
                auto& part = at->parts[static_cast<std::size_t>(name->part) -
                                       static_cast<std::size_t>(PlanPart::WQ)];
                if (!part)
                    part = choice;
                continue;
            }
            if (at->parts[0])
                continue;
            choice.parts = 3;
            for (Index part = 0; part < 3; ++part) {
                choice.part = part;
                at->parts[static_cast<std::size_t>(part)] = choice;
            }
        }
    std::stable_sort(all.begin(), all.end(),
                     [](const AttentionArrays& a, const AttentionArrays& b) {
                         return comes_before(segments_of(a.owner), segments_of(b.owner));
                     });
    return all;
}

std::string layer_name(const std::string& owner) {
    std::size_t end = owner.size();
    while (end > 0) {
        const auto sign = owner.find_last_of("./", end - 1);
        const std::size_t first = sign == std::string::npos ? 0 : sign + 1;
        if (is_number(std::string_view(owner).substr(first, end - first)))
            return owner.substr(0, end);
        end = sign == std::string::npos ? 0 : sign;
    }
    return owner.empty() ? owner : owner.substr(0, owner.size() - 1);
}

std::vector<std::string> tower_of(std::string_view name) {
    auto segments = segments_of(name);
    // Up to the first number: the segment that counts layers is not a tower.
    const auto number = std::find_if(segments.begin(), segments.end(),
                                     [](const std::string& one) { return is_number(one); });
    if (number != segments.end()) {
        segments.erase(number == segments.begin() ? number : number - 1, segments.end());
        return segments;
    }
    segments.pop_back(); // "weight"
    while (!segments.empty() && segments.back().find("emb") != std::string::npos)
        segments.pop_back();
    if (!segments.empty() && (segments.back() == "wte" || segments.back() == "shared"))
        segments.pop_back();
    return segments;
}

bool is_name_of_x(std::string_view name) {
    const auto segments = segments_of(name);
    const bool is_other = std::any_of(segments.begin(), segments.end(), [](const std::string& one) {
        return one.find("position") != std::string::npos ||
               one.find("token_type") != std::string::npos || one.starts_with("pos_");
    });
    return !is_other && is_among(name, names_of_x);
}

bool is_name_of_words(std::string_view name) {
    return is_among(name, names_of_words);
}

bool is_name_of_mask(std::string_view name) {
    return is_among(name, names_of_masks);
}

bool takes_part_by_name(std::string_view name) {
    return ends_in(name, "attention_mask");
}

bool is_stored_by_linear(std::string_view name) {
    const auto found = projection_name(name);
    return found && found->is_by_linear;
}

const std::string& name_in(const std::vector<ArrayFile>& files, const ArrayChoice& choice) {
    return files[choice.file].arrays[choice.array].name;
}

std::string joined(const std::vector<std::string>& names, std::string_view last) {
    std::string text;
    for (std::size_t at = 0; at < names.size(); ++at)
        text += (at == 0                  ? ""
                 : at + 1 == names.size() ? std::string(last)
                                          : std::string(", ")) +
                names[at];
    return text;
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
    std::string known, several;
    for (std::size_t file = 0; file < files.size(); ++file)
        for (std::size_t array = 0; array < files[file].arrays.size(); ++array) {
            const std::string& other = files[file].arrays[array].name;
            constexpr std::size_t most = 400;
            if (known.size() < most)
                known += (known.empty() ? "" : ", ") + other;
            if (other == name) // a name may itself end in "[0]"
                return ArrayChoice{file, array, {}, false, 0, 1};
            if (other == plain)
                exact.push_back({file, array, leading, false, 0, 1});
            else if (ends_in(other, plain)) {
                ending.push_back({file, array, leading, false, 0, 1});
                if (several.size() < most)
                    several += (several.empty() ? "" : ", ") + other;
            }
        }
    if (!exact.empty())
        return exact.front();
    if (ending.size() == 1)
        return ending.front();
    return ending.empty() ? Error{"there is no array " + cite(plain) + "; the arrays are " + known}
                          : Error{"several arrays end in " + cite(plain) + ": " + several +
                                  "; write more of the name"};
}

} // namespace attn::io
