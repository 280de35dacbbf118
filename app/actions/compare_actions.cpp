// SPDX-License-Identifier: MIT
#include "app/actions/action_lists.h"
#include "app/explaining/comparing.h"
#include "core/document/mistake_options.h"
#include "core/document/model.h"

namespace app {
namespace {

using namespace attn;

Action stage_action(const StageInfo& stage) {
    Action action{"compare.stage." + std::string(stage.name()),
                  "Compare " + std::string(stage.title),
                  "Compared stage",
                  "Compares A and B at this stage.",
                  {},
                  [at = stage.stage](const Frame& frame) {
                      frame.ui.comparing->stage = at;
                      frame.ui.comparing->is_beside = true;
                  },
                  is_comparing,
                  [at = stage.stage](const Frame& frame) {
                      return frame.ui.comparing && frame.ui.comparing->stage == at;
                  }};
    action.is_offered = [at = stage.stage](const Document& now) { return has_stage(now, at); };
    return action;
}

bool has_pinned(const Frame& frame) {
    return frame.ui.comparing && frame.ui.comparing->pinned && !frame.ui.comparing->mistake;
}

Action mistake_action(const MistakeInfo& mistake) {
    Action action{"mistake." + std::string(mistake.name),
                  std::string(mistake.title),
                  "What if it were wrong",
                  std::string(mistake.cause) + ".",
                  {},
                  [kind = mistake.mistake](const Frame& frame) { show_mistake(frame, kind); },
                  [](const Frame&) { return true; },
                  [kind = mistake.mistake](const Frame& frame) {
                      return frame.ui.comparing && frame.ui.comparing->mistake == kind;
                  }};
    action.why_not = [kind = mistake.mistake](const Document& now) { return lack_for(now, kind); };
    return action;
}

} // namespace

std::vector<Action> compare_actions() {
    std::vector<Action> list{
        {"compare.pin",
         "Pin this state",
         "Compare",
         "Keeps the present state. The canvas marks what differs from it, whatever you change or "
         "open afterwards.",
         {control_shift('a')},
         pin},
        {"compare.opened",
         "Compare with what was opened",
         "Compare",
         "Marks everything that changed since the document was opened.",
         {},
         [](const Frame& frame) { frame.outbox.post(CompareWithOpened{}); }},
        {"compare.beside",
         "A | B | difference",
         "Compare",
         "Shows one stage of the pinned state, of the present one, and their difference, in place "
         "of the canvas.",
         {},
         [](const Frame& frame) { frame.ui.comparing->is_beside = !frame.ui.comparing->is_beside; },
         has_pinned,
         [](const Frame& frame) { return has_pinned(frame) && frame.ui.comparing->is_beside; }},
        {"compare.unpin",
         "Stop comparing",
         "Compare",
         "Forgets the pinned state. Esc does so as well.",
         {control_shift('u')},
         [](const Frame& frame) { frame.ui.comparing.reset(); },
         is_comparing}};
    for (const StageInfo& stage : stages())
        if (stage.title == info(stage.stage).title) // X of both kinds is one action.
            list.push_back(stage_action(stage));
    for (const MistakeInfo& mistake : mistakes())
        list.push_back(mistake_action(mistake));
    return list;
}

} // namespace app
