// SPDX-License-Identifier: MIT
#include "app/ui/fonts.h"

#include "app/ui/plain_text.h"

#include <algorithm>
#include <cmath>

namespace app {
namespace {

using Face = attn::figure::Font;

/// The initial characters of every face: Western letters and the program's own signs. Other
/// characters are added when a text needs them, which keeps the atlas small.
std::vector<ImWchar> usual_ranges() {
    std::vector<ImWchar> ranges = {0x0020, 0x007E, 0x00A0, 0x00FF, 0x2018,
                                   0x201D, 0x2190, 0x2193, 0x21B6, 0x21B7};
    for (const int one : {0x03A3, 0x03C4, 0x1D40, 0x2013, 0x2014, 0x2022, 0x2026, 0x2039, 0x203A,
                          0x2205, 0x2211, 0x2212, 0x221A, 0x221E, 0x25A1, 0x25B2, 0x25BE, 0x25CF}) {
        ranges.push_back(static_cast<ImWchar>(one));
        ranges.push_back(static_cast<ImWchar>(one));
    }
    ranges.push_back(0);
    return ranges;
}

/// Replaces characters that a font lacks. Not U+FFFD: each size has a table up to its last
/// character, which U+FFFD would make six times as large.
constexpr ImWchar no_character = 0x25A1;

/// The size to rasterise: every pixel size for small text, coarser where the difference is
/// invisible.
int rasterised(float em) {
    const float least = std::max(em, 6.0F);
    if (least <= 24)
        return static_cast<int>(std::floor(least + 0.01F));
    if (least <= 48)
        return static_cast<int>(least / 2) * 2;
    return std::min(static_cast<int>(least / 4) * 4, 96);
}

/// Calls `each` with every character of a UTF-8 text; skips broken ones.
template <class Each>
void each_character(std::string_view text, Each each) {
    for (std::size_t at = 0; at < text.size();) {
        const auto first = static_cast<unsigned char>(text[at]);
        const std::size_t length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
        char32_t character =
            first < 0x80 ? first : static_cast<char32_t>(first & (0xFFU >> (length + 1)));
        for (std::size_t more = 1; more < length && at + more < text.size(); ++more)
            character = character << 6U | (static_cast<unsigned char>(text[at + more]) & 0x3FU);
        each(character);
        at += length;
    }
}

void add_range(std::vector<ImWchar>& ranges, char32_t character) {
    ranges.back() = static_cast<ImWchar>(character); // Replaces the closing 0.
    ranges.push_back(static_cast<ImWchar>(character));
    ranges.push_back(0);
}

constexpr std::size_t most_sizes = 40;

} // namespace

Fonts::Fonts(FontFiles files, TextureMaker textures)
    : files_(std::move(files)), ranges_(usual_ranges()), shaped_(std::move(textures)) {
    for (std::size_t at = 0; at + 1 < ranges_.size(); at += 2)
        for (char32_t character = ranges_[at]; character <= ranges_[at + 1]; ++character)
            known_.insert(character);
    for (const auto& of_face : files_)
        advances_.emplace_back(of_face);
}

bool Fonts::is_shaped(std::string_view text) const {
    return !is_plain(text) && !files_.front().empty();
}

void Fonts::need(std::string_view text) {
    if (is_shaped(text))
        return;
    each_character(text, [&](char32_t character) {
        // Dear ImGui's character type may have 16 bits. Characters beyond show as a box.
        if (character < 0x80 || character > IM_UNICODE_CODEPOINT_MAX ||
            !known_.insert(character).second)
            return;
        add_range(ranges_, character);
        must_build_ = true;
        for (const FontFile& file : files_with(character))
            add_range(extra_ranges(file), character);
    });
}

std::vector<ImWchar>& Fonts::extra_ranges(const FontFile& file) {
    for (auto& [known, ranges] : extra_files_)
        if (known.path == file.path)
            return ranges;
    for (Advances& advances : advances_)
        advances.add(file);
    return extra_files_.emplace_back(file, std::vector<ImWchar>{0}).second;
}

Fonts::Sized Fonts::find(Face face, float em) {
    const int size = rasterised(em);
    const auto& files = files_[static_cast<std::size_t>(face)];
    const float ratio = files.empty() ? 1 : files.front().line_ratio;
    Sized sized{nullptr, static_cast<float>(size) * ratio, static_cast<float>(size)};
    if (const auto at = made_.find({face, compat::has_dynamic_fonts ? 0 : size}); at != made_.end())
        sized.font = at->second;
    if (sized.font || compat::has_dynamic_fonts)
        return sized;
    if (wanted_.insert({face, size}).second)
        must_build_ = true;
    // Until the size is made, draws with the nearest size of the face, scaled.
    int difference = 1000;
    for (const auto& [key, font] : made_)
        if (key.first == face && std::abs(key.second - size) < difference) {
            difference = std::abs(key.second - size);
            sized.font = font;
        }
    return sized;
}

bool Fonts::prepare() {
    if (!must_build_) {
        compat::forget_font_pixels();
        return false;
    }
    build();
    return true;
}

void Fonts::build() {
    ++generation_;
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    if constexpr (compat::has_dynamic_fonts) {
        if (made_.empty())
            for (const Face face : {Face::Sans, Face::Bold, Face::Mono, Face::Mathematics})
                add(face, 0);
        must_build_ = false;
        return;
    }
    if (wanted_.empty())
        for (const Face face : {Face::Sans, Face::Bold, Face::Mono})
            wanted_.insert({face, 14});
    if (wanted_.size() > most_sizes) {
        // Sizes of earlier zooms are dropped; those in use are requested again in the next frame.
        wanted_ = {{Face::Sans, 14}};
    }
    atlas.Clear();
    made_.clear();
    for (const auto& [face, em] : wanted_)
        add(face, em);
    corners_.reserve(atlas);
    atlas.Build();
    corners_.paint(atlas);
    compat::upload_fonts();
    must_build_ = false;
}

GMappedFile* Fonts::mapped(const std::string& path) {
    const auto [at, is_new] = mapped_.try_emplace(path);
    if (is_new)
        at->second.reset(g_mapped_file_new(path.c_str(), FALSE, nullptr));
    return at->second.get();
}

void Fonts::add(Face face, int em) {
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    const auto& files = files_[static_cast<std::size_t>(face)];
    const float size = em == 0 ? 16 : static_cast<float>(em);
    ImFont* font = nullptr;
    const auto merge = [&](const FontFile& file, const ImWchar* ranges) {
        ImFontConfig config;
        config.MergeMode = font != nullptr;
        config.FontNo = file.index;
        config.OversampleH = config.OversampleV = 1;
        config.PixelSnapH = true;
        GMappedFile* const bytes = mapped(file.path);
        if (!bytes || g_mapped_file_get_length(bytes) == 0)
            return;
        if (ImFont* made = compat::add_font(atlas, g_mapped_file_get_contents(bytes),
                                            static_cast<int>(g_mapped_file_get_length(bytes)),
                                            size * file.line_ratio, config, ranges))
            font = font ? font : made;
    };
    for (const FontFile& file : files)
        merge(file, ranges_.data());
    for (const auto& [file, ranges] : extra_files_)
        merge(file, ranges.data());
    if (!font) {
        ImFontConfig config;
        config.SizePixels = size;
        font = atlas.AddFontDefault(&config);
    }
    font->FallbackChar = no_character;
    made_[{face, em}] = font;
}

float Fonts::width(std::string_view text, Face face, float em) {
    if (is_shaped(text))
        return shaped_.line(text, face, rasterised(em), ShapedTexts::Direction::OfLabel).width();
    const auto size = static_cast<float>(rasterised(em));
    Advances& advances = advances_[static_cast<std::size_t>(face)];
    float width = 0;
    each_character(text, [&](char32_t character) {
        const float advance = advances.of(character) * size; // Rounded, and never negative.
        const auto whole = static_cast<float>(static_cast<int>(advance));
        width += advance - whole >= 0.5F ? whole + 1 : whole;
    });
    return width;
}

float Fonts::capital(const Sized& sized, Face face) const {
    const auto& files = files_[static_cast<std::size_t>(face)];
    return (files.empty() ? 0.7F : files.front().capital_ratio) * sized.em;
}

float Fonts::middle_of_line(float top, Face face, float em) {
    const Sized sized = find(face, em);
    return sized.font ? top + compat::ascent(sized.font, sized.size) - capital(sized, face) / 2
                      : top;
}

float Fonts::draw(ImDrawList& list, ImVec2 middle_left, std::string_view text, Face face, float em,
                  ImU32 colour) {
    if (is_shaped(text)) {
        draw_shaped(list, middle_left, text, face, em, ShapedTexts::Direction::OfLabel, colour);
        return width(text, face, em);
    }
    const Sized sized = find(face, em);
    if (!sized.font || text.empty())
        return 0;
    need(text);
    const float top =
        middle_left.y + capital(sized, face) / 2 - compat::ascent(sized.font, sized.size);
    list.AddText(sized.font, sized.size, ImVec2(std::round(middle_left.x), std::round(top)), colour,
                 text.data(), text.data() + text.size());
    return width(text, face, em);
}

void Fonts::draw_shaped(ImDrawList& list, ImVec2 middle_left, std::string_view text, Face face,
                        float em, ShapedTexts::Direction direction, ImU32 colour) {
    const Sized sized = find(face, em);
    if (!sized.font)
        return;
    // Aligned to the pixels of a plain text beside it, which Dear ImGui places from the top of the
    // line.
    const float ascent = compat::ascent(sized.font, sized.size);
    const float top = std::round(middle_left.y + capital(sized, face) / 2 - ascent);
    shaped_.draw(list, std::round(middle_left.x), top + std::round(ascent), text, face,
                 rasterised(em), direction, colour);
}

void Fonts::draw_typed(ImDrawList& list, ImVec2 middle_left, std::string_view text, Face face,
                       float em, ImU32 colour) {
    if (is_shaped(text))
        draw_shaped(list, middle_left, text, face, em, ShapedTexts::Direction::OfText, colour);
    else
        draw(list, middle_left, text, face, em, colour);
}

const attn::publish::SetLine& Fonts::typed(std::string_view text, Face face, float em) {
    return shaped_.line(text, face, rasterised(em), ShapedTexts::Direction::OfText);
}

float Fonts::caret(std::string_view text, std::size_t byte, Face face, float em) {
    return is_shaped(text) ? typed(text, face, em).caret(byte)
                           : width(text.substr(0, byte), face, em);
}

std::size_t Fonts::byte_at(std::string_view text, float x, Face face, float em) {
    if (is_shaped(text))
        return typed(text, face, em).byte_at(x);
    std::size_t best = 0;
    float nearest = 1e9F;
    for (std::size_t at = 0; at <= text.size(); ++at) {
        if (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U)
            continue;
        if (const float away = std::abs(caret(text, at, face, em) - x); away < nearest) {
            nearest = away;
            best = at;
        }
    }
    return best;
}

std::vector<Fonts::Part> Fonts::parts(std::string_view text, std::size_t from, std::size_t to,
                                      Face face, float em) {
    if (is_shaped(text))
        return typed(text, face, em).parts(from, to);
    return {{caret(text, from, face, em), caret(text, to, face, em)}};
}

void Fonts::push(Face face, float em) {
    const Sized sized = find(face, em);
    compat::push_font(sized.font ? sized.font : ImGui::GetFont(), sized.size);
}

void Fonts::pop() {
    ImGui::PopFont();
}

} // namespace app
