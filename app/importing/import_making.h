// SPDX-License-Identifier: MIT
// What comes of the arrays in the panel: what people did not choose is found beside what they
// chose, the fields are read, and the document is made. Only for the .cpp files of app/importing.
#pragma once

#include "app/importing/import_state.h"

namespace app {

/// Finds what was not chosen beside what was. Where people have to choose first, what they chose
/// stands alone.
void bind_rest(Importing& importing);

/// People chose what the target is, or that it is nothing.
void put(Importing& importing, ImportTarget target,
         const std::optional<attn::io::ArrayChoice>& choice);

void put(Importing& importing, attn::io::PlanPart part,
         const std::optional<attn::io::ArrayChoice>& choice);

/// What the files and the plan give now.
void make_import(Importing& importing);

/// Everything by its name, where that is more than one head of the plan: more heads, W_O, a mask.
void begin_whole(Importing& importing);

} // namespace app
