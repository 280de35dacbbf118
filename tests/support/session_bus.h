// SPDX-License-Identifier: MIT
// A session bus of a test's own, which the environment names while it lives.
#pragma once

#include "tests/support/child_process.h"
#include "tests/support/temp_dir.h"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>

namespace attn::test {

class SessionBus {
public:
    SessionBus()
        : daemon_({{"dbus-daemon", "--session", "--nofork", "--print-address=1"},
                   {},
                   {},
                   folder_ / "address"}) {
        while (address_.empty() && daemon_.is_running()) {
            std::ifstream file(folder_ / "address");
            std::string line;
            if (std::getline(file, line) && !file.eof())
                address_ = line;
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        ::setenv("DBUS_SESSION_BUS_ADDRESS", address_.c_str(), 1);
    }
    ~SessionBus() { ::unsetenv("DBUS_SESSION_BUS_ADDRESS"); }
    SessionBus(const SessionBus&) = delete;
    SessionBus& operator=(const SessionBus&) = delete;

    const std::string& address() const { return address_; }
    void kill() { daemon_.send(SIGKILL); }

private:
    TempDir folder_;
    ChildProcess daemon_;
    std::string address_;
};

} // namespace attn::test
