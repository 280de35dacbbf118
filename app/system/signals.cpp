// SPDX-License-Identifier: MIT
#include "app/system/signals.h"

#include <pthread.h>
#include <signal.h>

namespace app {
namespace {

sigset_t waited_for() {
    sigset_t set;
    sigemptyset(&set);
    for (const int number : {SIGTERM, SIGHUP, SIGINT, SIGUSR1})
        sigaddset(&set, number);
    return set;
}

} // namespace

EndSignals::EndSignals(std::function<void()> wake) {
    const sigset_t set = waited_for();
    ::pthread_sigmask(SIG_BLOCK, &set, nullptr);
    thread_ = std::thread([this, set, wake = std::move(wake)] {
        int number = 0;
        while (::sigwait(&set, &number) != 0 || number == 0) {
        }
        if (number == SIGUSR1) // sent by the destructor
            return;
        received_ = number;
        wake();
    });
}

EndSignals::~EndSignals() {
    ::pthread_kill(thread_.native_handle(), SIGUSR1);
    thread_.join();
}

} // namespace app
