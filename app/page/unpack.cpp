// SPDX-License-Identifier: MIT
// Unpacks a page's data: bytes as letters in base 85, and below that the core and the typefaces
// packed by LZMA, which is a fifth smaller than gzip and needs nothing from the browser. This
// separate module of a few kilobytes runs at full speed as soon as the page is read; unpack.js
// calls it.
#include <algorithm>
#include <cstdint>

namespace {

using Byte = unsigned char;
using std::uint32_t;

extern "C" Byte __heap_base; // named by the linker

// LZMA without a header, with lc = 3, lp = 0 and pb = 0, after Igor Pavlov's specification of LZMA.
// A range coder gives bits, each by the learned probability at its place in `odds`. The bits are
// letters, or a distance back and a length to copy. All places have a start in `odds`.
constexpr uint32_t of_letter = 0x300;
constexpr uint32_t letters = 0, matches = letters + 8 * of_letter, repeats = matches + 12,
                   first = repeats + 12, not_short = first + 12, second = not_short + 12,
                   third = second + 12, slots = third + 12, special = slots + 4 * 64,
                   align = special + 115, lengths = align + 16,
                   repeated_lengths = lengths + 2 + 8 + 8 + 256,
                   places = repeated_lengths + 2 + 8 + 8 + 256;

struct Unpacking {
    const Byte* next;
    uint32_t range, code;
    uint32_t state, back[4];
    Byte* at;
    Byte* from;
    Byte* end;
};
Unpacking kept;
std::uint16_t odds[places];

struct Bits : Unpacking {
    void refill() {
        if (range >= 0x1000000)
            return;
        range <<= 8;
        code = code << 8 | *next++;
    }
    uint32_t bit(uint32_t place) {
        const uint32_t odd = odds[place], bound = (range >> 11) * odd;
        const bool is_one = code >= bound;
        if (is_one) {
            range -= bound;
            code -= bound;
            odds[place] = static_cast<std::uint16_t>(odd - (odd >> 5));
        } else {
            range = bound;
            odds[place] = static_cast<std::uint16_t>(odd + ((2048 - odd) >> 5));
        }
        refill();
        return is_one;
    }
    uint32_t number(uint32_t place, uint32_t bits) {
        uint32_t found = 1;
        for (uint32_t at_bit = 0; at_bit < bits; ++at_bit)
            found = found << 1 | bit(place + found);
        return found - (1U << bits);
    }
    uint32_t turned(uint32_t place, uint32_t bits) {
        uint32_t found = 0, branch = 1;
        for (uint32_t at_bit = 0; at_bit < bits; ++at_bit) {
            const uint32_t one = bit(place + branch);
            branch = branch << 1 | one;
            found |= one << at_bit;
        }
        return found;
    }
    uint32_t evenly(uint32_t bits) {
        uint32_t found = 0;
        for (uint32_t at_bit = 0; at_bit < bits; ++at_bit) {
            range >>= 1;
            const bool is_one = code >= range;
            if (is_one)
                code -= range;
            found = found << 1 | is_one;
            refill();
        }
        return found;
    }
    uint32_t copied(uint32_t place) {
        if (!bit(place))
            return 2 + number(place + 2, 3);
        return bit(place + 1) ? 18 + number(place + 18, 8) : 10 + number(place + 10, 3);
    }
    uint32_t distance(uint32_t size) {
        const uint32_t slot = number(slots + 64 * std::min(size - 2, 3U), 6);
        if (slot < 4)
            return slot;
        const uint32_t bits = (slot >> 1) - 1, begin = (2 | (slot & 1)) << bits;
        return slot < 14 ? begin + turned(special + begin - slot, bits)
                         : begin + (evenly(bits - 4) << 4) + turned(align, 4);
    }
    void letter() {
        const uint32_t place = letters + of_letter * ((at == from ? 0U : at[-1]) >> 5);
        uint32_t found = 1;
        if (state > 6)
            for (uint32_t like = at[-1 - static_cast<int>(back[0])], is_like = 1;
                 is_like && found < 256; like <<= 1) {
                const uint32_t hint = like >> 7 & 1, one = bit(place + ((1 + hint) << 8) + found);
                found = found << 1 | one;
                is_like = hint == one;
            }
        while (found < 256)
            found = found << 1 | bit(place + found);
        *at++ = static_cast<Byte>(found);
        state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
    }
    void repeat() {
        if (bit(first + state)) {
            const uint32_t which = !bit(second + state) ? 1 : 2 + bit(third + state);
            const uint32_t distance = back[which];
            for (uint32_t one = which; one > 0; --one)
                back[one] = back[one - 1];
            back[0] = distance;
        } else if (!bit(not_short + state)) {
            state = state < 7 ? 9 : 11;
            copy(1);
            return;
        }
        const uint32_t size = copied(repeated_lengths);
        state = state < 7 ? 8 : 11;
        copy(size);
    }
    void match() {
        for (uint32_t one = 3; one > 0; --one)
            back[one] = back[one - 1];
        const uint32_t size = copied(lengths);
        back[0] = distance(size);
        state = state < 7 ? 7 : 10;
        copy(size);
    }
    void copy(uint32_t size) {
        const Byte* const stop = at + std::min<uint32_t>(size, static_cast<uint32_t>(end - at));
        for (const Byte* like = at - back[0] - 1; at < stop;)
            *at++ = *like++;
    }
};

// The value of each letter of base 85: ZeroMQ's Z85, with ~ for <.
constexpr struct Values {
    Byte of[128] = {};
    constexpr Values() {
        constexpr char alphabet[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                    ".-:+=^!/*?&~>()[]{}@%$#";
        for (Byte at = 0; at < 85; ++at)
            of[static_cast<Byte>(alphabet[at])] = at;
    }
} values;

} // namespace

// Returns where to write `size` letters, with room to unpack them to `length` bytes.
extern "C" Byte* room(uint32_t size, uint32_t length) {
    constexpr uint32_t page = 65536;
    const auto wanted = reinterpret_cast<std::uintptr_t>(&__heap_base) + size + length;
    const auto held = __builtin_wasm_memory_size(0) * page;
    if (wanted > held)
        __builtin_wasm_memory_grow(0, (wanted - held + page - 1) / page);
    return &__heap_base;
}

// Decodes the letters: five give four bytes. Returns the bytes.
extern "C" Byte* read(uint32_t size) {
    Byte* to = &__heap_base;
    for (const Byte *from = to, *end = to + size; from < end; from += 5) {
        uint32_t number = 0;
        for (uint32_t digit = 0; digit < 5; ++digit)
            number = number * 85 + values.of[from[digit] & 127];
        for (uint32_t shift = 32; shift > 0;)
            *to++ = static_cast<Byte>(number >> (shift -= 8));
    }
    return &__heap_base;
}

// Decodes `size` letters and begins to unpack. Returns where the bytes will be.
extern "C" Byte* begin(uint32_t size, uint32_t length) {
    const Byte* packed = read(size);
    kept = {};
    kept.next = packed + 5;
    kept.range = 0xffffffff;
    for (uint32_t at = 1; at < 5; ++at)
        kept.code = kept.code << 8 | packed[at];
    std::fill_n(odds, places, std::uint16_t{1024});
    kept.at = kept.from = &__heap_base + size;
    kept.end = kept.from + length;
    return kept.from;
}

// Unpacks at least `count` more bytes, or all that are left. Returns the end of the bytes so far.
extern "C" Byte* advance(uint32_t count) {
    Bits bits{kept};
    const Byte* const until =
        bits.at + std::min<uint32_t>(count, static_cast<uint32_t>(bits.end - bits.at));
    while (bits.at < until) {
        if (!bits.bit(matches + bits.state))
            bits.letter();
        else if (bits.bit(repeats + bits.state))
            bits.repeat();
        else
            bits.match();
    }
    kept = bits;
    return kept.at;
}
