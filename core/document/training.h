// SPDX-License-Identifier: MIT
// Training: the loss of a document is made smaller step by step, by its gradient with respect to
// the inputs that learn. A training is a value: it is stepped by whoever holds it, and a copy goes
// on from where the other was.
#pragma once

#include "core/document/slopes.h"
#include "core/document/training_settings.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace attn {

/// What learns where nobody says so: every input but X, the memory and the target; X where there is
/// no other.
std::vector<SheetId> learned_inputs(const Document& document);

/// Of each of these inputs, whether the loss is made from it: none where there is no loss, or where
/// it has no gradient.
std::vector<bool> answered_by_loss(const Document& document, const std::vector<SheetId>& inputs);

/// The document with other numbers in these inputs, which must exist: np.random.seed(seed), then
/// randn(rows, columns) of each in turn, divided by √rows. An input of one row keeps its own.
Document drawn_by_seed(Document document, const std::vector<SheetId>& inputs, std::uint32_t seed);

/// Where a training stood after so many steps: what it needs to go on from there, and little beside
/// the training itself, which holds every stage.
struct TrainingPoint {
    std::size_t step = 0;
    std::vector<Matrix> numbers;       // of each input that learns
    std::vector<Matrix> first, second; // its averages; none where the optimiser keeps none
};

class Training {
public:
    /// Takes one step. Where the loss is then not finite, nothing is changed, and the error names
    /// the step, the loss, the first number that is not finite and half the rate.
    Result<> step();

    std::size_t steps() const { return losses_.size() - 1; }
    /// The loss before the first step and after each.
    std::span<const Real> losses() const { return losses_; }
    Real loss() const { return losses_.back(); }
    /// The document with what has been learned so far.
    Document document() const;
    const std::vector<SheetId>& learned() const { return learned_; }

    TrainingPoint point() const;
    /// To a point of this training, none of whose steps lies ahead. What follows is the same to the
    /// last bit.
    void go_back(const TrainingPoint& point);
    /// The document at a point of this training.
    Document document(const TrainingPoint& point) const;

private:
    friend Result<Training> begin_training(const Document&, const TrainingSettings&);
    Training(Document document, TrainingSettings settings, Slopes slopes);

    void update(std::size_t which);
    Error diverged() const;
    std::vector<Matrix> inputs() const; // the numbers of each that learns

    Document start_;
    TrainingSettings settings_;
    std::vector<SheetId> learned_;
    Slopes slopes_;
    std::vector<Matrix> first_, second_; // of each input: the moving averages of g and of g²
    std::vector<Real> losses_;
};

/// A training that has taken no step; its numbers are drawn first where the settings have a seed.
/// The error says that the document has no loss, which number of the settings is wrong, which input
/// does not exist or does not learn, which stage has no gradient, or where a loss that is not
/// finite begins.
Result<Training> begin_training(const Document& document, const TrainingSettings& settings);

} // namespace attn
