// SPDX-License-Identifier: MIT
// A page catches no exceptions: a throw ends the call, and the script reports that. Bad input
// throws nothing; libraries that throw are not in a page, or their input is checked first.
#include <cstddef>

namespace {

[[noreturn]] void end() {
    __builtin_trap();
}

} // namespace

extern "C" {

void* __cxa_allocate_exception(std::size_t) noexcept {
    end();
}
void __cxa_free_exception(void*) noexcept {}
[[noreturn]] void __cxa_throw(void*, void*, void (*)(void*)) {
    end();
}
[[noreturn]] void __cxa_rethrow() {
    end();
}
void* __cxa_begin_catch(void*) noexcept {
    end();
}
void __cxa_end_catch() {}
}
