// SPDX-License-Identifier: MIT
// How a document learns, as a value: the optimiser with its numbers, the number of steps, and the
// learning inputs. A document may hold one as the default for its training. One table lists the
// optimisers.
#pragma once

#include "core/base/result.h"
#include "core/engine/graph/place.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace attn {

struct Document;

/// How a gradient changes an input, by PyTorch's definitions.
enum class Optimiser { Adam, Momentum, Gradient };

struct OptimiserInfo {
    Optimiser optimiser;
    std::string_view name;     // in files and options
    std::string_view title;    // for readers
    std::string_view sentence; // what a step does
    bool reads_momentum = false;
    bool reads_betas = false; // and ε
};
/// In the order of the enum; the default first.
inline constexpr std::array<OptimiserInfo, 3> all_optimisers = {
    {{Optimiser::Adam, "adam", "Adam",
      "Gives each number its own learning rate, by β₁, β₂ and ε, as torch.optim.Adam. Kingma and "
      "Ba 2015.",
      false, true},
     {Optimiser::Momentum, "momentum", "Momentum",
      "Keeps a share of the last move, as torch.optim.SGD with momentum.", true},
     {Optimiser::Gradient, "gradient", "Gradient descent",
      "Subtracts rate · gradient from each number, as torch.optim.SGD."}}};
constexpr const OptimiserInfo& info(Optimiser optimiser) {
    return all_optimisers[static_cast<std::size_t>(optimiser)];
}
constexpr std::string_view name(Optimiser optimiser) {
    return info(optimiser).name;
}

constexpr int max_training_steps = 10'000'000;

struct TrainingSettings {
    Optimiser optimiser = Optimiser::Adam;
    Real rate = 0.1;       // ≥ 0
    Real momentum = 0.9;   // for Momentum
    Real beta_1 = 0.9;     // for Adam, as the next two
    Real beta_2 = 0.999;   // 0 ≤ momentum and each β < 1
    Real epsilon = 1e-8;   // > 0
    Real weight_decay = 0; // ≥ 0; this share of each number is added to its gradient
    int steps = 200;       // 1 to max_training_steps
    /// Draws new numbers for the learning inputs first; empty: starts from the present ones.
    std::optional<std::uint32_t> seed = {};
    std::vector<SheetId> learned = {}; // inputs; empty: learned_inputs()

    friend bool operator==(const TrainingSettings&, const TrainingSettings&) = default;
};

/// Checks every number. The error's `where` is its key in a file: "betas[0]".
Result<> validate(const TrainingSettings& settings);
/// Also checks that the document can learn so: each learning input exists and is named once.
Result<> validate(const Document& document, const TrainingSettings& settings);

/// Removes from the document's settings what is no longer an input.
void fit_training(Document& document);
/// Removes the inputs of a head about to be removed; later heads move up. Call it while the head is
/// still there.
void forget_training_of(Document& document, Index head);

} // namespace attn
