// SPDX-License-Identifier: MIT
// The words of the file format, in one table for reading and writing. Only for the .cpp files of
// core/io.
#pragma once

#include "core/document/document.h"
#include "core/engine/normalisers.h"

#include <array>
#include <cassert>
#include <string_view>
#include <utility>

namespace attn::io {

inline constexpr std::array<std::pair<std::string_view, Projections>, 2> projection_words = {
    {{"learned", Projections::Learned}, {"none", Projections::None}}};
inline constexpr std::array<std::pair<std::string_view, Join>, 3> join_words = {
    {{"none", Join::None}, {"side_by_side", Join::SideBySide}, {"w_o", Join::WO}}};
/// Scale::Kind::Number is written as the number itself.
inline constexpr std::array<std::pair<std::string_view, Scale::Kind>, 4> scale_words = {
    {{"sqrt_d_k", Scale::Kind::SqrtDk},
     {"none", Scale::Kind::None},
     {"d_k", Scale::Kind::Dk},
     {"sqrt_d_model", Scale::Kind::SqrtDmodel}}};
/// Mask::Kind::Painted is written as its rows.
inline constexpr std::array<std::pair<std::string_view, Mask::Kind>, 2> mask_words = {
    {{"none", Mask::Kind::None}, {"causal", Mask::Kind::Causal}}};
inline constexpr auto normaliser_words = [] {
    std::array<std::pair<std::string_view, Normaliser>, normalisers.size()> words;
    for (std::size_t at = 0; at < words.size(); ++at)
        words[at] = {normalisers[at].word, normalisers[at].normaliser};
    return words;
}();
inline constexpr std::array<std::pair<std::string_view, Axis>, 2> axis_words = {
    {{"rows", Axis::Rows}, {"columns", Axis::Columns}}};

inline constexpr std::array<std::pair<std::string_view, Convention>, 2> convention_words = {
    {{"tokens_as_rows", Convention::TokensAsRows},
     {"tokens_as_columns", Convention::TokensAsColumns}}};

template <class Choice, std::size_t Count>
std::string_view word(const std::array<std::pair<std::string_view, Choice>, Count>& table,
                      Choice choice) {
    for (const auto& [name, entry] : table)
        if (entry == choice)
            return name;
    assert(false && "every choice has its word");
    return {};
}

} // namespace attn::io
