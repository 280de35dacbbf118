// SPDX-License-Identifier: MIT
#include "app/actions/context_menu.h"

#include "core/document/model.h"
#include "core/document/sheet.h"

#include <string_view>

namespace app {
namespace {

using Ids = std::vector<std::string_view>; // an empty one separates groups

Ids ids_of(ContextOf of) {
    switch (of) {
    case ContextOf::Numbers:
        return {"edit.copy",
                "edit.paste",
                "explain.copy_latex",
                "",
                "explain.sensitivity",
                "explain.seek",
                "explain.cover",
                "mask.paint",
                "",
                "fill.zeros",
                "fill.random",
                "number.play",
                "",
                "edit.select_all",
                "view.enlarge"};
    case ContextOf::Word:
        return {"word.rename", "word.add", "word.remove", "", "word.up", "word.down"};
    case ContextOf::Matrix:
        return {"view.enlarge",
                "explain.cover_matrix",
                "",
                "edit.copy",
                "edit.paste",
                "",
                "fill.zeros",
                "fill.ones",
                "fill.identity",
                "fill.random",
                "fill.round"};
    case ContextOf::Page:
        break;
    }
    return {"present.next",
            "present.previous",
            "present.first",
            "present.last",
            "",
            "present.speaker",
            "present.ring",
            "",
            "present.reset",
            "present.keep",
            "present.leave"};
}

} // namespace

void ask_for_context_menu(const Frame& frame) {
    const bool has_numbers =
        frame.view.selected && attn::exists(frame.document, *frame.view.selected);
    frame.ui.menus.context = ContextMenu{has_numbers ? ContextOf::Numbers : ContextOf::Word};
}

std::vector<const Action*> context_actions(const Frame& frame, ContextOf of,
                                           const std::vector<Action>& actions) {
    const bool can_be_written =
        frame.view.selected && attn::is_given(frame.document, frame.view.selected->sheet.stage);
    std::vector<const Action*> list;
    for (const std::string_view id : ids_of(of)) {
        if (id.empty()) {
            if (!list.empty() && list.back())
                list.push_back(nullptr);
            continue;
        }
        if (!can_be_written && (id.starts_with("fill.") || id == "edit.paste"))
            continue;
        const Action& one = action(actions, id);
        if (one.is_offered(frame.document) && one.is_enabled(frame) &&
            (!one.about || attn::belongs(*one.about, frame.document.model)))
            list.push_back(&one);
    }
    while (!list.empty() && !list.back())
        list.pop_back();
    return list;
}

} // namespace app
