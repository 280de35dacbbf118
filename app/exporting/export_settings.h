// SPDX-License-Identifier: MIT
// How the user exports, stored between runs beside the other settings.
#pragma once

#include "app/exporting/export_state.h"

#include <optional>
#include <string>

namespace app {

/// Writes a choice except its title and caption, which belong to one figure.
std::string to_json(const ExportChoice& choice);
/// Reads the values it understands; nothing if the text is no choice at all.
std::optional<ExportChoice> export_choice_from_json(const std::string& text);

/// Reads export.json beside the settings; nothing if it is missing or broken.
std::optional<ExportChoice> load_export_choice();
void save_export_choice(const ExportChoice& choice);

} // namespace app
