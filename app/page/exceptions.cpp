// SPDX-License-Identifier: MIT
// A page catches nothing: what would be thrown ends the call, and the script of the page says so.
// Nothing throws on bad input; the libraries that do are not in a page or are asked beforehand.
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
