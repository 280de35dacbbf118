// SPDX-License-Identifier: MIT
// Styles of figures, independent of their content: saved by name, for the window and the command
// line.
#pragma once

#include "core/base/result.h"
#include "core/document/model/view.h"
#include "core/publish/pictures/style.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <utility>
#include <vector>

namespace app {

/// Size, type, colours, range and numbers. Title and caption belong to one figure and stay empty.
struct FigureStyle {
    attn::publish::PictureStyle picture;
    attn::NumberFormat numbers;
    attn::Sequential sequential = attn::Sequential::Violet;
    attn::Diverging diverging = attn::Diverging::BlueRed;
    attn::ColourRange range;

    friend bool operator==(const FigureStyle&, const FigureStyle&) = default;
};

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

// Figure styles as JSON, for saved styles and for the last export.

nlohmann::json json_of_style(const FigureStyle& style);

struct ReadStyle {
    FigureStyle style; // invalid keys have their default
    std::string fault; // the first invalid key, and what it may be; empty if there is none
};
ReadStyle style_of_json(const nlohmann::json& object);

} // namespace app
