// SPDX-License-Identifier: MIT
// Training: reduces a document's loss step by step, by its gradient with respect to the learning
// inputs. A training is a value: its owner calls step(), and a copy continues from the same point.
#pragma once

#include "core/document/learning/slopes.h"
#include "core/document/model/training_settings.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace attn {

/// Returns the default learning inputs: every input but X, the memory and the target; X if there is
/// no other.
std::vector<SheetId> learned_inputs(const Document& document);

/// For each input, whether the loss depends on it. All false without a loss or a gradient.
std::vector<bool> answered_by_loss(const Document& document, const std::vector<SheetId>& inputs);

/// Returns the document with new numbers in these inputs, which must exist: np.random.seed(seed),
/// then for each in turn randn(rows, columns) divided by √rows. An input of one row keeps its
/// numbers.
Document drawn_by_seed(Document document, const std::vector<SheetId>& inputs, std::uint32_t seed);

/// The state of a training after some steps: enough to continue from there, and small compared to
/// the training itself, which stores every stage.
struct TrainingPoint {
    std::size_t step = 0;
    std::vector<Matrix> numbers;       // for each learning input
    std::vector<Matrix> first, second; // their moving averages; empty if the optimiser has none
};

class Training {
public:
    /// Takes one step. If the loss is then not finite, changes nothing, and the error names the
    /// step, the loss, the first number that is not finite and half the rate.
    Result<> step();

    std::size_t steps() const { return losses_.size() - 1; }
    /// The loss before the first step and after each one.
    std::span<const Real> losses() const { return losses_; }
    Real loss() const { return losses_.back(); }
    /// Returns the document with the numbers learned so far.
    Document document() const;
    const std::vector<SheetId>& learned() const { return learned_; }

    TrainingPoint point() const;
    /// Rewinds to an earlier point of this run. Continuing gives the same steps to the last bit.
    void go_back(const TrainingPoint& point);
    /// Returns the document at a point of this training.
    Document document(const TrainingPoint& point) const;

private:
    friend Result<Training> begin_training(const Document&, const TrainingSettings&);
    Training(Document document, TrainingSettings settings, Slopes slopes);

    void update(std::size_t which);
    Error diverged() const;
    std::vector<Matrix> inputs() const; // the numbers of each learning input

    Document start_;
    TrainingSettings settings_;
    std::vector<SheetId> learned_;
    Slopes slopes_;
    std::vector<Matrix> first_, second_; // for each input: the moving averages of g and of g²
    std::vector<Real> losses_;
};

/// Makes a training before its first step; draws its numbers first if the settings have a seed. The
/// error says that the document has no loss, which setting is wrong, which input does not exist or
/// does not learn, which stage has no gradient, or where a loss that is not finite comes from.
Result<Training> begin_training(const Document& document, const TrainingSettings& settings);

} // namespace attn
