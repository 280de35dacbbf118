// SPDX-License-Identifier: MIT
// The field on the start page's card of a model that comes with the program: a sentence that the
// model reads while it is typed. Enter opens the model with these words.
#pragma once

#include "app/input/input.h"
#include "app/session/frame.h"

#include <cstddef>
#include <memory>
#include <string>

namespace app {

/// Begins with the words of the preset, unless the field has them already.
void begin_model_field(ModelField& field, const std::string& preset,
                       std::shared_ptr<const attn::Calculation> given);

/// Reads the field after a change: what is offered, what is wrong, and what the model says next.
void follow_model_field(ModelField& field);

/// What is wrong with the text; empty while its last word is only begun.
std::string shown_fault(const ModelField& field);

void take_offered(ModelField& field, std::size_t which);

/// Opens the preset with the typed words. Does nothing while they are wrong, which is then shown.
void open_model_field(const Frame& frame);

/// Returns whether the key had a meaning here; Tab has none where nothing is offered.
bool press_in_model_field(const Frame& frame, const KeyPress& key);

} // namespace app
