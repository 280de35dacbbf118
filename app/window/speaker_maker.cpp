// SPDX-License-Identifier: MIT
#include "app/window/speaker_maker.h"

#include <optional>
#include <utility>

namespace app {
namespace {

using namespace attn;

/// Has its own typesetter, because it runs on its own thread.
struct SpeakerPainter {
    publish::Type type;

    std::optional<figure::Pixels> operator()(const figure::Figure& figure) {
        if (!type)
            type = publish::typesetter();
        auto painted = publish::paint_pixels(figure, 1, type);
        // If the window is too large for a picture, nothing new is shown.
        return painted ? std::optional(*std::move(painted)) : std::nullopt;
    }
};

} // namespace

SpeakerMaker::SpeakerMaker(std::function<void()> wake)
    : newest(SpeakerPainter{}, std::move(wake)) {}

} // namespace app
