// SPDX-License-Identifier: MIT
#include "app/cli/training_options.h"

#include "app/cli/missing.h"

#include <utility>

namespace app::cli {

attn::Result<attn::TrainingRun> training_run(const attn::Document& document,
                                             const TrainingOptions& options) {
    auto learned = inputs_named(document, options.learned);
    if (!learned)
        return learned.error();
    attn::TrainingRun run;
    run.settings.optimiser = options.optimiser;
    run.settings.rate = options.rate;
    run.settings.weight_decay = options.weight_decay;
    run.settings.learned = *std::move(learned);
    run.steps = options.steps;
    run.seed = options.seed;
    return run;
}

} // namespace app::cli
