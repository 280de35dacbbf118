// SPDX-License-Identifier: MIT
// PyTorch programs that train (python3-torch): its autograd and optimisers give the lab's losses,
// for the tasks and for documents with every option.
#include "tests/programs/training_programs.h"

using namespace attn;

TEST(LargeTrainingPrograms, PyTorchHasOurLossesForAHundredSteps) {
    test::expect_trained(test::trained_documents(120), publish::Language::PyTorch);
}
