// SPDX-License-Identifier: MIT
#include "app/actions/help_rows.h"

#include "app/authoring/formatting.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <utility>

namespace app {
namespace {

constexpr std::array<std::string_view, 5> group_names = {
    "Numbers and words", "Seeing", "Explaining and training", "Teaching", "Files and the window"};

struct MenuGroup {
    std::string_view menu;
    std::size_t group;
};
constexpr std::array menu_groups = {MenuGroup{"Edit", 0},
                                    MenuGroup{"Words", 0},
                                    MenuGroup{"Shape", 0},
                                    MenuGroup{"Copy", 0},
                                    MenuGroup{"What is copied", 0},
                                    MenuGroup{"Fill", 0},
                                    MenuGroup{"Attend to", 0},
                                    MenuGroup{"Convention", 0},
                                    MenuGroup{"Projections", 0},
                                    MenuGroup{"Scale", 0},
                                    MenuGroup{"Mask", 0},
                                    MenuGroup{"Normalise", 0},
                                    MenuGroup{"Over", 0},
                                    MenuGroup{"Heads", 0},
                                    MenuGroup{"Memory", 0},
                                    MenuGroup{"Concepts", 0},
                                    MenuGroup{"View", 1},
                                    MenuGroup{"Pages", 1},
                                    MenuGroup{"Lower panel", 1},
                                    MenuGroup{"Map", 1},
                                    MenuGroup{"Numbers", 1},
                                    MenuGroup{"Colours", 1},
                                    MenuGroup{"Theme", 1},
                                    MenuGroup{"Block", 1},
                                    MenuGroup{"Explain", 2},
                                    MenuGroup{"Compare", 2},
                                    MenuGroup{"Training", 2},
                                    MenuGroup{"Next word", 2},
                                    MenuGroup{"The open lesson", 3},
                                    MenuGroup{"Lessons", 3},
                                    MenuGroup{"Writing", 3},
                                    MenuGroup{"The lesson you write", 3},
                                    MenuGroup{"Present", 3},
                                    MenuGroup{"Presenting", 3},
                                    MenuGroup{"Class", 3},
                                    MenuGroup{"File", 4},
                                    MenuGroup{"Export", 4},
                                    MenuGroup{"Help", 4}};

/// Keys of the editor of lessons that are no keys elsewhere.
std::vector<HelpRow> rows_of_lesson_texts() {
    std::vector<HelpRow> rows = {
        {"click a number, Ctrl+L", "write its place into a lesson's text, where it stays right"},
        {"Alt+click a number, Ctrl+P", "point at it from a lesson's text"}};
    for (const FormattingInfo& one : formattings())
        rows.push_back({to_text(one.key), std::string(one.name) + " in a lesson's text"});
    return rows;
}

/// What is no action: the pointer, and keys of the canvas.
std::array<std::vector<HelpRow>, 5> rows_besides() {
    return {{{{"drag a number", "change the number; Shift ×10, Alt ÷10, Esc takes it back"},
              {"type, F2, double click", "type over the number: 1/3, =1/2, sqrt(2)/2, 1e-3, 0,5"},
              {"on a computed number", "type what it should be, and find inputs for it"},
              {"on a plate", "type what you expect; Space reveals it"},
              {"Enter, Tab, arrows", "move as in a spreadsheet"},
              {"Shift+arrows, Ctrl+drag", "select a range of cells"},
              {"Esc", "leave the cell"},
              {"double click a word", "rename the word"}},
             {{"click a word, ↑ ↓, 1–9", "choose the query word"},
              {"double click a title, ← →", "put a matrix in the spotlight, go to the next"},
              {"double click below", "put a number of an explanation in the spotlight"},
              {"Ctrl and wheel", "zoom the canvas"}},
             {},
             rows_of_lesson_texts(),
             {{"Alt+F, E, V, I, M, X, T, H", "open a menu"}}}};
}

std::string folded_key_text(std::string text) {
    for (char& c : text)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

std::string without_digits(std::string text) {
    std::erase_if(text, [](char c) { return c >= '0' && c <= '9'; });
    return text;
}

/// Joins rows that differ in a digit alone: "Alt+1 … Alt+9" is "Answer 1 … Answer 9".
std::vector<HelpRow> joined_rows(const std::vector<HelpRow>& rows) {
    std::vector<HelpRow> list;
    const auto alike = [](const HelpRow& one, const HelpRow& other) {
        return without_digits(one.keys) == without_digits(other.keys) &&
               without_digits(one.what) == without_digits(other.what);
    };
    for (std::size_t at = 0; at < rows.size(); ++at) {
        std::size_t last = at;
        while (last + 1 < rows.size() && alike(rows[at], rows[last + 1]))
            ++last;
        list.push_back(rows[at]);
        if (last > at) {
            list.back().keys += " … " + rows[last].keys;
            list.back().what += " … " + rows[last].what;
        }
        at = last;
    }
    return list;
}

} // namespace

std::optional<std::size_t> help_group(std::string_view menu) {
    menu.remove_prefix(menu.rfind('/') + 1); // "View/Pages"
    const auto at = std::find_if(menu_groups.begin(), menu_groups.end(),
                                 [&](const MenuGroup& one) { return one.menu == menu; });
    return at == menu_groups.end() ? std::nullopt : std::optional(at->group);
}

std::vector<HelpGroup> help_groups(const std::vector<Action>& actions, const std::string& search) {
    const std::string wanted = folded_key_text(search);
    std::array<std::vector<HelpRow>, group_names.size()> rows;
    const auto add = [&](std::size_t group, HelpRow row) {
        if (folded_key_text(row.keys + " " + row.what).find(wanted) != std::string::npos)
            rows[group].push_back(std::move(row));
    };
    const auto besides = rows_besides();
    for (std::size_t group = 0; group < group_names.size(); ++group)
        for (const HelpRow& row : besides[group])
            add(group, row);
    for (const Action& action : actions) {
        const auto group = help_group(action.menu);
        if (!group || action.shortcuts.empty())
            continue;
        std::string keys;
        for (const KeyPress& shortcut : action.shortcuts)
            keys += (keys.empty() ? "" : ", ") + to_text(shortcut);
        add(*group, {keys, action.name});
    }
    std::vector<HelpGroup> groups;
    for (std::size_t group = 0; group < group_names.size(); ++group)
        if (!rows[group].empty())
            groups.push_back({group_names[group], joined_rows(rows[group])});
    return groups;
}

} // namespace app
