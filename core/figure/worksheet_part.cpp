// SPDX-License-Identifier: MIT
#include "core/figure/worksheet_part.h"

#include "core/document/covers.h"
#include "core/engine/head_name.h"

#include <string>
#include <utility>
#include <vector>

namespace attn::figure {
namespace {

std::vector<Region> covers_of(const OpenPart& open) {
    std::vector<Region> covers;
    for (Region region : open.whole().covers)
        if (const auto sheet = open.in_part(region.sheet)) {
            region.sheet = *sheet;
            covers.push_back(region);
        }
    return covers;
}

} // namespace

Result<WorksheetPart> worksheet_part(const OpenPart& open, const View& view,
                                     WorksheetOptions options) {
    const std::string said = part_text(open.whole(), view);
    WorksheetPart part{open.document(), std::move(options)};
    part.document.covers = covers_of(open);
    const bool is_of_covers = !is_drawn(open.whole(), part.options) && !part.options.stages &&
                              part.options.level == WorksheetLevel::Drawn;
    if (is_of_covers && part.document.covers.empty())
        return Error{"the document covers no number of " + said +
                     "; choose another one, or the stages whose boxes are left empty"};
    if (!part.options.stages)
        return part;
    for (Stage& stage : *part.options.stages) {
        SheetId sheet{stage};
        if (!is_of_all_layers(stage))
            sheet.layer = view.layer;
        sheet.is_cross = view.is_cross && may_be_cross(stage);
        const auto found = open.in_part(sheet);
        if (!found)
            return Error{"a worksheet of " + said + " has no " + std::string(stage.name()) +
                         "; choose another stage, or the attention that has it"};
        stage = found->stage;
    }
    return part;
}

std::string everything_is_of(const std::string& part, Index head, Index heads) {
    std::string of = part;
    if (heads > 1)
        of += (of.empty() ? "" : ", ") + head_name(head, heads);
    if (of.empty())
        return "";
    const bool names_layer = part.starts_with("layer"), names_head = heads > 1;
    return " Everything is of " + of + "." +
           (names_layer && names_head ? " Layers and heads count from 0."
            : names_layer             ? " The first layer is 0."
            : names_head              ? " The first head is 0."
                                      : "");
}

} // namespace attn::figure
