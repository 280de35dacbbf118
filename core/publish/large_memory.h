// SPDX-License-Identifier: MIT
// Memory for the pixels of a picture. The first use of a memory page costs as much as painting it,
// so this takes pages of 2 MB, if the system has them, instead of 500 times as many small ones.
#pragma once

#include <cstddef>

namespace attn::publish {

/// Zeroed bytes. The constructor throws std::bad_alloc if there is no memory, as `new` does.
class LargeMemory {
public:
    explicit LargeMemory(std::size_t size);
    ~LargeMemory();
    LargeMemory(const LargeMemory&) = delete;
    LargeMemory& operator=(const LargeMemory&) = delete;

    char* data() { return data_; }
    const char* data() const { return data_; }
    std::size_t size() const { return size_; }

private:
    void* mapped_ = nullptr;
    std::size_t mapped_size_ = 0;
    char* data_ = nullptr; // within the mapping, at the start of a large page
    std::size_t size_ = 0;
};

} // namespace attn::publish
