// SPDX-License-Identifier: MIT
#include "core/document/learning/training_run.h"

#include "core/base/number_text.h"

#include <cstddef>

namespace attn {

TrainingSettings training_settings(const Document& document) {
    return document.training.value_or(TrainingSettings{});
}

Result<Document> trained(const Document& document, const TrainingSettings& settings) {
    auto training = begin_training(document, settings);
    if (!training)
        return training.error();
    for (int step = 0; step < settings.steps; ++step)
        if (auto done = training->step(); !done)
            return done.error();
    return training->document();
}

std::string options_text(const TrainingSettings& settings) {
    const TrainingSettings usual;
    const OptimiserInfo& optimiser = info(settings.optimiser);
    std::string text;
    const auto add = [&text](const std::string& option, const std::string& value) {
        text += (text.empty() ? "" : " ") + option + " " + value;
    };
    if (settings.optimiser != usual.optimiser)
        add("--optimiser", std::string(optimiser.name));
    if (settings.steps != usual.steps)
        add("--steps", std::to_string(settings.steps));
    if (settings.rate != usual.rate)
        add("--rate", shortest(settings.rate));
    if (optimiser.reads_momentum && settings.momentum != usual.momentum)
        add("--momentum", shortest(settings.momentum));
    if (optimiser.reads_betas &&
        (settings.beta_1 != usual.beta_1 || settings.beta_2 != usual.beta_2))
        add("--betas", shortest(settings.beta_1) + " " + shortest(settings.beta_2));
    if (optimiser.reads_betas && settings.epsilon != usual.epsilon)
        add("--epsilon", shortest(settings.epsilon));
    if (settings.weight_decay != usual.weight_decay)
        add("--weight-decay", shortest(settings.weight_decay));
    if (settings.seed)
        add("--seed", std::to_string(*settings.seed));
    std::string learned;
    for (const SheetId& sheet : settings.learned)
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
