// SPDX-License-Identifier: MIT
#include "app/actions/actions.h"
#include "app/importing/importing.h"
#include "app/importing/model_importing.h"
#include "app/input/keys.h"
#include "app/session/session.h"
#include "core/document/model/evaluate.h"
#include "core/figure/base/colours.h"
#include "core/io/document/library.h"
#include "tests/support/file_desk.h"
#include "tests/support/sparse_model.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace attn::model_importing_test {

using namespace app;

namespace {

const std::string models = ATTENTION_SOURCE_DIR "/tests/data/checkpoints/";

struct ModelImportingDesk {
    Session session{*io::open_document("four-words")};
    std::vector<Action> actions = all_actions({});

    void open(const std::string& path) {
        session.outbox.post(Open{path});
        session.carry_out(io::open_document);
    }
    void press(KeyPress key) {
        take_key(session.frame(), key, actions);
        session.carry_out(io::open_document);
    }
    ModelImporting& model() { return *session.ui.model; }
    /// Takes results of the thread until there is a document or an error.
    void wait() {
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
        const checkpoint::Config& config = model().reader->model().config;
        const auto all = static_cast<std::size_t>(config.layers * config.heads);
        while (std::chrono::steady_clock::now() < end) {
            (void)follow_reader(model(), session.view);
            if (!model().fault.empty() || (model().made && model().heads.size() == all))
                return;
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
        ADD_FAILURE() << "the model is not read";
    }
};

} // namespace

TEST(ModelImporting, ShownHeadsEqualTheWeightsOfTheirDocuments) {
    for (const char* name : {"gpt2", "llama", "bert", "gemma2"}) {
        ModelImportingDesk desk;
        desk.open(models + name);
        ASSERT_TRUE(desk.session.ui.model) << name;
        desk.wait();
        const checkpoint::Config config = desk.model().reader->model().config;
        for (Index layer = 0; layer < config.layers; ++layer)
            for (Index head = 0; head < config.heads; ++head) {
                choose_head(desk.model(), layer, head);
                desk.wait();
                ASSERT_TRUE(desk.model().made) << name << ": " << desk.model().fault;
                const Document& document = desk.model().made->document;
                const Matrix weights =
                    matrix_of(document, evaluate(document), {Stage::Weights, 0, 0});
                const Matrix seen = desk.model().heads.at({layer, head});
                ASSERT_EQ(seen.rows(), weights.rows());
                EXPECT_LE((seen - weights).cwiseAbs().maxCoeff(), 1e-9)
                    << name << " " << layer << " " << head;
            }
    }
}

TEST(ModelImporting, HeadsHaveTheColoursOfTheView) {
    ModelImportingDesk desk;
    desk.open(models + "gpt2");
    desk.wait();
    const ModelImporting& model = desk.model();
    const Matrix weights = model.heads.at({0, 0});
    const auto expect_colours = [&] {
        const figure::ColourScale scale{&figure::sequential_table(desk.session.view), 0, 1};
        const std::size_t first = static_cast<std::size_t>(model.picture->width) + 1;
        EXPECT_EQ(model.picture->colours[first], figure::colour(scale, weights(0, 0)));
        return model.picture->colours[first];
    };
    const figure::Colour light = expect_colours();
    desk.session.view.theme = ThemeName::Dark;
    (void)follow_reader(desk.model(), desk.session.view);
    EXPECT_NE(expect_colours(), light);
    desk.session.view.sequential = Sequential::Viridis;
    (void)follow_reader(desk.model(), desk.session.view);
    (void)expect_colours();
}

TEST(ModelImporting, TheChosenHeadBecomesTheDocumentInOneUndoStep) {
    ModelImportingDesk desk;
    const Document before = desk.session.document();
    desk.open(models + "gpt2/config.json");
    ASSERT_TRUE(desk.session.ui.model) << "config.json stands for its folder";
    desk.wait();
    desk.press({Key::Tab});
    desk.press({Key::Down});
    desk.press({Key::Right});
    EXPECT_EQ(desk.model().choice.layer, 1);
    EXPECT_EQ(desk.model().head, 1);
    desk.wait();
    const Document made = desk.model().made->document;
    desk.press({Key::Enter});
    EXPECT_FALSE(desk.session.ui.model);
    EXPECT_EQ(desk.session.document(), made);
    EXPECT_NE(made.notes.find("h.1."), std::string::npos) << made.notes;
    desk.session.outbox.post(Undo{});
    desk.session.carry_out(io::open_document);
    EXPECT_EQ(desk.session.document(), before);
}

TEST(ModelImporting, ADroppedFolderOpensThePanel) {
    ModelImportingDesk desk;
    drop_files(desk.session.frame(), {models + "llama"});
    desk.session.carry_out(io::open_document);
    ASSERT_TRUE(desk.session.ui.model);
    EXPECT_EQ(desk.model().name, "llama");
    desk.wait();
}

TEST(ModelImporting, AWholeLayerOrItsBlockCanBeTaken) {
    ModelImportingDesk desk;
    desk.open(models + "gpt2");
    desk.wait();
    choose_part(desk.model(), ModelPart::Layer);
    desk.wait();
    ASSERT_TRUE(desk.model().made);
    EXPECT_EQ(head_count(desk.model().made->document), 4);
    choose_part(desk.model(), ModelPart::Block);
    desk.wait();
    ASSERT_TRUE(desk.model().made) << desk.model().fault;
    EXPECT_TRUE(desk.model().made->document.options.block);
}

TEST(ModelImporting, AWholeModelCanBeTakenWhereOneDocumentHoldsIt) {
    ModelImportingDesk desk;
    desk.open(models + "gpt2");
    desk.wait();
    choose_part(desk.model(), ModelPart::Block);
    EXPECT_EQ(next_part(desk.model()), ModelPart::Whole);
    choose_part(desk.model(), next_part(desk.model()));
    desk.wait();
    ASSERT_TRUE(desk.model().made) << desk.model().fault;
    EXPECT_EQ(next_part(desk.model()), ModelPart::Head);
    desk.press({Key::Enter});
    const Document& document = desk.session.document();
    EXPECT_TRUE(document.options.has_table);
    EXPECT_EQ(document.options.block->layers, 2);
    EXPECT_EQ(document.vocabulary.size(), 32U);

    desk.open(models + "bert");
    ASSERT_TRUE(desk.session.ui.model);
    EXPECT_NE(desk.model().why_not_whole, "");
    choose_part(desk.model(), ModelPart::Block);
    EXPECT_EQ(next_part(desk.model()), ModelPart::Head) << "the choice is not there";
}

TEST(ModelImporting, WrongInputIsExplainedAndCanBeCorrected) {
    ModelImportingDesk desk;
    desk.open(models + "gpt2");
    desk.wait();
    for (const char* text : {"", "5000", "0:40", "cat"}) {
        desk.model().text = line_edit(text, false);
        follow_text(desk.model());
        EXPECT_FALSE(desk.model().fault.empty()) << text;
        EXPECT_FALSE(desk.model().made);
        desk.press({Key::Enter});
        EXPECT_TRUE(desk.session.ui.model) << "there is nothing to open";
    }
    desk.model().text = line_edit("3,1,4", false);
    follow_text(desk.model());
    EXPECT_EQ(desk.model().fault, "");
    desk.wait();
    EXPECT_EQ(desk.model().made->document.tokens.size(), 3U);
    desk.press({Key::Escape});
    EXPECT_FALSE(desk.session.ui.model);
}

TEST(ModelImporting, ShowsProgressWithinALayerAndLeavesAtOnce) {
    const test::TempDir folder;
    (void)test::write_sparse_model(folder); // its first layer alone takes seconds
    ModelImportingDesk desk;
    desk.open(folder.path().string());
    ASSERT_TRUE(desk.session.ui.model);
    desk.model().text = line_edit("1,2", false);
    follow_text(desk.model());
    const auto start = std::chrono::steady_clock::now();
    const auto since = [](auto time) {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - time).count();
    };
    std::optional<ModelReader::Running> running;
    while (since(start) < 60 && !(running && running->fraction > 0)) {
        running = desk.model().reader->running();
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    ASSERT_TRUE(running);
    EXPECT_EQ(running->layer, 1);
    EXPECT_EQ(running->layers, 32);
    EXPECT_LT(running->fraction, 1.0 / 32);
    EXPECT_TRUE(desk.session.tick(0)) << "the window draws again though no head is done";
    const auto asked = std::chrono::steady_clock::now();
    desk.press({Key::Escape});
    EXPECT_FALSE(desk.session.ui.model);
    EXPECT_LT(since(asked), 2) << "seconds, checked for mistakes and on a busy machine";
}

TEST(ModelImporting, PoolsTheWeightsOfManyWords) {
    Matrix weights = Matrix::Zero(100, 100);
    weights(50, 99) = 1;
    const Matrix pooled = pooled_weights(weights, 32);
    EXPECT_EQ(pooled.rows(), 32);
    EXPECT_EQ(pooled.sum(), 1);
    EXPECT_EQ(pooled(16, 31), 1);
}

TEST(ModelImporting, AFolderIsOpenedInTheDialogAndIsThenAmongTheRecent) {
    const test::TempDir home;
    test::FileDesk desk(home);
    desk.ui().files.dialog = open_dialog(models);
    EXPECT_FALSE(desk.ui().files.dialog->holds_model);
    desk.type("gpt2/");
    ASSERT_TRUE(desk.ui().files.dialog->holds_model);
    desk.press(Key::Enter);
    ASSERT_TRUE(desk.ui().model);
    EXPECT_EQ(desk.ui().model->name, "gpt2");
    desk.ui().model.reset();
    ASSERT_FALSE(desk.ui().files.recent.empty());
    desk.ui().files.dialog = recent_dialog(desk.ui().files.recent);
    EXPECT_EQ(desk.ui().files.dialog->entries.front().detail, "folder");
    desk.press(Key::Enter);
    EXPECT_TRUE(desk.ui().model);
    desk.ui().model.reset();
    desk.ui().files.dialog = save_dialog(models + "gpt2", "a.attn");
    EXPECT_FALSE(desk.ui().files.dialog->holds_model) << "nothing is saved over a model";
}

} // namespace attn::model_importing_test
