// SPDX-License-Identifier: MIT
// What the program remembers between runs: how things are shown, not what is shown.
#pragma once

#include "app/exporting/export_state.h"
#include "app/session/ui_state.h"
#include "app/session/window_places.h"
#include "core/document/model/view.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace app {

struct Settings {
    std::optional<attn::ThemeName> theme; // none: follows the desktop
    attn::NumberFormat numbers;
    attn::Sequential sequential = attn::Sequential::Violet;
    attn::Diverging diverging = attn::Diverging::BlueRed;
    bool show_row_sums = false;
    float interface_scale = 1;
    bool shows_start_page = true;        // when the program starts without a file
    std::vector<KeptPlace> windows = {}; // where windows stood when they closed, newest first
    std::string seen_version = {}; // the version whose news the user has seen; empty at first start
    std::optional<float> panel_height = {};             // the lower panel's, in text sizes
    std::map<std::string, LessonProgress> lessons = {}; // progress by name of the lesson
    OverComputed over_computed = OverComputed::Ask;     // what typing over computed numbers means

    friend bool operator==(const Settings&, const Settings&) = default;
};

Settings settings_of(const attn::View& view, const UiState& ui);
void apply_settings(const Settings& settings, attn::View& view, UiState& ui);

std::string to_json(const Settings& settings);
/// Reads the values it understands. A broken text or an unknown value leaves the defaults.
Settings settings_from_json(const std::string& text);

/// $XDG_CONFIG_HOME/attention-lab/settings.json, or below ~/.config; a relative XDG path is
/// ignored, as the specification asks. Nothing if there is no home.
std::optional<std::string> settings_file();

/// Reads the settings file. Returns the defaults if it is missing or broken.
Settings load_settings();
/// Makes the folder and writes the file, keeping entries that it does not know. If the home is
/// read-only, it does nothing.
void save_settings(const Settings& settings);

// How the user exports, stored between runs beside the other settings.

/// Writes a choice except its title and caption, which belong to one figure.
std::string to_json(const ExportChoice& choice);
/// Reads the values it understands; nothing if the text is no choice at all.
std::optional<ExportChoice> export_choice_from_json(const std::string& text);

/// Reads export.json beside the settings; nothing if it is missing or broken.
std::optional<ExportChoice> load_export_choice();
void save_export_choice(const ExportChoice& choice);

} // namespace app
