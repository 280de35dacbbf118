// SPDX-License-Identifier: MIT
#include "app/panels/canvas/scrubbing.h"

#include "app/editing/giving.h"
#include "app/ui/compat.h"
#include "core/document/commands/placing.h"
#include "core/document/model/sheet.h"

#include <cmath>

namespace app {

using namespace attn;

namespace {

constexpr float dead_zone = 3; // pixels until a press becomes a drag

} // namespace

void begin_scrub(const Frame& frame, const Place& place, float x, Gesture gesture) {
    const Real start = value_at(frame.document, frame.shown().trace, place);
    frame.ui.dragging.scrub = Scrub{place, start, x, 0, x, gesture, false};
}

void continue_scrub(const Frame& frame, float x) {
    Scrub& scrub = *frame.ui.dragging.scrub;
    const ImGuiIO& io = ImGui::GetIO();
    // The frame that sees the release also sees the pointer's last movement, which counts.
    if (ImGui::IsMousePosValid()) {
        if (!scrub.moved && std::abs(x - scrub.start_x) >= dead_zone) {
            scrub.moved = true;
            scrub.last_x = scrub.start_x;
            if (!is_given(frame.document, scrub.place.sheet)) {
                if (!begin_dragging_over(frame, scrub.place, scrub.gesture)) {
                    frame.ui.dragging.scrub.reset();
                    compat::forget_click();
                    return;
                }
                scrub.start = value_at(frame.document, frame.exact().trace, scrub.place);
            }
        }
        if (scrub.moved && x != scrub.last_x) {
            const double worth = io.KeyShift ? 10 : io.KeyAlt ? 0.1 : 1;
            scrub.travelled += static_cast<double>(x - scrub.last_x) * worth;
            scrub.last_x = x;
            // Sums of tenths drift; returning to the start must give exactly 0.
            if (std::abs(scrub.travelled) < 0.05)
                scrub.travelled = 0;
            frame.outbox.edit(
                SetCell{scrub.place, scrubbed(scrub.start, scrub.travelled, io.KeyAlt)},
                scrub.gesture);
        }
    }
    if (ImGui::IsMouseDown(0))
        return;
    if (scrub.moved)
        compat::forget_click();
    frame.ui.dragging.scrub.reset();
}

} // namespace app
