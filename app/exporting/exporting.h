// SPDX-License-Identifier: MIT
// Exports from the window: what the choice makes, how its texts are typed, where files go.
#pragma once

#include "app/exporting/export_state.h"
#include "app/session/frame.h"

#include <string>
#include <string_view>

namespace app {

// Saved styles in the export panel: which one the choice matches, and how they are saved.

FigureStyle style_of(const ExportChoice& choice);
/// Takes everything from the style except title, caption and what is shown.
void take_style(ExportChoice& choice, const FigureStyle& style);
/// The name of the saved style that equals the choice; empty if there is none.
std::string style_name(const ExportState& state);

/// Reads the styles when the panel opens. The first time in a run, takes the default one.
void read_styles(const Frame& frame);
/// Save the choice under the typed name, make a style the default (or no longer, if it is), or
/// delete it. Failures are shown as a message.
void save_chosen_style(const Frame& frame);
void make_usual(const Frame& frame, const std::string& name);
void forget_style(const Frame& frame, const std::string& name);

// Worksheets in the export panel: what the choice makes, and the names on them.

/// Whether the file is a table of numbers, whose decimals can be chosen.
bool is_table(const ExportChoice& choice);
/// The look that the panel edits: worksheets have one of their own.
FigureStyle& look_of(ExportChoice& choice);
const FigureStyle& look_of(const ExportChoice& choice);

/// Whether the file is a worksheet: one is chosen and the path ends in .pdf, or in .html for a
/// form.
bool is_worksheet(const ExportChoice& choice);
/// Whether it is a worksheet to fill in in a browser.
bool is_form(const ExportChoice& choice);
/// Whether it is the answer key of a printed worksheet.
bool has_key(const ExportChoice& choice);
void choose_worksheet(const WorksheetChoice& choice, attn::publish::ExportOptions& options);
/// Reads the class list of a file into the choice; no names if the path is empty. Returns the
/// fault.
std::string take_names(const std::string& file, WorksheetChoice& into);

/// Returns the export for the choice and the present document. The error says what the path lacks.
attn::Result<attn::publish::ExportOptions> export_options(const Frame& frame);
/// What figures may show beside the document: the other side of the comparison on screen, the
/// losses of the training, and what the model in the folder says of the heads.
attn::figure::Beside shown_beside(const Frame& frame);

/// Names the file after the document and the figure until a name is typed: "lecture-weights.pdf",
/// and "lecture-weights-key.pdf" for an answer key. Another document or figure keeps the folder and
/// the ending. A typed name stays until another document is exported.
void name_file(const Frame& frame);
/// Asks for the file to be written. If the file exists and this document did not write it, asks
/// first: the next call for the same file replaces it.
void wish_file(const Frame& frame);

/// Opens the panel. A choice without a file name gets one.
void open_export(const Frame& frame);
/// Open the panel for this figure, or for the program that trains.
void open_export_of(const Frame& frame, std::string_view figure);
void open_export_of_training(const Frame& frame);
/// Ctrl+E: writes the file again in the same way; the first time opens the panel. Never replaces a
/// file that the document did not write in this run: adds the next free number to the name.
void export_again(const Frame& frame);

/// Begins to type over a text of the panel, after taking what was typed before.
void begin_field(const Frame& frame, ExportField field);
std::string text_of(const ExportChoice& choice, ExportField field);
/// Takes over the typed text if it is valid, else sets the fault.
void take_field(const Frame& frame);
/// Handles a key while the panel is open. Returns whether it had a meaning there.
bool press_in_export(const Frame& frame, const KeyPress& key);
void type_in_export(const Frame& frame, const std::string& text);

/// Replaces the ending of the path (".pdf").
std::string with_ending(const std::string& path, std::string_view ending);
/// Returns `path`, or if the file exists the path with the first free number: "weights-2.png".
std::string free_path(const std::string& path);
/// The default folder for pictures: $XDG_PICTURES_DIR, ~/Pictures, or home.
std::string pictures_folder();

// The keyboard in the export panel: Tab moves between options, arrows to neighbours, Space presses.
// A field can be typed over as soon as it is reached.

/// Handles a key that moves to another control or presses the current one. Returns whether it did.
bool walk_in_export(const Frame& frame, const KeyPress& key);

/// Called before and after the panel is drawn, which registers its controls.
void begin_walk(ExportWalk& walk);
void end_walk(ExportWalk& walk);

} // namespace app
