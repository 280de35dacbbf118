// SPDX-License-Identifier: MIT
// The command lesson with lessons of one's own: files that carry their document.

#include "core/io/document/document_json.h"
#include "core/io/document/library.h"
#include "tests/support/expect_fails.h"
#include "tests/support/python.h"
#include "tests/support/run_program.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>

using namespace attn;
using namespace attn::test;
using nlohmann::json;

namespace {

std::string text_of_file(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

/// A lesson of three steps about four words of its own, with a question and notes.
json own_lesson() {
    Document document = *io::open_document("four-words");
    document.tokens = {"we", "like", "green", "tea"};
    return {
        {"title", "Our sentence"},
        {"document", json::parse(io::write_document(document))},
        {"steps",
         {{{"title", "Scores"},
           {"text", "**{token[1]}** scores {pin scores[1,:]}its row; the largest weight is "
                    "{largest weights[1]|percent}."},
           {"notes", "Let the class compute {scores[1,2]}."},
           {"view", {{"query", 1}, {"step", "score"}}}},
          {{"title", "Weights"},
           {"text", "Softmax makes {pin weights[1,:]}weights."},
           {"view", {{"query", 1}, {"step", "softmax"}}},
           {"question",
            {{"ask", "Which word does it listen to most?"}, {"word", "largest weights[1,:]"}}}},
          {{"title", "Output"}, {"text", "The values are mixed."}, {"view", {{"step", "mix"}}}}}}};
}

TEST(OwnLesson, IsCheckedAndToldFromAFile) {
    const TempDir folder;
    const std::string file = folder.file("our.lesson", own_lesson().dump());
    const Finished checked = run_program({"lesson", "check", file});
    EXPECT_EQ(checked.code, 0) << checked.err;
    EXPECT_NE(checked.out.find("good: 3 steps, 1 question, about 1 minute"), std::string::npos)
        << checked.out;
    const Finished told = run_program({"lesson", "notes", file});
    EXPECT_EQ(told.code, 0) << told.err;
    // By hand: the scores 4, 0, 4, 0 divided by √3 give e^2.31 / (2 e^2.31 + 2) = 0.455.
    EXPECT_NE(told.out.find("**like** scores its row; the largest weight is **45 %**."),
              std::string::npos)
        << told.out;
    EXPECT_NE(told.out.find("> Let the class compute **4**."), std::string::npos) << told.out;
    EXPECT_NE(told.out.find("2. like"), std::string::npos) << told.out;
}

TEST(OwnLesson, BecomesSlidesAHandoutAndText) {
    const TempDir folder;
    const std::string file = folder.file("our.lesson", own_lesson().dump());
    const auto made = [&](const std::string& name, std::vector<std::string> more = {}) {
        std::vector<std::string> arguments = {"lesson", "export", file, folder / name};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const Finished ended = run_program(arguments);
        EXPECT_EQ(ended.code, 0) << name << ": " << ended.err;
        return text_of_file(folder / name);
    };
    const auto pages = [](const std::string& pdf) {
        std::size_t count = 0;
        for (std::size_t at = 0; (at = pdf.find("/Type /Page ", at)) != std::string::npos; ++at)
            ++count;
        return count;
    };
    const std::string slides = made("slides.PDF"), handout = made("handout.pdf", {"--handout"});
    EXPECT_EQ(slides.substr(0, 5), "%PDF-");
    EXPECT_EQ(pages(slides), 3U);
    EXPECT_EQ(pages(handout), 2U);
    EXPECT_EQ(made("again.pdf"), slides) << "the same lesson gives the same bytes";
    EXPECT_EQ(made("notes.md"), run_program({"lesson", "notes", file}).out);
}

TEST(OwnLesson, SlidesCoverTheAnswerAndNameTheLesson) {
    const TempDir folder;
    json lesson = own_lesson();
    const auto first_slide = [&] {
        const std::string file = folder.file("our.lesson", lesson.dump());
        EXPECT_EQ(run_program({"lesson", "check", file}).code, 0);
        EXPECT_EQ(run_program({"lesson", "export", file, folder / "slides.pdf"}).code, 0);
        return run_shell("pdftotext -l 1 -layout '" + folder / "slides.pdf" + "' -").out;
    };
    const std::string open = first_slide();
    EXPECT_EQ(open.find('?'), std::string::npos) << open;
    EXPECT_NE(open.find("Our sentence"), std::string::npos) << open;
    lesson["steps"][0]["commands"] = {
        {{"command", "set_covers"}, {"to", {"scores[1,:]", "weights[1,:]"}}, {"what", "Cover"}}};
    const std::string covered = first_slide();
    EXPECT_GE(std::count(covered.begin(), covered.end(), '?'), 5)
        << covered; // also in the sentence
}

TEST(OwnLesson, BecomesAPage) {
    const TempDir folder;
    const std::string file = folder.file("our.lesson", own_lesson().dump());
    const Finished ended = run_program({"lesson", "export", file, folder / "page.html"});
    if (ended.err.find("cannot write pages") != std::string::npos)
        GTEST_SKIP() << "the program was built without pages";
    EXPECT_EQ(ended.code, 0) << ended.err;
    const std::string page = text_of_file(folder / "page.html");
    EXPECT_NE(page.find("Our sentence"), std::string::npos);
    EXPECT_NE(page.find("green"), std::string::npos);
}

TEST(OwnLesson, MarkUpOfOthersInItsTextsIsTextEverywhere) {
    const TempDir folder;
    const std::string image = "<img src=x onerror=alert()>", link = "![a](b.png)",
                      script = "</script><script>alert()</script>";
    json lesson = own_lesson();
    lesson["title"] = "On " + image;
    lesson["steps"][2]["title"] = "Of " + image;
    lesson["steps"][2]["text"] = "Not " + image + ", " + link + " and " + script + ".";
    lesson["steps"][2]["notes"] = "Nor " + image + ".";
    lesson["steps"][2]["question"] = {
        {"ask", "Is it " + image + "?"}, {"choices", {image, link}}, {"answer", image}};
    const std::string file = folder.file("our.lesson", lesson.dump());
    const Finished notes = run_program({"lesson", "notes", file});
    EXPECT_EQ(notes.code, 0) << notes.err;
    std::size_t images = 0;
    for (std::size_t at = 0; (at = notes.out.find("<img", at)) != std::string::npos; ++at, ++images)
        EXPECT_EQ(notes.out[at - 1], '\\') << notes.out.substr(at - 20, 40);
    EXPECT_EQ(images, 7U) << notes.out;
    EXPECT_NE(notes.out.find("![a\\](b.png)"), std::string::npos) << notes.out;
    EXPECT_EQ(notes.out.find("![a](b.png)"), std::string::npos) << notes.out;

    const std::string slides = folder / "slides.pdf";
    ASSERT_EQ(run_program({"lesson", "export", file, slides}).code, 0);
    const std::string read = run_shell("pdftotext -layout '" + slides + "' -").out;
    for (const std::string& text : {"Not " + image, link, std::string("<script>")})
        EXPECT_NE(read.find(text), std::string::npos) << text << " in\n" << read;

    const Finished page = run_program({"lesson", "export", file, folder / "page.html"});
    if (page.err.find("cannot write pages") != std::string::npos)
        return; // the program was built without pages
    ASSERT_EQ(page.code, 0) << page.err;
    const std::string html = text_of_file(folder / "page.html");
    EXPECT_EQ(html.find("<img src=x"), std::string::npos);
    EXPECT_EQ(html.find("<script>alert"), std::string::npos);
}

TEST(OwnLesson, TravelsInsideADocumentAndItsPictures) {
    const TempDir folder;
    const std::string file = folder.file("our.lesson", own_lesson().dump());
    const std::string notes = run_program({"lesson", "notes", file}).out;
    const std::string inside = folder / "our.attn";
    EXPECT_EQ(run_program({"lesson", "export", file, inside}).code, 0);
    EXPECT_EQ(run_program({"show", inside, "--stage", "weights"}).code, 0) << "it is a document";
    EXPECT_EQ(run_program({"lesson", "notes", inside}).out, notes);
    EXPECT_EQ(run_program({"export", inside, folder / "picture.png"}).code, 0);
    EXPECT_EQ(run_program({"lesson", "notes", folder / "picture.png"}).out, notes);
    EXPECT_EQ(run_program({"lesson", "export", inside, folder / "again.lesson"}).code, 0);
    EXPECT_EQ(run_program({"lesson", "notes", folder / "again.lesson"}).out, notes);
    const Finished page = run_program({"export", inside, folder / "page.html"});
    if (page.err.find("cannot write pages") != std::string::npos)
        return; // the program was built without pages
    EXPECT_EQ(page.code, 0) << page.err;
    EXPECT_NE(text_of_file(folder / "page.html").find("id=\"lesson-0\" data-steps=\"3\""),
              std::string::npos);
}

TEST(OwnLesson, LessonsOfTheProgramAreExportedToo) {
    const TempDir folder;
    EXPECT_EQ(run_program({"lesson", "check", "why-the-root"}).code, 0);
    EXPECT_EQ(run_program({"lesson", "export", "why-the-root", folder / "root.pdf"}).code, 0);
}

TEST(OwnLesson, FaultsNameFilePlaceAndRemedy) {
    const TempDir folder;
    const auto broken = [&](const char* name, const auto& change) {
        json lesson = own_lesson();
        change(lesson);
        return folder.file(name, lesson.dump(1));
    };
    expect_fails({"lesson", "check", broken("no.lesson", [](json& one) { one.erase("document"); })},
                 3, "the lesson names no document to begin with");
    expect_fails(
        {"lesson", "check", broken("two.lesson", [](json& one) { one["preset"] = "four-words"; })},
        3, "remove one of the keys");
    expect_fails({"lesson", "check",
                  broken("digit.lesson",
                         [](json& one) { one["steps"][1]["text"] = "The weight is 0.45."; })},
                 3, "steps[1].text");
    // Words were removed, so a place is gone.
    expect_fails(
        {"lesson", "check",
         broken("gone.lesson",
                [](json& one) { one["steps"][0]["text"] = "See {pin scores[7,:]}this."; })},
        3, "step 1");
    expect_fails(
        {"lesson", "check",
         broken("step.lesson", [](json& one) { one["steps"][2]["view"]["step"] = "mlp"; })},
        3, "step 3, view.step: the document has no step");
    expect_fails(
        {"lesson", "check",
         broken("page.lesson", [](json& one) { one["steps"][1]["view"]["page"] = "lense"; })},
        3, "step 2, view.page: there is no page \"lense\"; the pages are forward");
    expect_fails(
        {"lesson", "check",
         broken("lack.lesson", [](json& one) { one["steps"][1]["view"]["page"] = "lens"; })},
        3, "step 2, view.page: ");
    expect_fails({"lesson", "check",
                  broken("document.lesson",
                         [](json& one) { one["document"]["inputs"]["X"][0][0] = "one"; })},
                 3, "document");
    expect_fails({"lesson", "check", folder / "gone-file.lesson"}, 3, "gone-file.lesson");
    const std::string good = folder.file("our.lesson", own_lesson().dump());
    expect_fails({"lesson", "export", good, folder / "slides.doc"}, 2, "slides (.pdf)");
    expect_fails({"lesson", "export", good}, 2, "of the file to write");
    expect_fails({"lesson", "export", good, folder / "a.md", "--handout"}, 2, "it is for .pdf");
    expect_fails({"lesson", "check", good, folder / "a.pdf"}, 2, "writes no file");
    expect_fails({"show", good}, 3, "attention-lab lesson notes " + good);
}

} // namespace
