// SPDX-License-Identifier: MIT
// The words of options with fixed choices, each with its value. The parser, messages, commands and
// completion read them here.
#pragma once

#include "core/document/document.h"
#include "core/document/fill.h"
#include "core/document/training_settings.h"
#include "core/document/view.h"
#include "core/publish/code.h"
#include "core/publish/exporters.h"
#include "core/publish/latex.h"
#include "core/publish/style_words.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace app::cli {

using attn::publish::Choices;
using attn::publish::chosen;
using attn::publish::colour_maps;
using attn::publish::number_kinds;
using attn::publish::range_kinds;
using attn::publish::signed_maps;
using attn::publish::themes;
using attn::publish::words_of;

enum class Format { Text, Csv, Json, Npy };

inline constexpr Choices<Format, 4> show_formats = {
    {{"text", Format::Text}, {"csv", Format::Csv}, {"json", Format::Json}, {"npy", Format::Npy}}};
inline constexpr Choices<attn::Join, 3> joins = {{{"none", attn::Join::None},
                                                  {"side_by_side", attn::Join::SideBySide},
                                                  {"w_o", attn::Join::WO}}};
struct StreamChoice {
    attn::Generator generator = attn::Generator::NumPy;
    bool has_linear_weights = false;
};
inline constexpr Choices<StreamChoice, 4> streams = {
    {{"numpy", {attn::Generator::NumPy}},
     {"default_rng", {attn::Generator::NumPyGenerator}},
     {"torch", {attn::Generator::PyTorch}},
     {"linear", {attn::Generator::PyTorch, true}}}};
inline constexpr auto optimisers = [] {
    Choices<attn::Optimiser, attn::all_optimisers.size()> words;
    for (std::size_t at = 0; at < words.size(); ++at)
        words[at] = {attn::all_optimisers[at].name, attn::all_optimisers[at].optimiser};
    return words;
}();
inline constexpr Choices<bool, 2> explain_formats = {{{"text", false}, {"latex", true}}};
inline constexpr Choices<attn::publish::Language, 3> libraries_of_python = {
    {{"numpy", attn::publish::Language::NumPy},
     {"pytorch", attn::publish::Language::PyTorch},
     {"jax", attn::publish::Language::Jax}}};
inline constexpr Choices<attn::publish::LatexKind, 4> latex_kinds = {
    {{"steps", attn::publish::LatexKind::Steps},
     {"matrix", attn::publish::LatexKind::Matrix},
     {"table", attn::publish::LatexKind::Table},
     {"heatmap", attn::publish::LatexKind::Heatmap}}};
inline constexpr Choices<attn::figure::WorksheetLevel, 4> worksheet_levels = {
    {{"row", attn::figure::WorksheetLevel::Row},
     {"from-qk", attn::figure::WorksheetLevel::FromQK},
     {"from-x", attn::figure::WorksheetLevel::FromX},
     {"mistake", attn::figure::WorksheetLevel::Mistake}}};
inline constexpr Choices<attn::figure::Size, 2> papers = {
    {{"a4", attn::figure::a4}, {"letter", attn::figure::letter}}};
inline constexpr Choices<bool, 2> backgrounds = {{{"theme", false}, {"transparent", true}}};
inline constexpr Choices<bool, 2> lesson_actions = {{{"list", true}, {"notes", false}}};
enum class StyleAction { List, Default, Remove };
inline constexpr Choices<StyleAction, 3> style_actions = {{{"list", StyleAction::List},
                                                           {"default", StyleAction::Default},
                                                           {"remove", StyleAction::Remove}}};
enum class Shell { Bash, Zsh, Fish };
inline constexpr Choices<Shell, 3> shells = {
    {{"bash", Shell::Bash}, {"zsh", Shell::Zsh}, {"fish", Shell::Fish}}};

/// The endings of files without their dots: "svg".
inline std::vector<std::string> export_formats() {
    std::vector<std::string> names;
    for (const attn::publish::FileKindInfo& kind : attn::publish::file_kinds())
        names.emplace_back(kind.ending.substr(1));
    return names;
}

} // namespace app::cli
