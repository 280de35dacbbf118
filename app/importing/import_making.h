// SPDX-License-Identifier: MIT
// Makes the document from the arrays in the panel: guesses what the user did not choose, reads the
// fields, and evaluates. Only for the .cpp files of app/importing.
#pragma once

#include "app/importing/import_state.h"

namespace app {

/// Guesses the parts that were not chosen, to fit the chosen ones. If the user has to choose more
/// first, uses the chosen parts alone.
void bind_rest(Importing& importing);

/// Stores the user's choice for the target; nothing means that it has no array.
void put(Importing& importing, ImportTarget target,
         const std::optional<attn::io::ArrayChoice>& choice);

void put(Importing& importing, attn::io::PlanPart part,
         const std::optional<attn::io::ArrayChoice>& choice);

/// What the files and the plan give now.
void make_import(Importing& importing);

/// Takes all arrays by their names, if that gives more than the plan's single head: several heads,
/// W_O, a mask.
void begin_whole(Importing& importing);

} // namespace app
