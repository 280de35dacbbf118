// SPDX-License-Identifier: MIT
// Arrays written by NumPy and safetensors; reference.json holds their values as NumPy prints them.
#include "core/io/arrays/arrays.h"
#include "core/io/text/paste.h"
#include "tests/support/same_bits.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace attn;
using namespace attn::io;

namespace {

const std::string arrays_folder = ATTENTION_SOURCE_DIR "/tests/data/arrays/";

const nlohmann::json& reference() {
    static const nlohmann::json tree =
        nlohmann::json::parse(test::bytes_of(arrays_folder + "reference.json"));
    return tree;
}

ArrayFile opened(const std::string& name) {
    auto file = open_arrays(arrays_folder + name);
    if (!file)
        throw std::runtime_error(file.error().text());
    return *std::move(file);
}

/// All numbers of the array, row by row, one matrix after another.
std::vector<Real> all_numbers(const ArrayFile& file, std::size_t at) {
    const std::vector<Index>& shape = file.arrays[at].shape;
    std::vector<Slice> slices(1);
    for (std::size_t axis = 0; axis + 2 < shape.size(); ++axis) {
        std::vector<Slice> longer;
        for (const Slice& slice : slices)
            for (Index number = 0; number < shape[axis]; ++number) {
                longer.push_back(slice);
                longer.back().leading.push_back(number);
            }
        slices = std::move(longer);
    }
    std::vector<Real> numbers;
    for (const Slice& slice : slices) {
        const auto read = file.read(at, slice);
        EXPECT_TRUE(read) << (read ? "" : read.error().text());
        if (read)
            numbers.insert(numbers.end(), read->matrix.data(),
                           read->matrix.data() + read->matrix.size());
    }
    return numbers;
}

} // namespace

TEST(Arrays, HaveNumPysExactValues) {
    std::size_t arrays = 0;
    for (const auto& [name, expected] : reference().items()) {
        const ArrayFile file = opened(name);
        for (std::size_t at = 0; at < file.arrays.size(); ++at) {
            const ArrayInfo& info = file.arrays[at];
            if (!expected.contains(info.name))
                continue; // holds texts
            SCOPED_TRACE(name + ": " + info.name);
            EXPECT_FALSE(info.fault) << info.fault->text();
            EXPECT_EQ(info.shape, expected[info.name]["shape"].get<std::vector<Index>>());
            const auto& values = expected[info.name]["values"];
            const std::vector<Real> found = all_numbers(file, at);
            ASSERT_EQ(found.size(), values.size());
            for (std::size_t number = 0; number < found.size(); ++number) {
                const Real value = std::strtod(values[number].get<std::string>().c_str(), nullptr);
                EXPECT_TRUE(test::is_same(found[number], value))
                    << "number " << number << ": " << found[number] << ", expected " << value;
            }
            ++arrays;
        }
    }
    EXPECT_GE(arrays, 48U + 48U * 2 + 7U);
}

TEST(Arrays, OfTextGiveWords) {
    EXPECT_EQ(opened("npy/words.npy").arrays[0].texts,
              (std::vector<std::string>{"The", "cat", "chased", "été", "猫", "🐈"}));
    EXPECT_EQ(opened("npy/bytes.npy").arrays[0].texts, (std::vector<std::string>{"The", "cat"}));
}

TEST(Arrays, CanBeReadInPartsInAnyOrder) {
    for (const char* name : {"npy/f8_little_c.npy", "npy/i4_big_fortran.npy", "packed.npz"}) {
        SCOPED_TRACE(name);
        const ArrayFile file = opened(name);
        const Matrix whole = file.read(0, {})->matrix;
        const auto part = file.read(0, {{}, {2, 0, 2}, {3, 1, 2, 1}});
        ASSERT_TRUE(part) << part.error().text();
        ASSERT_EQ(part->matrix.rows(), 3);
        ASSERT_EQ(part->matrix.cols(), 4);
        const Index rows[] = {2, 0, 2}, columns[] = {3, 1, 2, 1};
        for (Index row = 0; row < 3; ++row)
            for (Index column = 0; column < 4; ++column)
                EXPECT_TRUE(
                    test::is_same(part->matrix(row, column), whole(rows[row], columns[column])));
    }
}

TEST(Arrays, RefuseRowsColumnsAndAxesTheyLack) {
    const ArrayFile file = opened("npy/three_axes_c.npy");
    for (const Slice& slice : {Slice{{}, {}, {}}, Slice{{2}, {}, {}}, Slice{{-1}, {}, {}},
                               Slice{{0}, {3}, {}}, Slice{{0}, {}, {4}}, Slice{{0}, {-1}, {}}})
        EXPECT_FALSE(file.read(0, slice));
    EXPECT_TRUE(file.read(0, {{1}, {2}, {3}}));
}

TEST(Arrays, CountWholeNumbersThatADoubleCannotHold) {
    const test::TempDir folder;
    std::string data;
    for (const std::uint64_t value : {9007199254740993ULL, 9007199254740992ULL, ~0ULL})
        for (int byte = 0; byte < 8; ++byte)
            data += static_cast<char>(value >> (8 * byte) & 0xFF);
    const std::string head = "{'descr': '<u8', 'fortran_order': False, 'shape': (3,), }";
    std::string bytes("\x93NUMPY\x01\x00", 8);
    bytes += static_cast<char>(head.size());
    bytes += '\0';
    const auto file = open_arrays(folder.file("a.npy", bytes + head + data));
    ASSERT_TRUE(file) << file.error().text();
    EXPECT_EQ(file->read(0, {})->rounded, 2);
}

TEST(Arrays, OfTablesHaveNamesOfRowsAndColumns) {
    const test::TempDir folder;
    const auto file = open_arrays(folder.file("t.csv", "word;a;b\nThe;1,5;2\ncat;-3;4,25\n"));
    ASSERT_TRUE(file) << file.error().text();
    EXPECT_EQ(file->arrays[0].row_names, (std::vector<std::string>{"The", "cat"}));
    EXPECT_EQ(file->arrays[0].column_names, (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(file->read(0, {})->matrix, (Matrix(2, 2) << 1.5, 2, -3, 4.25).finished());
    EXPECT_NE(file->notes.find("semicolons, decimal commas, a header line, row names"),
              std::string::npos);
}

TEST(Arrays, ReadTheUnicodeTextOfSpreadsheets) {
    const test::TempDir folder;
    const std::u16string text = u"\uFEFFword\ta\tb\r\nThe\t1,5\t2\r\nchat\U0001F600\t-3\t1/4\r\n";
    std::string little, big;
    for (const char16_t unit : text) {
        const char low = static_cast<char>(unit & 0xFF), high = static_cast<char>(unit >> 8);
        little += {low, high};
        big += {high, low};
    }
    for (const std::string& bytes : {little, big})
        for (const std::string name : {"t.txt", "t.csv", "t.tsv"}) {
            const std::string path = folder.file(name, bytes);
            EXPECT_TRUE(holds_arrays(path));
            const auto file = open_arrays(path);
            ASSERT_TRUE(file) << file.error().text();
            EXPECT_EQ(file->arrays[0].row_names, (std::vector<std::string>{"The", "chat😀"}));
            EXPECT_EQ(file->read(0, {})->matrix, (Matrix(2, 2) << 1.5, 2, -3, 0.25).finished());
        }
    // Half a character, or half a surrogate pair, is reported instead of dropped.
    const auto cut = open_arrays(folder.file("c.txt", std::string("\xFF\xFE"
                                                                  "a\0\x3D\xD8 \0"
                                                                  "1\0x",
                                                                  11)));
    ASSERT_FALSE(cut);
    EXPECT_NE(cut.error().text().find("\uFFFD"), std::string::npos) << cut.error().text();
}

TEST(Arrays, ReadPrintedOnesInFilesLikePastedOnes) {
    const test::TempDir folder;
    for (const std::string text :
         {"[[1. 2.]\n [3. 4.]]\n", "array([[1., 2.],\n       [3., 4.]])\n",
          "tensor([[1., 2.],\n        [3., 4.]], dtype=torch.float64)\n",
          "W = [[1, 2], [3, 4]]\n\nb = [5, 6, 7]\n", "[[1. nan]\n [inf 4.]]",
          "\\begin{bmatrix} 1 & 2 \\\\ 3 & 4 \\end{bmatrix}", "| a | b |\n| - | - |\n| 1 | 2 |\n",
          "tensor(0.5)"}) {
        SCOPED_TRACE(text);
        const std::string path = folder.file("m.txt", text);
        EXPECT_TRUE(holds_arrays(path));
        const auto file = open_arrays(path);
        const auto pasted = read_pasted(text);
        ASSERT_TRUE(file) << file.error().text();
        ASSERT_TRUE(pasted);
        ASSERT_EQ(file->arrays.size(), pasted->grids.size());
        EXPECT_NE(file->notes.find(pasted->form), std::string::npos) << file->notes;
        for (std::size_t at = 0; at < file->arrays.size(); ++at) {
            const auto read = file->read(at, {});
            ASSERT_TRUE(read);
            const Matrix& expected = pasted->grids[at].matrix;
            EXPECT_TRUE(read->matrix.cwiseEqual(expected).all() ||
                        (read->matrix.array().isNaN() == expected.array().isNaN()).all());
        }
    }
    const auto cut = open_arrays(folder.file("m.txt", "[[1. 2. ... 3.]\n [4. 5. ... 6.]]"));
    ASSERT_FALSE(cut);
    EXPECT_NE(cut.error().text().find("left out"), std::string::npos) << cut.error().text();
    // A bracketed word does not turn a broken table into arrays.
    const auto table = open_arrays(folder.file("m.txt", "The\t1\t2\n[3]\t4\tN/A\n"));
    ASSERT_FALSE(table);
    EXPECT_NE(table.error().text().find("line 2, column 3: found \"N/A\""), std::string::npos)
        << table.error().text();
}
