// SPDX-License-Identifier: MIT
#include "app/editing/playing.h"

#include "core/document/commands/fill.h"
#include "core/document/model/covers.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/figure/plots/curves.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <variant>

namespace app {
namespace {

using namespace attn;

// Seconds from one end to the other, and between two numbers.
constexpr double way = 4, pause = 0.04;

/// The position at this time: 0 at one end, 1 at the other, and back.
Real place_at(const Playing& playing, double seconds) {
    const double gone = std::fmod(playing.begin + (seconds - playing.since) / way, 2);
    return gone <= 1 ? gone : 2 - gone;
}

Real number_at(const Playing& playing, Real place) {
    if (playing.held)
        return *playing.held;
    // Cells and d_k move in equal steps, the temperature by equal factors.
    const bool is_even = playing.cell || playing.base;
    const Real number = is_even ? playing.low + place * (playing.high - playing.low)
                                : playing.low * std::pow(playing.high / playing.low, place);
    return playing.base ? std::round(number) : std::round(number * 100) / 100;
}

/// Adds columns drawn with the mean and spread of `before`, so that the matrix is as wide as
/// `wide`.
SharedMatrix with_drawn_columns(const Matrix& wide, const Matrix& before, std::uint32_t seed) {
    if (before.size() == 0 || wide.cols() <= before.cols())
        return wide;
    const RandomFill fill{Generator::NumPy, Distribution::Normal, seed};
    const auto drawn = random_matrix(fill, wide.cols(), wide.rows()); // a line for each column
    if (!drawn)
        return wide;
    const Real mean = before.mean();
    const Real spread =
        std::sqrt((before.array() - mean).square().sum() / static_cast<Real>(before.size()));
    Matrix made = wide;
    for (Index column = before.cols(); column < wide.cols(); ++column)
        made.col(column) = (mean + spread * drawn->row(column).array()).transpose();
    return made;
}

std::optional<Command> d_k_command(const Document& base, Index size) {
    auto made = with_d_k(base, size);
    if (!made)
        return std::nullopt;
    return Replace{*std::move(made), "Set d_k to " + std::to_string(size)};
}

Playing playing_d_k(const Frame& frame) {
    Playing playing;
    playing.base = std::make_shared<const Document>(frame.document);
    playing.low = 1;
    playing.high = static_cast<Real>(most_d_k(frame.document));
    playing.begin =
        (static_cast<Real>(d_k(frame.document)) - playing.low) / (playing.high - playing.low);
    playing.gesture = ++frame.ui.dragging.last_gesture;
    return playing;
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
    // It always stops at 1.
    if ((now - 1) * (to - 1) < 0)
        to = 1;
    to = std::clamp(to, figure::least_temperature, figure::most_temperature);
    Gesture& gesture = frame.ui.dragging.last_gesture;
    if (!is_repeat) // A key that is held makes one step of undo.
        ++gesture;
    frame.outbox.edit(SetTemperature{to}, gesture);
}

bool can_play_number(const Frame& frame) {
    const std::optional<Place>& cell = frame.view.selected;
    return cell && exists(frame.document, *cell) && is_given(frame.document, cell->sheet) &&
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

bool can_play_d_k(const Document& document) {
    return has_stage(document, Stage::Weights) && document.projections == Projections::Learned;
}

Index most_d_k(const Document& document) {
    constexpr Index least = 8;
    return std::min(max_width, std::max(least, 2 * d_k(document)));
}

Result<Document> with_d_k(const Document& base, Index d_k) {
    auto made = attn::apply(base, SetWidth{Width::QueryKey, d_k});
    if (!made)
        return made;
    std::uint32_t seed = 42;
    for (std::size_t head = 0; head < made->heads.size(); ++head) {
        HeadWeights& now = made->heads[head];
        const HeadWeights& before = base.heads[head];
        now.w_q = with_drawn_columns(*now.w_q, *before.w_q, seed++);
        now.w_k = with_drawn_columns(*now.w_k, *before.w_k, seed++);
    }
    return made;
}

void play_d_k(const Frame& frame) {
    if (can_play_d_k(frame.document))
        frame.ui.dragging.playing = playing_d_k(frame);
}

void step_d_k(const Frame& frame, int by, bool is_repeat) {
    const Index size = std::clamp(d_k(frame.document) + by, Index{1}, max_width);
    Gesture& gesture = frame.ui.dragging.last_gesture;
    if (!is_repeat)
        ++gesture;
    if (const auto command = d_k_command(frame.document, size);
        command && can_play_d_k(frame.document))
        frame.outbox.edit(*command, gesture);
}

void hold_d_k(const Frame& frame, std::optional<Index> wanted) {
    std::optional<Playing>& playing = frame.ui.dragging.playing;
    if (!wanted || !can_play_d_k(frame.document)) {
        playing.reset();
        return;
    }
    if (!playing || !playing->base)
        playing = playing_d_k(frame);
    playing->held = static_cast<Real>(*wanted);
}

bool plays(const EditTarget& target) {
    const auto* const width = std::get_if<WidthTarget>(&target);
    return std::holds_alternative<TemperatureTarget>(target) ||
           (width && width->width == Width::QueryKey);
}

bool is_playing(const Frame& frame, const EditTarget& target) {
    const std::optional<Playing>& playing = frame.ui.dragging.playing;
    if (!playing || playing->held || playing->cell || !plays(target))
        return false;
    return std::holds_alternative<TemperatureTarget>(target) == !playing->base;
}

void play_target(const Frame& frame) {
    if (std::holds_alternative<TemperatureTarget>(frame.ui.editing->target))
        play_temperature(frame);
    else
        play_d_k(frame);
}

void step_target(const Frame& frame, int by, bool is_repeat) {
    if (std::holds_alternative<TemperatureTarget>(frame.ui.editing->target))
        step_temperature(frame, by, is_repeat);
    else
        step_d_k(frame, by, is_repeat);
}

void pause_playing(const Frame& frame) {
    frame.ui.dragging.playing.reset();
}

std::optional<double> follow_playing(const Frame& frame, double seconds) {
    std::optional<Playing>& playing = frame.ui.dragging.playing;
    if (!playing)
        return std::nullopt;
    if (playing->cell && (!exists(frame.document, *playing->cell) ||
                          !is_given(frame.document, playing->cell->sheet))) {
        playing.reset();
        return std::nullopt;
    }
    if (playing->since < 0)
        playing->since = seconds;
    const Real number = number_at(*playing, place_at(*playing, seconds));
    if (number != playing->shown) {
        playing->shown = number;
        if (playing->base) {
            if (const auto size = d_k_command(*playing->base, static_cast<Index>(number)))
                frame.outbox.edit(*size, playing->gesture);
        } else if (playing->cell)
            frame.outbox.edit(SetCell{*playing->cell, number}, playing->gesture);
        else
            frame.outbox.edit(SetTemperature{number}, playing->gesture);
    }
    return pause;
}

} // namespace app
