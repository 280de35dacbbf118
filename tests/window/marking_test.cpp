// SPDX-License-Identifier: MIT
// Teach, Mark answers: a file of answers is chosen, the class is told, the marks are written.
#include "tests/support/lab_driver.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <string>

using namespace attn::test;

namespace {

/// Chooses the file of answers and waits for the class.
void ask_to_mark(LabDriver& lab, const std::string& answers) {
    lab.choose("Teach", "class.mark");
    lab.until("the dialog", [](const Json& now) { return now["controls"].contains("file.line"); });
    lab.type(answers);
    lab.press("Return");
    lab.until("the class",
              [](const Json& now) { return now["controls"].contains("choice/write"); });
}

} // namespace

TEST(Marking, TheMenuMarksAFileAndWritesTheMarksBesideIt) {
    const TempDir folder;
    const std::string answers =
        folder.file("answers.csv", "Anna,weights[0,0],77\nBen,weights[9,9],1\n");
    LabDriver lab({"three-inputs", 1366, 768});
    ask_to_mark(lab, answers);
    lab.picture("marking-1366");
    lab.click(lab.control("choice/write"));
    lab.until("the message", [](const Json& now) {
        return now["message"].is_string() && now["message"].get<std::string>().starts_with("Wrote");
    });
    EXPECT_EQ(bytes_of(folder / "answers-marks.csv")
                  .find("code,right,wrong,missing,mistakes,wrong answers\nAnna,0,1,"),
              0U);
    ask_to_mark(lab, answers);
    lab.click(lab.control("choice/write"));
    lab.until("the message", [](const Json& now) {
        return now["message"].is_string() &&
               now["message"].get<std::string>().ends_with("answers-marks-2.csv");
    });
    EXPECT_EQ(lab.quit(), "") << "the marks of before stay";
}
