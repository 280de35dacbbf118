// SPDX-License-Identifier: MIT
#include "core/document/training_run.h"

#include "core/base/number_text.h"

#include <cstddef>

namespace attn {

Result<Training> begin_training(const Document& document, const TrainingRun& run) {
    if (!run.seed)
        return begin_training(document, run.settings);
    const std::vector<SheetId>& named = run.settings.learned;
    return begin_training(
        drawn_by_seed(document, named.empty() ? learned_inputs(document) : named, *run.seed),
        run.settings);
}

Result<Document> trained(const Document& document, const TrainingRun& run) {
    auto training = begin_training(document, run);
    if (!training)
        return training.error();
    for (int step = 0; step < run.steps; ++step)
        if (auto done = training->step(); !done)
            return done.error();
    return training->document();
}

std::string options_text(const TrainingRun& run) {
    const TrainingRun usual;
    std::string text;
    const auto add = [&text](const std::string& option, const std::string& value) {
        text += (text.empty() ? "" : " ") + option + " " + value;
    };
    if (run.settings.optimiser != usual.settings.optimiser)
        add("--optimiser", std::string(name(run.settings.optimiser)));
    if (run.steps != usual.steps)
        add("--steps", std::to_string(run.steps));
    if (run.settings.rate != usual.settings.rate)
        add("--rate", shortest(run.settings.rate));
    if (run.settings.weight_decay != usual.settings.weight_decay)
        add("--weight-decay", shortest(run.settings.weight_decay));
    if (run.seed)
        add("--seed", std::to_string(*run.seed));
    std::string learned;
    for (const SheetId& sheet : run.settings.learned)
        learned += (learned.empty() ? "" : ",") + to_text(sheet);
    if (!learned.empty())
        add("--learn", learned);
    return text;
}

std::string losses_table(std::span<const Real> losses, char between) {
    std::string text = std::string("step") + between + "loss\n";
    std::size_t step = 0;
    for (const Real loss : losses)
        text += std::to_string(step++) + between + shortest(loss) + "\n";
    return text;
}

} // namespace attn
