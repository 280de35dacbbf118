// SPDX-License-Identifier: MIT
// Programs of PyTorch that train (python3-torch): its autograd and its optimisers have the lab's
// losses, of the tasks and of documents with every option.
#include "tests/programs/training_programs.h"

using namespace attn;

TEST(LargeTrainingPrograms, PyTorchHasOurLossesForAHundredSteps) {
    test::expect_trained(test::trained_documents(120), publish::Language::PyTorch);
}
