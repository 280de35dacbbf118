// SPDX-License-Identifier: MIT
// Types all words of a document with a table as one sentence. The document follows as long as it
// can have the words; all of it is one step of undo. A sentence with an unknown word stays in its
// field until it is right or dropped.
#pragma once

#include "app/session/frame.h"
#include "core/document/commands/texts.h"

#include <cstddef>
#include <optional>
#include <string>

namespace app {

bool is_typing_sentence(const UiState& ui);

/// The document before the sentence was begun, which every state of it is made from. Call only
/// while one is typed.
const attn::Document& before_sentence(const Frame& frame);

/// Begins with the words of the document, or with the sentence that was left, all selected.
void begin_sentence(const Frame& frame);

/// Reads the sentence that is typed, and which words are offered at its caret. Call only while one
/// is typed.
attn::TypedText typed_sentence(const Frame& frame);

/// What is wrong with the sentence, to be shown while it is typed: not that its last word is only
/// begun, unless Enter was pressed.
std::string shown_fault(const Frame& frame, const attn::TypedText& typed);

/// Makes the document follow the typed text, and the query word the caret.
void follow_sentence(const Frame& frame);

/// Takes an offered word; does nothing if there is no such one.
void take_offered(const Frame& frame, std::size_t which);

/// Handles Tab and the vertical arrows. Returns whether the key had a meaning.
bool press_in_sentence(const Frame& frame, const KeyPress& key);

/// Types this text in place of the words.
void type_text(const Frame& frame, const std::string& text);
/// Types a text after the query word, as when it is pasted. It stays in the field if it has a word
/// that the vocabulary lacks.
void insert_text(const Frame& frame, const std::string& text);

/// Takes back what the document followed.
void cancel_sentence(const Frame& frame);

/// The sentence that was left because the document cannot have it; null if there is none.
const LeftSentence* left_sentence(const Frame& frame);

} // namespace app
