// SPDX-License-Identifier: MIT
// The figures that the document keeps, in the export panel: kept, taken out again, removed, and all
// written after an edit.
#pragma once

#include "app/exporting/file_maker.h"
#include "app/session/frame.h"

#include <string>
#include <vector>

namespace app {

/// The name that the choice is kept by: the typed one, else what the file is called.
std::string name_to_keep(const Frame& frame);
/// Keeps the chosen export in the document, in place of a kept figure of the same name.
void keep_chosen(const Frame& frame);
/// Removes a kept figure from the document; its file stays.
void forget_kept(const Frame& frame, const std::string& name);
/// Makes a kept figure the choice of the panel, with the head, layer and query word in view.
void take_kept(const Frame& frame, const std::string& name);

/// Asks for all kept figures to be written, into the folder of the panel's file. If some of the
/// files exist and this document did not write them, asks first: the next call replaces them.
void wish_all(const Frame& frame);
/// The question about files to be replaced; empty if none is open.
std::string question_about_all(const Frame& frame);

/// The wishes for all kept figures, after wish_all() asked for them; none otherwise.
std::vector<FileWish> take_wishes_for_all(const Frame& frame);
/// Counts a file of such a wish, and shows the progress, or at the end what was written and what
/// was not.
void count_kept(const Frame& frame, const FileDone& done);

} // namespace app
