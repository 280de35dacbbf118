// SPDX-License-Identifier: MIT
// The words by which people choose how figures look, each with what it chooses: on the command line
// and in styles that are saved.
#pragma once

#include "core/document/view.h"

#include <array>
#include <cassert>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn::publish {

template <class Value, std::size_t count>
using Choices = std::array<std::pair<std::string_view, Value>, count>;

inline constexpr Choices<ThemeName, 4> themes = {{{"light", ThemeName::Light},
                                                  {"dark", ThemeName::Dark},
                                                  {"projector", ThemeName::Projector},
                                                  {"grey", ThemeName::Print}}};
inline constexpr Choices<Sequential, 8> colour_maps = {{{"violet", Sequential::Violet},
                                                        {"viridis", Sequential::Viridis},
                                                        {"cividis", Sequential::Cividis},
                                                        {"magma", Sequential::Magma},
                                                        {"blues", Sequential::Blues},
                                                        {"purples", Sequential::Purples},
                                                        {"greys", Sequential::Greys},
                                                        {"grey", Sequential::Grey}}};
inline constexpr Choices<Diverging, 3> signed_maps = {{{"blue-red", Diverging::BlueRed},
                                                       {"purple-orange", Diverging::PurpleOrange},
                                                       {"grey", Diverging::Grey}}};
inline constexpr Choices<ColourRange::Kind, 4> range_kinds = {
    {{"auto", ColourRange::Kind::Automatic},
     {"0..1", ColourRange::Kind::Unit},
     {"symmetric", ColourRange::Kind::Symmetric},
     {"log", ColourRange::Kind::Logarithmic}}};
inline constexpr Choices<NumberFormat::Kind, 5> number_kinds = {
    {{"decimals", NumberFormat::Kind::Decimals},
     {"automatic", NumberFormat::Kind::Automatic},
     {"significant", NumberFormat::Kind::Significant},
     {"fraction", NumberFormat::Kind::Fraction},
     {"scientific", NumberFormat::Kind::Scientific}}};

template <class Value, std::size_t count>
std::vector<std::string> words_of(const Choices<Value, count>& choices) {
    std::vector<std::string> words;
    for (const auto& choice : choices)
        words.emplace_back(choice.first);
    return words;
}

/// The word must be one of them, as a parser makes sure.
template <class Value, std::size_t count>
Value chosen(const Choices<Value, count>& choices, std::string_view word) {
    for (const auto& choice : choices)
        if (choice.first == word)
            return choice.second;
    assert(false && "the parser lets only these words through");
    return choices.front().second;
}

/// The first word that chooses the value; empty where none does.
template <class Value, std::size_t count>
std::string word_of(const Choices<Value, count>& choices, const Value& value) {
    for (const auto& choice : choices)
        if (choice.second == value)
            return std::string(choice.first);
    return "";
}

} // namespace attn::publish
