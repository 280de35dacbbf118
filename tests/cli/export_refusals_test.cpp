// SPDX-License-Identifier: MIT
// What export does if it cannot write, and with words that no typeface has: a message, an exit
// code, and never half a file.
#include "core/io/document/document_json.h"
#include "core/io/document/library.h"
#include "core/publish/exporters.h"
#include "core/publish/page_file.h"
#include "tests/support/python.h"
#include "tests/support/run_program.h"
#include "tests/support/takes_a_stage.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string>
#include <vector>

using namespace attn;
using test::bytes_of;
using test::run_program;

namespace {

using Arguments = std::vector<std::string>;

std::vector<std::string> endings() {
    std::vector<std::string> list;
    for (const publish::FileKindInfo& kind : publish::file_kinds())
        if (kind.kind != publish::FileKind::Html || !publish::page_bytes().empty())
            list.emplace_back(kind.ending);
    return list;
}

std::ptrdiff_t files_in(const std::filesystem::path& folder) {
    using Iterator = std::filesystem::directory_iterator;
    return std::distance(Iterator(folder), Iterator());
}

/// Tables take one stage; programs and copies hold every stage.
std::vector<std::string> exporting(const std::string& file) {
    std::vector<std::string> arguments = {"export", "four-words", file};
    const auto kind = publish::file_kind(file);
    if (kind && test::takes_a_stage(*kind))
        arguments.insert(arguments.end(), {"--stage", "Q"});
    return arguments;
}

/// Memory that libraries keep at the end is not our fault; run_program does the same.
constexpr const char* environment = "LSAN_OPTIONS=suppressions=" ATTENTION_SOURCE_DIR
                                    "/tests/support/leaks.txt:print_suppressions=0 ";

/// A command of the shell with the program as "$0" and the file as "$1".
test::Ended in_shell(const std::string& commands, const std::string& file) {
    return test::run_shell(std::string(environment) + "sh -c '" + commands +
                           "' '" ATTENTION_LAB_PROGRAM "' '" + file + "'");
}

} // namespace

TEST(ExportRefusals, EveryKindReportsAMissingOrReadOnlyFolder) {
    const test::TempDir folder;
    for (const std::string& ending : endings()) {
        const auto missing = run_program(exporting(folder / ("no/a" + ending)));
        EXPECT_EQ(missing.code, 5) << ending;
        EXPECT_NE(missing.err.find("its folder is not there"), std::string::npos) << missing.err;
        // Even root cannot write there.
        const auto locked = run_program(exporting("/sys/a" + ending));
        EXPECT_EQ(locked.code, 5) << ending;
        // A document is refused earlier, with another message.
        const bool is_said = locked.err.find("write in its folder") != std::string::npos ||
                             locked.err.find("read-only") != std::string::npos;
        EXPECT_TRUE(is_said) << locked.err;
    }
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(ExportRefusals, AFullDiskLeavesTheOldFileWhole) {
    for (const std::string ending : {".png", ".pdf", ".csv", ".npz", ".tex", ".attn"}) {
        const test::TempDir folder;
        const std::string file = folder.file("a" + ending, "mine");
        // The shell limits files to half a kilobyte.
        const auto ended = in_shell("ulimit -f 1; trap \"\" XFSZ; exec \"$0\" export "
                                    "ten-by-sixty-four \"$1\"" +
                                        std::string(ending == ".attn" ? "" : " --stage X"),
                                    file);
        EXPECT_EQ(ended.code, 5) << ending << ended.err;
        EXPECT_NE(ended.err.find("larger than is allowed"), std::string::npos) << ended.err;
        EXPECT_EQ(bytes_of(file), "mine") << ending;
        EXPECT_EQ(files_in(folder.path()), 1) << ending; // nothing half-written beside it
    }
}

TEST(ExportRefusals, AnAlmostFullDiskIsReportedAsFull) {
    const test::TempDir folder;
    const std::string mount = "unshare --user --mount --map-root-user sh -c '"
                              "mount -t tmpfs -o size=16k none " +
                              folder.path().string() + " && ";
    if (test::run_shell(mount + "true'").code != 0)
        GTEST_SKIP() << "this machine lets nobody mount a disk";
    const auto ended = test::run_shell(mount + ATTENTION_LAB_PROGRAM " export ten-by-sixty-four " +
                                       (folder / "a.csv") + " --stage W_Q; code=$?; ls -A " +
                                       folder.path().string() + " | wc -l; exit $code'");
    EXPECT_EQ(ended.code, 5) << ended.err;
    EXPECT_NE(ended.err.find("the disk is full"), std::string::npos) << ended.err;
    EXPECT_EQ(ended.out, "0\n");
}

TEST(ExportRefusals, AnExistingFileIsReplacedWholeAndALinkStaysALink) {
    const test::TempDir folder;
    for (const std::string& ending : endings()) {
        const std::string file = folder.file("old" + ending, std::string(300'000, 'x'));
        const std::string link = folder / ("link" + ending);
        std::filesystem::create_symlink(file, link);
        EXPECT_EQ(run_program(exporting(link)).code, 0) << ending;
        EXPECT_TRUE(std::filesystem::is_symlink(link)) << ending;
        EXPECT_EQ(bytes_of(file).find("xxxxxxxx"), std::string::npos) << ending;
    }
}

TEST(ExportRefusals, AWordWithoutAGlyphIsReportedAndShownByItsCode) {
    const test::TempDir folder;
    Document document = *io::open_document("four-words");
    document.tokens = {"plain", "\u0378", "x\U000E0001", "日"};
    const std::string source = folder.file("a.attn", io::write_document(document));
    for (const std::string ending : {".png", ".svg", ".pdf"}) {
        const std::string file = folder / ("b" + ending);
        const auto finished = run_program({"export", source, file});
        EXPECT_EQ(finished.code, 0) << finished.err;
        EXPECT_NE(
            finished.err.find("note: no typeface on this computer has all letters of \"\u0378\""),
            std::string::npos)
            << finished.err;
        EXPECT_EQ(*io::open_file(file), document) << ending;
    }
    for (const std::string ending : {".csv", ".tex", ".py"})
        EXPECT_EQ(run_program(ending == ".py" ? Arguments{"export", source, folder / "c.py"}
                                              : Arguments{"export", source, folder / ("c" + ending),
                                                          "--stage", "Q"})
                      .err,
                  "");
}

TEST(ExportRefusals, AShellLoopExportsManyDocuments) {
    const test::TempDir folder;
    for (int at = 0; at < 20; ++at) {
        Document document = *io::open_document("three-inputs");
        document.title = "Document " + std::to_string(at);
        (void)folder.file("d" + std::to_string(at) + ".attn", io::write_document(document));
    }
    (void)folder.file("d20.attn", "{ broken");
    const auto ended = test::run_shell(
        std::string(environment) +
        "sh -c 'cd \"$1\" && fails=0; for d in *.attn; do \"$0\" export \"$d\" \"${d%.attn}.svg\" "
        "--figure weights --size paper-1 || fails=$((fails + 1)); done; echo $fails' "
        "'" ATTENTION_LAB_PROGRAM "' '" +
        folder.path().string() + "'");
    EXPECT_EQ(ended.out, "1\n") << ended.err;
    EXPECT_NE(ended.err.find("d20.attn"), std::string::npos) << ended.err;
    EXPECT_EQ(files_in(folder.path()), 21 + 20);
    for (int at = 0; at < 20; ++at)
        EXPECT_EQ(io::open_file(folder / ("d" + std::to_string(at) + ".svg"))->title,
                  "Document " + std::to_string(at));
}
