// SPDX-License-Identifier: MIT
// SIGTERM, SIGHUP and SIGINT as something the frame loop learns of, so that it can end in order.
#pragma once

#include <atomic>
#include <functional>
#include <thread>

namespace app {

class EndSignals {
public:
    /// From now on the signals are waited for; `wake` is called on another thread when one came.
    /// Made before any other thread, which then leaves them alone as well.
    explicit EndSignals(std::function<void()> wake);
    ~EndSignals();
    EndSignals(const EndSignals&) = delete;
    EndSignals& operator=(const EndSignals&) = delete;

    /// The signal that came; 0 when none did.
    int received() const { return received_; }

private:
    std::atomic<int> received_{0};
    std::thread thread_;
};

} // namespace app
