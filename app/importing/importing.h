// SPDX-License-Identifier: MIT
// Imports arrays: the choices of the panel, and the document that they give at once.
#pragma once

#include "app/importing/import_making.h"
#include "app/session/frame.h"
#include "app/session/outbox.h"

#include <string>
#include <vector>

namespace app {

/// Opens the files and maps the arrays as their names suggest. The error names the file.
attn::Result<Importing> begin_importing(const std::vector<std::string>& paths);

/// The array chosen for a target; nothing: numbers are made up.
std::optional<attn::io::ArrayChoice>& choice_of(attn::io::ImportPlan& plan, ImportTarget target);
const std::optional<attn::io::ArrayChoice>& choice_of(const attn::io::ImportPlan& plan,
                                                      ImportTarget target);
/// Returns for example "W_Q".
std::string name_of(ImportTarget target);
/// Whether everything can be taken by name: all heads of an archive.
bool can_be_whole(const Importing& importing);
/// Describes in a few sentences what was imported, how, and what was left out.
std::string import_sentences(const Importing& importing);
/// Whether the target is a projection, whose array may be transposed, fused or hold several heads.
bool is_projection(ImportTarget target);

// Each function below makes the panel's document again.

/// Takes everything by its name.
void choose_whole(Importing& importing);
void choose_target(Importing& importing, ImportTarget target);
/// Uses the array for the target; nothing: the target has none.
void choose_array(Importing& importing, const std::optional<Importing::Listed>& listed);
/// Toggles whether the target's array is stored transposed, as in nn.Linear.
void turn_transposed(Importing& importing);
/// Toggles whether the target's array holds Q, K and V side by side and becomes all three.
void turn_fused(Importing& importing);
/// Toggles whether Q, K and V alternate by head in the target's array, or all queries come first.
void turn_layout(Importing& importing);
/// How a mask of true and false was read; Unsaid if there is none.
attn::io::MaskTrue mask_reading(const Importing& importing);
/// Sets whether a true cell of the mask blocks its key or lets it take part.
void read_mask_as(Importing& importing, attn::io::MaskTrue way);
/// Whether an array comes in as the mask.
bool has_mask(const Importing& importing);
/// Whether the user leaves the files' mask out.
bool is_mask_left_out(const Importing& importing);
/// Toggles whether the files' mask is left out; of files without a mask nothing changes.
void turn_mask_out(Importing& importing);
/// The table that the target's array is read from is parted so. What cannot be read so is refused.
void choose_dialect(Importing& importing, const attn::io::Dialect& dialect);
/// The table of the target's array, or the only table; null if there is none.
const attn::io::TableReading* table_of(const Importing& importing);
/// Takes over what was typed.
void follow_fields(Importing& importing);

/// Replaces the document by the imported one, as one step of undo.
void confirm_importing(const Frame& frame);

/// Keys of the panel: arrows choose the array, with Ctrl the target; Page Up and Page Down move
/// through rows if there are too many; Ctrl+M leaves the mask out and takes it back in; Tab moves
/// between fields, Enter imports, Esc leaves.
void press_in_importing(const Frame& frame, const KeyPress& key);
void type_in_importing(const Frame& frame, const std::string& text);

/// The fields that can be typed into now.
std::vector<ImportField> import_fields(const Importing& importing);

// For an array with more rows than a document holds: explains which rows are taken, and moves to
// the next ones.

/// Consecutive rows, out of all rows of X.
struct RowWindow {
    attn::Index first = 0, count = 0, total = 0;
};

/// The rows that are taken ("8:16"), if X has too many and the rows taken are consecutive.
std::optional<RowWindow> row_window(const Importing& importing);
/// Why only some rows are taken; empty if all could be.
std::string row_sentence(const Importing& importing);

/// The window of the same size before (−1) or after (1) this one; nothing at the end.
std::optional<RowWindow> neighbour(const RowWindow& window, int by);
/// Moves to that window, if there is one.
void page_rows(Importing& importing, int by);

// Requests that open the panel for importing arrays, and replace the document by its result.

struct Session;

void open_arrays(Session& session, const OpenArrays& wanted);
/// Replaces the document as one step. It has no file yet, so closing asks to save it.
void import_arrays(Session& session, const Import& wanted);

/// Opens the panel for a model's folder. Its heads are read on a thread.
void open_model(Session& session, const std::string& path);
void import_model(Session& session, const ImportModel& wanted);

// Handles files that are dropped on the window.

/// Opens a document, a picture with an embedded document, a model's folder, or arrays. Several
/// files together must all be arrays.
void drop_files(const Frame& frame, const std::vector<std::string>& paths);

} // namespace app
