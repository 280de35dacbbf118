// SPDX-License-Identifier: MIT
#include "tests/support/measured.h"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cassert>
#include <cstdlib>
#include <fstream>

namespace attn::test {
namespace {

/// What this process holds in memory.
long megabytes_now() {
    std::ifstream about("/proc/self/statm");
    long size = 0, resident = 0;
    about >> size >> resident;
    return resident * ::sysconf(_SC_PAGESIZE) >> 20;
}

} // namespace

double most_seconds() {
#ifdef ATTENTION_IS_FOR_DEBUGGING
    return 40;
#else
    return 1;
#endif
}

double processor_seconds(const rusage& used) {
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
    };
    return seconds(used.ru_utime) + seconds(used.ru_stime);
}

Measured measured(const std::function<std::string()>& attempt) {
    std::array<int, 2> ends;
    const int piped = ::pipe(ends.data());
    assert(piped == 0 && "there is a pipe to be had");
    const pid_t child = ::fork();
    assert(child >= 0 && "there is a process to be had");
    if (child == 0) {
        ::close(ends[0]);
        ::alarm(120); // Only against hanging: the limit is the processor time, whatever else runs.
        const long before = megabytes_now();
        const std::string text = std::to_string(before) + "\n" + attempt();
        std::size_t written = 0;
        while (written < text.size()) {
            const ssize_t count = ::write(ends[1], text.data() + written, text.size() - written);
            if (count <= 0)
                break;
            written += static_cast<std::size_t>(count);
        }
        ::_exit(0);
    }
    (void)piped;
    ::close(ends[1]);
    Measured result;
    std::array<char, 4096> block;
    for (ssize_t count = 0; (count = ::read(ends[0], block.data(), block.size())) > 0;)
        result.text.append(block.data(), static_cast<std::size_t>(count));
    ::close(ends[0]);
    int status = 0;
    rusage used = {};
    ::wait4(child, &status, 0, &used);
    result.ended = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    result.seconds = processor_seconds(used);
    // The child starts with the test's own memory.
    const auto line = result.text.find('\n');
    const long before = std::atol(result.text.substr(0, line).c_str());
    result.text.erase(0, line == std::string::npos ? line : line + 1);
    result.megabytes = used.ru_maxrss / 1024 - before;
    return result;
}

} // namespace attn::test
