// SPDX-License-Identifier: MIT
// The table of all actions of the program. Menus, keys, palette and help read it.
#pragma once

#include "app/session/frame.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace app {

struct Action {
    std::string id;       // stable: "scale.sqrt_d_k"
    std::string name;     // "Divide by √d_k"
    std::string menu;     // "Scale"
    std::string sentence; // what it does and where it matters
    std::vector<KeyPress> shortcuts;
    std::function<void(const Frame&)> run;
    std::function<bool(const Frame&)> is_enabled = [](const Frame&) { return true; };
    std::function<bool(const Frame&)> is_checked = [](const Frame&) { return false; };
    std::optional<attn::Stage> about = {}; // if set, only models with this stage have the action
    /// The command, if `run` makes exactly one edit of the document; else empty. With it a choice
    /// can be tried and its effect seen before it is made.
    std::function<attn::Command(const attn::Document&)> command = {};
    /// Whether documents like this one have what the action is about; if not, no list shows it.
    std::function<bool(const attn::Document&)> is_offered = [](const attn::Document&) {
        return true;
    };
    /// Why the action cannot be chosen now; empty if there is no reason to tell. With a reason,
    /// all_actions() disables it.
    std::function<std::string(const attn::Document&)> why_not = [](const attn::Document&) {
        return std::string();
    };
    std::string group = {};     // actions of one group are together in the menu, under its name
    bool has_rich_name = false; // TeX markup: "W_{Q}"
};

/// Makes `action` run as this single edit.
void send(Action& action, std::function<attn::Command(const attn::Document&)> command);

/// A preset or lesson, as a menu shows it.
struct PresetName {
    std::string name;
    std::string title;         // with markup: "W_{Q}"
    std::string group = {};    // entries of one group are together, under its name
    std::string sentence = {}; // further information
};

/// The group of presets that are models with a vocabulary, to which sentences can be typed.
constexpr const char* model_group = "Models";

std::vector<Action> all_actions(const std::vector<PresetName>& presets,
                                const std::vector<PresetName>& lessons = {});

const Action& action(const std::vector<Action>& actions, std::string_view id);

/// The name and sentence of an action for documents of the model, whose rows of X are words or
/// people.
struct ActionWords {
    std::string name, sentence;
};
ActionWords words_of(const Action& action, attn::Model model);

/// The name of the action, with its first key if it has one: "Add a word  Ctrl+Enter".
std::string named_with_key(const Action& action, attn::Model model);

/// Why the action cannot be chosen now, and what would change that; empty if it can be.
std::string why_grey(const Frame& frame, const Action& action);

/// Finds the actions of the document whose names, menus or sentences contain every word of the
/// query, or what the lab calls it ("colour" for "color"); the best come first.
std::vector<const Action*> found(const std::vector<Action>& actions, const std::string& query,
                                 const attn::Document& document);

// The parts of the table of actions: one list for each family of menus.

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
std::vector<Action> writing_actions();
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
