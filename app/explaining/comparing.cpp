// SPDX-License-Identifier: MIT
#include "app/explaining/comparing.h"

#include "core/document/model.h"
#include "core/figure/word.h"

namespace app {

using namespace attn;

bool is_comparing(const Frame& frame) {
    return frame.ui.comparing.has_value();
}

void pin(const Frame& frame) {
    if (frame.settle())
        pin_as(frame, frame.shown());
}

void pin_as(const Frame& frame, Calculation pinned) {
    Comparing comparing;
    comparing.pinned = std::make_shared<const Calculation>(std::move(pinned));
    if (frame.ui.comparing)
        comparing.stage = frame.ui.comparing->stage;
    const ModelInfo& model = model_of(comparing.pinned->document);
    if (!belongs(comparing.stage, model.model))
        comparing.stage = model.shown;
    frame.ui.comparing = std::move(comparing);
}

void show_mistake(const Frame& frame, Mistake mistake) {
    const auto made = make_mistake(frame.document, mistake, frame.view.head, frame.view.query);
    if (!made) {
        frame.ui.message = Message{made.error().text(), false};
        return;
    }
    Comparing comparing;
    if (frame.ui.comparing)
        comparing.pinned = frame.ui.comparing->pinned;
    comparing.mistake = mistake;
    comparing.stage = made->sheet.stage;
    frame.ui.comparing = std::move(comparing);
}

figure::Figure compare_figure(const Document& document, const Trace& trace, const View& view,
                              const Comparing& comparing, const figure::CanvasOptions& options) {
    const auto sheet = [&](Stage stage) {
        return SheetId{stage, sheet_of_head(document, stage, view.head).head,
                       stage == Stage::WeightedValues ? view.query : 0};
    };
    const Calculation now{document, trace};
    if (comparing.mistake) {
        const auto made = make_mistake(document, *comparing.mistake, view.head, view.query);
        const std::string title(info(*comparing.mistake).title);
        if (made)
            return figure::compare_figure(
                {made->right, made->wrong, "right", title, sheet(comparing.stage), made->sentence},
                view, options);
        return figure::compare_figure(
            {now, now, "right", title, sheet(comparing.stage), made.error().text()}, view, options);
    }
    const Calculation& pinned = *comparing.pinned;
    return figure::compare_figure(
        {pinned, now, "pinned: " + figure::visible_word(pinned.document.title),
         "now: " + figure::visible_word(document.title), sheet(comparing.stage), ""},
        view, options);
}

} // namespace app
