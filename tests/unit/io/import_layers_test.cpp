// SPDX-License-Identifier: MIT
// Weights of several layers, as output_attentions=True gives them, come in together or one by one.
#include "core/document/model/given.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/io/arrays/npy.h"
#include "core/io/arrays/zip.h"
#include "core/io/import/import.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

using namespace attn;
using namespace attn::io;

namespace attn::import_layers_test {

namespace {

using Shape = std::vector<Index>;

/// Weights of which no two matrices are equal; each row sums to 1.
std::vector<Real> shares(const Shape& shape, Index from = 0) {
    const Index columns = shape.back();
    Index count = 1;
    for (const Index one : shape)
        count *= one;
    std::vector<Real> values(static_cast<std::size_t>(count));
    for (Index row = 0; row < count / columns; ++row) {
        Real sum = 0;
        for (Index column = 0; column < columns; ++column) {
            Real& value = values[static_cast<std::size_t>(row * columns + column)];
            value = 1 + static_cast<Real>((7 * (from + row) + 3 * column) % 13);
            sum += value;
        }
        for (Index column = 0; column < columns; ++column)
            values[static_cast<std::size_t>(row * columns + column)] /= sum;
    }
    return values;
}

ZipEntry entry(const std::string& name, const Shape& shape, Index from = 0) {
    return {name + ".npy", write_npy(shares(shape, from), shape)};
}

/// The layers "attentions/0" … as a model's output has them: (1, heads, words, words).
std::vector<ZipEntry> attentions(Index layers, Index heads, Index words,
                                 const std::string& name = "attentions/") {
    std::vector<ZipEntry> list;
    for (Index layer = 0; layer < layers; ++layer)
        list.push_back(entry(name + std::to_string(layer), {1, heads, words, words}, 100 * layer));
    return list;
}

std::vector<ArrayFile> opened(const std::vector<ZipEntry>& entries) {
    const test::TempDir folder;
    auto file = open_arrays(folder.file("arrays.npz", *write_zip(entries)));
    EXPECT_TRUE(file) << (file ? "" : file.error().text());
    std::vector<ArrayFile> files;
    files.push_back(*std::move(file));
    return files;
}

struct Came {
    std::string fault, said;
    Document document;
};

/// What comes of the arrays with these choices; nothing is chosen by name but `weights`.
Came came(const std::vector<ArrayFile>& files, const ImportPlan& asked = {},
          const std::string& weights = "") {
    ChosenParts chosen;
    chosen.plan = asked;
    if (!weights.empty()) {
        auto found = find_array(files, weights);
        if (!found)
            found = find_layers(files, weights, asked.layer);
        if (!found)
            return {found.error().text(), "", {}};
        chosen.choose(PlanPart::Weights, *found);
    }
    const auto plan = bound_plan(files, chosen);
    if (!plan)
        return {plan.error().text(), "", {}};
    auto made = import_document(files, *plan, "attentions", chosen.is_chosen);
    if (!made)
        return {made.error().text(), "", {}};
    return {"", report_lines(made->report), made->document};
}

ImportPlan of_layer(Index layer) {
    ImportPlan plan;
    plan.layer = layer;
    return plan;
}

/// The matrix as an array has it.
Matrix matrix(const Shape& shape, Index number, Index from = 0) {
    const std::vector<Real> all = shares(shape, from);
    const Index rows = shape[shape.size() - 2], columns = shape.back();
    Matrix made(rows, columns);
    for (Index at = 0; at < made.size(); ++at)
        made(at / columns, at % columns) =
            all[static_cast<std::size_t>(number * rows * columns + at)];
    return made;
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

} // namespace

TEST(ImportLayers, AllComeInFromAnArrayForEach) {
    const auto files = opened(attentions(3, 2, 4));
    const Came all = came(files);
    ASSERT_EQ(all.fault, "");
    EXPECT_EQ(layer_count(all.document), 3);
    EXPECT_EQ(head_count(all.document), 2);
    for (Index layer = 0; layer < 3; ++layer)
        for (Index head = 0; head < 2; ++head)
            EXPECT_EQ(**input(all.document, {Stage::Weights, head, 0, layer}),
                      matrix({1, 2, 4, 4}, head, 100 * layer));
    EXPECT_TRUE(contains(all.said, "attentions/0 to attentions/2 are layers. All 3 were taken as "
                                   "layers of 2 heads; --layer N takes one of them."))
        << all.said;
    EXPECT_FALSE(contains(all.said, "left out")) << all.said;
}

TEST(ImportLayers, OneIsTakenByItsNumber) {
    const auto files = opened(attentions(12, 2, 4));
    for (const Index layer : {0, 3, 11}) {
        for (const char* const name : {"", "attentions"}) {
            const Came one = came(files, of_layer(layer), name);
            ASSERT_EQ(one.fault, "") << name;
            EXPECT_EQ(layer_count(one.document), 1);
            EXPECT_EQ(**input(one.document, {Stage::Weights, 1}),
                      matrix({1, 2, 4, 4}, 1, 100 * layer));
        }
    }
    EXPECT_TRUE(contains(came(files, of_layer(3)).said, "Of 12 layers it is layer 3"));
    EXPECT_TRUE(contains(came(files, of_layer(12)).fault, "no layer 12 is there; the layers of "
                                                          "attentions/N are 0, 1, 2"))
        << came(files, of_layer(12)).fault;
}

TEST(ImportLayers, AreInTheOrderOfTheirNumbers) {
    const auto files = opened(attentions(11, 1, 3, "arr_"));
    const Came all = came(files);
    ASSERT_EQ(all.fault, "");
    ASSERT_EQ(layer_count(all.document), 11);
    for (Index layer = 0; layer < 11; ++layer) // 2 before 10
        EXPECT_EQ(**input(all.document, {Stage::Weights, 0, 0, layer}),
                  matrix({1, 1, 3, 3}, 0, 100 * layer))
            << layer;
}

TEST(ImportLayers, AnAxisOfLayersComesInWhole) {
    for (const Shape& shape : {Shape{3, 2, 4, 4}, Shape{3, 1, 2, 4, 4}}) {
        const auto files = opened({entry("attn", shape)});
        const Came all = came(files);
        ASSERT_EQ(all.fault, "");
        ASSERT_EQ(layer_count(all.document), 3);
        for (Index layer = 0; layer < 3; ++layer)
            for (Index head = 0; head < 2; ++head)
                EXPECT_EQ(**input(all.document, {Stage::Weights, head, 0, layer}),
                          matrix(shape, 2 * layer + head));
        EXPECT_TRUE(contains(all.said, "its first axis that is not 1 counts layers, or texts of a "
                                       "batch. All 3 were taken as layers of 2 heads; --layer N "
                                       "or --batch I takes one of them."))
            << all.said;
        const Came one = came(files, of_layer(2));
        ASSERT_EQ(one.fault, "");
        EXPECT_EQ(layer_count(one.document), 1);
        EXPECT_EQ(**input(one.document, {Stage::Weights, 1}), matrix(shape, 5));
        ImportPlan text;
        text.batch = 1;
        const Came of_text = came(files, text);
        ASSERT_EQ(of_text.fault, "");
        EXPECT_EQ(layer_count(of_text.document), 1);
        EXPECT_EQ(**input(of_text.document, {Stage::Weights, 0}), matrix(shape, 2));
    }
}

TEST(ImportLayers, WithABatchAskForOneText) {
    const auto files = opened({entry("attn", {3, 2, 2, 4, 4})});
    EXPECT_TRUE(contains(came(files).fault, "Take one text with --batch I")) << came(files).fault;
    ImportPlan text;
    text.batch = 1;
    const Came all = came(files, text);
    ASSERT_EQ(all.fault, "");
    ASSERT_EQ(layer_count(all.document), 3);
    EXPECT_EQ(**input(all.document, {Stage::Weights, 1, 0, 2}), matrix({3, 2, 2, 4, 4}, 11));
}

TEST(ImportLayers, WithTheNamesOfTheProgramHaveTheirHeads) {
    const auto files = opened({entry("weights/0", {4, 4}, 0), entry("weights/1", {4, 4}, 10),
                               entry("weights/0@1", {4, 4}, 20), entry("weights/1@1", {4, 4}, 30)});
    const Came all = came(files);
    ASSERT_EQ(all.fault, "");
    EXPECT_EQ(layer_count(all.document), 2);
    EXPECT_EQ(head_count(all.document), 2);
    EXPECT_EQ(**input(all.document, {Stage::Weights, 1, 0, 1}), matrix({4, 4}, 0, 30));
    ImportPlan head;
    head.is_head_chosen = true;
    head.head = 1;
    const Came second = came(files, head);
    ASSERT_EQ(second.fault, "");
    EXPECT_EQ(head_count(second.document), 1);
    EXPECT_EQ(**input(second.document, {Stage::Weights, 0, 0, 1}), matrix({4, 4}, 0, 30));
}

TEST(ImportLayers, OfTwoStacksAskWhich) {
    auto entries = attentions(2, 2, 4, "encoder_attentions/");
    const auto more = attentions(2, 2, 4, "decoder_attentions/");
    entries.insert(entries.end(), more.begin(), more.end());
    const auto files = opened(entries);
    EXPECT_TRUE(contains(came(files).fault,
                         "several arrays look like attention weights: decoder_attentions/N and "
                         "encoder_attentions/N. Choose one with --weights NAME"))
        << came(files).fault;
    const Came all = came(files, {}, "decoder_attentions");
    ASSERT_EQ(all.fault, "");
    EXPECT_EQ(layer_count(all.document), 2);
}

TEST(ImportLayers, ThatAreTooLargeTogetherComeOneByOne) {
    const auto files = opened(attentions(6, 6, 512)); // 75 MB
    const Came first = came(files);
    ASSERT_EQ(first.fault, "");
    EXPECT_EQ(layer_count(first.document), 1);
    EXPECT_TRUE(contains(first.said, "The first was taken, because all 6 need 75 MB of memory and "
                                     "at most 64 MB of layers are taken at once; --layer N takes "
                                     "another, and --rows 0:"))
        << first.said;
    EXPECT_FALSE(contains(first.said, "left out")) << first.said;
    const auto at = first.said.find("--rows 0:") + std::string("--rows 0:").size();
    ImportPlan fewer;
    for (Index row = 0; row < std::stol(first.said.substr(at)); ++row)
        fewer.rows.push_back(row);
    const Came all = came(files, fewer);
    ASSERT_EQ(all.fault, "");
    EXPECT_EQ(layer_count(all.document), 6) << "as many words as the sentence names";
    const Came one = came(files, of_layer(5));
    ASSERT_EQ(one.fault, "");
    EXPECT_EQ(**input(one.document, {Stage::Weights, 5}), matrix({1, 6, 512, 512}, 5, 500));
}

TEST(ImportLayers, OfOneArrayAreItsFirstAxisWhateverDigitsEndItsName) {
    const auto files = opened({entry("lecture2", {3, 2, 4, 4})});
    const Came all = came(files);
    ASSERT_EQ(all.fault, "");
    EXPECT_EQ(layer_count(all.document), 3);
    const Came one = came(files, of_layer(1));
    ASSERT_EQ(one.fault, "");
    EXPECT_EQ(**input(one.document, {Stage::Weights, 1}), matrix({3, 2, 4, 4}, 3));
}

TEST(ImportLayers, OfOtherSizesNameTheArray) {
    const auto files = opened({entry("attn/0", {2, 4, 4}), entry("attn/1", {2, 5, 5})});
    EXPECT_TRUE(contains(came(files).fault, "attn/1: it is 2 × 5 × 5, expected 4 × 4"))
        << came(files).fault;
    const Came one = came(files, of_layer(1));
    ASSERT_EQ(one.fault, "");
    EXPECT_EQ(token_count(one.document), 5);
    const auto heads = opened({entry("attn/0", {2, 4, 4}), entry("attn/1", {3, 4, 4})});
    EXPECT_TRUE(contains(came(heads).fault, "attn/1: it has 3 heads, and the layers before it 2"))
        << came(heads).fault;
}

TEST(ImportLayers, OfSeveralStagesHaveTheSameNumber) {
    std::vector<ZipEntry> entries;
    for (const char* const name : {"q", "k", "v"})
        entries.push_back(entry(name, {2, 2, 4, 3}));
    const auto files = opened(entries);
    const Came all = came(files);
    ASSERT_EQ(all.fault, "");
    EXPECT_EQ(layer_count(all.document), 2);
    EXPECT_EQ(**input(all.document, {Stage::V, 1, 0, 1}), matrix({2, 2, 4, 3}, 3));
    entries[2] = entry("v", {2, 4, 3});
    EXPECT_TRUE(contains(came(opened(entries)).fault, "v: it has 1 layer, and the others 2"))
        << came(opened(entries)).fault;
}

} // namespace attn::import_layers_test
