// SPDX-License-Identifier: MIT
// Words in ten scripts, named in a file, typed and pasted. Compares each label with the text as it
// is painted for a figure file. Skips, with a message, scripts without a typeface on this machine;
// Arabic, Hebrew, Persian and Georgian are always there with DejaVu Sans.
#include "core/publish/pictures/cairo.h"
#include "core/publish/pictures/cairo_type.h"
#include "tests/support/lab_driver.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <map>
#include <string>
#include <utility>
#include <vector>

using namespace attn::test;
namespace figure = attn::figure;
namespace publish = attn::publish;

namespace {

struct Script {
    const char* name;
    const char* word;
};
constexpr std::array<Script, 10> scripts = {{{"Arabic", "قطة"},
                                             {"Hebrew", "חתול"},
                                             {"Persian", "می\u200Cخواهم"},
                                             {"Hindi", "बिल्ली"},
                                             {"Thai", "ที่นี่"},
                                             {"Chinese", "猫坐着"},
                                             {"Japanese", "ねこが"},
                                             {"Korean", "고양이"},
                                             {"Georgian", "კატა"},
                                             {"emoji", "🐈👩\u200D💻"}}};

Json document_of(const std::vector<std::string>& words) {
    Json rows = Json::array();
    for (std::size_t at = 0; at < words.size(); ++at)
        rows.push_back({static_cast<int>(at % 3), 1, static_cast<int>(at % 2)});
    const Json unit = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    return {{"format", "attention-lab"},
            {"version", {2, 0}},
            {"title", "قطة and 猫 and שלום"},
            {"model",
             {{"kind", "attention"},
              {"projections", "learned"},
              {"heads", 1},
              {"scale", "sqrt_d_k"},
              {"temperature", 1},
              {"mask", "none"},
              {"normaliser", "softmax"},
              {"axis", "rows"}}},
            {"lists", {{"words", words}}},
            {"inputs", {{"X", rows}, {"W_Q/0", unit}, {"W_K/0", unit}, {"W_V/0", unit}}}};
}

/// How dark the ink of each pixel is, 0 to 255, whatever the colours of ink and background.
struct Ink {
    int width = 0, height = 0;
    std::vector<int> dark;

    int at(int x, int y) const {
        return x < 0 || y < 0 || x >= width || y >= height
                   ? 0
                   : dark[static_cast<std::size_t>(y * width + x)];
    }
};

int green(std::uint32_t pixel) {
    return static_cast<int>(pixel >> 8U & 0xFFU);
}

Ink ink_of(const Picture& picture, Area area) {
    std::map<int, int> counts;
    for (int y = area.y; y < area.y + area.height; ++y)
        for (int x = area.x; x < area.x + area.width; ++x)
            ++counts[green(picture.at(x, y))];
    const int ground = std::max_element(counts.begin(), counts.end(), [](auto& a, auto& b) {
                           return a.second < b.second;
                       })->first;
    int most = 1;
    for (const auto& [value, count] : counts)
        most = std::max(most, std::abs(value - ground));
    Ink ink{area.width, area.height, {}};
    for (int y = area.y; y < area.y + area.height; ++y)
        for (int x = area.x; x < area.x + area.width; ++x)
            ink.dark.push_back(std::abs(green(picture.at(x, y)) - ground) * 255 / most);
    return ink;
}

/// Paints the text as a figure file shows it, cropped to its ink.
Ink painted(const publish::Type& type, const std::string& text, figure::Font font, int size) {
    const int width = 20 * size, height = 5 * size, baseline = 3 * size;
    figure::Figure picture;
    picture.size = {static_cast<float>(width), static_cast<float>(height)};
    picture.background = {255, 255, 255, 255};
    const auto em = static_cast<float>(size);
    const float middle = static_cast<float>(baseline) - type->capital_height(font) * em / 2;
    picture.shapes.push_back(figure::Text{{2 * em, middle}, text, font, em, {0, 0, 0, 255}});
    const auto pixels = publish::paint_pixels(picture, 1, type);
    if (!pixels)
        return {};
    int left = width, right = 0, top = height, bottom = 0;
    const auto dark = [&](int x, int y) {
        return 255 - pixels->colours[static_cast<std::size_t>(y * width + x)].green;
    };
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            if (dark(x, y) > 8) {
                left = std::min(left, x);
                right = std::max(right, x + 1);
                top = std::min(top, y);
                bottom = std::max(bottom, y + 1);
            }
    Ink ink{right - left, bottom - top, {}};
    for (int y = top; y < bottom; ++y)
        for (int x = left; x < right; ++x)
            ink.dark.push_back(dark(x, y));
    // Scales darkness so that its maximum equals that in a picture of the window.
    const int most = ink.dark.empty() ? 1 : *std::max_element(ink.dark.begin(), ink.dark.end());
    for (int& one : ink.dark)
        one = one * 255 / most;
    return ink;
}

/// The share of the pattern's ink that differs at the best place in the picture; 0 for an exact
/// match.
double difference(const Ink& picture, const Ink& pattern) {
    long whole = 0;
    for (const int dark : pattern.dark)
        whole += dark;
    long best = whole;
    for (int from_y = 0; from_y + pattern.height <= picture.height; ++from_y)
        for (int from_x = 0; from_x + pattern.width <= picture.width; ++from_x) {
            long sum = 0;
            for (int y = 0; y < pattern.height && sum < best; ++y)
                for (int x = 0; x < pattern.width; ++x)
                    sum += std::abs(picture.at(from_x + x, from_y + y) - pattern.at(x, y));
            best = std::min(best, sum);
        }
    return whole == 0 ? 1 : static_cast<double>(best) / static_cast<double>(whole);
}

/// The smallest difference over all sizes and weights.
double difference(const Ink& picture, const publish::Type& type, const std::string& text) {
    double best = 1;
    for (const figure::Font font : {figure::Font::Sans, figure::Font::Bold})
        for (int size = 8; size <= 26; ++size)
            best = std::min(best, difference(picture, painted(type, text, font, size)));
    return best;
}

int colourful_pixels(const Picture& picture, Area area) {
    int count = 0;
    for (int y = area.y; y < area.y + area.height; ++y)
        for (int x = area.x; x < area.x + area.width; ++x) {
            const std::uint32_t pixel = picture.at(x, y);
            const auto red = static_cast<int>(pixel >> 16U), blue = static_cast<int>(pixel & 0xFFU);
            count += red > blue + 60 ? 1 : 0;
        }
    return count;
}

Area around(Area area) {
    return {area.x - 2, area.y - 3, area.width + 4, area.height + 6};
}

/// Compares the label of each word that this machine can show with the text in a figure.
void expect_labels(LabDriver& lab, const Picture& picture, const publish::Type& type) {
    int compared = 0;
    // The same letters in another order give other ink.
    const Area first = around(lab.row_label("X", 0));
    EXPECT_GT(difference(ink_of(picture, first), type, "ةطق"), 0.35);
    for (std::size_t at = 0; at < scripts.size(); ++at) {
        const std::string word = scripts[at].word;
        const Area area = around(lab.row_label("X", static_cast<int>(at)));
        if (publish::lacks_letters(type, word)) {
            std::cout << "no typeface of this machine has " << scripts[at].name << "\n";
            continue;
        }
        ++compared;
        if (std::string(scripts[at].name) == "emoji") {
            EXPECT_GT(colourful_pixels(picture, area), 30);
        } else {
            EXPECT_LT(difference(ink_of(picture, area), type, word), 0.3) << scripts[at].name;
        }
    }
    EXPECT_GE(compared, 4) << "DejaVu Sans has Arabic, Hebrew, Persian and Georgian";
}

/// The leftmost and rightmost columns of the area in which the pictures differ.
std::pair<int, int> differing_columns(const Picture& one, const Picture& other, Area area) {
    int first = area.x + area.width, last = -1;
    for (int x = area.x; x < area.x + area.width; ++x)
        for (int y = area.y; y < area.y + area.height; ++y)
            if (one.at(x, y) != other.at(x, y)) {
                first = std::min(first, x);
                last = std::max(last, x);
            }
    return {first, last};
}

} // namespace

TEST(Scripts, NamesOfWordsHaveTheLettersOfFigures) {
    std::vector<std::string> words;
    for (const Script& script : scripts)
        words.emplace_back(script.word);
    words.emplace_back("query");
    const TempDir folder;
    LabDriver::Setup setup;
    setup.document = folder.file("scripts.attn", document_of(words).dump());
    setup.screen_width = 1366;
    setup.screen_height = 1000; // all rows are in view
    LabDriver lab(setup);
    const publish::Type type = publish::typesetter();
    EXPECT_EQ(lab.probe()["document"]["lists"]["words"], Json(words));
    // The query word has a background of its own.
    lab.click(lab.row_label("X", static_cast<int>(scripts.size())));
    lab.until("the query word", [](const Json& now) {
        return now["view"]["query"] == static_cast<int>(scripts.size());
    });
    lab.move_to(1200, 980);
    expect_labels(lab, lab.picture("scripts-light"), type);
    lab.choose("View/Theme", "theme.dark");
    lab.settled();
    lab.move_to(1200, 980);
    expect_labels(lab, lab.picture("scripts-dark"), type);
    EXPECT_EQ(lab.quit(), "");
}

TEST(Scripts, AMissingTypefaceIsReportedOnceWithItsPackage) {
    const TempDir folder;
    LabDriver::Setup setup;
    // A plane whose code points are all unassigned. The machine may also lack other scripts, which
    // it would mention first, but none is in the title.
    Json document = document_of({"a", "\U00050000", "c"});
    document["title"] = "boxes";
    setup.document = folder.file("boxes.attn", document.dump());
    LabDriver lab(setup);
    const Json now =
        lab.until("the notice", [](const Json& probe) { return probe["message"].is_string(); });
    EXPECT_NE(now["message"].get<std::string>().find("Install the Debian package fonts-noto-core"),
              std::string::npos);
    lab.picture("scripts-boxes");
    lab.click(lab.row_label("X", 0));
    lab.until("its end", [](const Json& probe) { return probe["message"].is_null(); });
    lab.click(lab.row_label("X", 1));
    EXPECT_TRUE(lab.settled()["message"].is_null());
    EXPECT_EQ(lab.quit(), "");
}

TEST(Scripts, AnArabicWordIsTypedWithItsCaretAtTheLeft) {
    LabDriver lab;
    const publish::Type type = publish::typesetter();
    lab.double_click(lab.row_label("X", 1), "the open word",
                     [](const Json& now) { return now["editing"].is_object(); });
    lab.press("ctrl+a");
    lab.type("قطة");
    lab.until("the typed word", [](const Json& now) { return now["editing"]["text"] == "قطة"; });
    lab.settled();
    const Picture at_end = lab.picture("scripts-typed");
    lab.press("Home");
    lab.settled();
    const Picture at_begin = lab.picture("scripts-typed-home");
    Area field = around(lab.row_label("X", 1));
    field.width += 100;
    // Only the two carets differ; the left one is at the end.
    const auto [left, right] = differing_columns(at_end, at_begin, field);
    ASSERT_GT(right, left + 8);
    const auto differs = [&, left = left](const Picture& from, int column) {
        int dark = 0;
        for (int y = field.y; y < field.y + field.height; ++y)
            dark += std::abs(green(from.at(column, y)) - green(from.at(left - 3, y))) > 60 ? 1 : 0;
        return dark;
    };
    EXPECT_GT(differs(at_end, left), differs(at_begin, left) + 5);
    EXPECT_GT(differs(at_begin, right), differs(at_end, right) + 5);
    const Area text{left - 1, field.y, right - left + 3, field.height};
    EXPECT_LT(difference(ink_of(at_begin, text), type, "قطة"), 0.35);
    EXPECT_GT(difference(ink_of(at_begin, text), type, "ةطق"), 0.45);
    // → moves right, which is towards the beginning.
    lab.press("End");
    lab.press("Right");
    lab.press("Delete");
    lab.until("two letters", [](const Json& now) { return now["editing"]["text"] == "قط"; });
    lab.press("Return");
    lab.until("the new name",
              [](const Json& now) { return now["document"]["lists"]["words"][1] == "قط"; });
    EXPECT_EQ(lab.quit(), "");
}

TEST(Scripts, HostileNamesDisturbNoOthers) {
    std::string marks = "a";
    for (int mark = 0; mark < 4000; ++mark)
        marks += "\u0301";
    std::string letters;
    for (int letter = 0; letter < 2000; ++letter)
        letters += "قط";
    const TempDir folder;
    LabDriver::Setup setup;
    setup.document = folder.file(
        "hostile.attn",
        document_of({"plain", letters, marks, "\u202Eevil", "\u200D", "א\u2067b", "last"}).dump());
    LabDriver lab(setup);
    const Picture picture = lab.picture("scripts-hostile");
    int right = -1;
    for (int row = 0; row < 7; ++row) {
        const Area label = lab.row_label("X", row);
        EXPECT_GT(count_colours(picture, label), 2) << row;
        EXPECT_LE(label.x + label.width, lab.cell("X", row, 0).x) << "beside its row";
        if (row > 0) {
            EXPECT_EQ(label.x + label.width, right) << "all end where the matrix begins";
        }
        right = label.x + label.width;
    }
    lab.click(lab.cell("X", 0, 0));
    lab.type("2.5");
    lab.press("Return");
    lab.until("the number", [](const Json& now) { return number(now, "X", 0, 0) == 2.5; });
    EXPECT_EQ(lab.quit(), "");
}
