// SPDX-License-Identifier: MIT
// The state of this window at this moment: what is hovered, half typed, open. It is never undone
// and never saved with the document. Each part belongs to the code beside its header.
#pragma once

#include "app/actions/cards.h"
#include "app/actions/menu_state.h"
#include "app/editing/edit_state.h"
#include "app/editing/generating_state.h"
#include "app/editing/range_state.h"
#include "app/explaining/explain_state.h"
#include "app/exporting/export_state.h"
#include "app/files/file_state.h"
#include "app/importing/import_state.h"
#include "app/importing/model_importing.h"
#include "app/input/part_focus.h"
#include "app/learning/learning_state.h"
#include "app/learning/seeking_state.h"
#include "app/presenting/teaching.h"
#include "app/session/message.h"
#include "app/session/window_state.h"
#include "app/starting/start_state.h"
#include "core/document/expected.h"

#include <memory>
#include <optional>

namespace app {

struct GradientMaker;

struct UiState {
    std::optional<Editing> editing;
    std::optional<TabRun> tab_run;
    Dragging dragging;
    CopyOptions copying;
    std::optional<Pasting> pasting;
    std::optional<Filling> filling;
    Generating generating;
    Trail trail;
    std::optional<Comparing> comparing;
    std::optional<BeforeGesture> before_gesture;
    std::optional<attn::ExpectedRow> expected; // for a row of weights that is or was covered
    std::optional<attn::ExpectedNumber> guess; // for the selected number, which was covered
    std::optional<GuessVerdict> verdict;
    std::optional<Sensing> sensing;
    std::shared_ptr<GradientMaker> gradients; // created when a gradient is slow to compute
    Starting starting;
    Teaching teaching;
    ExportState exporting;
    std::optional<Importing> importing;
    std::optional<ModelImporting> model;
    FileState files;
    RecoveryState recovery;
    Learning learning;
    std::optional<Seeking> seeking;
    ActionCards cards;
    Menus menus;
    PartFocus parts;
    WindowState window;
    HistoryState history;
    std::optional<Question> question;
    std::optional<Message> message;
};

} // namespace app
