// SPDX-License-Identifier: MIT
// Files that lie: each is refused with a sentence, within a second and 300 MB.
#include "core/base/utf8.h"
#include "core/io/arrays/arrays.h"
#include "tests/support/archive_maker.h"
#include "tests/support/measured.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

using namespace attn;
using namespace attn::io;

namespace {

/// Opens the file and reads all its arrays. Returns the error, or "read".
std::string attempt(const std::string& path) {
    const auto file = open_arrays(path);
    if (!file)
        return file.error().text();
    std::string faults;
    for (std::size_t at = 0; at < file->arrays.size(); ++at) {
        Slice slice;
        if (file->arrays[at].shape.size() > 2)
            slice.leading.resize(file->arrays[at].shape.size() - 2);
        if (file->arrays[at].fault)
            faults += file->arrays[at].name + ": " + file->arrays[at].fault->text() + "\n";
        else if (const auto read = file->read(at, slice); !read)
            faults += file->arrays[at].name + ": " + read.error().text() + "\n";
    }
    return faults.empty() ? "read" : faults;
}

class HostileArrays : public testing::Test {
protected:
    void expect_refused(const std::string& name, const std::string& bytes,
                        const std::string& sentence) {
        expect_path_refused(folder.file(name, bytes), sentence);
    }
    void expect_path_refused(const std::string& path, const std::string& sentence) {
        SCOPED_TRACE(path);
        const test::Measured tried = test::measured([&] { return attempt(path); });
        EXPECT_TRUE(tried.ended);
        EXPECT_NE(tried.text.find(sentence), std::string::npos)
            << "found: " << printable(tried.text, 500) << "\nexpected: " << sentence;
        EXPECT_LT(tried.seconds, test::most_seconds());
        EXPECT_LT(tried.megabytes, 300);
    }
    const test::TempDir folder;
};

std::string tensor(const std::string& name, const std::string& dtype, const std::string& shape,
                   const std::string& offsets) {
    return "\"" + name + "\":{\"dtype\":\"" + dtype + "\",\"shape\":" + shape +
           ",\"data_offsets\":" + offsets + "}";
}
std::string with_tensors(const std::string& tensors, std::size_t data) {
    return test::safetensors("{" + tensors + "}", std::string(data, 'x'));
}
std::string head(const std::string& descr, const std::string& shape,
                 const std::string& order = "False") {
    return "{'descr': " + descr + ", 'fortran_order': " + order + ", 'shape': " + shape + ", }\n";
}

} // namespace

TEST_F(HostileArrays, F17HeaderLengthsBeyondTheFile) {
    using std::string_literals::operator""s;
    expect_refused("a.safetensors", "\0\0\0\0\0\0\0\x80{}"s, "head claims 9223372036854775808");
    expect_refused("b.safetensors", "\0\0\0\0\1\0\0\0{}"s, "head claims 4294967296");
    expect_refused("c.safetensors", "\x03\0\0\0\0\0\0\0{}"s, "head claims 3 bytes");
    expect_refused("d.safetensors", "\x03\0\0"s, "the file has 3 bytes");
    expect_refused("e.safetensors", test::safetensors("[]", ""), "does not begin with {");
}

TEST_F(HostileArrays, F18OffsetsThatOverlapLeaveHolesOrLieOutside) {
    const auto two = [](const std::string& first, const std::string& second) {
        return with_tensors(
            tensor("a", "U8", "[4]", first) + "," + tensor("b", "U8", "[4]", second), 8);
    };
    EXPECT_EQ(attempt(folder.file("whole.safetensors", two("[0,4]", "[4,8]"))), "read");
    expect_refused("overlap.safetensors", two("[0,4]", "[2,6]"), "tensor \"b\"");
    expect_refused("same.safetensors", two("[0,4]", "[0,4]"), "begin at 0 but those before it end");
    expect_refused(
        "hole.safetensors",
        with_tensors(tensor("a", "U8", "[2]", "[0,2]") + "," + tensor("b", "U8", "[4]", "[4,8]"),
                     8),
        "a hole begins at 2");
    expect_refused("outside.safetensors", two("[0,4]", "[6,10]"), "do not lie in the 8 bytes");
    expect_refused("reversed.safetensors", two("[4,0]", "[4,8]"), "tensor \"a\"");
    expect_refused("negative.safetensors", two("[-4,0]", "[4,8]"), "whole numbers from 0");
    expect_refused("huge.safetensors", two("[0,4]", "[18446744073709551612,0]"), "tensor \"b\"");
    expect_refused("behind.safetensors", with_tensors(tensor("a", "U8", "[4]", "[0,4]"), 9),
                   "fill 4 of the 9 bytes");
    expect_refused(
        "twice.safetensors",
        with_tensors(tensor("a", "U8", "[4]", "[0,4]") + "," + tensor("a", "U8", "[4]", "[0,4]"),
                     4),
        "twice");
}

TEST_F(HostileArrays, F19ShapesWhoseProductOverflows) {
    expect_refused("a.safetensors",
                   with_tensors(tensor("a", "U8", "[4294967296,4294967296]", "[0,4]"), 4),
                   "more numbers than any file can hold");
    expect_refused("b.safetensors",
                   with_tensors(tensor("a", "F64", "[2305843009213693952]", "[0,0]"), 0),
                   "does not fill the 0 bytes");
    expect_refused("c.npy", test::npy(head("'<f8'", "(4294967296, 4294967296)"), "12345678"),
                   "more numbers than any file can hold");
    expect_refused("d.npy", test::npy(head("'<f8'", "(2305843009213693952,)"), "12345678"),
                   "more numbers than any file can hold");
    expect_refused("e.npy", test::npy(head("'<f8'", "(99999999999999999999,)"), "12345678"),
                   "whole numbers from 0");
}

TEST_F(HostileArrays, F20ShapesThatDoNotFillTheirBytes) {
    expect_refused("a.safetensors", with_tensors(tensor("a", "F32", "[3]", "[0,8]"), 8),
                   "does not fill the 8 bytes it claims");
    expect_refused("b.safetensors", with_tensors(tensor("a", "F32", "[]", "[0,8]"), 8),
                   "does not fill");
}

TEST_F(HostileArrays, F21UnsupportedTypes) {
    for (const char* dtype : {"F8_E4M3", "I4", "C64", ""})
        expect_refused("a.safetensors", with_tensors(tensor("a", dtype, "[4]", "[0,4]"), 4),
                       "F64, F32, F16, BF16, I64");
}

TEST_F(HostileArrays, F22AMillionTensors) {
    std::string tensors;
    for (int at = 0; at < 1'000'000; ++at)
        tensors += (at == 0 ? "" : ",") + tensor("t" + std::to_string(at), "U8", "[0]", "[0,0]");
    expect_refused("a.safetensors", with_tensors(tensors, 0), "at most 1048576 are read");
    expect_refused("deep.safetensors", test::safetensors("{\"a\":" + std::string(500'000, '['), ""),
                   "head:1:");
}

TEST_F(HostileArrays, F23FilesThatShrinkWhileTheyAreRead) {
    const std::string path =
        folder.file("a.npy", test::npy(head("'<f8'", "(1000, 100)"), std::string(800'000, 'x')));
    const auto file = open_arrays(path);
    ASSERT_TRUE(file);
    std::filesystem::resize_file(path, 1000);
    const auto read = file->read(0, {});
    ASSERT_FALSE(read);
    EXPECT_NE(read.error().text().find("the file ends after 1000 of"), std::string::npos)
        << read.error().text();
}

TEST_F(HostileArrays, F24PointersOfGitLfs) {
    const std::string pointer = "version https://git-lfs.github.com/spec/v1\noid "
                                "sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32\nsize 12345\n";
    for (const char* name : {"a.npy", "a.npz", "a.safetensors", "a.csv"})
        expect_refused(name, pointer, "this is a Git LFS pointer");
}

TEST_F(HostileArrays, F25BrokenHeadersOfNumPy) {
    using std::string_literals::operator""s;
    expect_refused("magic.npy", "NUMPY\1\0\x10\0{}"s, "this is not a NumPy file");
    expect_refused("version.npy", "\x93NUMPY\4\0\x10\0{'descr': '<f8'}"s, "version 4.0");
    expect_refused("long.npy", test::npy(std::string(20'000, ' '), ""), "claims 20000 bytes");
    expect_refused("longest.npy", "\x93NUMPY\2\0\xFF\xFF\xFF\xFF{}"s, "claims 4294967295 bytes");
    expect_refused("cut.npy", "\x93NUMPY\1\0\x90\1{"s, "but the file has 11");
    for (const char* broken :
         {"", "{", "{'descr': '<f8'}", "{'descr': '<f8', 'fortran_order': False, 'shape': (-1,)}",
          "{'descr': '<f8', 'fortran_order': 1, 'shape': (1,)}",
          "{'descr': '<f8', 'descr': '<f8', 'fortran_order': False, 'shape': (1,)}",
          "{'descr': '<f8', 'fortran_order': False, 'shape': (1,), 'more': 1}",
          "{'descr': '<f8', 'fortran_order': False, 'shape': (1.5,)}",
          "{'descr': '<f8', 'fortran_order': False, 'shape': [1]}",
          "{'descr': '<f8', 'fortran_order': False, 'shape': (1,)}; import os"})
        expect_refused("broken.npy", test::npy(broken, "12345678"), "its NumPy head");
    expect_refused("empty.npy", "", "the file is empty");
    const std::string maybe = head("'<f8'", "(1,)", "Maybe");
    expect_refused("place.npy", test::npy(maybe, "12345678"),
                   "is broken at byte " + std::to_string(maybe.find("Maybe")) +
                       ": expected True or False");
}

TEST_F(HostileArrays, F26NonNumericTypesOfNumPy) {
    const std::string data = ATTENTION_SOURCE_DIR "/tests/data/arrays/npy/";
    expect_path_refused(data + "objects.npy", "pickle");
    expect_path_refused(data + "fields.npy", "structures");
    expect_path_refused(data + "complex.npy", "complex numbers (complex128)");
    EXPECT_EQ(attempt(data + "f8_big_c.npy"), "read");
    EXPECT_EQ(attempt(data + "f8_little_fortran.npy"), "read");
    EXPECT_EQ(attempt(data + "zero_axes_c.npy"), "read");
    EXPECT_EQ(attempt(data + "five_axes_f.npy"), "read");
}

TEST_F(HostileArrays, F27ShapesThatAreLargerThanTheData) {
    expect_refused("a.npy", test::npy(head("'<f8'", "(1000, 1000)"), "12345678"),
                   "of 8000076 bytes that its shape 1000 × 1000");
    expect_refused("b.npy", test::npy(head("'<f8'", "(0,)"), ""), "it holds no number");
    expect_refused(
        "c.npz",
        test::archive({test::stored("a.npy", test::npy(head("'<f8'", "(9,)"), "12345678"))}),
        "a: the file ends after");
}

TEST_F(HostileArrays, F28ArchivesThatAreCutOrDamaged) {
    const std::string whole = test::bytes_of(ATTENTION_SOURCE_DIR "/tests/data/arrays/small.npz");
    for (std::size_t length = 0; length < whole.size(); ++length)
        EXPECT_NE(attempt(folder.file("cut.npz", whole.substr(0, length))), "read")
            << "cut to " << length;
    expect_refused("cut.npz", whole.substr(0, 200), "no directory at its end");

    const std::string good = test::npy(head("'<f8'", "(2,)"), "12345678ABCDEFGH");
    test::Member damaged = test::stored("b.npy", good);
    damaged.data.back() ^= 1;
    const std::string archive = test::archive({test::stored("a.npy", good), damaged});
    const std::string found = attempt(folder.file("damaged.npz", archive));
    EXPECT_EQ(found, "b: its checksum is wrong: the file is damaged\n"); // and a is readable
}

TEST_F(HostileArrays, F29ArchivesThatUnpackEndlessly) {
    // A thousand times ten megabytes of zeros; the file holds the bytes only once.
    const std::string bomb = test::archive({test::zeros("a.npy", 10'000'000)}, 1000);
    EXPECT_LT(bomb.size(), 200'000U);
    expect_refused("bomb.npz", bomb, "unpacks to more than 256 MB");
    test::Member liar = test::zeros("a.npy", 100'000'000);
    liar.size = 200;
    expect_refused("liar.npz", test::archive({liar}), "a: ");
    liar.size = 0xFFFFFFF0U;
    expect_refused("boast.npz", test::archive({liar}), "unpacks to more than 256 MB");
    test::Member tight = test::zeros("a.npy", 1000);
    tight.size = 200'000'000;
    expect_refused("tight.npz", test::archive({tight}), "more than is possible");
    expect_refused("many.npz", test::archive({test::stored("a.npy", "")}, 1001),
                   "claims 1001 members");
    test::Member packed = test::stored("a.npy", "x");
    packed.method = 12;
    expect_refused("method.npz", test::archive({packed}), "packed by method 12");
}

TEST_F(HostileArrays, F30MembersWithNamesLikePaths) {
    const std::string good = test::npy(head("'<f8'", "(2,)"), "12345678ABCDEFGH");
    const std::string path =
        folder.file("a.npz", test::archive({test::stored("../../.bashrc.npy", good),
                                            test::stored("/etc/passwd.npy", good),
                                            test::stored(std::string(60'000, 'n') + ".npy", good),
                                            test::stored("line\nbreak\x1b[31m.npy", good)}));
    const auto file = open_arrays(path);
    ASSERT_TRUE(file) << file.error().text();
    ASSERT_EQ(file->arrays.size(), 4U);
    EXPECT_EQ(file->arrays[0].name, "../../.bashrc");
    EXPECT_LE(file->arrays[2].name.size(), longest_array_name + std::string("…").size());
    EXPECT_EQ(file->arrays[3].name, "line\\nbreak\\x1b[31m");
    EXPECT_EQ(attempt(path), "read");
    EXPECT_FALSE(std::filesystem::exists(folder / "../../.bashrc"));
}

TEST_F(HostileArrays, F31BrokenTables) {
    expect_refused("ragged.csv", "1,2\n3\n", "line 2, column 2: the line has 1 cells");
    expect_refused("word.csv", "1,2\n3,four\n", "line 2, column 2: found \"four\"");
    expect_refused("empty.csv", "1,2\n3,\n", "line 2, column 2: the cell is empty");
    expect_refused("quote.csv", "1,2\n\"3,4\n", "the quote is never closed");
    expect_refused("large.csv", "1,1e400\n2,3\n4,5\n", "1e400");
    expect_refused("first.csv", "1e400,1\n2,3\n4,5\n", "line 1, column 1: found \"1e400\"");
    expect_refused("missing.csv", "1,NaN\n", "line 1, column 2: found \"NaN\"");
    std::string sums;
    while (sums.size() < 1'000'000)
        sums += "1*1,(2)\n";
    expect_refused("sums.csv", sums, "more than 1024 cells hold arithmetic");
    expect_refused("zero.csv", std::string("1,2\0,3", 6), "contains a zero byte");
    expect_refused("blank.csv", "\n\n", "there is no text");
    std::string wide;
    while (wide.size() < 15'000'000)
        wide += "1,2;3\t";
    expect_refused("wide.csv", wide, "cells");
    expect_refused("long.csv", std::string(17 << 20, '1'), "at most 16777216 are read");
    expect_refused("digits.csv", std::string(15 << 20, '1'), "expected a number");
}

TEST_F(HostileArrays, F32SpecialFiles) {
    expect_path_refused(folder.path().string(), "this is a folder; expected a regular file");
    const std::string pipe = folder / "pipe.npy";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    expect_path_refused(pipe, "this is a pipe; expected a regular file");
    expect_path_refused("/dev/zero", "this is a device; expected a regular file");
    expect_path_refused(folder / "missing.npy", "there is no such file");
    // A regular file by its mode, but without size and end.
    EXPECT_NE(test::measured([] { return attempt("/proc/kmsg"); }).text, "read");
    expect_refused("a.docx", "\x01\x02",
                   "cannot open files of this kind; it reads .npy, .npz, .safetensors, .csv and "
                   ".tsv");
}
