// SPDX-License-Identifier: MIT
// Actions on masks: one of none, causal, prefix and painted, plus a window and a padding.
#include "app/actions/action_lists.h"
#include "app/editing/mask_parts.h"
#include "app/editing/model_numbers.h"
#include "app/editing/navigation.h"

namespace app {
namespace {

using namespace attn;
using Kind = Mask::Kind;

Action mask_action(const char* id, const char* name, Kind kind, const char* sentence,
                   Mask (*made)(const Document&)) {
    Action action{id, name, "Mask", sentence, {}, {}};
    send(action, [made](const Document& now) { return SetMask{made(now)}; });
    action.is_checked = [kind](const Frame& frame) {
        return part_of(frame.document.switches.mask, kind) != nullptr;
    };
    return action;
}

/// Adds the part with its usual number to the mask.
template <ModelNumber number, Kind kind>
Mask added(const Document& now) {
    const auto size = static_cast<Index>(info(number).value(now));
    return with_part(now.switches.mask, Mask{kind, {}, size, {}, 0});
}

/// Adds the part, or removes it if the mask has it.
template <ModelNumber number, Kind kind>
Mask turned(const Document& now) {
    return part_of(now.switches.mask, kind) ? without_part(now.switches.mask, kind)
                                            : added<number, kind>(now);
}

/// The action of Space on selected cells of a painted mask.
Action paint_action() {
    Action action{"mask.paint",
                  "Block, or unblock",
                  "Mask",
                  "Blocks the selected cells of the painted mask, or unblocks them where all are "
                  "blocked. Space on them does the same.",
                  {},
                  paint_selection,
                  is_on_painted_mask};
    action.is_offered = [](const Document& document) {
        return document.switches.mask.kind == Kind::Painted;
    };
    return action;
}

} // namespace

std::vector<Action> mask_actions() {
    return {
        mask_action("mask.none", "No mask", Kind::None,
                    "Every word may attend to every word, as in an encoder.",
                    [](const Document&) { return Mask{}; }),
        mask_action("mask.causal", "Causal mask", Kind::Causal,
                    "A word may attend to itself and to earlier words only, as in a decoder. Words "
                    "of a memory are counted from its first one, as PyTorch does.",
                    [](const Document& now) {
                        return with_part(now.switches.mask, Mask{Kind::Causal, {}});
                    }),
        mask_action("mask.prefix", "Prefix mask", Kind::Prefix,
                    "Blocks later words, but lets every word see the first ones, as if they were a "
                    "question.",
                    added<ModelNumber::Prefix, Kind::Prefix>),
        mask_action("mask.painted", "Painted mask", Kind::Painted,
                    "You choose the blocked cells. Click or drag over the masked scores to block "
                    "or unblock cells, or press Space on them.",
                    [](const Document& now) {
                        // Painting starts with the cells that the mask blocks now.
                        return painted_like(now.switches.mask, token_count(now), key_count(now));
                    }),
        mask_action("mask.window", "Window", Kind::Window,
                    "Also blocks words that are far away, as in Longformer. The other masks stay.",
                    turned<ModelNumber::Window, Kind::Window>),
        mask_action("mask.padding", "Padding", Kind::Padding,
                    "Also blocks the last keys, which only fill up a batch. The other masks stay.",
                    turned<ModelNumber::Padding, Kind::Padding>),
        paint_action(),
    };
}

} // namespace app
