// SPDX-License-Identifier: MIT
#include "app/actions/action_lists.h"
#include "app/explaining/comparing.h"
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
                  [at = stage.stage](const Frame& frame) { frame.ui.comparing->stage = at; },
                  is_comparing,
                  [at = stage.stage](const Frame& frame) {
                      return frame.ui.comparing && frame.ui.comparing->stage == at;
                  }};
    action.is_offered = [at = stage.stage](const Document& now) { return has_stage(now, at); };
    return action;
}

Action mistake_action(const MistakeInfo& mistake) {
    return {"mistake." + std::string(mistake.name),
            std::string(mistake.title),
            "What if it were wrong",
            std::string(mistake.cause) + ".",
            {},
            [kind = mistake.mistake](const Frame& frame) { show_mistake(frame, kind); },
            [](const Frame&) { return true; },
            [kind = mistake.mistake](const Frame& frame) {
                return frame.ui.comparing && frame.ui.comparing->mistake == kind;
            }};
}

} // namespace

std::vector<Action> compare_actions() {
    std::vector<Action> list{{"compare.pin",
                              "Pin this as A",
                              "Compare",
                              "Keeps the present state as A. What you change or open afterwards is "
                              "shown beside it as B.",
                              {control_shift('a')},
                              pin},
                             {"compare.unpin",
                              "Stop comparing",
                              "Compare",
                              "Shows the whole calculation again.",
                              {control_shift('u')},
                              [](const Frame& frame) { frame.ui.comparing.reset(); },
                              is_comparing}};
    for (const StageInfo& stage : stages())
        if (stage.title == info(stage.stage).title) // X of both kinds is one action
            list.push_back(stage_action(stage));
    for (const MistakeInfo& mistake : mistakes())
        list.push_back(mistake_action(mistake));
    return list;
}

} // namespace app
