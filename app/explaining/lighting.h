// SPDX-License-Identifier: MIT
// What stands in the spotlight in the canvas's place: a lesson's step, a matrix, or a number; and
// how one goes in, along the calculation, and out.
#pragma once

#include "app/session/frame.h"
#include "core/figure/spotlight/spotlight.h"

#include <cstddef>
#include <memory>
#include <optional>

namespace app {

/// What the light is on: the step if there is a lesson, else the matrix or the number.
struct LightOf {
    std::shared_ptr<const attn::OpenedLesson> lesson;
    std::size_t step = 0;
    attn::Stage stage = attn::Stage::X; // of the open head and layer; while gradients are shown,
                                        // the gradient with respect to it
    std::optional<attn::Place> number;  // with what it is made of

    friend bool operator==(const LightOf&, const LightOf&) = default;
};

/// What the window shows in the light; nothing if it shows the whole canvas or another page.
std::optional<LightOf> light_of(const attn::Document& document, const UiState& ui);
inline std::optional<LightOf> light_of(const Frame& frame) {
    return light_of(frame.document, frame.ui);
}
/// Whether a lesson's step could stand in the light now, but for the whole canvas.
bool has_lit_step(const Frame& frame);

/// The matrices in the light and what is pointed at in them. `gradients`: shown instead of the
/// numbers; null: none.
attn::figure::Spotlight spotlight_of(const LightOf& light, const attn::Calculation& shown,
                                     const attn::View& view, const attn::Sensitivity* gradients);

/// The matrix of the open head and layer that the stage is; of the first head if it has no such.
attn::SheetId open_sheet(const attn::Document& document, attn::Stage stage, const attn::View& view);

/// Shows the matrix in the light, and its layer.
void light_up(const Frame& frame, const attn::SheetId& sheet);
/// Shows the number in the light with what it is made of; an input shows its matrix.
void light_up(const Frame& frame, const attn::Place& number);
/// From the canvas to the selected number or matrix, or to the lesson's step; from the light back
/// to the whole canvas.
void toggle_light(const Frame& frame);
/// Goes from a matrix in the light to the next one of the calculation (`by` 1), or the one before.
void step_light(const Frame& frame, int by);
/// Whether a matrix or number is in the light that was asked for, so that one can go on from it.
bool is_lit(const UiState& ui);
/// Returns to what was there before the matrix or number: the lesson's step or the whole canvas.
/// Returns whether there was one.
bool leave_light(UiState& ui);

} // namespace app
