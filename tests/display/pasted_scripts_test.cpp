// SPDX-License-Identifier: MIT
// Pastes words in ten scripts from another program's clipboard.
#include "tests/support/lab_driver.h"
#include "tests/support/temp_dir.h"
#include "tests/support/virtual_screen.h"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <string>

using namespace attn::test;

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

/// Owns the clipboard with a text during its life.
struct Copied {
    TempDir folder;
    std::string path;
    ChildProcess process;

    Copied(LabDriver& lab, const std::string& text)
        : path(folder.file("text", text)),
          process({{"/usr/bin/xclip", "-quiet", "-selection", "clipboard", "-i", path},
                   {{"DISPLAY", lab.screen().display()}},
                   {},
                   "/dev/null",
                   path + ".errors"}) {
        for (int tries = 0; tries < 200 && bytes_of(path + ".errors").empty(); ++tries)
            process.wait(std::chrono::milliseconds(20));
    }
};

} // namespace

TEST(Scripts, WordsOfEachScriptArePasted) {
    LabDriver lab;
    for (const Script& script : scripts) {
        const std::string word = script.word;
        lab.double_click(lab.row_label("X", 1), "the open word",
                         [](const Json& now) { return now["editing"].is_object(); });
        lab.press("ctrl+a");
        const Copied copied(lab, word);
        lab.press("ctrl+v");
        lab.until("the pasted word",
                  [&](const Json& now) { return now["editing"]["text"] == word; });
        lab.press("Return");
        lab.until("the new name", [&](const Json& now) {
            return now["document"]["lists"]["words"][1] == word && now["editing"].is_null();
        });
        lab.settled();
    }
    EXPECT_EQ(lab.quit(), "");
}
