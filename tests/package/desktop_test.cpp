// SPDX-License-Identifier: MIT
// What the program tells a desktop, checked by the tools of desktops and Debian: the menu entry,
// the document type, the description, the manual.
#include "tests/package/tools.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <string>

using namespace attn::test;

namespace {

namespace fs = std::filesystem;

const std::string entry = ATTENTION_SOURCE_DIR "/app/desktop/attention-lab.desktop";
const std::string document_type = ATTENTION_SOURCE_DIR "/app/desktop/attention-lab.xml";
const std::string made = ATTENTION_BINARY_DIR "/app/desktop/";

/// Expects the tool to accept a file without complaint.
void expect_silence(const std::string& command) {
    const Ended ended = run_shell(command);
    EXPECT_EQ(ended.code, 0) << command;
    EXPECT_EQ(ended.out + ended.err, "") << command;
}

/// The description of the program for software centres.
std::string metainfo() {
    for (const auto& file : fs::directory_iterator(made))
        if (file.path().string().ends_with(".metainfo.xml"))
            return file.path();
    return "";
}

} // namespace

TEST(Desktop, TheEntryIsValid) {
    if (const auto missing = missing_tool("desktop-file-validate", "desktop-file-utils");
        !missing.empty())
        GTEST_SKIP() << missing;
    expect_silence("desktop-file-validate " + quoted(entry));
}

TEST(Desktop, TheDescriptionIsValid) {
    if (const auto missing = missing_tool("appstreamcli", "appstream"); !missing.empty())
        GTEST_SKIP() << missing;
    const Ended ended =
        run_shell("LC_ALL=C.UTF-8 appstreamcli validate --pedantic --no-net " + quoted(metainfo()));
    EXPECT_EQ(ended.code, 0) << ended.out;
    // Each finding is a line "E: …", "W: …", "I: …" or "P: …". The tag "developer" of AppStream 1.0
    // is not known to 0.16 of Debian 12, and 1.0 objects to the one that 0.16 knows.
    std::istringstream lines(ended.out);
    for (std::string line; std::getline(lines, line);)
        EXPECT_TRUE(line.find(": ") != 1 || line.ends_with(" unknown-tag developer")) << line;
}

TEST(Desktop, DocumentsAreRecognisedByNameAndContent) {
    if (const auto missing = missing_tool("update-mime-database", "shared-mime-info");
        !missing.empty())
        GTEST_SKIP() << missing;
    const TempDir folder;
    fs::create_directories(folder.path() / "mime/packages");
    fs::copy_file(document_type, folder / "mime/packages/attention-lab.xml");
    expect_silence("XDG_DATA_HOME=" + quoted(folder.path()) + " update-mime-database " +
                   quoted(folder / "mime"));
    const std::string type = "application/vnd.attention-lab+json";
    EXPECT_NE(bytes_of(folder / "mime/globs2").find(type + ":*.attn\n"), std::string::npos);
    EXPECT_NE(bytes_of(folder / "mime/subclasses").find(type + " application/json\n"),
              std::string::npos);
    if (const auto missing = missing_tool("gio", "libglib2.0-bin"); !missing.empty())
        GTEST_SKIP() << missing;
    const std::string preset = bytes_of(ATTENTION_SOURCE_DIR "/assets/presets/four-words.attn");
    for (const std::string& file :
         {folder.file("begun.attn", "{"), folder.file("four words.attn", preset),
          folder.file("no ending", preset)}) {
        const Ended ended =
            run_shell("XDG_DATA_HOME=" + quoted(folder.path()) +
                      " gio info --attributes standard::content-type " + quoted(file));
        EXPECT_NE(ended.out.find("content-type: " + type + "\n"), std::string::npos) << file << "\n"
                                                                                     << ended.out;
    }
}

TEST(Desktop, TheManualIsTypesetWithoutAWarning) {
    if (const auto missing = missing_tool("man", "man-db"); !missing.empty())
        GTEST_SKIP() << missing;
    const Ended ended = run_shell("LC_ALL=C.UTF-8 MANWIDTH=80 man --warnings --encoding=UTF-8 "
                                  "--local-file " +
                                  quoted(made + "attention-lab.1"));
    EXPECT_EQ(ended.code, 0);
    EXPECT_EQ(ended.err, "");
    EXPECT_NE(ended.out.find("attention-lab explain"), std::string::npos);
}
