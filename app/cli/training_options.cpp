// SPDX-License-Identifier: MIT
#include "app/cli/training_options.h"

#include "app/cli/missing.h"

#include <tuple>
#include <utility>

namespace app::cli {

using namespace attn;

Result<TrainingSettings> training_run(const Document& document, const TrainingOptions& options) {
    TrainingSettings settings = training_settings(document);
    settings.optimiser = options.optimiser.value_or(settings.optimiser);
    settings.steps = options.steps.value_or(settings.steps);
    settings.rate = options.rate.value_or(settings.rate);
    settings.momentum = options.momentum.value_or(settings.momentum);
    settings.epsilon = options.epsilon.value_or(settings.epsilon);
    settings.weight_decay = options.weight_decay.value_or(settings.weight_decay);
    if (options.betas.size() == 2) {
        settings.beta_1 = options.betas[0];
        settings.beta_2 = options.betas[1];
    }
    if (options.seed || options.has_no_seed)
        settings.seed = options.seed;
    auto learned = inputs_named(document, options.learned);
    if (!learned)
        return learned.error();
    if (!learned->empty())
        settings.learned = *std::move(learned);
    return settings;
}

std::optional<Error> unread_option(const Document& document, const TrainingOptions& options) {
    const Optimiser optimiser = options.optimiser.value_or(training_settings(document).optimiser);
    const auto names = [](bool OptimiserInfo::*reads) {
        std::string list;
        for (const OptimiserInfo& one : all_optimisers)
            if (one.*reads)
                list += (list.empty() ? "" : " or ") + std::string(one.name);
        return list;
    };
    for (const auto& [is_given, option, reads] :
         {std::tuple(options.momentum.has_value(), "--momentum", &OptimiserInfo::reads_momentum),
          std::tuple(!options.betas.empty(), "--betas", &OptimiserInfo::reads_betas),
          std::tuple(options.epsilon.has_value(), "--epsilon", &OptimiserInfo::reads_betas)})
        if (is_given && !(info(optimiser).*reads))
            return Error{std::string(option) + " changes nothing with " +
                         std::string(name(optimiser)) + ": it is for " + names(reads) +
                         "; add --optimiser " + names(reads) + " or leave it out"};
    return std::nullopt;
}

} // namespace app::cli
