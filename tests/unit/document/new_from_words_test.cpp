// SPDX-License-Identifier: MIT
// A document from words: all numbers come from one stream, in the order of the notes.
#include "core/document/commands/command.h"
#include "core/document/commands/new_documents.h"
#include "core/engine/numbers/random.h"

#include <gtest/gtest.h>

using namespace attn;

TEST(NewFromWords, SplitsATextAtBlanks) {
    EXPECT_EQ(words_of("  The cat\tchased\n the  mouse "),
              (std::vector<std::string>{"The", "cat", "chased", "the", "mouse"}));
    EXPECT_TRUE(words_of(" \n\t ").empty());
}

TEST(NewFromWords, DrawsEveryMatrixFromOneStreamOfNumPy) {
    NewFromWords asked;
    asked.words = {"a", "b", "c"};
    asked.heads = 2;
    asked.join = Join::WO;
    asked.seed = 7;
    const auto made = document_of(asked);
    ASSERT_TRUE(made) << made.error().text();
    NumpyLegacy stream(7);
    EXPECT_EQ(*made->embeddings, stream.randn(3, 4));
    for (const HeadWeights& head : made->heads) {
        EXPECT_EQ(*head.w_q, stream.randn(4, 2));
        EXPECT_EQ(*head.w_k, stream.randn(4, 2));
        EXPECT_EQ(*head.w_v, stream.randn(4, 2));
    }
    EXPECT_EQ(*made->w_o, stream.randn(4, 4));
    EXPECT_EQ(made->title, "a b c");
    EXPECT_NE(made->notes.find("np.random.seed(7)\nX = np.random.randn(3, 4)\nW_Q_0 = "),
              std::string::npos);
}

TEST(NewFromWords, NotesForgetHowNumbersWereDrawnThatAreThereNoLonger) {
    NewFromWords asked;
    asked.words = {"a", "b"};
    Document made = *document_of(asked);
    made.notes += "Mine.";
    const auto notes_after = [&](const Command& command) {
        return attn::apply(made, command)->notes;
    };
    const Matrix other = Matrix::Identity(4, 4);
    EXPECT_EQ(notes_after(SetMatrix{{Stage::W_Q}, other, "Identity"}), "Mine.");
    EXPECT_EQ(notes_after(SetMatrix{{Stage::W_V}, Matrix(Matrix::Ones(4, 3)), "Narrower"}),
              "Mine.");
    EXPECT_EQ(notes_after(SetMatrix{{Stage::W_Q}, made.heads[0].w_q, "The same"}), made.notes);
    EXPECT_EQ(notes_after(SetCell{{{Stage::X}, 0, 0}, 3}), made.notes) << "one number is an edit";
}

TEST(NewFromWords, DrawsTheNumbersOfPyTorch) {
    NewFromWords asked;
    asked.words = {"a", "b"};
    asked.generator = Generator::PyTorch;
    const auto made = document_of(asked);
    ASSERT_TRUE(made);
    TorchCpu stream(42);
    EXPECT_EQ(*made->embeddings, stream.randn(2, 4));
    EXPECT_EQ(*made->heads[0].w_q, stream.randn(4, 4));
}

TEST(NewFromWords, DrawsTheNumbersOfDefaultRngAndOfLinearLayers) {
    NewFromWords asked;
    asked.words = {"a", "b", "c"};
    asked.heads = 2;
    asked.join = Join::WO;
    asked.generator = Generator::NumPyGenerator;
    auto made = document_of(asked);
    ASSERT_TRUE(made);
    NumpyGenerator newer(42);
    EXPECT_EQ(*made->embeddings, newer.randn(3, 4));
    EXPECT_EQ(*made->heads[0].w_q, newer.randn(4, 2));
    EXPECT_NE(made->notes.find("rng = np.random.default_rng(42)\nX = rng.standard_normal((3, 4))"),
              std::string::npos)
        << made->notes;
    asked.has_linear_weights = true;
    EXPECT_FALSE(document_of(asked));
    asked.generator = Generator::PyTorch;
    made = document_of(asked);
    ASSERT_TRUE(made);
    TorchCpu torch(42);
    EXPECT_EQ(*made->embeddings, torch.randn(3, 4));
    for (const HeadWeights& head : made->heads)
        for (const SharedMatrix* const one : {&head.w_q, &head.w_k, &head.w_v})
            EXPECT_EQ(**one, torch.linear(4, 2));
    EXPECT_EQ(*made->w_o, torch.linear(4, 4));
    EXPECT_NE(made->notes.find("X = torch.randn(3, 4)\n"
                               "W_Q_0 = torch.nn.Linear(4, 2, bias=False).weight.T\n"),
              std::string::npos)
        << made->notes;
}

TEST(NewFromWords, ExplainsFaultsWithARemedy) {
    NewFromWords asked;
    EXPECT_EQ(document_of(asked).error().text(),
              "the text has no words; write some, with blanks between them");
    asked.words.assign(10'000, "word");
    EXPECT_EQ(document_of(asked).error().text(),
              "the text has 10000 words, but a document holds 4096; leave some out");
    asked.words = {std::string(4000, 'x')};
    EXPECT_TRUE(document_of(asked));
    asked.d_model = 6;
    asked.heads = 4;
    EXPECT_EQ(document_of(asked).error().text(),
              "d_model is 6, which 4 heads cannot share evenly; it can have 1, 2, 3, 6 heads");
}
