// SPDX-License-Identifier: MIT
#include "app/editing/playing.h"

#include "core/document/covers.h"
#include "core/document/model.h"
#include "core/document/sheet.h"
#include "core/figure/temperature_curve.h"

#include <algorithm>
#include <cmath>

namespace app {
namespace {

using namespace attn;

constexpr double way = 4, pause = 0.04; // from one end to the other, and between two numbers

/// From 0 at one end to 1 at the other, and back.
Real place_at(const Playing& playing, double seconds) {
    const double gone = std::fmod(playing.begin + (seconds - playing.since) / way, 2);
    return gone <= 1 ? gone : 2 - gone;
}

Real number_at(const Playing& playing, Real place) {
    const Real number = playing.cell ? playing.low + place * (playing.high - playing.low)
                                     : playing.low * std::pow(playing.high / playing.low, place);
    return std::round(number * 100) / 100;
}

} // namespace

void play_temperature(const Frame& frame) {
    Playing playing;
    playing.low = figure::least_temperature;
    playing.high = figure::most_temperature;
    const Real now = std::clamp(frame.document.switches.temperature, playing.low, playing.high);
    playing.begin = std::log10(now / playing.low) / std::log10(playing.high / playing.low);
    playing.gesture = ++frame.ui.dragging.last_gesture;
    frame.ui.dragging.playing = playing;
}

void step_temperature(const Frame& frame, int by, bool is_repeat) {
    constexpr Real steps = 50, least_step = 0.01;
    const Real now = frame.document.switches.temperature;
    const Real factor = std::pow(figure::most_temperature / figure::least_temperature, by / steps);
    Real to = std::round(now * factor * 100) / 100;
    if (to == now)
        to = now + by * least_step;
    // It does not step over 1.
    if ((now - 1) * (to - 1) < 0)
        to = 1;
    to = std::clamp(to, figure::least_temperature, figure::most_temperature);
    Gesture& gesture = frame.ui.dragging.last_gesture;
    if (!is_repeat) // A key that is held is one step of undo.
        ++gesture;
    frame.outbox.edit(SetTemperature{to}, gesture);
}

bool can_play_number(const Frame& frame) {
    const std::optional<Place>& cell = frame.view.selected;
    return cell && exists(frame.document, *cell) && is_given(frame.document, cell->sheet.stage) &&
           !is_covered(frame.document, *cell);
}

void play_number(const Frame& frame) {
    if (!can_play_number(frame))
        return;
    Playing playing;
    playing.cell = frame.view.selected;
    const SharedMatrix* const matrix = attn::input(frame.document, playing.cell->sheet);
    const Real now = matrix ? (**matrix)(playing.cell->row, playing.cell->column) : 0;
    const Real by = std::max(1.0, std::abs(now));
    playing.low = now - by;
    playing.high = now + by;
    playing.begin = 0.5;
    playing.gesture = ++frame.ui.dragging.last_gesture;
    frame.ui.dragging.playing = playing;
}

void pause_playing(const Frame& frame) {
    frame.ui.dragging.playing.reset();
}

std::optional<double> follow_playing(const Frame& frame, double seconds) {
    std::optional<Playing>& playing = frame.ui.dragging.playing;
    if (!playing)
        return std::nullopt;
    if (playing->cell && (!exists(frame.document, *playing->cell) ||
                          !is_given(frame.document, playing->cell->sheet.stage))) {
        playing.reset();
        return std::nullopt;
    }
    if (playing->since < 0)
        playing->since = seconds;
    const Real number = number_at(*playing, place_at(*playing, seconds));
    if (number != playing->shown) {
        playing->shown = number;
        if (playing->cell)
            frame.outbox.edit(SetCell{*playing->cell, number}, playing->gesture);
        else
            frame.outbox.edit(SetTemperature{number}, playing->gesture);
    }
    return pause;
}

} // namespace app
