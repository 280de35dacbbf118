// SPDX-License-Identifier: MIT
// Every row of the table of pages is a tab of the window, a line of the export panel and a file of
// the command line.
#include "core/document/model/document.h"
#include "core/figure/pages/pages.h"
#include "core/io/document/library.h"
#include "tests/support/lab_driver.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

using namespace attn::test;
using attn::figure::PageInfo;

namespace {

/// Presets that have all pages between them.
const std::vector<std::string> presets{"induction", "learn-four-words", "two-heads",
                                       "sinusoidal-positions"};

bool has(const std::string& preset, const PageInfo& page) {
    return page.lack(attn::io::open_document(preset).value()).empty();
}

std::string id_of(const PageInfo& page) {
    return std::string(page.id);
}

} // namespace

TEST(PageTable, EveryPageIsShownByItsTab) {
    std::set<std::string> shown;
    for (const std::string& preset : presets) {
        LabDriver lab({preset, 1600, 900});
        lab.settled();
        for (const PageInfo& page : attn::figure::canvas_pages()) {
            if (page.tab.empty() || !has(preset, page))
                continue;
            SCOPED_TRACE(preset + ", " + id_of(page));
            lab.click(lab.control("page." + id_of(page)));
            lab.until("the page", [&](const Json& now) { return now["page"] == id_of(page); });
            const Json now = lab.settled();
            EXPECT_FALSE(now["cells"].empty() && !now["controls"].contains("open/0"));
            shown.insert("page." + id_of(page));
        }
        lab.click(lab.control("page.forward"));
        lab.until("Forward", [](const Json& now) { return now["page"] == "forward"; });
        for (const PageInfo& page : attn::figure::panel_pages()) {
            if (page.tab.empty() || !has(preset, page))
                continue;
            SCOPED_TRACE(preset + ", " + id_of(page));
            lab.settled();
            lab.click(lab.control("panel." + id_of(page)));
            lab.until("the tab", [&](const Json& now) { return now["panel_tab"] == id_of(page); });
            shown.insert("panel." + id_of(page));
        }
        EXPECT_EQ(lab.quit(), "");
    }
    for (const PageInfo& page : attn::figure::canvas_pages())
        EXPECT_TRUE(page.tab.empty() || shown.contains("page." + id_of(page))) << page.name;
    for (const PageInfo& page : attn::figure::panel_pages())
        EXPECT_TRUE(page.tab.empty() || shown.contains("panel." + id_of(page))) << page.name;
}

TEST(PageTable, EveryPageIsInTheListOfTheExportPanel) {
    LabDriver lab({"induction", 1600, 1600});
    lab.press("ctrl+e");
    lab.until("the panel", [](const Json& now) {
        return now["exporting"]["is_open"] == true && now["exporting"]["working"] == 0;
    });
    lab.settled();
    lab.click(lab.control("export/figure"));
    lab.until("the list",
              [](const Json& now) { return now["controls"].contains("export/figure/canvas"); });
    // Only what is seen of the list is a control, and the list is longer than the window.
    std::set<std::string> listed;
    const auto note = [&](const Json& now) {
        for (const auto& [id, place] : now["controls"].items())
            listed.insert(id);
    };
    note(lab.settled());
    const Area first = lab.control("export/figure/canvas");
    lab.move_to(first.x + first.width / 2, first.y + first.height / 2);
    for (std::size_t before = 0; listed.size() > before;) {
        before = listed.size();
        lab.turn_wheel(-4);
        note(lab.settled());
    }
    for (const auto pages : {attn::figure::canvas_pages(), attn::figure::panel_pages()})
        for (const PageInfo& page : pages)
            EXPECT_EQ(listed.contains("export/figure/" + std::string(page.name)),
                      has("induction", page) && page.name != "losses")
                << page.name;
}

TEST(PageTable, EveryPageIsAFileOfTheCommandLine) {
    const TempDir folder;
    std::set<std::string_view> made;
    for (const std::string& preset : presets)
        for (const auto pages : {attn::figure::canvas_pages(), attn::figure::panel_pages()})
            for (const PageInfo& page : pages) {
                if (page.name == "losses" || (has(preset, page) && made.contains(page.name)))
                    continue;
                for (const char* const ending : {".svg", ".png", ".pdf"}) {
                    const std::string name = std::string("a") + ending;
                    const Printed printed = run_lab(
                        {"export", preset, folder / name, "--figure", std::string(page.name)});
                    SCOPED_TRACE(preset + ", " + std::string(page.name) + printed.errors);
                    EXPECT_EQ(printed.code == 0, has(preset, page));
                    if (!has(preset, page)) {
                        EXPECT_NE(printed.errors.find("cannot be made of this document. It has "),
                                  std::string::npos);
                        break;
                    }
                    EXPECT_GT(bytes_of(folder / name).size(), 500U);
                    made.insert(page.name);
                }
            }
    EXPECT_EQ(made.size(),
              attn::figure::canvas_pages().size() + attn::figure::panel_pages().size() - 1);
}

TEST(PageTable, ACellOfTheLensOpensItsLayerByMouseAndByKeyboard) {
    const int words =
        static_cast<int>(attn::token_count(attn::io::open_document("induction").value()));
    LabDriver lab({"induction", 1600, 900});
    const auto show = [&] {
        lab.settled();
        lab.click(lab.control("page.lens"));
        lab.until("the lens", [](const Json& now) { return now["page"] == "lens"; });
        lab.settled();
    };
    const auto until_open = [&](int layer, int query) {
        lab.until("layer " + std::to_string(layer), [&](const Json& now) {
            return now["page"] == "forward" && now["view"]["layer"] == layer &&
                   now["view"]["query"] == query;
        });
    };
    const auto until_at = [&](int cell) {
        lab.until("cell " + std::to_string(cell),
                  [&](const Json& now) { return now["stop"] == "open/" + std::to_string(cell); });
    };
    show();
    lab.click(lab.control("open/" + std::to_string(words + 2)));
    until_open(1, 2);
    show();
    lab.press("shift+F6");
    until_at(words + 2); // what is open
    lab.press("Up");
    until_at(2);
    lab.press("Left");
    until_at(1);
    lab.press("Return");
    until_open(0, 1);
    EXPECT_EQ(lab.quit(), "");
}

TEST(PageTable, EffectsAreOfTheChosenNumberAndOpenAHead) {
    LabDriver lab({"causal-decoder-block", 1600, 900});
    lab.settled();
    lab.click(lab.control("page.effects"));
    lab.until("the effects", [](const Json& now) { return now["page"] == "effects"; });
    std::vector<std::string> numbers;
    for (const auto& [id, place] : lab.settled()["controls"].items())
        if (id.starts_with("number/"))
            numbers.push_back(id.substr(7));
    ASSERT_GT(numbers.size(), 2U);
    const auto until_chosen = [&](const std::string& place) {
        lab.until("the number", [&](const Json& now) { return now["view"]["selected"] == place; });
        lab.settled();
    };
    lab.click(lab.control("number/" + numbers[1]));
    until_chosen(numbers[1]);
    lab.press("shift+F6"); // to the chosen number, and beside it
    lab.press("Home");
    lab.press("Return");
    lab.until("another number", [&](const Json& now) {
        return now["page"] == "effects" && now["view"]["selected"] != numbers[1];
    });
    const Json chosen = lab.settled()["view"]["selected"];
    lab.click(lab.control("open/1"));
    const Json now = lab.until("the head", [](const Json& seen) {
        return seen["page"] == "forward" && seen["view"]["head"] == 1;
    });
    EXPECT_EQ(now["view"]["selected"], chosen) << "the number stays";
    EXPECT_EQ(lab.quit(), "");
}
