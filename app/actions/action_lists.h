// SPDX-License-Identifier: MIT
// The parts of the table of actions: one list for each family of menus.
#pragma once

#include "app/actions/actions.h"

namespace app {

std::vector<Action> file_actions(const std::vector<PresetName>& presets);
std::vector<Action> edit_actions();
std::vector<Action> copy_actions();
std::vector<Action> fill_actions();
std::vector<Action> concept_actions();
std::vector<Action> switch_actions();
std::vector<Action> mask_actions();
std::vector<Action> head_actions();
std::vector<Action> model_actions();
std::vector<Action> view_actions();
std::vector<Action> page_actions();
std::vector<Action> training_actions();
std::vector<Action> explain_actions();
std::vector<Action> present_actions();
std::vector<Action> lesson_actions(const std::vector<PresetName>& lessons);
std::vector<Action> compare_actions();
std::vector<Action> export_actions();
std::vector<Action> help_actions();

/// Shortcuts for the tables: control('k'), control_shift('z'), plain(Key::F1).
KeyPress control(char character);
KeyPress control_shift(char character);
KeyPress control(Key key);
KeyPress alt(Key key);
KeyPress plain(Key key);

} // namespace app
