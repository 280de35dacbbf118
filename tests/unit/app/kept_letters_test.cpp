// SPDX-License-Identifier: MIT
// Letters that are kept while the atlas of letters grows are drawn as by an atlas made at once.
#include "app/ui/compat.h"
#include "app/ui/fonts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

using namespace app;

namespace {

using Face = Fonts::Face;
constexpr float endless = 2000;

/// Draws texts with its own context of Dear ImGui.
struct Drawn {
    explicit Drawn(const FontFiles& files) : fonts(files, {}) {}
    ~Drawn() {
        list.reset();
        ImGui::DestroyContext(context);
    }
    Drawn(const Drawn&) = delete;
    Drawn& operator=(const Drawn&) = delete;

    /// Draws the text in a new list.
    void draw(const std::string& text, Face face, float em) {
        ImGui::SetCurrentContext(context);
        list = std::make_unique<ImDrawList>(ImGui::GetDrawListSharedData());
        list->AddDrawCmd();
        list->PushClipRect({0, 0}, {endless, endless});
        fonts.draw(*list, {10, 100}, text, face, em, IM_COL32_WHITE);
    }
    void prepare() {
        ImGui::SetCurrentContext(context);
        fonts.prepare();
    }

    /// The corners of each letter in the list.
    std::vector<float> corners() const {
        std::vector<float> found;
        for (const ImDrawVert& vertex : list->VtxBuffer)
            found.insert(found.end(), {vertex.pos.x, vertex.pos.y});
        return found;
    }
    /// The pixels of the atlas for each letter in the list, and those around it.
    std::vector<std::vector<int>> pixels() const {
        ImGui::SetCurrentContext(context);
        const compat::Letters atlas = compat::letters_of_atlas();
        const auto at = [](float share, int size) {
            return static_cast<int>(std::lround(share * static_cast<float>(size)));
        };
        std::vector<std::vector<int>> found;
        for (int letter = 0; letter + 3 < list->VtxBuffer.Size; letter += 4) {
            const ImVec2 from = list->VtxBuffer[letter].uv, to = list->VtxBuffer[letter + 2].uv;
            std::vector<int>& block = found.emplace_back();
            for (int y = at(from.y, atlas.height) - 1; y <= at(to.y, atlas.height); ++y)
                for (int x = at(from.x, atlas.width) - 1; x <= at(to.x, atlas.width); ++x)
                    block.push_back(x < 0 || y < 0 ? 0 : atlas.pixels[y * atlas.width + x]);
        }
        return found;
    }

    ImGuiContext* context = ImGui::CreateContext();
    Fonts fonts;
    std::unique_ptr<ImDrawList> list;
};

/// Characters of the start, with signs that only some typefaces have.
const std::string usual = "Hamburgefonstiv 0123456789 ÄÖÜß àé §°² “quoted” √∑∂∞ ≈≤≥ ◆● ᵀ₁₂ αβθ";
/// Characters that are added when they are needed.
const std::string further = "Жизнь Ωλ ₀₃";

} // namespace

TEST(KeptLetters, AreDrawnAsIfTheAtlasWereMadeAtOnce) {
    if (compat::has_dynamic_fonts)
        GTEST_SKIP() << "this Dear ImGui keeps letters by itself";
    const FontFiles files = all_font_files();
    if (files.front().empty())
        GTEST_SKIP() << "this machine has no outline font";
    struct Text {
        std::string text;
        Face face;
        float em;
    };
    const std::vector<Text> texts = {{usual, Face::Sans, 13},   {usual, Face::Bold, 13},
                                     {usual, Face::Mono, 17},   {usual, Face::Sans, 40},
                                     {further, Face::Sans, 13}, {further, Face::Mathematics, 22},
                                     {further, Face::Bold, 13}, {usual, Face::Sans, 9}};
    Drawn grown(files), at_once(files);
    grown.prepare(); // The sizes of the start.
    at_once.prepare();
    for (const Text& text : texts) {
        grown.draw(text.text, text.face, text.em);
        grown.prepare(); // An atlas for each text.
        at_once.draw(text.text, text.face, text.em);
    }
    at_once.prepare();
    EXPECT_EQ(grown.fonts.generation(), texts.size());
    EXPECT_EQ(at_once.fonts.generation(), 2U);
    for (const Text& text : texts) {
        SCOPED_TRACE(text.text + " at " + std::to_string(text.em));
        grown.draw(text.text, text.face, text.em);
        at_once.draw(text.text, text.face, text.em);
        ASSERT_GE(grown.list->VtxBuffer.Size, 4 * 8);
        EXPECT_EQ(grown.corners(), at_once.corners());
        EXPECT_EQ(grown.pixels().size(), at_once.pixels().size());
        const auto ours = grown.pixels(), theirs = at_once.pixels();
        for (std::size_t letter = 0; letter < std::min(ours.size(), theirs.size()); ++letter) {
            EXPECT_EQ(ours[letter], theirs[letter]) << "letter " << letter;
            EXPECT_GT(std::ranges::max(ours[letter]), 0) << "letter " << letter;
        }
    }
}
