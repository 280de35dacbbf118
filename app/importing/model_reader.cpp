// SPDX-License-Identifier: MIT
#include "app/importing/model_reader.h"

#include "core/checkpoint/run.h"

#include <algorithm>
#include <utility>

namespace app {

using namespace attn;

Matrix pooled_weights(const Matrix& weights, Index most) {
    const Index rows = std::min(weights.rows(), most), columns = std::min(weights.cols(), most);
    if (rows == weights.rows() && columns == weights.cols())
        return weights;
    Matrix made(rows, columns);
    for (Index row = 0; row < rows; ++row)
        for (Index column = 0; column < columns; ++column) {
            const Index top = row * weights.rows() / rows;
            const Index bottom = (row + 1) * weights.rows() / rows;
            const Index left = column * weights.cols() / columns;
            const Index right = (column + 1) * weights.cols() / columns;
            made(row, column) = weights.block(top, left, bottom - top, right - left).maxCoeff();
        }
    return made;
}

ModelReader::ModelReader(checkpoint::Model model, std::function<void()> wake)
    : model_(std::move(model)), wake_(std::move(wake)), thread_([this] { work(); }) {}

ModelReader::~ModelReader() {
    {
        const std::lock_guard lock(mutex_);
        is_ending_ = true;
        if (progress_)
            progress_->is_cancelled = true;
    }
    changed_.notify_one();
    thread_.join();
}

void ModelReader::read(std::vector<Index> ids) {
    {
        const std::lock_guard lock(mutex_);
        ids_ = std::move(ids);
        choice_.reset();
        news_ = {};
        if (progress_)
            progress_->is_cancelled = true;
    }
    changed_.notify_one();
}

void ModelReader::make(checkpoint::Choice choice) {
    {
        const std::lock_guard lock(mutex_);
        choice_ = std::move(choice);
        news_.made.reset();
        if (progress_ && is_making_)
            progress_->is_cancelled = true;
    }
    changed_.notify_one();
}

ModelReader::News ModelReader::take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(news_, {});
}

bool ModelReader::has_news() const {
    const std::lock_guard lock(mutex_);
    return !news_.heads.empty() || news_.made || news_.fault;
}

std::optional<ModelReader::Running> ModelReader::running() const {
    const std::lock_guard lock(mutex_);
    if (!progress_)
        return std::nullopt;
    const auto done = static_cast<Index>(progress_->done);
    const auto total = static_cast<Index>(progress_->total);
    if (total == 0)
        return Running{};
    const Index of_layer = checkpoint::weights_in_layer(model_.config);
    const Index layers = total / of_layer;
    return Running{std::min(done / of_layer + 1, layers), layers,
                   static_cast<double>(done) / static_cast<double>(total)};
}

bool ModelReader::is_working() const {
    const std::lock_guard lock(mutex_);
    return progress_ || ids_ || choice_;
}

void ModelReader::work() {
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [this] { return is_ending_ || ids_ || choice_; });
        if (is_ending_)
            return;
        const auto ids = std::exchange(ids_, std::nullopt);
        const auto choice = ids ? std::nullopt : std::exchange(choice_, std::nullopt);
        const auto progress = progress_ = std::make_shared<Progress>();
        is_making_ = choice.has_value();
        lock.unlock();
        // Publishes nothing of cancelled work; the lock makes sure that it is not cancelled
        // meanwhile.
        const auto tell = [&](const std::function<void(News&)>& how) {
            const std::lock_guard telling(mutex_);
            if (progress->is_cancelled || is_ending_)
                return;
            how(news_);
            if (wake_)
                wake_();
        };
        if (ids && ids->empty()) {
            // The request only cancels earlier work.
        } else if (ids) {
            const auto read = checkpoint::run_all(
                model_, *ids,
                [&](Index layer, Index head, const Matrix& weights) {
                    HeadGlance glance{layer, head, pooled_weights(weights, most_glance)};
                    tell([&](News& news) { news.heads.push_back(std::move(glance)); });
                },
                progress.get());
            if (!read)
                tell([&](News& news) { news.fault = read.error(); });
        } else {
            auto made = checkpoint::checkpoint_document(model_, *choice, progress.get());
            tell([&](News& news) { news.made = std::move(made); });
        }
        lock.lock();
        progress_.reset();
    }
}

} // namespace app
