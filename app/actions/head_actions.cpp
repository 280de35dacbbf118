// SPDX-License-Identifier: MIT
// Actions on heads: how they are joined, adding and removing, order, switching off.
#include "app/actions/action_lists.h"
#include "app/editing/head_switch.h"
#include "app/editing/heads.h"
#include "app/editing/selecting.h"

namespace app {
namespace {

using namespace attn;

Action join_action(const char* id, const char* name, Join join, const char* sentence) {
    Action action{id, name, "Heads", sentence, {}, {}};
    send(action, [join](const Document&) { return SetJoin{join}; });
    action.is_checked = [join](const Frame& frame) { return frame.document.join == join; };
    if (join != Join::WO)
        action.why_not = [](const Document& now) {
            return now.options.block
                       ? "The heads of a block are joined by W_O. Switch the block off first"
                       : "";
        };
    return action;
}

Action head_action(const char* id, const char* name, const char* sentence,
                   void (*run)(const Frame&)) {
    return {id, name, "Heads", sentence, {}, run};
}

bool has_more(const Frame& frame) {
    return head_count(frame.document) > 1;
}

std::string why_no_more(const Document& document) {
    if (document.projections != Projections::Learned)
        return "Without projections there is only one head. Choose learned projections first";
    const auto after = attn::apply(document, AddHead{});
    return after ? "" : after.error().message;
}

/// Carries out the commands as one step, or shows why that is not possible.
bool carry_out(const Frame& frame, const Result<std::vector<Command>>& commands) {
    if (commands)
        edit_together(frame, *commands);
    else
        frame.ui.message = Message{commands.error().text(), true};
    return commands.has_value();
}

void move_head(const Frame& frame, Index by) {
    if (carry_out(frame, swapped_heads(frame.document, frame.view.head, frame.view.head + by)))
        frame.view.head += by;
}

} // namespace

std::vector<Action> head_actions() {
    std::vector<Action> list{
        join_action("heads.apart", "Heads apart", Join::None,
                    "Each head has its own output. Nothing joins them."),
        join_action("heads.side_by_side", "Heads side by side", Join::SideBySide,
                    "The outputs of all heads stand side by side in one matrix: joined."),
        join_action("heads.w_o", "Heads joined by W_O", Join::WO,
                    "attention = joined W_O, as in Vaswani et al. 2017. W_O begins as the "
                    "identity, so that "
                    "nothing changes until you edit it.")};

    Action add =
        head_action("head.add", "Add a head",
                    "Adds a head as wide as the first one. Its matrices are identity matrices.",
                    [](const Frame& frame) { frame.outbox.edit(AddHead{}); });
    add.why_not = why_no_more;
    list.push_back(add);

    Action copy = head_action(
        "head.copy", "Copy the shown head to a new one",
        "Adds a head that computes the same as the shown one. W_O gives it no weight yet.",
        [](const Frame& frame) {
            (void)carry_out(
                frame, copied_head(frame.document, frame.view.head, head_count(frame.document)));
        });
    copy.why_not = why_no_more;
    list.push_back(copy);

    Action over =
        head_action("head.copy_right", "Copy the shown head over the next",
                    "Makes the next head compute the same as the shown one. Its rows of W_O stay.",
                    [](const Frame& frame) {
                        (void)carry_out(frame, copied_head(frame.document, frame.view.head,
                                                           frame.view.head + 1));
                    });
    over.is_enabled = [](const Frame& frame) {
        return frame.view.head + 1 < head_count(frame.document);
    };
    list.push_back(over);

    Action remove =
        head_action("head.remove", "Remove the shown head",
                    "Removes the head, its matrices and its rows of W_O.",
                    [](const Frame& frame) { frame.outbox.edit(RemoveHead{frame.view.head}); });
    remove.is_enabled = has_more;
    list.push_back(remove);

    Action left =
        head_action("head.left", "Move the shown head left",
                    "Swaps the shown head with the one before it, together with their rows of W_O.",
                    [](const Frame& frame) { move_head(frame, -1); });
    left.is_enabled = [](const Frame& frame) { return frame.view.head > 0; };
    list.push_back(left);

    Action right =
        head_action("head.right", "Move the shown head right",
                    "Swaps the shown head with the one after it, together with their rows of W_O.",
                    [](const Frame& frame) { move_head(frame, 1); });
    right.is_enabled = over.is_enabled;
    list.push_back(right);

    Action off =
        head_action("head.off", "Switch the shown head off",
                    "Sets the head's rows of W_O to 0, so that only the other heads count.",
                    [](const Frame& frame) { switch_head(frame, frame.view.head, false); });
    off.why_not = why_not_switched_off;
    list.push_back(off);

    Action on = head_action("head.on", "Switch the shown head on",
                            "Brings back the head's rows of W_O that were set to 0.",
                            [](const Frame& frame) { switch_head(frame, frame.view.head, true); });
    on.why_not = why_not_switched_off;
    on.is_enabled = [](const Frame& frame) { return is_switched_off(frame.document, frame.view); };
    list.push_back(on);

    Action next = head_action(
        "head.next", "Show the next head",
        "Shows the next head. After the last one comes the first.", [](const Frame& frame) {
            frame.view.head = (frame.view.head + 1) % head_count(frame.document);
        });
    next.is_enabled = has_more;
    list.push_back(next);
    return list;
}

} // namespace app
