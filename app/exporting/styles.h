// SPDX-License-Identifier: MIT
// Styles of figures, independent of their content: saved by name, for the window and the command
// line.
#pragma once

#include "core/base/result.h"
#include "core/document/model/figure_style.h"

#include <string>
#include <utility>
#include <vector>

namespace app {

using attn::looks::FigureStyle;

struct SavedStyles {
    std::vector<std::pair<std::string, FigureStyle>> list; // sorted by name
    std::string usual;                                     // the default style; empty: none

    const FigureStyle* find(const std::string& name) const;
    /// Adds the style, replacing one of the same name.
    void put(const std::string& name, const FigureStyle& style);
    void remove(const std::string& name);

    friend bool operator==(const SavedStyles&, const SavedStyles&) = default;
};

/// The name for the look without a saved style.
inline constexpr const char* no_style = "none";
/// What is wrong with a name; empty if it is valid.
std::string fault_of_style_name(const std::string& name);

std::string to_json(const SavedStyles& styles);
/// The error names the style and the invalid key.
attn::Result<SavedStyles> styles_from_json(const std::string& text);

/// styles.json beside the settings; empty if there is no home.
std::string styles_file();
/// Reads the file; no styles if it is missing. The error names the file and the remedy.
attn::Result<SavedStyles> load_styles();
attn::Result<> save_styles(const SavedStyles& styles);

} // namespace app
