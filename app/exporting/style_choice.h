// SPDX-License-Identifier: MIT
// Saved styles in the export panel: which one the choice is, and how they are kept.
#pragma once

#include "app/session/frame.h"

#include <string>

namespace app {

FigureStyle style_of(const ExportChoice& choice);
/// Everything but title, caption and what is shown.
void take_style(ExportChoice& choice, const FigureStyle& style);
/// The saved style that the choice looks like; empty if there is none.
std::string style_name(const ExportState& state);

/// Reads the styles when the panel opens; the first time of a run the default one is taken.
void read_styles(const Frame& frame);
/// Saves the choice under the name that is typed, makes a style the default (or none, where it is
/// that already), or forgets it. The message says what cannot be.
void save_chosen_style(const Frame& frame);
void make_usual(const Frame& frame, const std::string& name);
void forget_style(const Frame& frame, const std::string& name);

} // namespace app
