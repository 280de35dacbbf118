// SPDX-License-Identifier: MIT
// Turns SIGTERM, SIGHUP and SIGINT into something the frame loop can read, so that the program ends
// in order.
#pragma once

#include <atomic>
#include <functional>
#include <thread>

namespace app {

class EndSignals {
public:
    /// Begins to wait for the signals. Calls `wake` from another thread when one arrives. Construct
    /// it before any other thread, so that all threads inherit the blocked signals.
    explicit EndSignals(std::function<void()> wake);
    ~EndSignals();
    EndSignals(const EndSignals&) = delete;
    EndSignals& operator=(const EndSignals&) = delete;

    /// The signal that arrived; 0 if none did.
    int received() const { return received_; }

private:
    std::atomic<int> received_{0};
    std::thread thread_;
};

} // namespace app
