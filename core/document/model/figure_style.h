// SPDX-License-Identifier: MIT
// How a figure looks on paper and on slides: its size, letters, colours and numbers, and the words
// for them.
#pragma once

#include "core/base/result.h"
#include "core/document/model/view.h"

#include <array>
#include <cassert>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn::looks {

// The words by which people choose how figures look, each with its value, for the command line,
// for saved styles and for the figures that a document keeps.

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
inline constexpr Choices<ColourRange::Kind, 5> range_kinds = {
    {{"auto", ColourRange::Kind::Automatic},
     {"rounded", ColourRange::Kind::Rounded},
     {"0..1", ColourRange::Kind::Unit},
     {"symmetric", ColourRange::Kind::Symmetric},
     {"log", ColourRange::Kind::Logarithmic}}};
inline constexpr Choices<NumberFormat::Kind, 5> number_kinds = {
    {{"automatic", NumberFormat::Kind::Automatic, "auto"},
     {"decimals", NumberFormat::Kind::Decimals, "0.00"},
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

/// Note: 1600 pixels wide at 2×. Slide: 1920 × 1080. Paper1: one column, 89 mm wide. Paper2: two
/// columns, 183 mm. Length: a width and perhaps a height on paper. Pixels: a typed size with the
/// figure in its middle. Letters on paper are 7 pt.
struct PictureSize {
    enum class Kind { Note, Slide, Paper1, Paper2, Pixels, Length };
    enum class Unit { Millimetre, Centimetre, Inch, Point };
    Kind kind = Kind::Note;
    double width = 0, height = 0; // only for Pixels and Length; height 0: the figure's own
    Unit unit = Unit::Millimetre; // only for Length
    friend bool operator==(const PictureSize&, const PictureSize&) = default;
};
/// Reads "note", "slide", "paper-1", "paper-2", the width of a journal ("neurips"), or a width and
/// perhaps a height: "3.25in", "89x60mm", "8.9cm", "252pt", "800px", "800x600". A side has at least
/// 64 pixels or 20 mm. The error says what is accepted.
Result<PictureSize> parse_size(std::string_view text);
/// The sizes that have a name.
std::vector<std::string> size_names();
/// Writes the size so that parse_size() reads it.
std::string to_text(const PictureSize& size);
/// PostScript points in one unit, 72 per inch.
double points_in(PictureSize::Unit unit);

/// The text width of a journal or conference.
struct JournalWidth {
    std::string_view name;  // "icml-2", as parse_size() reads it
    std::string_view title; // "ICML, page"
    PictureSize size;
};
/// From their templates: \columnwidth and \textwidth.
inline constexpr std::array<JournalWidth, 7> journal_widths{{
    {"neurips", "NeurIPS", {PictureSize::Kind::Length, 5.5, 0, PictureSize::Unit::Inch}},
    {"icml", "ICML, column", {PictureSize::Kind::Length, 3.25, 0, PictureSize::Unit::Inch}},
    {"icml-2", "ICML, page", {PictureSize::Kind::Length, 6.75, 0, PictureSize::Unit::Inch}},
    {"acl", "ACL, column", {PictureSize::Kind::Length, 7.7, 0, PictureSize::Unit::Centimetre}},
    {"acl-2", "ACL, page", {PictureSize::Kind::Length, 16, 0, PictureSize::Unit::Centimetre}},
    {"nature", "Nature, column", {PictureSize::Kind::Length, 89, 0, PictureSize::Unit::Millimetre}},
    {"nature-2",
     "Nature, page",
     {PictureSize::Kind::Length, 183, 0, PictureSize::Unit::Millimetre}},
}};

struct PictureStyle {
    PictureSize size;
    int dpi = 0;    // 0: 192 for notes and slides, 300 for papers
    float text = 0; // size of letters, in points on paper; 0: the default of the size
    ThemeName theme = ThemeName::Light;
    bool is_transparent = false;
    std::optional<std::string> title; // nothing: the figure's own, none on paper; empty: none
    std::string caption;
    bool has_labels = true, has_numbers = true, has_colour_bar = true;
    bool is_blank_where_blocked = false;
    bool outlines = false; // SVG: draws texts as outlines
    float gap = -1;        // between cells; below 0: a hair
    Real least_weight = 0; // lines between words with a smaller weight are left out

    friend bool operator==(const PictureStyle&, const PictureStyle&) = default;
};

/// Size, type, colours, range and numbers. Title and caption belong to one figure.
struct FigureStyle {
    PictureStyle picture;
    NumberFormat numbers;
    Sequential sequential = Sequential::Violet;
    Diverging diverging = Diverging::BlueRed;
    ColourRange range;

    friend bool operator==(const FigureStyle&, const FigureStyle&) = default;
};

} // namespace attn::looks
