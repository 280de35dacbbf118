// SPDX-License-Identifier: MIT
#include "core/io/journal/file.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>

using namespace attn;
using namespace attn::io;

namespace fs = std::filesystem;

namespace {

std::string read_error(const std::string& path) {
    const auto bytes = read_file(path, 1000);
    return bytes ? std::string() : bytes.error().message;
}

} // namespace

TEST(File, BytesAreReadBackAsWritten) {
    const test::TempDir folder;
    const std::string bytes("a\0b\r\n\xFF", 6);
    ASSERT_TRUE(write_file(folder / "x", bytes));
    EXPECT_EQ(read_file(folder / "x").value(), bytes);
    ASSERT_TRUE(write_file(folder / "x", ""));
    EXPECT_EQ(read_file(folder / "x").value(), "");
    EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1)
        << "no temporary file is left";
}

TEST(File, RefusesSpecialFilesWithoutWaiting) {
    const test::TempDir folder;
    ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(read_error(folder.path().string()), "this is a folder; expected a regular file");
    EXPECT_EQ(read_error(folder / "pipe"), "this is a pipe; expected a regular file");
    EXPECT_EQ(read_error("/dev/zero"), "this is a device; expected a regular file");
    EXPECT_EQ(read_error(folder / "none"), "cannot be read: there is no such file; check the name");
    EXPECT_NE(read_error("/proc/kmsg"), "") << "reading it would wait for the kernel";
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30))
        << "it waited for the pipe, the device or the kernel";
}

TEST(File, SizeIsLimitedBeforeReading) {
    const test::TempDir folder;
    fs::resize_file(folder.file("large", ""), 2'000'000'000);
    EXPECT_EQ(read_error(folder / "large"), "the file has 2000000000 bytes; at most 1000 are read");
    fs::resize_file(folder.file("exact", ""), 1000);
    EXPECT_EQ(read_error(folder / "exact"), "");
}

TEST(File, AnUnreadableFileSaysSo) {
    const test::TempDir folder;
    if (::geteuid() == 0)
        GTEST_SKIP() << "permissions do not stop the superuser";
    const std::string path = folder.file("secret", "x");
    ::chmod(path.c_str(), 0);
    EXPECT_EQ(read_error(path), "cannot be read: you may not open it; check its permissions");
}

TEST(File, NamesAreShownSafely) {
    const auto bytes = read_file("no\nsuch\x1b[31m");
    ASSERT_FALSE(bytes);
    EXPECT_EQ(bytes.error().where, "no\\nsuch\\x1b[31m");
}

TEST(File, ALinkIsKeptAndItsTargetReplaced) {
    const test::TempDir folder;
    fs::create_directory(folder / "there");
    folder.file("there/target", "old");
    fs::create_symlink("there/target", folder / "one");
    fs::create_symlink("one", folder / "two");
    ASSERT_TRUE(write_file(folder / "two", "new"));
    EXPECT_TRUE(fs::is_symlink(folder / "two") && fs::is_symlink(folder / "one"));
    EXPECT_EQ(test::bytes_of(folder / "there/target"), "new");

    fs::create_symlink("not-yet", folder / "dangling");
    ASSERT_TRUE(write_file(folder / "dangling", "made"));
    EXPECT_EQ(test::bytes_of(folder / "not-yet"), "made");

    fs::create_symlink("circle", folder / "circle");
    EXPECT_FALSE(write_file(folder / "circle", "x"));
}

TEST(File, PermissionsAreKeptAndReadOnlyIsRefused) {
    const test::TempDir folder;
    const std::string path = folder.file("x", "old");
    ::chmod(path.c_str(), 0640);
    ASSERT_TRUE(write_file(path, "new"));
    EXPECT_EQ(test::mode_of(path), 0640U);

    ::chmod(path.c_str(), 0444);
    const auto refused = write_file(path, "newer");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message, "the file is read-only; choose another name");
    EXPECT_EQ(test::bytes_of(path), "new") << "a refused file is untouched";
}

TEST(File, FailedWritesSayWhy) {
    const test::TempDir folder;
    EXPECT_EQ(write_file(folder.path().string(), "x").error().message,
              "this is a folder; expected a regular file");
    EXPECT_EQ(write_file(folder / "no/such/x", "x").error().message,
              "could not be written: its folder is not there; make it or choose another one");
    EXPECT_EQ(write_file("/dev/null", "x").error().message,
              "this is a device; expected a regular file");
    EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(File, ALongNameCanBeWritten) {
    const test::TempDir folder;
    const std::string path = folder / std::string(255, 'n');
    ASSERT_TRUE(write_file(path, "x"));
    EXPECT_EQ(read_file(path).value(), "x");
}
