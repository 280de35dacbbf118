// SPDX-License-Identifier: MIT
// Training in the window. A run works on a copy of the document. The state that is looked at stands
// for the document everywhere in the window, until it is taken, as one step of undo, or discarded.
// Any request that changes or saves the document takes it first, so that what was seen is never
// lost.
#pragma once

#include "app/session/session.h"

#include <string>
#include <vector>

namespace app {

void train(Session& session, Train wanted);
void look_at(Session& session, LookAtStep wanted);
/// Shows what the thread has done, and drops a run that the document has left.
void follow_training(Session& session);
/// Makes the shown state the document. Called before requests about the document.
void take_what_is_seen(Session& session);
/// Drops the run and its shown state.
void forget_training(Learning& learning);

/// The settings for the next run of this document, with the learned inputs listed explicitly.
attn::TrainingSettings settings_of_run(const attn::Document& document);
/// Sets the document's training settings, as an edit if they differ.
void set_training(const Frame& frame, attn::TrainingSettings settings);
/// Whether the next Play starts a new run because the settings differ from the run's.
bool begins_again(const Learning& learning, const attn::Document& document);
/// Why the document cannot be trained; empty if it can.
std::string no_training(const attn::Document& document);

void begin_typing(const Frame& frame, TrainingNumber number);
/// Takes the typed number. Returns false and sets the fault if it is invalid.
bool finish_typing(const Frame& frame);
void begin_choosing(const Frame& frame);
void finish_choosing(const Frame& frame);

/// Whether a number is being typed or the list of inputs is open; then these functions take the
/// keys.
bool holds_keys(const Learning& learning);
bool press_in_training(const Frame& frame, const KeyPress& key);
void type_in_training(const Frame& frame, const std::string& text);

} // namespace app
