// SPDX-License-Identifier: MIT
// The words by which people choose how figures look, each with its value, for the command line and
// for saved styles.
#pragma once

#include "core/document/view.h"

#include <array>
#include <cassert>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace attn::publish {

template <class Value>
struct Choice {
    std::string_view word;
    Value value;
    std::string_view label = {}; // on its button; empty: `word`
};
template <class Value, std::size_t count>
using Choices = std::array<Choice<Value>, count>;

inline constexpr Choices<ThemeName, 4> themes = {{{"light", ThemeName::Light},
                                                  {"dark", ThemeName::Dark},
                                                  {"projector", ThemeName::Projector},
                                                  {"grey", ThemeName::Print, "print grey"}}};
inline constexpr Choices<Sequential, 8> colour_maps = {{{"violet", Sequential::Violet},
                                                        {"viridis", Sequential::Viridis},
                                                        {"cividis", Sequential::Cividis},
                                                        {"magma", Sequential::Magma},
                                                        {"blues", Sequential::Blues},
                                                        {"purples", Sequential::Purples},
                                                        {"greys", Sequential::Greys},
                                                        {"grey", Sequential::Grey}}};
inline constexpr Choices<Diverging, 3> signed_maps = {
    {{"blue-red", Diverging::BlueRed, "blue–red"},
     {"purple-orange", Diverging::PurpleOrange, "purple–orange"},
     {"grey", Diverging::Grey}}};
inline constexpr Choices<ColourRange::Kind, 4> range_kinds = {
    {{"auto", ColourRange::Kind::Automatic},
     {"0..1", ColourRange::Kind::Unit},
     {"symmetric", ColourRange::Kind::Symmetric},
     {"log", ColourRange::Kind::Logarithmic}}};
inline constexpr Choices<NumberFormat::Kind, 5> number_kinds = {
    {{"decimals", NumberFormat::Kind::Decimals, "0.00"},
     {"automatic", NumberFormat::Kind::Automatic, "auto"},
     {"significant", NumberFormat::Kind::Significant, "digits"},
     {"fraction", NumberFormat::Kind::Fraction, "1/3"},
     {"scientific", NumberFormat::Kind::Scientific, "1e-3"}}};

template <class Value, std::size_t count>
std::vector<std::string> words_of(const Choices<Value, count>& choices) {
    std::vector<std::string> words;
    for (const auto& choice : choices)
        words.emplace_back(choice.word);
    return words;
}

/// Returns the value of a word, which must be one of them: the parser makes sure.
template <class Value, std::size_t count>
Value chosen(const Choices<Value, count>& choices, std::string_view word) {
    for (const auto& choice : choices)
        if (choice.word == word)
            return choice.value;
    assert(false && "the parser lets only these words through");
    return choices.front().value;
}

/// The first word for the value; empty if there is none.
template <class Value, std::size_t count>
std::string word_of(const Choices<Value, count>& choices, const Value& value) {
    for (const auto& choice : choices)
        if (choice.value == value)
            return std::string(choice.word);
    return "";
}

} // namespace attn::publish
