// SPDX-License-Identifier: MIT
// Types a text in place of the words of a layer of a model in a folder. Enter has the folder's
// tokenizer split it and the layers before compute X, on the thread of the folder (folder_words.h);
// the document then changes in one step of undo. A text that cannot be read stays in its field.
#pragma once

#include "app/session/frame.h"

namespace app {

bool is_typing_folder_text(const UiState& ui);

/// Begins with the words of the document, or with the text that could not be read, all selected.
void begin_folder_text(const Frame& frame);
/// Has the model read the text, unless it is the one of the words. Returns false, and says why, if
/// there is no text.
bool finish_folder_text(const Frame& frame);
/// Shows the words of the document again.
void cancel_folder_text(const Frame& frame);

/// Begins to type all words: as a sentence of a document with a table (sentence.h), or as a text
/// for the model of the folder.
void begin_text(const Frame& frame);
/// Why no text can be typed; empty if one can.
std::string why_no_typed_text(const attn::Document& document);

} // namespace app
