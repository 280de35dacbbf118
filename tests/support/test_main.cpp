// SPDX-License-Identifier: MIT
// The main function of all test programs. If an assert or a sanitizer ends the process, it names
// the running test case, which their reports do not.
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <string>

// Defined by the sanitizers, in builds that have them.
extern "C" __attribute__((weak)) void __sanitizer_set_death_callback(void (*callback)());

namespace {

void say(const char* text) {
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text, std::strlen(text));
}

void name_the_case() {
    const ::testing::TestInfo* const info = ::testing::UnitTest::GetInstance()->current_test_info();
    if (!info)
        return;
    say("\nThe process ended in ");
    say(info->test_suite_name());
    say(".");
    say(info->name());
    say("\n");
}

void on_signal(int signal) {
    name_the_case();
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

} // namespace

int main(int count, char** arguments) {
    ::testing::InitGoogleTest(&count, arguments);
    if (__sanitizer_set_death_callback) {
        __sanitizer_set_death_callback(name_the_case);
    } else {
        for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL})
            std::signal(signal, on_signal);
    }
    std::signal(SIGABRT, on_signal);
    return RUN_ALL_TESTS();
}
