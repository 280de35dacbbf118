// SPDX-License-Identifier: MIT
// The entry of libFuzzer for one reader, named when it is compiled.
#include "tests/fuzz/targets.h"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    attn::fuzz::ATTENTION_FUZZ_TARGET({reinterpret_cast<const char*>(data), size});
    return 0;
}
