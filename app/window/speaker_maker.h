// SPDX-License-Identifier: MIT
// Paints the speaker's figure on a thread of its own, so that the screen of the room never waits
// for it. Of what waits only the newest is painted.
#pragma once

#include "core/figure/figure.h"
#include "core/publish/cairo.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace app {

class SpeakerMaker {
public:
    /// `wake` is called from the thread whenever something was painted.
    explicit SpeakerMaker(std::function<void()> wake);
    /// Waits for the one that is being painted.
    ~SpeakerMaker();
    SpeakerMaker(const SpeakerMaker&) = delete;
    SpeakerMaker& operator=(const SpeakerMaker&) = delete;

    /// The widths that its texts will have, which are those of the typefaces of pictures; for the
    /// thread that made it.
    attn::figure::Measure measure() const { return attn::publish::measure(type_); }
    void ask(attn::figure::Figure figure);
    /// What was painted last, once.
    std::optional<attn::figure::Pixels> take();

private:
    void work();

    const std::function<void()> wake_;
    const attn::publish::Type type_ = attn::publish::typesetter();
    std::mutex mutex_;
    std::condition_variable changed_;
    std::optional<attn::figure::Figure> waiting_;
    std::optional<attn::figure::Pixels> made_;
    bool is_ending_ = false;
    std::thread thread_; // last: it uses the others
};

} // namespace app
