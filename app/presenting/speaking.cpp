// SPDX-License-Identifier: MIT
#include "app/presenting/speaking.h"

#include "app/presenting/presenting.h"
#include "core/figure/speaker_page.h"

#include <array>
#include <string>
#include <utility>

namespace app {
namespace {

using namespace attn;

std::tm local(std::time_t time) {
    std::tm parts{};
    (void)localtime_r(&time, &parts);
    return parts;
}

std::string clock(std::time_t time) {
    const std::tm parts = local(time);
    std::array<char, 8> text{};
    (void)std::strftime(text.data(), text.size(), "%H:%M", &parts);
    return text.data();
}

} // namespace

void toggle_speaker_window(const Frame& frame) {
    Presenting& presenting = *frame.ui.teaching.presenting;
    presenting.has_speaker_window = !presenting.has_speaker_window;
}

figure::Figure speaker_figure(const Frame& frame, figure::Size shape, figure::Size size,
                              const figure::Measure& measure, std::time_t now) {
    const Presenting& presenting = *frame.ui.teaching.presenting;
    View view = frame.view;
    view.theme = presenting_theme(view);
    const auto maker = [&](const Document& document, const Trace& trace, View of_page,
                           figure::Page made) {
        of_page.theme = view.theme;
        return [&document, &trace, of_page, made, &measure](figure::Size room) {
            return figure::page_figure(document, trace, of_page, made, {room, measure});
        };
    };
    figure::SpeakerPage page;
    page.shape = shape;
    page.now = maker(frame.shown().document, frame.shown().trace, view, presented_page(frame));
    if (const auto next = next_page(frame))
        page.next = maker(next->document, next->trace, next->view, next->page);
    page.step = "Step " + std::to_string(current_step(frame)) + " of " +
                std::to_string(step_numbers(frame).back());
    page.clock = clock(now);
    page.elapsed = std::to_string((now - presenting.began) / 60) + " min";
    page.notes = speaker_prose(frame);
    return figure::speaker_page(page, view, size, measure);
}

double seconds_to_next_minute(std::time_t now) {
    return 60 - local(now).tm_sec;
}

} // namespace app
