// SPDX-License-Identifier: MIT
#include "core/publish/large_memory.h"

#include <sys/mman.h>

#include <cstdint>
#include <new>

namespace attn::publish {

LargeMemory::LargeMemory(std::size_t size) : size_(size) {
    constexpr std::size_t page = std::size_t{2} << 20;
    mapped_size_ = size + page;
    mapped_ =
        mmap(nullptr, mapped_size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped_ == MAP_FAILED)
        throw std::bad_alloc();
    const auto begin = reinterpret_cast<std::uintptr_t>(mapped_);
    data_ = static_cast<char*>(mapped_) + (page - begin % page) % page;
#ifdef MADV_HUGEPAGE
    madvise(data_, size_, MADV_HUGEPAGE); // A system without large pages keeps the small ones.
#endif
}

LargeMemory::~LargeMemory() {
    munmap(mapped_, mapped_size_);
}

} // namespace attn::publish
