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

figure::Figure speaker_figure(const Frame& frame, const figure::Figure& shown, figure::Size size,
                              const figure::Measure& measure, std::time_t now) {
    const Presenting& presenting = *frame.ui.teaching.presenting;
    figure::SpeakerPage page;
    page.now = shown;
    const auto numbers = step_numbers(frame);
    page.step =
        "Step " + std::to_string(current_step(frame)) + " of " + std::to_string(numbers.back());
    page.clock = clock(now);
    page.elapsed = std::to_string((now - presenting.began) / 60) + " min";
    page.notes = speaker_prose(frame);
    View view = frame.view;
    view.theme = presenting_theme(view);
    // A page of the shape of the one that is shown.
    if (const auto next = next_page(frame); next && frame.is_shown()) {
        View of_next = next->view;
        of_next.theme = view.theme;
        page.next = figure::page_figure(next->document, next->trace, of_next, next->page,
                                        {shown.size, measure});
    }
    return figure::speaker_page(page, view, size, measure);
}

double seconds_to_next_minute(std::time_t now) {
    return 60 - local(now).tm_sec;
}

} // namespace app
