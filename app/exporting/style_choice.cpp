// SPDX-License-Identifier: MIT
#include "app/exporting/style_choice.h"

#include <algorithm>
#include <utility>

namespace app {
namespace {

using namespace attn;

/// Changes the saved styles. Reads them first, so that styles saved elsewhere meanwhile stay.
template <class Change>
void change_styles(const Frame& frame, const Change& change) {
    ExportState& state = frame.ui.exporting;
    auto styles = load_styles();
    if (styles) {
        change(*styles);
        if (const auto saved = save_styles(*styles); !saved)
            frame.ui.message = Message{saved.error().text(), true};
        else
            state.styles = *std::move(styles);
    } else {
        frame.ui.message = Message{styles.error().text(), true};
    }
}

} // namespace

FigureStyle style_of(const ExportChoice& choice) {
    FigureStyle style = choice.look;
    style.picture.title.reset();
    style.picture.caption.clear();
    if (style.range.kind != ColourRange::Kind::Fixed) { // The ends are used only for a fixed range.
        style.range.low = ColourRange{}.low;
        style.range.high = ColourRange{}.high;
    }
    return style;
}

void take_style(ExportChoice& choice, const FigureStyle& style) {
    publish::PictureStyle picture = style.picture;
    picture.title = choice.look.picture.title;
    picture.caption = choice.look.picture.caption;
    choice.look = style;
    choice.look.picture = std::move(picture);
}

std::string style_name(const ExportState& state) {
    const FigureStyle chosen = style_of(state.choice);
    const auto& list = state.styles.list;
    const auto found = std::find_if(list.begin(), list.end(),
                                    [&](const auto& one) { return one.second == chosen; });
    return found == list.end() ? "" : found->first;
}

void read_styles(const Frame& frame) {
    ExportState& state = frame.ui.exporting;
    auto styles = load_styles();
    if (!styles) {
        frame.ui.message = Message{styles.error().text(), true};
        return;
    }
    state.styles = *std::move(styles);
    if (!std::exchange(state.has_read_styles, true))
        if (const FigureStyle* const usual = state.styles.find(state.styles.usual))
            take_style(state.choice, *usual);
}

void save_chosen_style(const Frame& frame) {
    ExportState& state = frame.ui.exporting;
    const std::string name = state.style_name;
    if (const std::string fault = fault_of_style_name(name); !fault.empty()) {
        frame.ui.message = Message{"Type a name first: " + fault, true};
        return;
    }
    change_styles(frame, [&](SavedStyles& styles) { styles.put(name, style_of(state.choice)); });
}

void make_usual(const Frame& frame, const std::string& name) {
    change_styles(frame, [&](SavedStyles& styles) {
        styles.usual = styles.usual == name || !styles.find(name) ? "" : name;
    });
}

void forget_style(const Frame& frame, const std::string& name) {
    change_styles(frame, [&](SavedStyles& styles) {
        styles.remove(name);
        if (styles.usual == name)
            styles.usual.clear();
    });
}

} // namespace app
