// SPDX-License-Identifier: MIT
#include "app/editing/mask_parts.h"

#include "core/document/model.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace app {
namespace {

using namespace attn;
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
