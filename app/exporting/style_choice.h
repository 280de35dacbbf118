// SPDX-License-Identifier: MIT
// Saved styles in the export panel: which one the choice matches, and how they are saved.
#pragma once

#include "app/session/frame.h"

#include <string>

namespace app {

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

} // namespace app
