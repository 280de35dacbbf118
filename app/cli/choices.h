// SPDX-License-Identifier: MIT
// The words that options choose among, each with what it chooses. The parser, the messages, the
// commands and the shells' completion read them here.
#pragma once

#include "core/document/document.h"
#include "core/document/fill.h"
#include "core/document/training_settings.h"
#include "core/document/view.h"
#include "core/publish/code.h"
#include "core/publish/exporters.h"
#include "core/publish/latex.h"

#include <array>
#include <cassert>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace app::cli {

enum class Format { Text, Csv, Json, Npy };

template <class Value, std::size_t count>
using Choices = std::array<std::pair<std::string_view, Value>, count>;

inline constexpr Choices<Format, 4> show_formats = {
    {{"text", Format::Text}, {"csv", Format::Csv}, {"json", Format::Json}, {"npy", Format::Npy}}};
inline constexpr Choices<attn::Join, 3> joins = {{{"none", attn::Join::None},
                                                  {"side_by_side", attn::Join::SideBySide},
                                                  {"w_o", attn::Join::WO}}};
inline constexpr Choices<attn::Generator, 2> streams = {
    {{"numpy", attn::Generator::NumPy}, {"torch", attn::Generator::PyTorch}}};
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
inline constexpr Choices<attn::ThemeName, 4> themes = {{{"light", attn::ThemeName::Light},
                                                        {"dark", attn::ThemeName::Dark},
                                                        {"projector", attn::ThemeName::Projector},
                                                        {"grey", attn::ThemeName::Print}}};
inline constexpr Choices<attn::Sequential, 8> colour_maps = {
    {{"violet", attn::Sequential::Violet},
     {"viridis", attn::Sequential::Viridis},
     {"cividis", attn::Sequential::Cividis},
     {"magma", attn::Sequential::Magma},
     {"blues", attn::Sequential::Blues},
     {"purples", attn::Sequential::Purples},
     {"greys", attn::Sequential::Greys},
     {"grey", attn::Sequential::Grey}}};
inline constexpr Choices<attn::Diverging, 3> signed_maps = {
    {{"blue-red", attn::Diverging::BlueRed},
     {"purple-orange", attn::Diverging::PurpleOrange},
     {"grey", attn::Diverging::Grey}}};
inline constexpr Choices<attn::ColourRange::Kind, 4> range_kinds = {
    {{"auto", attn::ColourRange::Kind::Automatic},
     {"0..1", attn::ColourRange::Kind::Unit},
     {"symmetric", attn::ColourRange::Kind::Symmetric},
     {"log", attn::ColourRange::Kind::Logarithmic}}};
inline constexpr Choices<attn::NumberFormat::Kind, 4> number_kinds = {
    {{"decimals", attn::NumberFormat::Kind::Decimals},
     {"significant", attn::NumberFormat::Kind::Significant},
     {"fraction", attn::NumberFormat::Kind::Fraction},
     {"scientific", attn::NumberFormat::Kind::Scientific}}};
inline constexpr Choices<attn::figure::WorksheetLevel, 3> worksheet_levels = {
    {{"row", attn::figure::WorksheetLevel::Row},
     {"from-qk", attn::figure::WorksheetLevel::FromQK},
     {"from-x", attn::figure::WorksheetLevel::FromX}}};
inline constexpr Choices<attn::figure::Size, 2> papers = {
    {{"a4", attn::figure::a4}, {"letter", attn::figure::letter}}};
inline constexpr Choices<bool, 2> backgrounds = {{{"theme", false}, {"transparent", true}}};
inline constexpr Choices<bool, 2> lesson_actions = {{{"list", true}, {"notes", false}}};
enum class Shell { Bash, Zsh, Fish };
inline constexpr Choices<Shell, 3> shells = {
    {{"bash", Shell::Bash}, {"zsh", Shell::Zsh}, {"fish", Shell::Fish}}};

template <class Value, std::size_t count>
std::vector<std::string> words_of(const Choices<Value, count>& choices) {
    std::vector<std::string> words;
    for (const auto& choice : choices)
        words.emplace_back(choice.first);
    return words;
}

/// The parser has let through only words that are there.
template <class Value, std::size_t count>
Value chosen(const Choices<Value, count>& choices, std::string_view word) {
    for (const auto& choice : choices)
        if (choice.first == word)
            return choice.second;
    assert(false && "the parser lets only these words through");
    return choices.front().second;
}

/// "svg": the endings of files without their dots.
inline std::vector<std::string> export_formats() {
    std::vector<std::string> names;
    for (const attn::publish::FileKindInfo& kind : attn::publish::file_kinds())
        names.emplace_back(kind.ending.substr(1));
    return names;
}

} // namespace app::cli
