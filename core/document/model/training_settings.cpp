// SPDX-License-Identifier: MIT
#include "core/document/model/training_settings.h"

#include "core/base/number_text.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>

namespace attn {
namespace {

static_assert(info(Optimiser::Adam).optimiser == Optimiser::Adam &&
              info(Optimiser::Momentum).optimiser == Optimiser::Momentum &&
              info(Optimiser::Gradient).optimiser == Optimiser::Gradient);

bool is_from_0(Real number) {
    return number >= 0 && std::isfinite(number);
}
bool is_from_0_below_1(Real number) {
    return number >= 0 && number < 1;
}
bool is_finite_above_0(Real number) {
    return number > 0 && std::isfinite(number);
}

struct NumberRule {
    Real TrainingSettings::*number;
    const char* what;
    const char* key;
    bool (*fits)(Real);
    const char* expected;
};
constexpr const char* from_0 = "0 or a number above 0";
constexpr const char* from_0_below_1 = "a number from 0 to below 1";
constexpr NumberRule number_rules[] = {
    {&TrainingSettings::rate, "the learning rate", "learning_rate", is_from_0, from_0},
    {&TrainingSettings::weight_decay, "the weight decay", "weight_decay", is_from_0, from_0},
    {&TrainingSettings::momentum, "the momentum", "momentum", is_from_0_below_1, from_0_below_1},
    {&TrainingSettings::beta_1, "β₁", "betas[0]", is_from_0_below_1, from_0_below_1},
    {&TrainingSettings::beta_2, "β₂", "betas[1]", is_from_0_below_1, from_0_below_1},
    {&TrainingSettings::epsilon, "ε", "epsilon", is_finite_above_0, "a number above 0"},
};

/// Says why the sheet cannot learn; empty if it can.
std::string why_not_learned(const Document& document, const SheetId& sheet) {
    const std::string name = to_text(sheet);
    if (!exists(document, sheet))
        return "the document has no " + name + "; its inputs are " + input_names(document);
    if (!input(document, sheet))
        return name + " is computed and cannot learn; choose among " + input_names(document);
    if (sheet.stage == Stage::Target)
        return "the target says what is learned and cannot learn itself; leave it out";
    return "";
}

} // namespace

Result<> validate(const TrainingSettings& settings) {
    for (const NumberRule& rule : number_rules)
        if (const Real found = settings.*rule.number; !rule.fits(found))
            return Error{std::string(rule.what) + " is " + shortest(found) + ", expected " +
                             rule.expected,
                         rule.key};
    if (settings.steps < 1 || settings.steps > max_training_steps)
        return Error{"the number of steps is " + std::to_string(settings.steps) +
                         ", expected 1 to " + std::to_string(max_training_steps),
                     "steps"};
    return Nothing{};
}

Result<> validate(const Document& document, const TrainingSettings& settings) {
    if (auto fault = validate(settings); !fault)
        return fault;
    if (document.model != Model::Attention)
        return Error{"only a document of attention trains; " +
                     std::string(model_of(document).document) + " has no loss"};
    const std::vector<SheetId>& learned = settings.learned;
    for (auto at = learned.begin(); at != learned.end(); ++at) {
        std::string fault = why_not_learned(document, *at);
        if (fault.empty() && std::find(learned.begin(), at, *at) != at)
            fault = to_text(*at) + " is named twice among the inputs that learn; remove one";
        if (!fault.empty())
            return Error{std::move(fault), "learn[" + std::to_string(at - learned.begin()) + "]"};
    }
    return Nothing{};
}

void fit_training(Document& document) {
    if (!document.training)
        return;
    std::vector<SheetId>& learned = document.training->learned;
    learned.erase(std::remove_if(learned.begin(), learned.end(),
                                 [&](const SheetId& sheet) {
                                     return !why_not_learned(document, sheet).empty();
                                 }),
                  learned.end());
}

void forget_training_of(Document& document, Index head) {
    if (!document.training)
        return;
    const bool are_shared = group_count(document) < head_count(document);
    std::vector<SheetId> kept;
    for (SheetId sheet : std::exchange(document.training->learned, {})) {
        const StageInfo& about = info(sheet.stage);
        const bool is_of_head = about.is_per_head && !(about.is_per_group && are_shared);
        if (is_of_head && sheet.head == head)
            continue;
        if (is_of_head && sheet.head > head)
            --sheet.head;
        kept.push_back(sheet);
    }
    document.training->learned = std::move(kept);
}

} // namespace attn
