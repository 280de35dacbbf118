// SPDX-License-Identifier: MIT
#include "core/io/import/import.h"
#include "tests/support/archive_maker.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

using namespace attn;
using namespace attn::io;

namespace {

std::vector<ArrayFile> open(const std::string& name) {
    auto file = open_arrays(ATTENTION_SOURCE_DIR "/tests/data/arrays/" + name);
    EXPECT_TRUE(file) << (file ? "" : file.error().text());
    std::vector<ArrayFile> files;
    files.push_back(*std::move(file));
    return files;
}

Matrix whole(const std::vector<ArrayFile>& files, const std::string& name) {
    const auto choice = find_array(files, name);
    EXPECT_TRUE(choice) << (choice ? "" : choice.error().text());
    return files[choice->file].read(choice->array, {})->matrix;
}

} // namespace

TEST(Import, TakesXAndWordsFromAnArchive) {
    const auto files = open("small.npz");
    const auto imported = import_document(files, guessed_plan(files), "small");
    ASSERT_TRUE(imported) << imported.error().text();
    EXPECT_EQ(imported->document.tokens, (std::vector<std::string>{"The", "cat"}));
    EXPECT_EQ(*imported->document.embeddings, whole(files, "X"));
    EXPECT_EQ(imported->document.projections, Projections::None);
}

TEST(Import, SlicesAHeadOutOfAFusedProjection) {
    const auto files = open("model.safetensors"); // 10 words, d_model 6, two heads of 3
    const Matrix fused = whole(files, "c_attn.weight");
    ImportPlan plan = guessed_plan(files);
    for (const auto& [target, part] : {std::pair(&plan.w_q, 0), {&plan.w_k, 1}, {&plan.w_v, 2}}) {
        *target = *find_array(files, "c_attn.weight");
        (*target)->parts = 3;
        (*target)->part = part;
    }
    plan.heads = 2;
    plan.head = 1;
    plan.rows = {7, 2};
    plan.dimensions = {5, 0, 1};
    plan.d_k = {2, 0};
    const auto imported = import_document(files, plan, "head");
    ASSERT_TRUE(imported) << imported.error().text();
    const HeadWeights& head = imported->document.heads[0];
    const Matrix x = whole(files, "wte.weight");
    EXPECT_EQ(imported->document.tokens, (std::vector<std::string>{"7", "2"}));
    EXPECT_EQ((*imported->document.embeddings)(1, 0), x(2, 5));
    ASSERT_EQ(head.w_q.cols(), 2);
    ASSERT_EQ(head.w_v.cols(), 3);
    for (Index row = 0; row < 3; ++row) {
        const Index from = plan.dimensions[static_cast<std::size_t>(row)];
        EXPECT_EQ((*head.w_q)(row, 0), fused(from, 3 + 2));
        EXPECT_EQ((*head.w_k)(row, 1), fused(from, 6 + 3 + 0));
        EXPECT_EQ((*head.w_v)(row, 1), fused(from, 12 + 3 + 1));
    }
}

TEST(Import, TransposesWeightsOfNnLinear) {
    const auto files = open("model.safetensors");
    ImportPlan plan;
    plan.w_q = find_array(files, "in_proj_weight").value();
    plan.w_q->is_transposed = true;
    plan.w_q->parts = 3;
    EXPECT_NE(import_document(files, plan, "").error().text().find("add --heads N"),
              std::string::npos);
    plan.heads = 1;
    const auto imported = import_document(files, plan, "turned");
    ASSERT_TRUE(imported) << imported.error().text();
    EXPECT_EQ(*imported->document.heads[0].w_q, whole(files, "c_attn.weight").leftCols(6));
    EXPECT_EQ(*imported->document.embeddings, Matrix::Identity(6, 6));
    EXPECT_NE(imported->notes.find("There is no X"), std::string::npos);
    EXPECT_NE(imported->notes.find("There is no W_V"), std::string::npos);
}

TEST(Import, ExplainsWhatDoesNotFit) {
    const auto files = open("model.safetensors");
    EXPECT_FALSE(import_document(files, {}, ""));
    EXPECT_FALSE(find_array(files, "nothing"));
    EXPECT_FALSE(find_array(files, "weight")) << "several end so";
    ImportPlan plan;
    plan.x = find_array(files, "wte.weight").value();
    plan.w_q = find_array(files, "in_proj_weight").value();
    plan.heads = 1;
    const auto turned = import_document(files, plan, "");
    ASSERT_FALSE(turned);
    EXPECT_NE(turned.error().text().find("stored transposed"), std::string::npos);
    plan.w_q = find_array(files, "c_attn.weight").value();
    plan.heads = 5;
    EXPECT_FALSE(import_document(files, plan, ""));
    plan.heads = 1;
    plan.rows = {10};
    EXPECT_FALSE(import_document(files, plan, ""));
}

TEST(Import, ReadsListsOfNumbers) {
    EXPECT_EQ(*parse_indices("0:4,7"), (std::vector<Index>{0, 1, 2, 3, 7}));
    for (const char* text : {"", "a", "1:", ":2", "3:3", "-1", "0:99999999", "1,,2"})
        EXPECT_FALSE(parse_indices(text)) << text;
}

// Names that differ only after a hundred letters are distinguished and can be copied into an
// option.
TEST(Import, NamesOfAnyLengthAreComplete) {
    const test::TempDir folder;
    const std::string stem = std::string(150, 'a') + "." + std::string(150, 'b');
    const std::string first = stem + ".first", second = stem + ".second";
    const std::string numbers(8, '\0'); // of float32: 0, 0
    const std::string head =
        "{\"" + first + "\":{\"dtype\":\"F32\",\"shape\":[1,2],\"data_offsets\":[0,8]},\"" +
        second + "\":{\"dtype\":\"F32\",\"shape\":[1,2],\"data_offsets\":[8,16]}}";
    const std::string json = "{\"" + first + "\": [[1, 2]], \"" + second + "\": [[3, 4]]}";
    for (const std::string& path :
         {folder.file("long.safetensors", test::safetensors(head, numbers + numbers)),
          folder.file(
              "long.npz",
              test::archive(
                  {test::stored(
                       first + ".npy",
                       test::npy("{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2), }",
                                 numbers)),
                   test::stored(
                       second + ".npy",
                       test::npy("{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2), }",
                                 numbers))})),
          folder.file("long.json", json)}) {
        SCOPED_TRACE(path);
        auto file = open_arrays(path);
        ASSERT_TRUE(file) << file.error().text();
        std::vector<ArrayFile> files;
        files.push_back(*std::move(file));
        ASSERT_EQ(files[0].arrays.size(), 2U);
        EXPECT_EQ(files[0].arrays[0].name, first);
        EXPECT_EQ(files[0].arrays[1].name, second);
        const auto choice = find_array(files, second);
        ASSERT_TRUE(choice) << choice.error().text();
        EXPECT_EQ(choice->array, 1U);
        ImportPlan plan;
        plan.x = *choice;
        const auto imported = import_document(files, plan, "long");
        ASSERT_TRUE(imported) << imported.error().text();
        EXPECT_NE(report_lines(imported->report).find(" from " + second), std::string::npos)
            << report_lines(imported->report);
        EXPECT_NE(report_lines(imported->report).find("left out " + first), std::string::npos)
            << report_lines(imported->report);
    }
}
