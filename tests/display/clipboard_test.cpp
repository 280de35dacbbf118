// SPDX-License-Identifier: MIT
// Texts copied by other programs: good ones, none, far too long ones, and owners that hang.
#include "tests/support/lab_driver.h"
#include "tests/support/temp_dir.h"
#include "tests/support/virtual_screen.h"

#include <gtest/gtest.h>

#include <csignal>

using namespace attn::test;

namespace {

/// xclip, which owns the clipboard of the lab's screen while it runs.
struct Owner {
    ChildProcess process;

    Owner(LabDriver& lab, const std::string& path)
        : process({{"/usr/bin/xclip", "-quiet", "-selection", "clipboard", "-i", path},
                   {{"DISPLAY", lab.screen().display()}},
                   {},
                   "/dev/null",
                   path + ".errors"}) {
        // It prints to standard error once it owns the clipboard.
        for (int tries = 0; tries < 200 && bytes_of(path + ".errors").empty(); ++tries)
            process.wait(std::chrono::milliseconds(20));
    }
};

std::string told(const Json& probe) {
    return probe["message"].is_string() ? probe["message"].get<std::string>() : "";
}

/// Pastes and waits for a message that contains these words.
void expect_told(LabDriver& lab, const std::string& words) {
    lab.press("ctrl+v");
    lab.until("the message \"" + words + "\"",
              [&](const Json& probe) { return told(probe).find(words) != std::string::npos; });
}

} // namespace

TEST(Clipboard, F74NoTextTooMuchTextAndAHangingOwnerAreReported) {
    LabDriver lab;
    const TempDir folder;
    lab.click(lab.cell("X", 0, 0));
    const std::string first = document_text(lab.settled());
    expect_told(lab, "contains no text"); // the clipboard has no owner
    {
        const Owner owner(lab, folder.file("long.txt", std::string(50'000'000, '1')));
        expect_told(lab, "more than 16 MB");
    }
    lab.press("ctrl+shift+c"); // the lab copies a picture itself
    lab.until("the copied picture", [](const Json& probe) {
        return told(probe).find("Copied the picture") != std::string::npos;
    });
    expect_told(lab, "contains no text");
    {
        Owner owner(lab, folder.file("one.txt", "7.25"));
        owner.process.send(SIGSTOP);
        const auto start = std::chrono::steady_clock::now();
        expect_told(lab, "does not answer");
        EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(4));
        owner.process.send(SIGCONT);
    }
    EXPECT_EQ(document_text(lab.settled()), first);
    {
        const Owner owner(lab, folder.file("good.txt", "7.25"));
        lab.press("ctrl+v");
        lab.until("the pasted number",
                  [](const Json& probe) { return number(probe, "X", 0, 0) == 7.25; });
    }
    EXPECT_EQ(lab.quit(), "");
}
