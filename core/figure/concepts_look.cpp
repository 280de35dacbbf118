// SPDX-License-Identifier: MIT
#include "core/figure/concepts_look.h"

#include "core/document/sheet.h"
#include "core/figure/word.h"

#include <algorithm>

namespace attn::figure {
void set_concepts(SheetLook& look, const Document& document, const View& view) {
    const StageInfo& about = info(look.id.stage, document.model);
    const bool is_of_people = about.rows == Role::Token;
    look.is_derived = !look.is_input;
    look.row_role = concept_role(about.rows);
    look.column_role = concept_role(about.columns);
    if (look.has_word_rows && !is_of_people)
        look.own_rows = visible_words(*words_of(document, about.rows));
    if (look.has_word_columns)
        look.own_columns = visible_words(*words_of(document, about.columns));
    look.mask = nullptr;
    look.key_column.reset();
    look.query_row = is_of_people ? std::optional(view.query) : std::nullopt;
    look.key_row = is_of_people ? view.key : std::nullopt;
    if (about.rows == Role::Concept)
        look.kept_rows = document.concepts.kept;
    if (about.columns == Role::Concept)
        look.kept_columns = document.concepts.kept;
}

NumberRange family_range(const Document& document, const Trace& trace, Family wanted) {
    NumberRange all;
    for (const SheetId& sheet : sheets(document)) {
        const Matrix* matrix = cells_of(document, trace, sheet).held();
        if (info(sheet.stage, document.model).family != wanted || !matrix || matrix->size() == 0)
            continue;
        const Real low = matrix->minCoeff(), high = matrix->maxCoeff();
        all.low = all.has_any ? std::min(all.low, low) : low;
        all.high = all.has_any ? std::max(all.high, high) : high;
        all.has_any = true;
    }
    return all;
}

} // namespace attn::figure
