// SPDX-License-Identifier: MIT
// The one table of everything the program can be asked to do: menus, keys, palette and help read
// it.
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
    std::optional<attn::Stage> about = {}; // only of models that have it; all_actions() says so
    /// What `run` asks for where that is one edit of the document and nothing else; else empty. So
    /// a choice can be tried, and seen before it is made.
    std::function<attn::Command(const attn::Document&)> command = {};
    /// Whether documents like this one have what the action is about; else no list shows it.
    std::function<bool(const attn::Document&)> is_offered = [](const attn::Document&) {
        return true;
    };
    /// Why it cannot be chosen now, where there is a reason to tell. all_actions() turns it off
    /// then.
    std::function<std::string(const attn::Document&)> why_not = [](const attn::Document&) {
        return std::string();
    };
    std::string group = {};     // actions of a group stand together in the menu under its name
    bool has_rich_name = false; // marked up as in TeX: "W_{Q}"
};

/// `action` runs as this one edit.
void send(Action& action, std::function<attn::Command(const attn::Document&)> command);

/// A preset or a lesson as the menu needs it.
struct PresetName {
    std::string name;
    std::string title;         // rich: "W_{Q}"
    std::string group = {};    // those of a group stand together under its name
    std::string sentence = {}; // what else there is to say about it
};

std::vector<Action> all_actions(const std::vector<PresetName>& presets,
                                const std::vector<PresetName>& lessons = {});

const Action& action(const std::vector<Action>& actions, std::string_view id);

/// The name and the sentence of an action as documents of the model say it: rows of X are words, or
/// people.
struct ActionWords {
    std::string name, sentence;
};
ActionWords words_of(const Action& action, attn::Model model);

/// The actions that the document knows whose names, menus or sentences hold every word of the
/// query, best first.
std::vector<const Action*> found(const std::vector<Action>& actions, const std::string& query,
                                 const attn::Document& document);

} // namespace app
