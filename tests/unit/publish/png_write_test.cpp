// SPDX-License-Identifier: MIT
// Equal pixels give equal files, wherever in memory they are compressed.
#include "core/publish/pictures/png_write.h"
#include "tests/support/picture.h"

#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <string>

using namespace attn;

namespace {

/// A heatmap whose compression could differ in many places.
figure::Pixels heatmap() {
    const test::Picture picture =
        test::read_png(ATTENTION_SOURCE_DIR "/tests/image/references/pictures/W_K.slide.png");
    figure::Pixels pixels{picture.width, picture.height, {}};
    for (const std::uint32_t pixel : picture.pixels)
        pixels.colours.push_back(publish::colour_of(pixel | 0xFF000000U));
    return pixels;
}

struct Packing {
    const figure::Pixels& pixels;
    std::string bytes;
};
void* pack(void* packing) {
    auto& [pixels, bytes] = *static_cast<Packing*>(packing);
    bytes = publish::write_png(pixels);
    return nullptr;
}

} // namespace

TEST(WritePng, GivesTheSameBytesForAnyStackAddress) {
    constexpr std::size_t step = std::size_t{64} << 10, stack = std::size_t{2} << 20, places = 2000;
    constexpr std::size_t size = places * step + stack;
    void* const memory = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    ASSERT_NE(memory, MAP_FAILED);
    const figure::Pixels pixels = heatmap();
    ASSERT_GT(pixels.width, 0);
    const std::string expected = publish::write_png(pixels);
    std::size_t others = 0;
    for (std::size_t place = 0; place < places; ++place) {
        pthread_attr_t settings;
        pthread_attr_init(&settings);
        ASSERT_EQ(
            pthread_attr_setstack(&settings, static_cast<char*>(memory) + place * step, stack), 0);
        Packing packing{pixels, ""};
        pthread_t thread = {};
        ASSERT_EQ(pthread_create(&thread, &settings, pack, &packing), 0);
        pthread_join(thread, nullptr);
        pthread_attr_destroy(&settings);
        others += packing.bytes != expected;
    }
    munmap(memory, size);
    EXPECT_EQ(others, 0U);
}
