// SPDX-License-Identifier: MIT
// Training in the window. A run works on a copy of the document; the state of it that is looked at
// stands for the document in every part of the window until it is taken, as one step of undo, or
// discarded. Whatever else changes or keeps the document takes it first, so that what was seen is
// never lost.
#pragma once

#include "app/session/session.h"

#include <string>
#include <vector>

namespace app {

void train(Session& session, Train wanted);
void look_at(Session& session, LookAtStep wanted);
/// What the thread has done is seen; a run that the document has left is forgotten.
void follow_training(Session& session);
/// Before a request that is about the document: the state that is seen becomes the document.
void take_what_is_seen(Session& session);
/// The run is gone, and with it what is seen of it.
void forget_training(Learning& learning);

/// How the next run of this document learns: what learns is said.
attn::TrainingSettings settings_of_run(const attn::Document& document);
/// The document learns so: an edit, where that is something else.
void set_training(const Frame& frame, attn::TrainingSettings settings);
/// Whether the next Play begins again, as the run has other settings.
bool begins_again(const Learning& learning, const attn::Document& document);
/// Why the document cannot be trained; empty: it can.
std::string no_training(const attn::Document& document);

void begin_typing(const Frame& frame, TrainingNumber number);
/// Takes the typed number; false, with the fault, where it does not do.
bool finish_typing(const Frame& frame);
void begin_choosing(const Frame& frame);
void finish_choosing(const Frame& frame);

/// Keys of a number that is typed or of the list; whether the key meant something there.
bool holds_keys(const Learning& learning);
bool press_in_training(const Frame& frame, const KeyPress& key);
void type_in_training(const Frame& frame, const std::string& text);

} // namespace app
