// SPDX-License-Identifier: MIT
#include "app/ui/fonts.h"
#include "app/ui/shaped_texts.h"
#include "app/window/lab.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

using namespace app;

namespace {

/// Dear ImGui with a texture maker that only counts.
struct ShapedTextsDesk {
    ShapedTextsDesk() {
        ImGui::SetCurrentContext(context);
        list = std::make_unique<ImDrawList>(ImGui::GetDrawListSharedData());
        list->_ResetForNewFrame();
        list->PushClipRect({0, 0}, {800, 600});
    }
    ~ShapedTextsDesk() {
        list.reset();
        ImGui::DestroyContext(context);
    }
    ShapedTextsDesk(const ShapedTextsDesk&) = delete;
    ShapedTextsDesk& operator=(const ShapedTextsDesk&) = delete;

    TextureMaker maker() {
        return {[this](const attn::figure::Pixels& pixels, bool) {
                    widest = std::max(widest, pixels.width);
                    kept.insert(++last);
                    return last;
                },
                [this](unsigned int texture) { EXPECT_EQ(kept.erase(texture), 1U); }};
    }
    void draw(ShapedTexts& texts, const std::string& text, float x = 10, float y = 100) {
        texts.draw(*list, x, y, text, attn::figure::Font::Sans, 20, ShapedTexts::Direction::OfLabel,
                   IM_COL32(200, 100, 50, 255));
    }

    ImGuiContext* context = ImGui::CreateContext();
    std::unique_ptr<ImDrawList> list;
    std::set<unsigned int> kept;
    unsigned int last = 0;
    int widest = 0;
};

} // namespace

TEST(PlainText, IsLatinGreekCyrillicAndSymbolsOfFormulas) {
    for (const std::string text :
         {"", "cat", "The cat sat on the mat.", "Straße", "кот", "γάτα", "Tiếng Việt", "café",
          "W_Q · Xᵀ ÷ √d_k → ∞", "0.52 ≥ −1", "●▾▲■◆↵⇥␣∅…“”‹›↶↷⌊⌋½²₀", "\uFFFD"})
        EXPECT_TRUE(is_plain(text)) << text;
}

TEST(PlainText, HasOnlyWhatImGuiCanShow) {
    for (const std::string text :
         {"قطة",      "שלום",      "می\u200Cخواهم",
          "हिन्दी",    "ภาษาไทย",   "猫",
          "ねこ",     "고양이",    "አማርኛ",
          "ქართული",  "🐈",         "e\u0301",
          "❤",        "☺",         "↔\uFE0F",
          "a\u200Db", "\u202Eabc", "a\u00ADb",
          "𝑥",        "𐤀",         "long enough for eight bytes at once, then 猫"})
        EXPECT_FALSE(is_plain(text)) << text;
    EXPECT_FALSE(is_plain("broken \xFF"));
    EXPECT_FALSE(is_plain("cut off \xE2\x82"));
}

TEST(ShapedTexts, AreDrawnFromTheCache) {
    ShapedTextsDesk desk;
    {
        ShapedTexts texts(desk.maker());
        desk.draw(texts, "قطة");
        const auto after_one = desk.last;
        EXPECT_EQ(after_one, 1U);
        texts.sweep();
        desk.draw(texts, "قطة");
        EXPECT_EQ(desk.last, after_one) << "it was there already";
        desk.draw(texts, "کلب");
        EXPECT_EQ(desk.kept.size(), 2U);
        EXPECT_EQ(desk.list->VtxBuffer.Size, 3 * 4);
        for (const ImDrawVert& corner : desk.list->VtxBuffer) {
            EXPECT_EQ(corner.pos.x, std::round(corner.pos.x));
            EXPECT_EQ(corner.pos.y, std::round(corner.pos.y));
            EXPECT_EQ(corner.col, IM_COL32(200, 100, 50, 255));
        }
    }
    EXPECT_TRUE(desk.kept.empty()) << "every texture is given back";
}

TEST(ShapedTexts, LeaveTheCacheAfterManyFramesUnseen) {
    ShapedTextsDesk desk;
    ShapedTexts texts(desk.maker());
    desk.draw(texts, "قطة");
    for (std::uint64_t frame = 0; frame < ShapedTexts::most_frames - 1; ++frame)
        texts.sweep();
    EXPECT_EQ(desk.kept.size(), 1U);
    for (int frame = 0; frame < 70; ++frame) {
        desk.draw(texts, "کلب");
        texts.sweep();
    }
    EXPECT_EQ(desk.kept.size(), 1U) << "the other one went";
    EXPECT_LT(texts.bytes(), 20000U);
}

TEST(ShapedTexts, StayWithinTheirMemory) {
    ShapedTextsDesk desk;
    ShapedTexts texts(desk.maker());
    for (int frame = 0; frame < 60; ++frame) {
        for (int name = 0; name < 60; ++name)
            desk.draw(texts,
                      "قطة قطة قطة قطة قطة قطة قطة قطة " + std::to_string(frame * 60 + name));
        texts.sweep();
        EXPECT_LE(texts.bytes(), ShapedTexts::most_bytes);
        EXPECT_GE(desk.kept.size(), 60U) << "what was just shown stays";
    }
    EXPECT_LT(desk.kept.size(), 60U * 60U);
}

TEST(ShapedTexts, OnlyTheVisiblePartOfALongOneIsMade) {
    ShapedTextsDesk desk;
    ShapedTexts texts(desk.maker());
    std::string text;
    for (int word = 0; word < 1000; ++word)
        text += "قطة ";
    desk.draw(texts, text);
    EXPECT_EQ(desk.kept.size(), 1U);
    EXPECT_LE(desk.widest, 1024);
    desk.draw(texts, text, -3000);
    EXPECT_LE(desk.kept.size(), 3U);
    desk.draw(texts, "هنا", 10, 5000);
    EXPECT_LE(desk.kept.size(), 3U) << "below the window nothing is made";
}

TEST(TypefaceNotices, AppearOncePerScriptAfterOtherMessages) {
    TypefaceNotices notices;
    std::optional<Message> message = Message{"Saved", false};
    EXPECT_FALSE(notices.follow({U'猫', U'አ', U'犬'}, message));
    EXPECT_EQ(message->text, "Saved");
    message.reset();
    EXPECT_TRUE(notices.follow({}, message));
    EXPECT_EQ(message->text, "No typeface on this machine has letters of Chinese. Install the "
                             "Debian package fonts-noto-cjk and start Attention Lab again to see "
                             "them.");
    message.reset();
    EXPECT_TRUE(notices.follow({U'猫'}, message));
    EXPECT_NE(message->text.find("Amharic"), std::string::npos);
    message.reset();
    EXPECT_FALSE(notices.follow({U'猫', U'አ'}, message));
    EXPECT_FALSE(message);
}
