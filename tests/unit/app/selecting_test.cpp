// SPDX-License-Identifier: MIT
#include "app/editing/selecting.h"
#include "core/document/model/sheet.h"
#include "tests/support/editing_desk.h"
#include "tests/support/small_ratings.h"

#include <gtest/gtest.h>

namespace attn::selecting_test {

using namespace app;
using test::EditingDesk;

namespace {

/// Begins with three words, d_model 3 and d_k 2.
struct SelectingDesk : EditingDesk {
    explicit SelectingDesk(Document document = three_words()) : EditingDesk(std::move(document)) {}
    static Document three_words() {
        Document document;
        document.tokens = {"a", "b", "c"};
        document.embeddings = (Matrix(3, 3) << 1, 2, 3, 4, 5, 6, 7, 8, 9).finished();
        document.heads = {{Matrix::Zero(3, 2), Matrix::Zero(3, 2), Matrix::Zero(3, 4)}};
        return document;
    }
    const Matrix& x() const { return *session.document().embeddings; }
};

constexpr Place x00{};

} // namespace

TEST(Selecting, ShiftArrowsSelectARangeAndArrowsLeaveIt) {
    SelectingDesk desk;
    desk.select({{Stage::X}, 1, 1});
    desk.press(Key::Right, true);
    desk.press(Key::Up, true);
    EXPECT_EQ(selection(desk.session.view), (CellRange{{Stage::X}, 0, 1, 2, 2}));
    desk.press(Key::Left);
    EXPECT_EQ(selection(desk.session.view), (CellRange{{Stage::X}, 0, 1, 1, 1}));
    desk.press(Key::End, true, true);
    EXPECT_EQ(selection(desk.session.view), (CellRange{{Stage::X}, 0, 1, 3, 2}));
    desk.press(Key::Escape);
    EXPECT_EQ(selection(desk.session.view), (CellRange{{Stage::X}, 2, 2, 1, 1}));
}

TEST(Selecting, ControlATakesTheWholeMatrix) {
    SelectingDesk desk;
    desk.select({{Stage::W_V}, 1, 1});
    desk.control('a');
    EXPECT_EQ(selection(desk.session.view), (CellRange{{Stage::W_V}, 0, 0, 3, 4}));
}

TEST(Selecting, DeleteClearsTheRangeAsOneUndoStep) {
    SelectingDesk desk;
    desk.select(x00);
    desk.press(Key::Down, true);
    desk.press(Key::Delete);
    EXPECT_EQ(desk.x(), (Matrix(3, 3) << 0, 2, 3, 0, 5, 6, 7, 8, 9).finished());
    desk.control('z');
    EXPECT_EQ(desk.x()(1, 0), 4);
    EXPECT_FALSE(desk.session.history().can_undo());
}

TEST(Copying, CopiesTheSelectionTheMatrixOrTheStage) {
    SelectingDesk desk;
    desk.select(x00);
    desk.control('c');
    EXPECT_EQ(desk.clipboard, "1");
    desk.press(Key::Right, true);
    desk.press(Key::Down, true);
    desk.control('c');
    EXPECT_EQ(desk.clipboard, "1\t2\n4\t5");
    desk.run("copy.numpy");
    EXPECT_EQ(desk.clipboard, "np.array([[1, 2],\n          [4, 5]])");
    desk.run("copy.scope.matrix");
    desk.run("copy.matlab");
    EXPECT_EQ(desk.clipboard, "[1 2 3; 4 5 6; 7 8 9]");
    desk.run("copy.shown");
    desk.run("copy.json");
    EXPECT_EQ(desk.clipboard, "[[1, 2, 3],\n [4, 5, 6],\n [7, 8, 9]]");
    desk.run("numbers.decimals");
    desk.run("copy.json");
    EXPECT_EQ(desk.clipboard, "[[1.00, 2.00, 3.00],\n [4.00, 5.00, 6.00],\n [7.00, 8.00, 9.00]]");
    desk.select({{Stage::WeightedValues, 0, 0}, 0, 0});
    desk.run("copy.scope.stage");
    desk.run("copy.numpy");
    EXPECT_NE(desk.clipboard.find("weighted_values_2 = np.array("), std::string::npos)
        << desk.clipboard;
}

TEST(Pasting, AFittingShapeGoesInAtOnce) {
    SelectingDesk desk;
    desk.select({{Stage::X}, 1, 1});
    desk.clipboard = "[[0.5 0.25]\n [1.  2. ]]";
    desk.control('v');
    EXPECT_FALSE(desk.session.ui.pasting);
    EXPECT_EQ(desk.x(), (Matrix(3, 3) << 1, 2, 3, 4, 0.5, 0.25, 7, 1, 2).finished());
    EXPECT_EQ(desk.session.history().size(), 2U);
    desk.control('z');
    EXPECT_EQ(desk.x()(1, 1), 5);
}

TEST(Pasting, AsksIfTheShapeDiffersAndIsOneUndoStep) {
    SelectingDesk desk;
    const Document before = desk.session.document();
    desk.select(x00);
    desk.clipboard = "\tp\tq\nP1\t1\t2\nP2\t3\t4\nP3\t5\t6\nP4\t7\t8\n";
    desk.control('v');
    ASSERT_TRUE(desk.session.ui.pasting);
    EXPECT_EQ(desk.session.document(), before) << "nothing changes before the answer";
    desk.press(Key::Enter);
    EXPECT_FALSE(desk.session.ui.pasting);
    EXPECT_EQ(desk.x(), (Matrix(4, 2) << 1, 2, 3, 4, 5, 6, 7, 8).finished());
    EXPECT_EQ(desk.session.document().tokens, (std::vector<std::string>{"P1", "P2", "P3", "P4"}));
    EXPECT_EQ(desk.session.history().size(), 2U);
    desk.control('z');
    EXPECT_EQ(desk.session.document(), before);
}

TEST(Pasting, LetsOneOfSeveralMatricesBeChosen) {
    SelectingDesk desk;
    desk.select({{Stage::W_Q}, 0, 0});
    desk.clipboard = "(array([[8, 4],\n [3, 6]]), array([[1, 2],\n [3, 4],\n [5, 6]]))";
    desk.control('v');
    ASSERT_TRUE(desk.session.ui.pasting);
    desk.press(Key::Tab);
    desk.press(Key::Enter);
    EXPECT_EQ(*desk.session.document().heads[0].w_q, (Matrix(3, 2) << 1, 2, 3, 4, 5, 6).finished());
}

TEST(Pasting, F31AmbiguousCommasAreAskedAbout) {
    SelectingDesk desk;
    desk.clipboard = "1,5\n2,5\n3,5\n";
    desk.select({{Stage::W_Q}, 0, 0}); // 3 × 2: commas separate the cells
    desk.press(Key::Down, true);
    desk.press(Key::Down, true);
    desk.press(Key::Right, true);
    desk.control('v');
    ASSERT_FALSE(desk.session.ui.pasting);
    EXPECT_EQ(*desk.session.document().heads[0].w_q, (Matrix(3, 2) << 1, 5, 2, 5, 3, 5).finished());
    desk.select(x00); // fits either way
    desk.control('v');
    ASSERT_TRUE(desk.session.ui.pasting);
    EXPECT_EQ(desk.session.ui.pasting->pasted.grids.size(), 2U);
    desk.press(Key::Tab);
    desk.press(Key::Enter);
    EXPECT_EQ(desk.x()(0, 0), 1.5);
    EXPECT_EQ(desk.x()(0, 1), 2);
}

TEST(Pasting, SaysWhatTheTextHoldsBesidesTheMatrix) {
    SelectingDesk desk;
    desk.select({{Stage::W_Q}, 0, 0}); // 3 × 2
    desk.clipboard = "np.array([[2, 4, 6], [8, 10, 12]]).T * 0.5";
    desk.control('v');
    ASSERT_FALSE(desk.session.ui.pasting) << "it fits";
    EXPECT_EQ(*desk.session.document().heads[0].w_q, (Matrix(3, 2) << 1, 4, 2, 5, 3, 6).finished());
    EXPECT_NE(desk.message().find("transposed, as .T says; multiplied by 0.5, as the text says"),
              std::string::npos)
        << desk.message();
    desk.clipboard = "[[1, 2], [3, 4]] @ W";
    desk.control('v');
    EXPECT_NE(desk.message().find("text after the matrix was not read: \"@ W\""), std::string::npos)
        << desk.message();
}

TEST(Pasting, TakesRatingsWithTheirNames) {
    const Document ratings = attn::test::small_ratings();
    SelectingDesk desk(ratings);
    desk.select(x00);
    desk.clipboard = "\tAlien\tUp\nAnn\t5\t0\nBob\t1\t4\nCy\t2\t3\n";
    desk.control('v');
    ASSERT_TRUE(desk.session.ui.pasting) << desk.message();
    desk.press(Key::Enter);
    EXPECT_EQ(desk.x(), (Matrix(3, 2) << 5, 0, 1, 4, 2, 3).finished());
    EXPECT_EQ(desk.session.document().tokens, (std::vector<std::string>{"Ann", "Bob", "Cy"}));
    EXPECT_EQ(desk.session.document().concepts.columns, (std::vector<std::string>{"Alien", "Up"}));
    desk.select({{Stage::Vectors}, 0, 0});
    desk.clipboard = "7 8";
    desk.control('v');
    EXPECT_EQ(*desk.session.document().concepts.vectors, (Matrix(1, 2) << 7, 8).finished());
    desk.run("copy.scope.matrix");
    desk.run("copy.numpy");
    EXPECT_EQ(desk.clipboard, "np.array([[7, 8]])");
    desk.run("fill.zeros");
    EXPECT_EQ(desk.session.document().concepts.vectors->sum(), 0);
    desk.select({{Stage::Cosine}, 0, 0});
    desk.control('v');
    EXPECT_TRUE(desk.session.ui.message && desk.session.ui.message->is_fault);
    EXPECT_FALSE(action(desk.actions, "head.same_word").is_enabled(desk.session.frame()));
    for (int step = 0; step < 3; ++step)
        desk.control('z');
    EXPECT_EQ(desk.session.document(), ratings);
}

TEST(Pasting, EscapeChangesNothing) {
    SelectingDesk desk;
    desk.select(x00);
    desk.clipboard = "1 2 3 4\n5 6 7 8";
    desk.control('v');
    ASSERT_TRUE(desk.session.ui.pasting);
    desk.press(Key::Escape);
    EXPECT_FALSE(desk.session.ui.pasting);
    EXPECT_FALSE(desk.session.history().can_undo());
}

TEST(Pasting, ExplainsWhyNothingCanBePasted) {
    SelectingDesk desk;
    desk.select(x00);
    desk.control('v');
    EXPECT_EQ(
        desk.message(),
        "Nothing was pasted because the clipboard contains no text. Copy some numbers first.");
    desk.clipboard = "[[1. 2. ... 3. 4.]]";
    desk.control('v');
    EXPECT_NE(desk.message().find("left out"), std::string::npos) << desk.message();
    desk.select({{Stage::WeightedValues}, 0, 0});
    desk.clipboard = "1";
    desk.control('v');
    EXPECT_NE(desk.message().find("is computed"), std::string::npos) << desk.message();
    EXPECT_NE(desk.message().find("give V or the weights"), std::string::npos) << desk.message();
    EXPECT_FALSE(desk.session.history().can_undo());
}

TEST(Filling, FillsTheRangeOrTheWholeMatrix) {
    SelectingDesk desk;
    desk.select({{Stage::W_V}, 0, 0});
    desk.run("fill.ones");
    EXPECT_EQ(*desk.session.document().heads[0].w_v, Matrix::Ones(3, 4));
    desk.select(x00);
    desk.press(Key::Right, true);
    desk.press(Key::Down, true);
    desk.run("fill.identity");
    EXPECT_EQ(desk.x(), (Matrix(3, 3) << 1, 0, 3, 0, 1, 6, 7, 8, 9).finished());
    desk.select(x00);
    desk.run("fill.transpose");
    EXPECT_EQ(desk.x()(0, 2), 7);
}

TEST(Filling, MultipliesByAnyFactorACellAccepts) {
    SelectingDesk desk;
    desk.select(x00);
    desk.run("fill.scale");
    ASSERT_TRUE(desk.session.ui.filling);
    desk.type("1/");
    desk.press(Key::Enter);
    ASSERT_TRUE(desk.session.ui.filling) << "half a factor is none";
    EXPECT_NE(desk.session.ui.filling->fault, "");
    desk.type("4");
    desk.press(Key::Enter);
    EXPECT_FALSE(desk.session.ui.filling);
    EXPECT_EQ(desk.x(), (Matrix(3, 3) << .25, .5, .75, 1, 1.25, 1.5, 1.75, 2, 2.25).finished());
    EXPECT_EQ(desk.session.history().size(), 2U);
}

TEST(Filling, DrawsANotebooksNumbersFromItsSeed) {
    SelectingDesk desk;
    desk.select({{Stage::W_Q}, 0, 0});
    desk.run("fill.random");
    ASSERT_TRUE(desk.session.ui.filling);
    desk.type("7x");
    desk.press(Key::Enter);
    EXPECT_NE(desk.session.ui.filling->fault.find("the seed must be"), std::string::npos);
    desk.press(Key::Backspace);
    desk.press(Key::Enter);
    EXPECT_FALSE(desk.session.ui.filling);
    EXPECT_EQ(*desk.session.document().heads[0].w_q,
              *random_matrix({Generator::NumPy, Distribution::Uniform, 7, 0, 3}, 3, 2));
}

TEST(Filling, OffersEveryGeneratorAndDistribution) {
    SelectingDesk desk;
    desk.select({{Stage::W_Q}, 0, 0});
    desk.run("fill.random");
    RandomFill& random = desk.session.ui.filling->random;
    random.distribution = Distribution::Whole;
    desk.press(Key::Down);
    EXPECT_EQ(random.generator, Generator::NumPyGenerator);
    EXPECT_EQ(random.distribution, Distribution::Whole);
    desk.press(Key::Down);
    EXPECT_EQ(random.generator, Generator::PyTorch);
    EXPECT_EQ(random.distribution, Distribution::Uniform) << "PyTorch has no whole numbers here";
    random.distribution = Distribution::Linear;
    EXPECT_EQ(app::filling_source(*desk.session.ui.filling),
              "torch.manual_seed(42); torch.nn.Linear(3, 2, bias=False).weight.T");
    desk.press(Key::Enter);
    EXPECT_EQ(*desk.session.document().heads[0].w_q,
              *random_matrix({Generator::PyTorch, Distribution::Linear, 42, 0, 3}, 3, 2));
}

TEST(Filling, MakesAHeadWithAReasonOrSaysWhyNot) {
    SelectingDesk desk;
    desk.run("head.first_word");
    EXPECT_NE(desk.message().find("the first word"), std::string::npos) << desk.message();
    EXPECT_EQ(desk.session.history().size(), 2U) << desk.message();
    const Matrix weights = desk.session.trace().heads[0][Stage::Weights];
    EXPECT_GE(weights.col(0).minCoeff(), 0.9);
}

TEST(Pasting, WithoutASelectionASentenceBecomesWords) {
    SelectingDesk desk;
    desk.clipboard = "The  cat\nsat\t12 times";
    desk.control('v');
    EXPECT_EQ(desk.session.document().tokens,
              (std::vector<std::string>{"a", "The", "cat", "sat", "12", "times", "b", "c"}));
    EXPECT_EQ(desk.x().row(1).norm(), 0);
    EXPECT_EQ(desk.message(), "Pasted 5 words. All numbers of an added embedding are 0.");
    desk.control('z');
    EXPECT_EQ(desk.session.document(), SelectingDesk::three_words()) << "one step";
}

TEST(Pasting, WithoutASelectionNumbersAskForAPlace) {
    SelectingDesk desk;
    desk.clipboard = "1 2 3\n4 5 6\n";
    desk.control('v');
    EXPECT_EQ(desk.message(), "Nothing was pasted because no number is selected. Select the number "
                              "where the pasted numbers should begin, then paste again.");
    for (int word = 0; word < 10'000; ++word)
        desk.clipboard += " word";
    desk.control('v');
    EXPECT_EQ(desk.message().substr(0, 44), "Nothing was pasted: the text has 10006 words");
    EXPECT_EQ(desk.session.document(), SelectingDesk::three_words());
}

TEST(Words, TypingNamesAnAddedWord) {
    SelectingDesk desk;
    desk.press(Key::Enter, false, true);
    ASSERT_TRUE(desk.session.ui.editing);
    EXPECT_EQ(desk.session.document().tokens.size(), 4U);
    desk.type("dog");
    desk.press(Key::Enter);
    EXPECT_EQ(desk.session.document().tokens[1], "dog");
    EXPECT_EQ(desk.session.view.query, 1);
}

} // namespace attn::selecting_test
