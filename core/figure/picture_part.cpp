// SPDX-License-Identifier: MIT
#include "core/figure/picture_part.h"

#include "core/document/model.h"
#include "core/document/sheet.h"
#include "core/engine/head_name.h"
#include "core/figure/gradient_look.h"

#include <optional>
#include <utility>

namespace attn::figure {

const SheetLook& last_shown(const Contents& contents, Stage stage) {
    const SheetLook* found = &contents.sheets.front();
    for (const SheetLook& look : contents.sheets)
        if (position(look.id.stage) <= position(stage) &&
            position(look.id.stage) >= position(found->id.stage))
            found = &look;
    return *found;
}

std::optional<Index> chosen_row(const SheetLook& look, const View& view, const Part& part) {
    const bool has_words = look.is_transposed ? look.has_word_columns : look.has_word_rows;
    if (!part.is_query_row || !has_words || look.id.stage == Stage::WeightedValues)
        return std::nullopt;
    const Role rows = info(look.id.stage).rows;
    const bool is_of_memory = (rows == Role::Key || rows == Role::Memory) &&
                              (look.is_transposed ? look.own_columns : look.own_rows);
    return is_of_memory ? view.key.value_or(0) : view.query;
}

/// The matrix of the part, or of the stage before if the document lacks the stage.
SheetLook PartLooks::whole(const Part& part) {
    SheetId later = sheet_of_head(document_, part.stage, part.head.value_or(view_.head));
    later.layer = part.layer;
    later.is_cross = part.is_cross;
    if ((part.layer > 0 || part.is_cross || part.head) && exists(document_, later)) {
        later_.push_back(contents(document_, trace_, view_, later));
        return later_.back().sheets.front();
    }
    return last_shown(part.is_gradient && gradients_ ? *gradients_ : contents_, part.stage);
}

PartLooks::Shown PartLooks::shown(const Part& part) {
    Shown made{whole(part), nullptr};
    SheetLook& look = made.look;
    if (layer_count(document_) > 1 && !is_of_all_layers(look.id.stage))
        look.title += " of layer " + std::to_string(look.id.layer);
    if (look.id.is_cross)
        look.title += ", cross-attention";
    if (part.head && head_count(document_) > 1)
        look.title += " of " + head_name(*part.head);
    look.formula.clear(); // The page shows it above the picture.
    look.remarks.clear();
    if (part.is_gradient && gradients_) {
        if (!look.chosen)
            look.title = "∂" + look.title;
        reserve_for_gradient(look);
    }
    look.is_derived = false;
    const auto row = chosen_row(look, view_, part);
    if (!row)
        return made;
    made.row = std::make_shared<const Matrix>(look.values.row(*row));
    look.values = *made.row;
    const auto cut = [&](Index& first, std::optional<Index>& query, std::optional<Index>& key) {
        first = *row;
        if (query)
            query = 0;
        if (key)
            key = *key == *row ? std::optional<Index>(0) : std::nullopt;
    };
    if (look.is_transposed)
        cut(look.first_column, look.query_column, look.key_column);
    else
        cut(look.first_row, look.query_row, look.key_row);
    look.shape = std::to_string(look.row_count()) + " × " + std::to_string(look.column_count());
    return made;
}

} // namespace attn::figure
