// SPDX-License-Identifier: MIT
// An array import reports what it takes and what it leaves out.
#include "core/document/model/evaluate.h"
#include "core/io/arrays/npy.h"
#include "core/io/arrays/zip.h"
#include "core/io/import/import.h"
#include "core/io/import/import_archive.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

using namespace attn;
using namespace attn::io;

namespace {

/// All numbers differ, so that a wrong row or column gives another number.
Matrix counted(Index rows, Index columns, Real from) {
    Matrix matrix(rows, columns);
    for (Index at = 0; at < matrix.size(); ++at)
        matrix(at / columns, at % columns) = from + static_cast<Real>(at) / 64;
    return matrix;
}

ZipEntry entry(const std::string& name, const Matrix& matrix, bool is_list = false) {
    const std::vector<Real> values(matrix.data(), matrix.data() + matrix.size());
    const std::vector<Index> shape = is_list ? std::vector<Index>{matrix.size()}
                                             : std::vector<Index>{matrix.rows(), matrix.cols()};
    return {name + ".npy", write_npy(values, shape)};
}

std::vector<ArrayFile> opened(const std::vector<ZipEntry>& entries) {
    const test::TempDir folder;
    auto file = open_arrays(folder.file("arrays.npz", *write_zip(entries)));
    EXPECT_TRUE(file) << (file ? "" : file.error().text());
    std::vector<ArrayFile> files;
    files.push_back(*std::move(file));
    return files;
}

const TensorSource* source_of(const TensorReport& report, const std::string& part) {
    const auto at = std::find_if(report.used.begin(), report.used.end(),
                                 [&](const TensorSource& one) { return one.part == part; });
    return at == report.used.end() ? nullptr : &*at;
}

bool says(const TensorReport& report, const std::string& part) {
    return report_lines(report).find(part) != std::string::npos;
}

} // namespace

TEST(ImportReport, ABiasBesideAWeightIsTaken) {
    const Matrix query = counted(4, 4, 1), bias = counted(1, 4, 100);
    const auto files =
        opened({entry("layer.0.query.weight", query), entry("layer.0.query.bias", bias, true),
                entry("layer.0.key.weight", counted(4, 4, 20)),
                entry("layer.0.value.weight", counted(4, 4, 40)),
                entry("layer.0.output.weight", counted(4, 4, 60))});
    ImportPlan plan = guessed_plan(files);
    plan.heads = 2;
    plan.head = 1;
    const auto made = import_document(files, plan, "head");
    ASSERT_TRUE(made) << made.error().text();
    const Document& document = made->document;
    EXPECT_TRUE(document.options.has_biases);
    EXPECT_EQ(*document.heads[0].w_q, Matrix(query.middleRows(2, 2).transpose()));
    EXPECT_EQ(*document.of_options.at({Stage::BQ, 0}), bias.rightCols(2));
    EXPECT_EQ(*document.of_options.at({Stage::BK, 0}), Matrix::Zero(1, 2));
    const TensorSource* const source = source_of(made->report, "b_Q/0");
    ASSERT_NE(source, nullptr);
    EXPECT_EQ(source->tensor, "layer.0.query.bias");
    EXPECT_EQ(source->columns, (std::vector<Index>{2, 3}));
    EXPECT_TRUE(source_of(made->report, "W_Q/0")->is_transposed);
    EXPECT_TRUE(says(made->report, "left out layer.0.output.weight"));
    EXPECT_NE(document.notes.find("layer.0.output.weight"), std::string::npos);
}

TEST(ImportReport, TheBiasOfAFusedWeightIsSplitLikeIt) {
    const Matrix fused = counted(4, 12, 0), bias = counted(1, 12, 50);
    const auto files =
        opened({entry("h.0.attn.c_attn.weight", fused), entry("h.0.attn.c_attn.bias", bias, true)});
    ImportPlan plan = guessed_plan(files);
    plan.heads = 2;
    plan.head = 1;
    const auto made = import_document(files, plan, "head");
    ASSERT_TRUE(made) << made.error().text();
    EXPECT_EQ(*made->document.heads[0].w_v, fused.middleCols(10, 2));
    EXPECT_EQ(*made->document.of_options.at({Stage::BV, 0}), bias.middleCols(10, 2));
    EXPECT_EQ(*made->document.of_options.at({Stage::BK, 0}), bias.middleCols(6, 2));
}

TEST(ImportReport, PositionsAreNotTheWords) {
    const Matrix words = counted(5, 4, 9);
    const auto files =
        opened({entry("bert.embeddings.position_embeddings.weight", counted(7, 4, 0)),
                entry("bert.embeddings.token_type_embeddings.weight", counted(2, 4, 5)),
                entry("bert.embeddings.word_embeddings.weight", words)});
    const auto made = import_document(files, guessed_plan(files), "words");
    ASSERT_TRUE(made) << made.error().text();
    EXPECT_EQ(*made->document.embeddings, words);
    EXPECT_TRUE(says(made->report, "left out bert.embeddings.position_embeddings.weight"));
}

TEST(ImportReport, HeadsThatShareKeysReadThoseOfTheirGroup) {
    const Matrix keys = counted(4, 8, 30);
    const auto files =
        opened({entry("q_proj.weight", counted(8, 8, 0)), entry("k_proj.weight", keys),
                entry("v_proj.weight", counted(4, 8, 60))});
    ImportPlan plan = guessed_plan(files);
    plan.heads = 4;
    plan.head = 3;
    const auto made = import_document(files, plan, "head");
    ASSERT_TRUE(made) << made.error().text();
    EXPECT_EQ(*made->document.heads[0].w_k, Matrix(keys.bottomRows(2).transpose()));
    EXPECT_TRUE(says(made->report, "W_K: head 3 shares group 1 (2nd of 2)."));
}

TEST(ImportReport, EachRowNeedsAWord) {
    const auto files = opened({entry("X", counted(3, 2, 0))});
    ImportPlan plan = guessed_plan(files);
    plan.rows = {0, 2};
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"a"}, {"a", "b", "c", "d"}}) {
        plan.words = words;
        const auto made = import_document(files, plan, "");
        ASSERT_FALSE(made);
        EXPECT_NE(made.error().text().find("for 2 rows of X; give one word for each row"),
                  std::string::npos);
    }
    plan.words = {"a", "b", "c"}; // one per row of the file
    const auto made = import_document(files, plan, "");
    ASSERT_TRUE(made);
    EXPECT_EQ(made->document.tokens, (std::vector<std::string>{"a", "c"}));
}

TEST(ImportReport, SaysIfASquareArrayIsTransposed) {
    const auto files = opened({entry("a.weight", counted(3, 3, 0))});
    ImportPlan plan;
    plan.w_q = find_array(files, "a.weight").value();
    const auto made = import_document(files, plan, "");
    ASSERT_TRUE(made);
    EXPECT_TRUE(says(made->report, "a.weight is square"));
    EXPECT_TRUE(is_stored_by_linear("model.layers.0.self_attn.q_proj.weight"));
    EXPECT_TRUE(is_stored_by_linear("in_proj_weight"));
    EXPECT_FALSE(is_stored_by_linear("h.0.attn.c_attn.weight"));
    EXPECT_FALSE(is_stored_by_linear("W_Q"));
}

TEST(ImportArchive, GivesAllHeadsWithBiasesMaskAndScale) {
    std::vector<ZipEntry> entries{entry("X", counted(3, 4, 0)),
                                  entry("W_O", counted(4, 4, -1)),
                                  entry("b_O", counted(1, 4, 2), true),
                                  entry("model.scale", Matrix::Constant(1, 1, 3)),
                                  entry("model.soft_limit", Matrix::Constant(1, 1, 5)),
                                  entry("model.rotary_base", Matrix::Constant(1, 1, 100)),
                                  entry("gamma_1", counted(1, 4, 0))};
    Matrix mask = Matrix::Zero(3, 3);
    mask(0, 1) = mask(0, 2) = mask(1, 2) = 1;
    entries.push_back(entry("model.mask", mask));
    for (int head = 0; head < 2; ++head) {
        const std::string of = "/" + std::to_string(head);
        entries.push_back(entry("W_Q" + of, counted(4, 2, head)));
        entries.push_back(entry("b_Q" + of, counted(1, 2, head), true));
    }
    entries.push_back(entry("W_K", counted(4, 2, 3)));
    entries.push_back(entry("W_V", counted(4, 2, 4)));
    const auto files = opened(entries);
    ASSERT_TRUE(is_head_archive(files));
    const auto made = import_archive(files.front(), "heads");
    ASSERT_TRUE(made) << made.error().text();
    const Document& document = made->document;
    EXPECT_EQ(head_count(document), 2);
    EXPECT_EQ(group_count(document), 1);
    EXPECT_EQ(document.join, Join::WO);
    EXPECT_EQ(*document.heads[1].w_q, counted(4, 2, 1));
    EXPECT_EQ(*document.of_options.at({Stage::BQ, 1}), counted(1, 2, 1));
    EXPECT_EQ(*document.of_options.at({Stage::BO, 0}), counted(1, 4, 2));
    EXPECT_EQ(document.switches.scale.kind, Scale::Kind::Number);
    EXPECT_EQ(document.switches.scale.number, 3);
    EXPECT_EQ(document.switches.mask.kind, Mask::Kind::Causal);
    EXPECT_EQ(document.options.soft_limit, 5);
    EXPECT_EQ(document.options.positions.kind, Positions::Kind::Rotary);
    EXPECT_EQ(document.options.positions.base, 100);
    EXPECT_TRUE(says(made->report, "left out gamma_1"));
}

TEST(ImportArchive, ReportsDifferencesFromItsWeights) {
    std::vector<ZipEntry> entries{
        entry("X", Matrix::Identity(2, 2)), entry("W_Q", Matrix::Identity(2, 2)),
        entry("W_K", Matrix::Identity(2, 2)), entry("W_V", Matrix::Identity(2, 2)),
        entry("model.scale", Matrix::Constant(1, 1, 1))};
    const Real e = std::exp(1.0), high = e / (e + 1), low = 1 / (e + 1);
    Matrix weights(2, 2);
    weights << high, low, low, high;
    entries.push_back(entry("weights", weights));
    const auto right = opened(entries);
    const auto made = import_archive(right.front(), "");
    ASSERT_TRUE(made) << made.error().text();
    EXPECT_TRUE(
        says(made->report, "The weights and outputs of the archive are those of the document"));
    weights(0, 0) += 0.25;
    entries.back() = entry("weights", weights);
    const auto wrong = opened(entries);
    const auto other = import_archive(wrong.front(), "");
    ASSERT_TRUE(other) << other.error().text();
    EXPECT_TRUE(
        says(other->report, "weights of the archive differs from the document's by up to 0.25"));
}

TEST(ImportArchive, ABiasThatDoesNotFitIsRefused) {
    const auto files = opened({entry("X", counted(2, 2, 0)), entry("W_Q", counted(2, 2, 0)),
                               entry("W_K", counted(2, 2, 0)), entry("W_V", counted(2, 2, 0)),
                               entry("b_Q", counted(1, 3, 0), true)});
    const auto made = import_archive(files.front(), "");
    ASSERT_FALSE(made);
    EXPECT_NE(made.error().text().find("1 × 3, expected 1 × 2"), std::string::npos)
        << made.error().text();
}

TEST(TensorSources, AreReadBackFromTheNotes) {
    const TensorReport report{"model.safetensors",
                              {"A sentence."},
                              {{"W_Q/0", "h.0.weight", {0, 1, 2, 3}, {4, 5, 9}, true},
                               {"b_Q/0", "h.0.bias", {0}, {7}, false}},
                              {{"h.0.other", "why"}}};
    const auto read = read_sources(report_notes(report));
    ASSERT_TRUE(read) << read.error().text();
    ASSERT_EQ(read->size(), 2U);
    EXPECT_EQ((*read)[0].part, "W_Q/0");
    EXPECT_EQ((*read)[0].tensor, "h.0.weight");
    EXPECT_EQ((*read)[0].rows, (std::vector<Index>{0, 1, 2, 3}));
    EXPECT_EQ((*read)[0].columns, (std::vector<Index>{4, 5, 9}));
    EXPECT_TRUE((*read)[0].is_transposed);
    EXPECT_FALSE((*read)[1].is_transposed);
}

TEST(TensorSources, ErrorsNameTheLineOfTheTable) {
    const TensorReport report{"m", {}, {{"W_Q/0", "h.0.weight", {0, 1}, {4, 5}, true}}, {}};
    const std::string notes = report_notes(report);
    EXPECT_FALSE(read_sources("Notes of another kind."));
    const auto line = notes.find("| W_Q/0");
    for (std::size_t cut = line + 2; cut + 2 < notes.size(); ++cut)
        EXPECT_FALSE(read_sources(notes.substr(0, cut))) << notes.substr(line, cut - line);
    for (const auto& [from, to] : {std::pair("0:2", "0:x"), std::pair("0:2", "0:99999999999"),
                                   std::pair("transposed", "turned"), std::pair("`h.0", "h.0")}) {
        std::string spoilt = notes;
        spoilt.replace(spoilt.find(from, line), std::string(from).size(), to);
        const auto read = read_sources(spoilt);
        ASSERT_FALSE(read) << to;
        EXPECT_NE(read.error().text().find("W_Q/0"), std::string::npos) << read.error().text();
    }
}

// attn_mask of scaled_dot_product_attention holds a mask, a bias, or both.
TEST(ImportArchive, AddsTheNumbersOfAMaskToTheBias) {
    Matrix mask = counted(2, 2, 1);
    std::vector<ZipEntry> entries{
        entry("X", Matrix::Identity(2, 2)),     entry("W_Q/0", Matrix::Identity(2, 2)),
        entry("W_K/0", Matrix::Identity(2, 2)), entry("W_V/0", Matrix::Identity(2, 2)),
        entry("bias/0", counted(2, 2, 3)),      entry("attn_mask", mask)};
    const auto files = opened(entries);
    const auto made = import_archive(files.front(), "heads");
    ASSERT_TRUE(made) << made.error().text();
    EXPECT_EQ(*made->document.of_options.at({Stage::Bias, 0}), counted(2, 2, 3) + mask);
}
