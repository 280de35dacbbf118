// SPDX-License-Identifier: MIT
// Computes what moves a number on a thread of its own, for calculations that take their time. Of
// what waits only the newest is computed.
#pragma once

#include "core/document/sensitivity.h"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

namespace app {

class GradientMaker {
public:
    struct Wish {
        attn::Document document;
        attn::Place of;
    };
    struct Made {
        std::shared_ptr<const attn::Sensitivity> found;
        attn::Document document;
    };

    /// `wake` is called from the thread whenever something was made; it may be empty.
    explicit GradientMaker(std::function<void()> wake);
    /// Waits for the one that is being made.
    ~GradientMaker();
    GradientMaker(const GradientMaker&) = delete;
    GradientMaker& operator=(const GradientMaker&) = delete;

    /// Takes the place of what waits. The document is evaluated once more, so that nothing that is
    /// shown has to stand still for it.
    void ask(Wish wish);
    /// What was made last, once.
    std::optional<Made> take();
    bool has_news() const;

private:
    void work();

    const std::function<void()> wake_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::optional<Wish> waiting_;
    std::optional<Made> made_;
    bool is_ending_ = false;
    std::thread thread_; // last: it uses the others
};

} // namespace app
