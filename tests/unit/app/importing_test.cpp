// SPDX-License-Identifier: MIT
// Importing arrays by keyboard, and dropping files of every kind.
#include "app/importing/importing.h"
#include "core/document/model/evaluate.h"
#include "core/io/document/library.h"
#include "core/io/document/picture_memory.h"
#include "core/publish/exporters.h"
#include "tests/support/import_desk.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

using namespace app;
using namespace attn;
using namespace attn::test;

namespace {

const std::string arrays = ATTENTION_SOURCE_DIR "/tests/data/arrays/";

std::string file(const TempDir& folder, const std::string& name, const std::string& bytes) {
    EXPECT_TRUE(io::write_file(folder / name, bytes));
    return folder / name;
}

Matrix whole(const std::string& file, const std::string& name) {
    std::vector<io::ArrayFile> files;
    files.push_back(*io::open_arrays(arrays + file));
    const auto choice = io::find_array(files, name).value();
    return files[0].read(choice.array, {})->matrix;
}

} // namespace

TEST(Importing, FollowsTheNamesAndIsOneUndoStep) {
    const TempDir home;
    ImportDesk desk(home);
    const Document before = desk.document();
    const std::size_t steps = desk.session->history().size();
    desk.post(Open{arrays + "small.npz"});
    ASSERT_TRUE(desk.ui().importing);
    ASSERT_TRUE(desk.panel().made) << desk.panel().fault;
    EXPECT_EQ(desk.document(), before) << "nothing is changed until it is imported";
    desk.press(Key::Enter);
    EXPECT_FALSE(desk.ui().importing);
    EXPECT_EQ(desk.document().tokens, (std::vector<std::string>{"The", "cat"}));
    EXPECT_EQ(*desk.document().embeddings, whole("small.npz", "X"));
    EXPECT_EQ(desk.session->history().size(), steps + 1);
    EXPECT_TRUE(desk.session->work.is_changed()) << "it is in no document yet";
    EXPECT_EQ(desk.ui().files.path, "") << "and saving asks where to";
    desk.control('z');
    EXPECT_EQ(desk.document(), before);
}

TEST(Importing, CutsOneHeadOutOfAFusedProjection) {
    const TempDir home;
    ImportDesk desk(home);
    desk.post(Open{arrays + "model.safetensors"});
    ASSERT_TRUE(desk.ui().importing);
    for (const ImportTarget other : {ImportTarget::WQ, ImportTarget::WK, ImportTarget::WV}) {
        desk.target(other);
        choose_array(desk.panel(), std::nullopt);
    }
    desk.target(ImportTarget::X);
    desk.array("transformer.wte.weight");
    desk.target(ImportTarget::WK);
    desk.array("h.0.attn.c_attn.weight");
    turn_fused(desk.panel());
    desk.fill(ImportField::Rows, "7,2");
    desk.fill(ImportField::Dimensions, "5,0,1");
    desk.fill(ImportField::Heads, "2");
    desk.fill(ImportField::Head, "1");
    desk.fill(ImportField::QueryKey, "2,0");
    ASSERT_TRUE(desk.panel().made) << desk.panel().fault;
    desk.press(Key::Enter);
    const Matrix x = whole("model.safetensors", "wte.weight");
    const Matrix fused = whole("model.safetensors", "c_attn.weight");
    const HeadWeights& head = desk.document().heads[0];
    ASSERT_EQ(desk.document().tokens, (std::vector<std::string>{"7", "2"}));
    ASSERT_EQ(head.w_q.cols(), 2);
    ASSERT_EQ(head.w_v.cols(), 3);
    const std::vector<Index> dimensions = {5, 0, 1};
    for (Index row = 0; row < 3; ++row) {
        const Index from = dimensions[static_cast<std::size_t>(row)];
        EXPECT_EQ((*desk.document().embeddings)(0, row), x(7, from));
        EXPECT_EQ((*head.w_q)(row, 0), fused(from, 3 + 2));
        EXPECT_EQ((*head.w_k)(row, 1), fused(from, 6 + 3 + 0));
        EXPECT_EQ((*head.w_v)(row, 2), fused(from, 12 + 3 + 2));
    }
}

TEST(Importing, ImportsAllHeadsOfAnArchiveOrOne) {
    const TempDir home;
    const auto heads = io::open_document("grouped-queries");
    ASSERT_TRUE(heads) << heads.error().text();
    const auto archive = publish::exported(*heads, publish::FileKind::Npz, {});
    ImportDesk desk(home);
    desk.drop({file(home, "heads.npz", archive.value())});
    EXPECT_TRUE(desk.panel().is_whole);
    ASSERT_TRUE(desk.panel().made) << desk.panel().fault;
    const auto same_numbers = [&](const Document& made) {
        const Trace expected = evaluate(*heads), trace = evaluate(made);
        for (Index head = 0; head < head_count(*heads); ++head)
            for (const Stage stage : {Stage::Weights, Stage::Output})
                EXPECT_EQ(matrix_of(made, trace, {stage, head}),
                          matrix_of(*heads, expected, {stage, head}));
    };
    same_numbers(desk.panel().made->document);

    desk.target(ImportTarget::WQ);
    desk.array("W_Q/1");
    EXPECT_FALSE(desk.panel().is_whole);
    ASSERT_TRUE(desk.panel().made) << desk.panel().fault;
    EXPECT_EQ(desk.panel().made->document.heads.size(), 1U);
    for (std::size_t at = 0; at < desk.panel().shown.size() + 2; ++at)
        desk.press(Key::Up);
    EXPECT_TRUE(desk.panel().is_whole) << "the first line of the list";
    desk.press(Key::Enter);
    EXPECT_FALSE(desk.ui().importing);
    same_numbers(desk.document());
}

TEST(Importing, TransposesWeightsOfNnLinear) {
    const TempDir home;
    ImportDesk desk(home);
    desk.post(Open{arrays + "model.safetensors"});
    for (const ImportTarget other : {ImportTarget::WK, ImportTarget::WV}) {
        desk.target(other);
        choose_array(desk.panel(), std::nullopt);
    }
    desk.target(ImportTarget::WQ);
    for (std::size_t at = 0; at < desk.panel().shown.size(); ++at) {
        const Importing::Listed listed = desk.panel().shown[at];
        if (desk.panel().files[0].arrays[listed.array].name.ends_with("in_proj_weight"))
            choose_array(desk.panel(), listed);
    }
    EXPECT_NE(desk.panel().fault.find("type their number in Heads in W"), std::string::npos)
        << desk.panel().fault;
    desk.fill(ImportField::Heads, "1");
    EXPECT_FALSE(desk.panel().made);
    EXPECT_NE(desk.panel().fault.find("stored transposed"), std::string::npos)
        << desk.panel().fault;
    turn_fused(desk.panel());
    turn_transposed(desk.panel());
    ASSERT_TRUE(desk.panel().made) << desk.panel().fault;
    EXPECT_EQ(*desk.panel().made->document.heads[0].w_v,
              whole("model.safetensors", "c_attn.weight").rightCols(6));
    turn_fused(desk.panel()); // back to separate
    EXPECT_FALSE(desk.panel().plan.w_v);
}

TEST(Importing, RefusesWithAMessageAndChangesNothing) {
    const TempDir home;
    ImportDesk desk(home);
    const Document before = desk.document();
    desk.post(Open{arrays + "small.npz"});
    desk.fill(ImportField::Rows, "9");
    EXPECT_FALSE(desk.panel().made);
    EXPECT_NE(desk.panel().fault, "");
    desk.press(Key::Enter);
    ASSERT_TRUE(desk.ui().importing) << "it stays open";
    desk.press(Key::Backspace);
    desk.type("x");
    EXPECT_NE(desk.panel().fault.find("rows of X"), std::string::npos) << desk.panel().fault;
    desk.press(Key::Escape);
    EXPECT_FALSE(desk.ui().importing);
    EXPECT_EQ(desk.document(), before);
    EXPECT_FALSE(desk.session->history().can_undo());
}

TEST(Importing, AsksAboutUnsavedWorkFirst) {
    const TempDir home;
    ImportDesk desk(home);
    desk.change(0.25);
    desk.drop({arrays + "small.npz"});
    desk.press(Key::Enter);
    EXPECT_NE(desk.asked(), "");
    desk.answer("cancel");
    ASSERT_TRUE(desk.ui().importing) << "what was chosen is still there";
    desk.press(Key::Enter);
    desk.answer("dont_save");
    EXPECT_EQ(desk.document().tokens[1], "cat");
    desk.control('z');
    EXPECT_EQ(desk.value(), 0.25);
}

TEST(Importing, ComesBackAfterAKill) {
    const TempDir home;
    {
        ImportDesk desk(home);
        desk.post(Open{arrays + "small.npz"});
        desk.press(Key::Enter);
        desk.die();
    }
    ImportDesk next(home);
    ASSERT_TRUE(next.ui().recovery.offer);
    next.press(Key::Enter);
    EXPECT_EQ(next.document().tokens[1], "cat");
    EXPECT_TRUE(next.session->work.is_changed());
}

TEST(Importing, StartsWithAFewWordsOfAVocabulary) {
    const TempDir home;
    std::string text;
    for (int row = 0; row < 5000; ++row)
        text += "word" + std::to_string(row) + ",1.5," + std::to_string(row) + "\n";
    ImportDesk desk(home);
    desk.drop({file(home, "vocabulary.csv", text)});
    ASSERT_TRUE(desk.ui().importing) << desk.message();
    ASSERT_TRUE(desk.panel().made) << desk.panel().fault;
    EXPECT_EQ(desk.panel().line(ImportField::Rows).text, "0:8");
    desk.fill(ImportField::Rows, "4999,3");
    EXPECT_EQ(desk.panel().made->document.tokens, (std::vector<std::string>{"word4999", "word3"}));
}

TEST(Importing, ExplainsAndPagesThroughLimitedRows) {
    const TempDir home;
    std::string text;
    for (int row = 0; row < 5003; ++row)
        text += "word" + std::to_string(row) + ",1.5," + std::to_string(row) + "\n";
    ImportDesk desk(home);
    desk.drop({file(home, "vocabulary.csv", text)});
    ASSERT_TRUE(desk.ui().importing) << desk.message();
    const std::string said = row_sentence(desk.panel());
    EXPECT_NE(said.find("5003 rows, more than the 4096 words"), std::string::npos) << said;
    const auto taken = [&] { return desk.panel().made->document.tokens; };
    desk.press(Key::PageUp);
    EXPECT_EQ(desk.panel().line(ImportField::Rows).text, "0:8") << "there are none before";
    desk.press(Key::PageDown);
    EXPECT_EQ(desk.panel().line(ImportField::Rows).text, "8:16");
    EXPECT_EQ(taken().front(), "word8");
    desk.fill(ImportField::Rows, "906:5002"); // the most that a document holds
    ASSERT_EQ(taken().size(), 4096U);
    desk.press(Key::PageDown);
    EXPECT_EQ(desk.panel().line(ImportField::Rows).text, "907:5003") << "the last ones";
    EXPECT_EQ(taken().back(), "word5002");
    desk.press(Key::PageUp);
    EXPECT_EQ(taken().front(), "word0");
    desk.fill(ImportField::Rows, "1,7");
    EXPECT_FALSE(row_window(desk.panel())) << "what is picked one by one has no next";
    desk.press(Key::PageDown);
    EXPECT_EQ(desk.panel().line(ImportField::Rows).text, "1,7");
}

TEST(Importing, F31AnAmbiguousTableIsReported) {
    const TempDir home;
    ImportDesk desk(home);
    desk.drop({file(home, "both.csv", "1,5\n2,5\n")});
    ASSERT_TRUE(desk.ui().importing);
    const io::TableReading* table = table_of(desk.panel());
    ASSERT_NE(table, nullptr);
    EXPECT_EQ(table->other, "2 × 1 with blanks, decimal commas");
    EXPECT_EQ(desk.panel().made->document.embeddings.cols(), 2);
    choose_dialect(desk.panel(), {' ', true, false, false});
    EXPECT_EQ(*desk.panel().made->document.embeddings, (Matrix(2, 1) << 1.5, 2.5).finished());
    choose_dialect(desk.panel(), {',', false, true, false});
    EXPECT_EQ(*desk.panel().made->document.embeddings, (Matrix(1, 2) << 2, 5).finished());
    choose_dialect(desk.panel(), {';', false, false, false});
    EXPECT_FALSE(desk.panel().made);
    EXPECT_NE(desk.panel().fault, "");
    desk.press(Key::Enter);
    EXPECT_TRUE(desk.ui().importing) << "nothing comes in that cannot be read";
}

TEST(Importing, F31OtherTablesAreUnambiguous) {
    const TempDir home;
    for (const char* text : {"1;5\n2;5\n", "a,b\n1,5\n", "x,1,5\ny,2,5\n", "1.5,5\n2,5\n",
                             "1,5;2,5\n", "1,5\t2\n", "1,2,3\n4,5,6\n", "1\n2\n"}) {
        const auto read = io::open_arrays(file(home, "one.csv", text));
        ASSERT_TRUE(read) << text;
        EXPECT_EQ(read->table->other, "") << text;
    }
}

TEST(Dropping, OpensDocumentsAndPicturesThatHoldOne) {
    const TempDir home;
    ImportDesk desk(home);
    desk.drop({document_file(home, "one.attn")});
    EXPECT_EQ(desk.document().title, "one.attn");
    publish::ExportOptions options;
    for (const auto& [kind, ending] : {std::pair(publish::FileKind::Svg, std::string("svg")),
                                       std::pair(publish::FileKind::Png, std::string("png")),
                                       std::pair(publish::FileKind::Pdf, std::string("pdf"))}) {
        const auto picture = publish::exported(titled("in a " + ending), kind, options);
        ASSERT_TRUE(picture) << picture.error().text();
        desk.drop({file(home, "picture." + ending, *picture)});
        EXPECT_EQ(desk.document().title, "in a " + ending) << desk.message();
        EXPECT_EQ(desk.ui().files.path, "") << "the picture is not overwritten";
    }
}

TEST(Dropping, OpensTheImportPanelForEveryKindOfArray) {
    const TempDir home;
    for (const std::string& path :
         {arrays + "npy/f8_little_c.npy", arrays + "small.npz", arrays + "model.safetensors",
          file(home, "table.csv", "1,2\n3,4\n"), file(home, "table.tsv", "1\t2\n3\t4\n"),
          file(home, "table.txt", "1 2\n3 4\n")}) {
        ImportDesk desk(home);
        desk.drop({path});
        ASSERT_TRUE(desk.ui().importing) << path << desk.message();
        EXPECT_FALSE(desk.panel().shown.empty()) << path;
    }
    ImportDesk desk(home);
    desk.drop({file(home, "x.csv", "1,2\n3,4\n"), file(home, "w_q.csv", "1,0\n0,1\n")});
    ASSERT_TRUE(desk.ui().importing) << "several files of arrays come together";
    EXPECT_EQ(desk.panel().files.size(), 2U);
    EXPECT_TRUE(desk.panel().plan.x && desk.panel().plan.w_q) << "each by its name";
}

TEST(Dropping, ExplainsWhyOtherFilesAreRefused) {
    const TempDir home;
    const std::string good = document_file(home, "good.attn");
    std::filesystem::create_directory(home / "folder");
    const std::vector<std::vector<std::string>> drops = {
        {file(home, "letter.docx", "PK\x03\x04 something")},
        {file(home, "broken.npy", "no")},
        {file(home, "empty.csv", "")},
        {file(home, "words.csv", "a,b\nc,d\n")},
        {file(home, "song.mp3", "\xFF\xFB\x90")},
        {home / "missing.npz"},
        {home / "missing.attn"},
        {good, arrays + "small.npz"}};
    for (const auto& paths : drops) {
        ImportDesk desk(home);
        const Document before = desk.document();
        desk.drop(paths);
        EXPECT_FALSE(desk.ui().importing) << paths[0];
        EXPECT_FALSE(desk.ui().question) << paths[0];
        EXPECT_TRUE(desk.ui().message && desk.ui().message->is_fault) << paths[0];
        EXPECT_GT(desk.message().size(), 20U) << paths[0];
        EXPECT_EQ(desk.document(), before) << paths[0];
    }
    ImportDesk desk(home);
    desk.drop({home / "folder"});
    EXPECT_TRUE(desk.ui().files.dialog) << "a folder is looked into";
}

TEST(Dropping, SaysHowToConvertUnsupportedFiles) {
    const TempDir home;
    const std::string model = file(home, "model.gguf", "GGUF"),
                      zipped = file(home, "net.pt", "PK\x03\x04"),
                      table = file(home, "table.csv", "1,2\n3,4\n");
    ImportDesk desk(home);
    const Document before = desk.document();
    const std::vector<std::pair<std::vector<std::string>, std::string>> drops = {
        {{model}, "cannot open .gguf files"},
        {{zipped}, "cannot open .pt files"},
        {{table, model}, "cannot open .gguf files"}};
    for (const auto& [paths, expected] : drops) {
        desk.ui().message.reset();
        desk.drop(paths);
        EXPECT_NE(desk.message().find(expected), std::string::npos) << desk.message();
        EXPECT_NE(desk.message().find("Convert it with: python3 -c "), std::string::npos);
        EXPECT_FALSE(desk.ui().importing);
        EXPECT_EQ(desk.document(), before);
    }
    desk.ui().message.reset();
    desk.drop({file(home, "broken.csv", "1,2\nN/A,4\n5,6\n")});
    EXPECT_NE(desk.message().find("line 2, column 1: found \"N/A\", expected a number"),
              std::string::npos)
        << desk.message();
}
