// SPDX-License-Identifier: MIT
// NumPy programs that train: a hundred steps of each optimiser give the lab's losses, for the tasks
// and for documents with every option. Impossible programs are refused with the reason.
#include "core/engine/graph/operation.h"
#include "core/publish/code/python_gradient_lines.h"
#include "tests/programs/training_programs.h"

using namespace attn;
using publish::Language;

TEST(TrainingPrograms, NumPyHasOurLossesForAHundredSteps) {
    const auto used = test::expect_trained(test::trained_documents(120), Language::NumPy);
    for (const publish::OperationLine& line : publish::python::gradient_lines)
        EXPECT_TRUE(used.contains(line.operation))
            << line.operation->name << " is in no training that was compared";
}

TEST(TrainingPrograms, TrainOnlyTheChosenInputs) {
    const Document document = *io::open_document("majority");
    TrainingSettings run;
    run.learned = {{Stage::W_V}};
    const auto program = publish::training_program(document, Language::NumPy, run);
    ASSERT_TRUE(program) << program.error().text();
    EXPECT_NE(program->find("def loss_and_gradient(W_V):"), std::string::npos) << *program;
    EXPECT_EQ(program->find("d_W_Q"), std::string::npos);
}

TEST(TrainingPrograms, AreRefusedWithTheReason) {
    const Document task = *io::open_document("majority");
    const auto refusal = [](const Document& document, Language language,
                            const TrainingSettings& run) {
        const auto made = publish::training_program(document, language, run);
        return made ? "" : made.error().text();
    };
    const auto has = [](const std::string& text, const char* part) {
        return text.find(part) != std::string::npos;
    };
    EXPECT_EQ(refusal(task, Language::NumPy, {}), "");
    EXPECT_EQ(refusal(task, Language::PyTorch, {}), "");
    for (const Language other : {Language::Jax, Language::Cpp, Language::Matlab})
        EXPECT_TRUE(has(refusal(task, other, {}), "only programs of NumPy and PyTorch train"));
    EXPECT_TRUE(has(refusal(*io::open_document("four-words"), Language::NumPy, {}), "has no loss"));
    TrainingSettings wrong;
    wrong.rate = -1;
    EXPECT_TRUE(has(refusal(task, Language::NumPy, wrong), "the learning rate is -1"));
    TrainingSettings unread;
    unread.learned = {{Stage::W_V}};
    EXPECT_TRUE(has(refusal(*io::open_document("match-pairs"), Language::NumPy, unread),
                    "does not depend on any of the inputs that learn"));
    Document closed = task;
    Flags flags = Flags::Constant(9, 9, false);
    flags.row(3).setConstant(true);
    closed.switches.mask = {Mask::Kind::Painted, flags};
    EXPECT_EQ(refusal(closed, Language::NumPy, {}), "");
    EXPECT_TRUE(has(refusal(closed, Language::PyTorch, {}), "choose NumPy, or open a key"));
}
