// SPDX-License-Identifier: MIT
#include "core/publish/pictures/gif_write.h"

#include <gif_lib.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <unordered_map>
#include <utility>

namespace attn::publish {
namespace {

constexpr std::size_t most_colours = 256;
constexpr int longest_gif_side = 0xFFFF;
constexpr int last_stays = 100; // hundredths of a second

using Key = std::uint32_t;

/// Blends the colour onto white.
Key key_of(figure::Colour colour) {
    const auto on_white = [&](std::uint8_t part) {
        return static_cast<Key>((part * colour.alpha + 255 * (255 - colour.alpha) + 127) / 255);
    };
    return on_white(colour.red) << 16U | on_white(colour.green) << 8U | on_white(colour.blue);
}

int distance(Key a, Key b) {
    int sum = 0;
    for (const unsigned shift : {16U, 8U, 0U}) {
        const int by = static_cast<int>(a >> shift & 0xFFU) - static_cast<int>(b >> shift & 0xFFU);
        sum += by * by;
    }
    return sum;
}

/// The most common colours of all pictures.
class Palette {
public:
    explicit Palette(const std::vector<figure::Pixels>& pictures) {
        std::unordered_map<Key, std::size_t> counts;
        for (const figure::Pixels& picture : pictures)
            for (const figure::Colour colour : picture.colours)
                ++counts[key_of(colour)];
        std::vector<std::pair<std::size_t, Key>> order;
        for (const auto& [key, count] : counts)
            order.emplace_back(count, key);
        std::sort(order.begin(), order.end(), std::greater<>());
        for (std::size_t at = 0; at < std::min(order.size(), most_colours); ++at) {
            index_.emplace(order[at].second, static_cast<GifByteType>(at));
            keys_.push_back(order[at].second);
        }
    }

    GifByteType index(figure::Colour colour) {
        const Key key = key_of(colour);
        if (const auto found = index_.find(key); found != index_.end())
            return found->second;
        std::size_t best = 0;
        for (std::size_t at = 1; at < keys_.size(); ++at)
            if (distance(keys_[at], key) < distance(keys_[best], key))
                best = at;
        index_.emplace(key, static_cast<GifByteType>(best));
        return static_cast<GifByteType>(best);
    }

    std::array<GifColorType, most_colours> colours() const {
        std::array<GifColorType, most_colours> list{};
        for (std::size_t at = 0; at < keys_.size(); ++at)
            list[at] = {static_cast<GifByteType>(keys_[at] >> 16U),
                        static_cast<GifByteType>(keys_[at] >> 8U),
                        static_cast<GifByteType>(keys_[at])};
        return list;
    }

private:
    std::unordered_map<Key, GifByteType> index_;
    std::vector<Key> keys_;
};

/// Rows of colour indices; all pictures have the same size.
struct Screen {
    int width = 0, height = 0;
    std::vector<GifByteType> indices;

    GifByteType* line(int y) { return indices.data() + static_cast<std::ptrdiff_t>(y) * width; }
};

/// The part of a picture that differs from the previous one.
struct Changed {
    int left = 0, top = 0, right = 0, bottom = 0; // right and bottom are one past the end

    Changed(Screen& before, Screen& now) : left(now.width), top(now.height) {
        for (int y = 0; y < now.height; ++y)
            for (int x = 0; x < now.width; ++x)
                if (before.line(y)[x] != now.line(y)[x]) {
                    left = std::min(left, x);
                    right = std::max(right, x + 1);
                    top = std::min(top, y);
                    bottom = y + 1;
                }
        if (right <= left) { // Nothing differs: one pixel holds the duration.
            left = top = 0;
            right = bottom = 1;
        }
    }
    explicit Changed(const Screen& all) : right(all.width), bottom(all.height) {}
};

int append(GifFileType* file, const GifByteType* bytes, int count) {
    static_cast<std::string*>(file->UserData)
        ->append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(count));
    return count;
}

/// Calls giflib step by step until a call fails.
class GifWriter {
public:
    GifWriter() : file_(EGifOpen(&bytes_, append, &fault_)) {}
    ~GifWriter() { close(); }
    GifWriter(const GifWriter&) = delete;
    GifWriter& operator=(const GifWriter&) = delete;

    void begin(const Screen& screen, const Palette& palette) {
        const auto colours = palette.colours();
        const std::unique_ptr<ColorMapObject, decltype(&GifFreeMapObject)> map(
            GifMakeMapObject(most_colours, colours.data()), &GifFreeMapObject);
        if (!file_ || !map)
            return;
        EGifSetGifVersion(file_, true);
        tell(
            [&] { return EGifPutScreenDesc(file_, screen.width, screen.height, 8, 0, map.get()); });
        constexpr std::array<GifByteType, 3> for_ever{1, 0, 0};
        tell([&] { return EGifPutExtensionLeader(file_, APPLICATION_EXT_FUNC_CODE); });
        tell([&] { return EGifPutExtensionBlock(file_, 11, "NETSCAPE2.0"); });
        tell([&] { return EGifPutExtensionBlock(file_, 3, for_ever.data()); });
        tell([&] { return EGifPutExtensionTrailer(file_); });
    }
    void add(Screen& screen, const Changed& part, int hundredths) {
        GraphicsControlBlock control{DISPOSE_DO_NOT, false, hundredths, NO_TRANSPARENT_COLOR};
        std::array<GifByteType, 4> block{};
        EGifGCBToExtension(&control, block.data());
        tell([&] { return EGifPutExtension(file_, GRAPHICS_EXT_FUNC_CODE, 4, block.data()); });
        tell([&] {
            return EGifPutImageDesc(file_, part.left, part.top, part.right - part.left,
                                    part.bottom - part.top, false, nullptr);
        });
        for (int y = part.top; y < part.bottom; ++y)
            tell([&] {
                return EGifPutLine(file_, screen.line(y) + part.left, part.right - part.left);
            });
    }
    Result<std::string> end() {
        if (is_good_ && file_)
            is_good_ = close();
        if (!is_good_ || bytes_.empty()) {
            const char* const said = GifErrorString(fault_);
            return Error{std::string("the animation cannot be written: ") +
                         (said ? said : "giflib says no reason")};
        }
        return std::move(bytes_);
    }

private:
    template <class Step>
    void tell(const Step& step) {
        if (!file_ || !is_good_)
            return;
        is_good_ = step() != GIF_ERROR;
        if (!is_good_)
            fault_ = file_->Error;
    }
    bool close() {
        GifFileType* const file = std::exchange(file_, nullptr);
        return !file || EGifCloseFile(file, &fault_) != GIF_ERROR;
    }

    std::string bytes_;
    int fault_ = 0;
    GifFileType* file_;
    bool is_good_ = true;
};

Screen screen_of(const figure::Pixels& picture, Screen shape, Palette& palette) {
    shape.indices.assign(static_cast<std::size_t>(shape.width) *
                             static_cast<std::size_t>(shape.height),
                         palette.index({255, 255, 255, 255}));
    for (int y = 0; y < picture.height; ++y)
        for (int x = 0; x < picture.width; ++x)
            shape.line(y)[x] = palette.index(
                picture
                    .colours[static_cast<std::size_t>(y) * static_cast<std::size_t>(picture.width) +
                             static_cast<std::size_t>(x)]);
    return shape;
}

} // namespace

Result<std::string> write_gif(const std::vector<figure::Pixels>& pictures, int hundredths) {
    Screen shape;
    for (const figure::Pixels& picture : pictures) {
        shape.width = std::max(shape.width, picture.width);
        shape.height = std::max(shape.height, picture.height);
    }
    if (shape.width < 1 || shape.height < 1 ||
        std::max(shape.width, shape.height) > longest_gif_side)
        return Error{"an animation has at most " + std::to_string(longest_gif_side) +
                     " pixels in width and height; choose a smaller size"};
    Palette palette(pictures);
    GifWriter writer;
    writer.begin(shape, palette);
    Screen before;
    for (std::size_t at = 0; at < pictures.size(); ++at) {
        Screen now = screen_of(pictures[at], shape, palette);
        const bool is_last = at + 1 == pictures.size();
        writer.add(now, at == 0 ? Changed(now) : Changed(before, now),
                   is_last ? last_stays : hundredths);
        before = std::move(now);
    }
    return writer.end();
}

} // namespace attn::publish
