// SPDX-License-Identifier: MIT
// Saving while the system fails: the file's content after a kill, a full disk, a failing call.
#include "core/io/document/library.h"
#include "core/io/journal/save.h"
#include "tests/support/child_process.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <regex>

using namespace attn;
using namespace attn::io;
using attn::test::ChildProcess;
using attn::test::TempDir;

namespace fs = std::filesystem;

namespace {

Document large(const std::string& title) {
    Document document = new_document();
    document.title = title;
    document.embeddings = Matrix::Constant(2, 300, title == "old" ? 0.1 : 1.0 / 3);
    document.heads = {{Matrix::Constant(300, 4, 0.1), Matrix::Constant(300, 4, 0.2),
                       Matrix::Constant(300, 4, 1.0 / 3)}};
    return document;
}

Saved save(const Document& document, const std::string& path) {
    SaveChoices choices;
    choices.replaces = true;
    return save_document(document, path, std::nullopt, choices);
}

/// Runs the saver under strace with these options; the file "trace" lists its system calls.
test::Printed traced(const TempDir& folder, const std::vector<std::string>& options,
                     const std::string& path) {
    ChildProcess::Setup setup;
    setup.command = {"strace", "-f", "-o", folder / "trace"};
    setup.command.insert(setup.command.end(), options.begin(), options.end());
    setup.command.insert(setup.command.end(), {ATTENTION_SAVER, path, "new"});
    setup.environment = {{"ASAN_OPTIONS", "detect_leaks=0"}}; // cannot run under strace
    return run(setup);
}

bool can_trace(const TempDir& folder) {
    ChildProcess::Setup setup;
    setup.command = {"strace", "-o", folder / "trial", "true"};
    return run(setup).code == 0;
}

} // namespace

TEST(SaveSystem, F34TheFileIsFlushedBeforeTheRenameAndTheFolderAfterIt) {
    const TempDir folder;
    if (!can_trace(folder))
        GTEST_SKIP() << "strace is not here or may not trace";
    ASSERT_FALSE(save(large("old"), folder / "a.attn").obstacle);
    const auto finished =
        traced(folder, {"-y", "-e", "trace=write,fsync,fdatasync,rename,renameat,renameat2"},
               folder / "a.attn");
    ASSERT_EQ(finished.code, 0) << finished.errors;
    const std::string trace = test::bytes_of(folder / "trace");
    const std::string name = folder.path().string();
    // fsync(4</tmp/…/.attention-lab-…>), then rename(… "a.attn"), then fsync(4</tmp/…>).
    std::smatch file, rename, directory;
    ASSERT_TRUE(std::regex_search(
        trace, file, std::regex(R"(fsync\(\d+<)" + name + R"(/\.attention-lab-[^>]*>\)\s*= 0)")))
        << trace;
    ASSERT_TRUE(std::regex_search(
        trace, rename,
        std::regex(R"(rename\w*\([^)]*\.attention-lab-[^)]*/a\.attn"[^)]*\)\s*= 0)")))
        << trace;
    ASSERT_TRUE(
        std::regex_search(trace, directory, std::regex(R"(fsync\(\d+<)" + name + R"(>\)\s*= 0)")))
        << trace;
    EXPECT_LT(file.position(), rename.position());
    EXPECT_LT(rename.position(), directory.position());
    const std::string after = trace.substr(static_cast<std::size_t>(file.position()));
    EXPECT_FALSE(std::regex_search(after, std::regex(R"(write\(\d+<)" + name)))
        << "nothing is written after the flush:\n"
        << trace;
}

TEST(SaveSystem, F35AFullDiskLeavesTheOldFileAndNothingElse) {
    const TempDir folder;
    const std::string disk = folder / "disk";
    fs::create_directory(disk);
    if (::mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=32k") != 0)
        GTEST_SKIP() << "only the superuser makes a small disk";
    Document small = new_document();
    ASSERT_FALSE(save(small, disk + "/a.attn").obstacle);
    const std::string before = test::bytes_of(disk + "/a.attn");
    const Saved saved = save(large("new"), disk + "/a.attn");
    ASSERT_TRUE(saved.obstacle);
    EXPECT_EQ(saved.error.message,
              "could not be written: the disk is full; make room or choose another place");
    EXPECT_EQ(test::bytes_of(disk + "/a.attn"), before);
    EXPECT_EQ(std::distance(fs::directory_iterator(disk), {}), 1);
    // Also in place: the old bytes return.
    SaveChoices choices;
    choices.replaces = choices.in_place = true;
    choices.copies_folder = folder / "copies";
    const Saved in_place = save_document(large("new"), disk + "/a.attn", std::nullopt, choices);
    ASSERT_TRUE(in_place.obstacle);
    EXPECT_NE(in_place.error.text().find("is as it was"), std::string::npos)
        << in_place.error.text();
    EXPECT_EQ(test::bytes_of(disk + "/a.attn"), before);
    ::umount(disk.c_str());
}

TEST(SaveSystem, F36AFileSizeLimitGivesAMessage) {
    const TempDir folder;
    ASSERT_FALSE(save(new_document(), folder / "a.attn").obstacle);
    const std::string before = test::bytes_of(folder / "a.attn");
    const pid_t child = ::fork();
    if (child == 0) {
        ::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{10'000, 10'000};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        const Saved saved = save(large("new"), folder / "a.attn");
        ::_exit(saved.obstacle &&
                        saved.error.message.find("larger than is allowed") != std::string::npos
                    ? 0
                    : 1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
    EXPECT_EQ(test::bytes_of(folder / "a.attn"), before);
    EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
}

TEST(SaveSystem, F45AnyFailedCallIsReportedAndKeepsTheOldFile) {
    const TempDir folder;
    if (!can_trace(folder))
        GTEST_SKIP() << "strace is not here or may not trace";
    const std::string path = folder / "d/a.attn";
    const auto begin = [&] {
        fs::remove_all(folder / "d");
        fs::create_directory(folder / "d");
        ASSERT_FALSE(save(new_document(), path).obstacle);
    };
    const auto line_of = [&](const std::string& what) {
        const std::string calls = test::bytes_of(folder / "trace");
        const auto at = calls.find(what);
        const auto begins = at == std::string::npos ? at : calls.rfind('\n', at) + 1;
        return at == std::string::npos ? "" : calls.substr(begins, calls.find('\n', at) - begins);
    };
    // The program, and a sanitizer before main, write and close other files too, in slightly
    // varying numbers. So the first call on the new file is counted, and counted again if another
    // call failed.
    const auto first = [&](const std::string& call) {
        EXPECT_EQ(traced(folder, {"-y", "-e", "trace=" + call}, path).code, 0);
        const std::string calls = test::bytes_of(folder / "trace");
        const auto ours =
            calls.begin() + static_cast<std::ptrdiff_t>(calls.find(".attention-lab-"));
        return std::to_string(std::count(calls.begin(), ours, '\n') + 1);
    };
    begin();
    const std::string before = test::bytes_of(path);
    for (const std::string call : {"write", "fsync", "close", "rename"}) {
        test::Printed finished;
        std::string failed;
        const auto is_ours = [&] { return failed.find(".attention-lab-") != std::string::npos; };
        for (int attempt = 0; attempt < 20 && !is_ours(); ++attempt) {
            std::string when;
            if (call == "write")
                when = ":when=" + first(call) + "+";
            if (call == "close")
                when = ":when=" + first(call);
            begin();
            finished = traced(
                folder, {"-y", "-e", "trace=" + call, "-e", "inject=" + call + ":error=EIO" + when},
                path);
            failed = line_of("(INJECTED)");
        }
        ASSERT_TRUE(is_ours()) << call << ": " << failed;
        EXPECT_EQ(finished.code, 1) << call;
        EXPECT_EQ(test::bytes_of(path), before) << call;
        EXPECT_EQ(std::distance(fs::directory_iterator(folder / "d"), {}), 1)
            << call << " leaves something behind";
        // If every write fails, so does that of the message.
        if (call != "write") {
            EXPECT_NE(finished.errors.find("the disk reports a failure"), std::string::npos)
                << call << ": " << finished.errors;
        }
    }
}

TEST(SaveSystem, F46ADiskWithoutLinksAndPermissionsWorks) {
    const TempDir folder;
    if (!can_trace(folder))
        GTEST_SKIP() << "strace is not here or may not trace";
    fs::create_directory(folder / "d");
    const std::string path = folder / "d/a.attn";
    ASSERT_FALSE(save(new_document(), path).obstacle);
    // The answer of FAT and some network disks.
    const auto finished = traced(folder,
                                 {"-e", "inject=link,linkat:error=EPERM", "-e",
                                  "inject=fchmod,fchown,flistxattr:error=EPERM"},
                                 path);
    EXPECT_EQ(finished.code, 0) << finished.errors;
    EXPECT_EQ(open_file(path)->title, "new");
    EXPECT_EQ(*open_file(path + "~"), new_document()) << "the backup is a copy there";
    EXPECT_EQ(std::distance(fs::directory_iterator(folder / "d"), {}), 2);
}

TEST(SaveSystem, F46AFolderThatCannotBeFlushedWorks) {
    const TempDir folder;
    if (!can_trace(folder))
        GTEST_SKIP() << "strace is not here or may not trace";
    ASSERT_FALSE(save(new_document(), folder / "a.attn").obstacle);
    const auto finished = traced(folder, {"-e", "inject=fsync:error=EINVAL"}, folder / "a.attn");
    EXPECT_EQ(finished.code, 0) << finished.errors;
    EXPECT_EQ(open_file(folder / "a.attn")->title, "new");
}
