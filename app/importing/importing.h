// SPDX-License-Identifier: MIT
// Importing arrays: what the panel chooses, and the document that comes of it at once.
#pragma once

#include "app/session/frame.h"

#include <string>
#include <vector>

namespace app {

/// The files open, with what their names say mapped already. The error names the file.
attn::Result<Importing> begin_importing(const std::vector<std::string>& paths);

/// The choice that a target has; none: it is made up.
std::optional<attn::io::ArrayChoice>& choice_of(attn::io::ImportPlan& plan, ImportTarget target);
const std::optional<attn::io::ArrayChoice>& choice_of(const attn::io::ImportPlan& plan,
                                                      ImportTarget target);
/// "W_Q".
std::string name_of(ImportTarget target);
/// Whether everything can come in by its name: all heads of an archive.
bool can_be_whole(const Importing& importing);
/// What came in with what was made of it, and what is left out, in a few sentences.
std::string import_sentences(const Importing& importing);
/// Whether it is an array of weights, which may be transposed, fused or hold several heads.
bool is_projection(ImportTarget target);

// Everything below makes the document of the panel again.

/// Everything by its name.
void choose_whole(Importing& importing);
void choose_target(Importing& importing, ImportTarget target);
/// The array becomes the target; nothing: the target has none.
void choose_array(Importing& importing, const std::optional<Importing::Listed>& listed);
/// The target's array is stored as nn.Linear does, or not.
void turn_transposed(Importing& importing);
/// The target's array holds Q, K and V side by side and becomes all three, or no longer.
void turn_fused(Importing& importing);
/// Q, K and V stand head by head in the target's array, or all queries first.
void turn_layout(Importing& importing);
/// How a mask of true and false was read; Unsaid where there is none.
attn::io::MaskTrue mask_reading(const Importing& importing);
/// A true cell of the mask blocks its key, or lets it take part.
void read_mask_as(Importing& importing, attn::io::MaskTrue way);
/// Whether an array comes in as the mask, and what takes it away.
bool has_mask(const Importing& importing);
void leave_mask_out(Importing& importing);
/// The table that the target's array is read from is parted so. What cannot be read so is refused.
void choose_dialect(Importing& importing, const attn::io::Dialect& dialect);
/// The table of the target's array, or the only one; null where there is none.
const attn::io::TableReading* table_of(const Importing& importing);
/// Something was typed.
void follow_fields(Importing& importing);

/// Brings the document in, as one step of undo.
void confirm_importing(const Frame& frame);

/// Keys of the panel: arrows choose the array, with Ctrl what it becomes; Page Up and Page Down go
/// over rows of which there are too many; Tab goes from field to field, Enter imports, Esc leaves.
void press_in_importing(const Frame& frame, const KeyPress& key);
void type_in_importing(const Frame& frame, const std::string& text);

/// Which fields can be typed into now.
std::vector<ImportField> import_fields(const Importing& importing);

} // namespace app
