// SPDX-License-Identifier: MIT
#include "app/ui/shaped_texts.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace app {
namespace {

using attn::publish::LinePicture;
using attn::publish::SetLine;

constexpr int part_width = 1024;            // pixels; all graphics cards support such textures
constexpr std::size_t line_bytes = 4 << 10; // what a laid-out text takes besides its pixels

std::size_t bytes_of(const attn::figure::Pixels& pixels) {
    return 2 * pixels.colours.size() * sizeof(attn::figure::Colour); // here and as a texture
}

} // namespace

ShapedTexts::ShapedTexts(TextureMaker maker) : maker_(std::move(maker)) {}

ShapedTexts::~ShapedTexts() {
    for (auto& [key, entry] : entries_)
        forget(entry);
}

ShapedTexts::Entry& ShapedTexts::entry(std::string_view text, Face face, int em,
                                       Direction direction) {
    key_.assign({static_cast<char>(face), static_cast<char>(direction),
                 static_cast<char>(em & 0xFF), static_cast<char>(em >> 8)});
    key_ += text;
    const auto [at, is_new] = entries_.try_emplace(key_);
    Entry& entry = at->second;
    entry.seen = frame_;
    if (!is_new)
        return entry;
    if (!type_)
        type_ = attn::publish::typesetter();
    entry.line = std::make_unique<SetLine>(type_, text, face, static_cast<float>(em), direction);
    const int columns = std::max(0, entry.line->ink_right() - entry.line->ink_left());
    entry.parts.resize(static_cast<std::size_t>((columns + part_width - 1) / part_width));
    entry.bytes = line_bytes + 64 * text.size();
    bytes_ += entry.bytes;
    const auto lacking = entry.line->lacking();
    lacking_.insert(lacking_.end(), lacking.begin(), lacking.end());
    return entry;
}

const SetLine& ShapedTexts::line(std::string_view text, Face face, int em, Direction direction) {
    return *entry(text, face, em, direction).line;
}

const ShapedTexts::Part& ShapedTexts::part(Entry& entry, std::size_t number) {
    auto& part = entry.parts[number];
    if (part)
        return *part;
    const int from = entry.line->ink_left() + static_cast<int>(number) * part_width;
    part = std::make_unique<Part>();
    part->picture = entry.line->picture(from, from + part_width);
    const auto texture = [&](const attn::figure::Pixels& pixels) {
        return pixels.colours.empty() ? 0 : maker_.make(pixels, false);
    };
    part->letters = texture(part->picture.letters);
    part->coloured = texture(part->picture.coloured);
    const std::size_t bytes = bytes_of(part->picture.letters) + bytes_of(part->picture.coloured);
    entry.bytes += bytes;
    bytes_ += bytes;
    return *part;
}

void ShapedTexts::draw(ImDrawList& list, float x, float baseline, std::string_view text, Face face,
                       int em, Direction direction, ImU32 colour) {
    Entry& shown = entry(text, face, em, direction);
    const ImVec2 low = list.GetClipRectMin(), high = list.GetClipRectMax();
    const auto reach = static_cast<float>(4 * em); // no letter extends further up or down
    if (baseline + reach < low.y || baseline - reach > high.y)
        return;
    for (std::size_t number = 0; number < shown.parts.size(); ++number) {
        const float left =
            x + static_cast<float>(shown.line->ink_left() + static_cast<int>(number) * part_width);
        if (left > high.x || left + static_cast<float>(part_width) < low.x)
            continue;
        const Part& seen = part(shown, number);
        const LinePicture& picture = seen.picture;
        const ImVec2 from(x + static_cast<float>(picture.left),
                          baseline + static_cast<float>(picture.top));
        const ImVec2 to(from.x + static_cast<float>(picture.letters.width),
                        from.y + static_cast<float>(picture.letters.height));
        // Emoji keep their colours and take the text's transparency.
        if (seen.coloured != 0)
            list.AddImage(compat::texture_id(seen.coloured), from, to, {0, 0}, {1, 1},
                          colour | ~IM_COL32_A_MASK);
        if (seen.letters != 0)
            list.AddImage(compat::texture_id(seen.letters), from, to, {0, 0}, {1, 1}, colour);
    }
}

void ShapedTexts::forget(Entry& entry) {
    for (const auto& part : entry.parts) {
        if (!part)
            continue;
        if (part->letters != 0)
            maker_.forget(part->letters);
        if (part->coloured != 0)
            maker_.forget(part->coloured);
    }
    bytes_ -= entry.bytes;
}

void ShapedTexts::sweep() {
    const auto let_go = [this](std::uint64_t before) {
        for (auto at = entries_.begin(); at != entries_.end();) {
            if (at->second.seen < before) {
                forget(at->second);
                at = entries_.erase(at);
            } else {
                ++at;
            }
        }
    };
    if (frame_ % 64 == 0 && frame_ > most_frames)
        let_go(frame_ - most_frames);
    // Frees the older half, then half of that age again, until the memory is small enough.
    for (std::uint64_t age = most_frames / 2; bytes_ > most_bytes; age /= 2) {
        if (frame_ >= age)
            let_go(frame_ - age);
        if (age == 0)
            break;
    }
    ++frame_;
}

} // namespace app
