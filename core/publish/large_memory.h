// SPDX-License-Identifier: MIT
// Memory for the pixels of a picture. A page of memory that is new costs as much as painting it, so
// that pictures take pages of 2 MB where the system has them, instead of 500 times as many small
// ones.
#pragma once

#include <cstddef>

namespace attn::publish {

/// Bytes that are 0 at first. Ends the program where there is no memory, as `new` does.
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
    char* data_ = nullptr; // in what is mapped, where a large page begins
    std::size_t size_ = 0;
};

} // namespace attn::publish
