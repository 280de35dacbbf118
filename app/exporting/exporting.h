// SPDX-License-Identifier: MIT
// Exporting from the window: what is made of the choice, how its texts are typed, where files go.
#pragma once

#include "app/session/frame.h"

#include <string>

namespace app {

/// The export of the choice as the document is looked at now. The error says what the path lacks.
attn::Result<attn::publish::ExportOptions> export_options(const Frame& frame);
/// What figures show beside the document: what the comparison on the screen compares with, and the
/// losses of the training.
attn::figure::Beside shown_beside(const Frame& frame);

/// Names the file after the document and the figure where another document was exported last, in
/// the same folder and with the same ending; an answer key has a name of its own.
void name_file(const Frame& frame);
/// Asks for the file to be written. One that is there, and that this document did not write, is
/// asked about first: the next wish for the same file replaces it.
void wish_file(const Frame& frame);

/// Opens the panel; a choice that names no file yet gets one.
void open_export(const Frame& frame);
/// Opens the panel for the curve of the loss, or for the program that trains.
void open_export_of_losses(const Frame& frame);
void open_export_of_training(const Frame& frame);
/// Ctrl+E: writes the file again the same way; the first time it opens the panel. A file that the
/// document has not written in this run is not replaced: the next free number is added to the name.
void export_again(const Frame& frame);

/// Begins to type over a text of the panel; what was typed before is kept.
void begin_field(const Frame& frame, ExportField field);
std::string text_of(const ExportChoice& choice, ExportField field);
/// Takes over what is typed as far as it can be; else says why not.
void take_field(const Frame& frame);
/// A key while the panel is open; whether it meant something there.
bool press_in_export(const Frame& frame, const KeyPress& key);
void type_in_export(const Frame& frame, const std::string& text);

/// The path with another ending (".pdf").
std::string with_ending(const std::string& path, std::string_view ending);
/// `path`, or with the first number for which no file is there: "weights-2.png".
std::string free_path(const std::string& path);
/// Where pictures go if nothing is said: $XDG_PICTURES_DIR, ~/Pictures, or home.
std::string pictures_folder();

} // namespace app
