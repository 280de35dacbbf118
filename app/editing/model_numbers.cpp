// SPDX-License-Identifier: MIT
#include "app/editing/model_numbers.h"

#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/document/model/given.h"
#include "core/document/model/model.h"
#include "core/io/text/cell_text.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>
#include <vector>

namespace app {
namespace {

using namespace attn;

std::string always(const Document&) {
    return "";
}

template <class Change>
Command options_with(const Document& document, const std::string& what, Change change) {
    AttentionOptions options = document.options;
    change(options);
    return SetOptions{options, what};
}

std::string needs_block(const Document& document) {
    if (!has_x(document))
        return "A document without X has the layers that its given stages have";
    return document.options.block ? "" : "Only a block has layers. Choose Block: on first";
}
std::string needs_gaussian(const Document& document) {
    return document.options.score.kind == Score::Kind::Gaussian
               ? ""
               : "Only the Gaussian score has σ. Choose the Gaussian kernel first";
}
std::string needs_base(const Document& document) {
    return info(document.options.positions.kind).has_base
               ? ""
               : "Only sinusoidal and rotary positions have a base. Choose one of them first";
}
std::string needs_rotary(const Document& document) {
    return info(document.options.positions.kind).has_pairs
               ? ""
               : "Only rotary positions turn columns. Choose them first";
}
std::string needs_buckets(const Document& document) {
    return info(document.options.positions.kind).has_buckets
               ? ""
               : "Only buckets of distances have this number. Choose these positions first";
}
std::string needs_norm(const Document& document) {
    const AttentionOptions& options = document.options;
    if (options.block && (options.block->has_norm() || options.has_qk_norm))
        return "";
    return options.has_qk_norm
               ? "Without a block, ε of the norm of Q and K is 1e-6. Choose Block: on to change it"
               : "There is no norm. Choose a block with LayerNorm or RMSNorm first";
}
std::string needs_projections(const Document& document) {
    return document.projections == Projections::Learned
               ? ""
               : "Without projections every head reads X itself. Choose learned projections first";
}

Real mask_number(const Document& document, Mask::Kind kind, Index otherwise) {
    const Mask* const part = part_of(document.switches.mask, kind);
    return static_cast<Real>(part ? part->number : otherwise);
}
template <Mask::Kind kind>
bool has_mask(const Document& document) {
    return part_of(document.switches.mask, kind) != nullptr;
}
Command mask_command(const Document& document, Mask::Kind kind, Real value) {
    return SetMask{
        with_part(document.switches.mask, Mask{kind, {}, static_cast<Index>(value), {}, 0})};
}

constexpr ModelNumberInfo model_number_table[] = {
    {ModelNumber::Groups, "model.groups", "Keys and values", "Groups of keys and values",
     "How many sets of keys and values the heads share: a divisor of the number of heads.", true,
     [](const Document& now) { return static_cast<Real>(group_count(now)); },
     [](const Document& now, Real value, const std::string& what) {
         return options_with(now, what, [&](AttentionOptions& options) {
             options.key_value_groups = static_cast<Index>(value);
         });
     },
     needs_projections, [](const Document& now) { return now.options.key_value_groups > 0; }},
    {ModelNumber::Layers, "model.layers", "Block", "Layers",
     "How many blocks follow each other, 1 to 12. A new one adds 0 until its W_O and W_2 are "
     "edited.",
     true, [](const Document& now) { return static_cast<Real>(layer_count(now)); },
     [](const Document& now, Real value, const std::string& what) {
         return options_with(now, what, [&](AttentionOptions& options) {
             options.block->layers = static_cast<Index>(value);
         });
     },
     needs_block, [](const Document& now) { return now.options.block.has_value(); }},
    {ModelNumber::Sigma, "model.sigma", "Score", "σ",
     "How far a query sees: the width of the Gaussian kernel.", false,
     [](const Document& now) { return now.options.score.sigma; },
     [](const Document& now, Real value, const std::string& what) {
         return options_with(now, what,
                             [&](AttentionOptions& options) { options.score.sigma = value; });
     },
     needs_gaussian, [](const Document& now) { return needs_gaussian(now).empty(); }},
    {ModelNumber::Base, "model.base", "Positions", "Base",
     "The larger the base, the slower the last columns turn. Most papers use 10000.", false,
     [](const Document& now) { return now.options.positions.base; },
     [](const Document& now, Real value, const std::string& what) {
         return options_with(now, what,
                             [&](AttentionOptions& options) { options.positions.base = value; });
     },
     needs_base, [](const Document& now) { return needs_base(now).empty(); }},
    {ModelNumber::Turned, "model.turned", "Positions", "Columns that turn",
     "How many columns of Q and K turn, from the first on, as in GPT-NeoX and Phi. The others "
     "stay. "
     "0 turns all.",
     true, [](const Document& now) { return static_cast<Real>(now.options.positions.turned); },
     [](const Document& now, Real value, const std::string& what) {
         return options_with(now, what, [&](AttentionOptions& options) {
             options.positions.turned = static_cast<Index>(value);
         });
     },
     needs_rotary, [](const Document& now) { return needs_rotary(now).empty(); }},
    {ModelNumber::Buckets, "model.buckets", "Positions", "Buckets",
     "How many buckets the distances between words fall into.", true,
     [](const Document& now) { return static_cast<Real>(now.options.positions.buckets); },
     [](const Document& now, Real value, const std::string& what) {
         return options_with(now, what, [&](AttentionOptions& options) {
             options.positions.buckets = static_cast<Index>(value);
         });
     },
     needs_buckets, [](const Document& now) { return needs_buckets(now).empty(); }},
    {ModelNumber::Furthest, "model.furthest", "Positions", "Furthest distance",
     "From this distance on all words share the last bucket.", true,
     [](const Document& now) { return static_cast<Real>(now.options.positions.furthest); },
     [](const Document& now, Real value, const std::string& what) {
         return options_with(now, what, [&](AttentionOptions& options) {
             options.positions.furthest = static_cast<Index>(value);
         });
     },
     needs_buckets, [](const Document& now) { return needs_buckets(now).empty(); }},
    {ModelNumber::SoftLimit, "model.soft_limit", "Soft limit", "Soft limit",
     "No score is larger than this number, and none is smaller than minus this number.", false,
     [](const Document& now) { return now.options.soft_limit.value_or(50); },
     [](const Document& now, Real value, const std::string& what) {
         return options_with(now, what,
                             [&](AttentionOptions& options) { options.soft_limit = value; });
     },
     always, [](const Document& now) { return now.options.soft_limit.has_value(); }},
    {ModelNumber::Epsilon, "model.epsilon", "Norm", "ε",
     "ε keeps a norm from dividing by 0: under the root, or beside it where LayerNorm divides by "
     "n − 1.",
     false,
     [](const Document& now) {
         return now.options.block         ? now.options.block->epsilon
                : now.options.has_qk_norm ? now.options.qk_norm_epsilon()
                                          : 1e-5;
     },
     [](const Document& now, Real value, const std::string& what) {
         return options_with(now, what,
                             [&](AttentionOptions& options) { options.block->epsilon = value; });
     },
     needs_norm, [](const Document& now) { return needs_norm(now).empty(); }},
    {ModelNumber::Window, "mask.window.number", "Mask", "Window",
     "Words that are this far away, or further, are blocked.", true,
     [](const Document& now) { return mask_number(now, Mask::Kind::Window, 2); },
     [](const Document& now, Real value, const std::string&) {
         return mask_command(now, Mask::Kind::Window, value);
     },
     always, has_mask<Mask::Kind::Window>},
    {ModelNumber::Prefix, "mask.prefix.number", "Mask", "Prefix",
     "This many words at the beginning are open to every query.", true,
     [](const Document& now) { return mask_number(now, Mask::Kind::Prefix, 2); },
     [](const Document& now, Real value, const std::string&) {
         return mask_command(now, Mask::Kind::Prefix, value);
     },
     always, has_mask<Mask::Kind::Prefix>},
    {ModelNumber::Padding, "mask.padding.number", "Mask", "Padding",
     "This many keys at the end are blocked.", true,
     [](const Document& now) { return mask_number(now, Mask::Kind::Padding, 1); },
     [](const Document& now, Real value, const std::string&) {
         return mask_command(now, Mask::Kind::Padding, value);
     },
     always, has_mask<Mask::Kind::Padding>},
};

} // namespace

std::span<const ModelNumberInfo> model_numbers() {
    return model_number_table;
}

const ModelNumberInfo& info(ModelNumber number) {
    return *std::find_if(std::begin(model_number_table), std::end(model_number_table),
                         [&](const ModelNumberInfo& one) { return one.number == number; });
}

Result<Command> number_command(const Document& document, ModelNumber number,
                               const std::string& text) {
    const ModelNumberInfo& about = info(number);
    const auto value = io::parse_cell(text);
    if (!value)
        return value.error();
    constexpr Real most = 1'000'000'000;
    if (about.is_whole && (*value != std::floor(*value) || *value < 0 || *value > most))
        return Error{cite(text) + " is not a whole number from 0 to " +
                     std::to_string(static_cast<Index>(most)) + ". Type one such as 3"};
    if (!about.is_whole && !(*value > 0 && std::isfinite(*value)))
        return Error{cite(text) + " is not above 0. Type a number above 0"};
    return about.command(document, *value, std::string(about.name) + ": " + shortest(*value));
}

namespace {

using Kind = Mask::Kind;

std::vector<Mask> parts_of(const Mask& mask) {
    if (mask.kind == Kind::None)
        return {};
    return mask.kind == Kind::All ? mask.all : std::vector<Mask>{mask};
}

Mask joined(std::vector<Mask> parts) {
    if (parts.size() == 1)
        return std::move(parts.front());
    Mask mask;
    if (!parts.empty()) {
        mask.kind = Kind::All;
        mask.all = std::move(parts);
    }
    return mask;
}

bool stands_beside(Kind kind) {
    return kind == Kind::Window || kind == Kind::Padding;
}

} // namespace

const Mask* part_of(const Mask& mask, Kind kind) {
    if (mask.kind == kind)
        return &mask;
    const auto found = std::find_if(mask.all.begin(), mask.all.end(),
                                    [&](const Mask& one) { return one.kind == kind; });
    return mask.kind != Kind::All || found == mask.all.end() ? nullptr : &*found;
}

Mask with_part(const Mask& mask, const Mask& part) {
    std::vector<Mask> parts = parts_of(mask);
    const auto gives_way = [&](const Mask& one) {
        return one.kind == part.kind || (!stands_beside(part.kind) && !stands_beside(one.kind));
    };
    const auto first = std::find_if(parts.begin(), parts.end(), gives_way);
    if (first != parts.end()) {
        *first = part;
        parts.erase(std::remove_if(first + 1, parts.end(), gives_way), parts.end());
    } else {
        parts.insert(stands_beside(part.kind) ? parts.end() : parts.begin(), part);
    }
    return joined(std::move(parts));
}

Mask without_part(const Mask& mask, Kind kind) {
    std::vector<Mask> parts = parts_of(mask);
    parts.erase(std::remove_if(parts.begin(), parts.end(),
                               [&](const Mask& one) { return one.kind == kind; }),
                parts.end());
    return joined(std::move(parts));
}

bool can_paint(const Document& document, const Place& place) {
    return place.sheet.stage == Stage::Masked && document.switches.mask.kind == Kind::Painted;
}

Command painted(const Document& document, const CellRange& cells) {
    const Mask& mask = document.switches.mask;
    if (cells.rows == 1 && cells.columns == 1)
        return SetMaskCell{cells.row, cells.column, !is_blocked(mask, cells.row, cells.column)};
    Flags flags = *painted_like(mask, token_count(document), key_count(document)).painted;
    auto block = flags.block(cells.row, cells.column, cells.rows, cells.columns);
    block.setConstant(!block.all());
    return SetMask{{Kind::Painted, std::move(flags)}};
}

} // namespace app
