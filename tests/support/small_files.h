// SPDX-License-Identifier: MIT
// Simulates a full disk for this process: while an object lives, no file may grow beyond a size.
// Bytes below that size can still be overwritten, as on a full disk.
#pragma once

#include <signal.h>
#include <sys/resource.h>

#include <cassert>

namespace attn::test {

class SmallFiles {
public:
    explicit SmallFiles(rlim_t bytes) {
        ::getrlimit(RLIMIT_FSIZE, &before_);
        handler_ = ::signal(SIGXFSZ, SIG_IGN);
        rlimit now = before_;
        now.rlim_cur = bytes;
        [[maybe_unused]] const int code = ::setrlimit(RLIMIT_FSIZE, &now);
        assert(code == 0 && "files can be limited");
    }
    ~SmallFiles() {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        ::signal(SIGXFSZ, handler_);
    }
    SmallFiles(const SmallFiles&) = delete;
    SmallFiles& operator=(const SmallFiles&) = delete;

private:
    rlimit before_{};
    sighandler_t handler_ = SIG_DFL;
};

} // namespace attn::test
