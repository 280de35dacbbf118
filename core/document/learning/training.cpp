// SPDX-License-Identifier: MIT
#include "core/document/learning/training.h"

#include "core/base/number_text.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/engine/numbers/random.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <string>
#include <utility>

namespace attn {
namespace {

/// The error for a loss that is not finite before the first step.
Error not_finite(const Document& document, Real loss) {
    const auto origin = first_non_finite(document, evaluate(document));
    return Error{"the loss is " + shortest(loss) + " before the first step" +
                 (origin ? ": " + origin->sentence : ".")};
}

} // namespace

std::vector<SheetId> learned_inputs(const Document& document) {
    std::vector<SheetId> list;
    for (const SheetId& sheet : sheets(document))
        if (input(document, sheet) && sheet.stage != Stage::X && sheet.stage != Stage::Memory &&
            sheet.stage != Stage::Target)
            list.push_back(sheet);
    return list.empty() ? std::vector{SheetId{Stage::X}} : list;
}

std::vector<bool> answered_by_loss(const Document& document, const std::vector<SheetId>& inputs) {
    std::vector<bool> answered(inputs.size(), false);
    if (!has_stage(document, Stage::Loss))
        return answered;
    const auto stages = gradient_graph(document, {Stage::Loss});
    for (std::size_t which = 0; stages && which < inputs.size(); ++which)
        if (const auto at = stages->graph.find(inputs[which]))
            answered[which] = stages->is_read[*at] && stages->gradients[*at].has_value();
    return answered;
}

Document drawn_by_seed(Document document, const std::vector<SheetId>& inputs, std::uint32_t seed) {
    NumpyLegacy stream(seed);
    for (const SheetId& sheet : inputs) {
        SharedMatrix* const matrix = input(document, sheet);
        if (matrix && matrix->rows() > 1)
            *matrix = Matrix(stream.randn(matrix->rows(), matrix->cols()) /
                             std::sqrt(static_cast<Real>(matrix->rows())));
    }
    return document;
}

Result<Training> begin_training(const Document& document, const TrainingSettings& settings) {
    if (!has_stage(document, Stage::Loss))
        return Error{"the document has no loss; give its model a \"target\", such as \"output\", "
                     "and the input \"target\" of the same shape"};
    TrainingSettings used = settings;
    if (used.learned.empty())
        used.learned = learned_inputs(document);
    if (auto fault = validate(document, used); !fault)
        return Error{fault.error().message};
    const Document start = used.seed ? drawn_by_seed(document, used.learned, *used.seed) : document;
    auto stages = gradient_graph(start, {Stage::Loss});
    if (!stages)
        return stages.error();
    Slopes slopes(start, *std::move(stages), used.learned);
    Training made(start, std::move(used), std::move(slopes));
    if (!std::isfinite(made.loss()))
        return not_finite(start, made.loss());
    return made;
}

Training::Training(Document document, TrainingSettings settings, Slopes slopes)
    : start_(std::move(document)), settings_(std::move(settings)), learned_(settings_.learned),
      slopes_(std::move(slopes)) {
    for (std::size_t which = 0; which < slopes_.count(); ++which) {
        const Matrix& weights = std::as_const(slopes_).input(which);
        first_.emplace_back(Matrix::Zero(weights.rows(), weights.cols()));
        second_.push_back(first_.back());
    }
    losses_.push_back(slopes_.forward()(0, 0));
}

std::vector<Matrix> Training::inputs() const {
    std::vector<Matrix> all;
    for (std::size_t which = 0; which < slopes_.count(); ++which)
        all.push_back(slopes_.input(which));
    return all;
}

Result<> Training::step() {
    slopes_.backward(Matrix::Ones(1, 1));
    std::vector<Matrix> before = inputs(), first = first_, second = second_;
    losses_.push_back(0); // steps count from 1
    for (std::size_t which = 0; which < slopes_.count(); ++which)
        update(which);
    losses_.back() = slopes_.forward()(0, 0);
    if (std::isfinite(losses_.back()))
        return Nothing{};
    const Error fault = diverged();
    losses_.pop_back();
    first_ = std::move(first);
    second_ = std::move(second);
    for (std::size_t which = 0; which < slopes_.count(); ++which)
        slopes_.input(which) = std::move(before[which]);
    slopes_.forward();
    return fault;
}

/// The error for a loss that is not finite: the step, the first number that is not finite, and a
/// rate to try.
Error Training::diverged() const {
    const Document now = document();
    const auto origin = first_non_finite(now, evaluate(now));
    return Error{"the loss is " + shortest(loss()) + " after step " + std::to_string(steps()) +
                 " with a learning rate of " + shortest(settings_.rate) +
                 (origin ? ": " + origin->sentence + " Try" : "; try") +
                 " half of it, a learning rate of " + shortest(settings_.rate / 2)};
}

/// Updates one input in the order in which PyTorch computes, so that the digits agree up to
/// rounding.
void Training::update(std::size_t which) {
    if (!slopes_.is_read(which))
        return; // no gradient: PyTorch leaves it unchanged, with or without weight decay
    Matrix& weights = slopes_.input(which);
    Matrix slope = slopes_.gradient(which);
    if (settings_.weight_decay != 0)
        slope += settings_.weight_decay * weights;
    Matrix &first = first_[which], &second = second_[which];
    switch (settings_.optimiser) {
    case Optimiser::Gradient:
        weights -= settings_.rate * slope;
        return;
    case Optimiser::Momentum:
        first = settings_.momentum * first + slope;
        weights -= settings_.rate * first;
        return;
    case Optimiser::Adam: {
        const auto step = static_cast<Real>(steps());
        first += (1 - settings_.beta_1) * (slope - first);
        second = settings_.beta_2 * second + (1 - settings_.beta_2) * slope.cwiseProduct(slope);
        const Real rate = settings_.rate / (1 - std::pow(settings_.beta_1, step));
        const Real size = std::sqrt(1 - std::pow(settings_.beta_2, step));
        weights.array() -=
            rate * first.array() / (second.array().sqrt() / size + settings_.epsilon);
        return;
    }
    }
    assert(false && "every optimiser is handled");
}

Document Training::document() const {
    Document made = start_;
    for (std::size_t which = 0; which < learned_.size(); ++which)
        *input(made, learned_[which]) = slopes_.input(which);
    return made;
}

Document Training::document(const TrainingPoint& point) const {
    Document made = start_;
    for (std::size_t which = 0; which < learned_.size(); ++which)
        *input(made, learned_[which]) = point.numbers[which];
    return made;
}

TrainingPoint Training::point() const {
    TrainingPoint point{steps(), inputs(), {}, {}};
    const OptimiserInfo& about = info(settings_.optimiser);
    if (about.reads_momentum || about.reads_betas)
        point.first = first_;
    if (about.reads_betas)
        point.second = second_;
    return point;
}

void Training::go_back(const TrainingPoint& point) {
    assert(point.step <= steps() && "the point is one of this training");
    losses_.resize(point.step + 1);
    for (std::size_t which = 0; which < slopes_.count(); ++which)
        slopes_.input(which) = point.numbers[which];
    if (!point.first.empty())
        first_ = point.first;
    if (!point.second.empty())
        second_ = point.second;
    slopes_.forward();
}

} // namespace attn
