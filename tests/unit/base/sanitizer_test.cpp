// SPDX-License-Identifier: MIT
// The options of the address sanitizer (core/base/sanitizer_options.cpp) are in effect; nothing
// else would tell that they are not.
#if defined(__SANITIZE_ADDRESS__)

#include <gtest/gtest.h>

#include <string_view>

extern "C" const char* __asan_default_options();

TEST(Sanitizer, HasTheOptionsOfTheProject) {
    const std::string_view options = __asan_default_options();
    EXPECT_NE(options.find("quarantine_size_mb=4"), options.npos) << options;
    EXPECT_NE(options.find("malloc_context_size=0"), options.npos) << options;
}

#endif
