// SPDX-License-Identifier: MIT
#include "app/panels/panels.h"
#include "core/base/number_text.h"
#include "core/document/sheet.h"
#include "core/figure/word.h"

namespace app {
namespace {

using namespace attn;
using figure::Font;

std::string shapes(const Document& document, Index head) {
    if (document.kind == Kind::Concepts)
        return std::to_string(token_count(document)) + " people · " +
               std::to_string(d_model(document)) + " films · " +
               std::to_string(document.concepts.names.size()) +
               " new · k = " + std::to_string(document.concepts.kept);
    std::string text = std::to_string(token_count(document));
    text += token_count(document) == 1 ? " word" : " words";
    text += " · d_model " + std::to_string(d_model(document)) + " · d_k " +
            std::to_string(d_k(document, head)) + " · d_v " + std::to_string(d_v(document, head));
    if (head_count(document) > 1)
        text += " · " + std::to_string(head_count(document)) + " heads";
    return text;
}

/// The number under the pointer in full.
std::string pointed_at(const Frame& frame) {
    if (!frame.view.pointed || !exists(frame.document, *frame.view.pointed))
        return "";
    const Place& place = *frame.view.pointed;
    return describe(frame.document, place) + " = " +
           shortest(value_at(frame.document, frame.trace, place));
}

} // namespace

void draw_status_bar(const Frame& frame, const Look& look, const Status& status,
                     figure::Rect rect) {
    ImGui::SetNextWindowPos({rect.x, rect.y});
    ImGui::SetNextWindowSize({rect.width, rect.height});
    ImGui::Begin("status", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddLine({rect.x, rect.y}, {rect.right(), rect.y}, packed(look.theme.line));
    const float size = look.text * 0.9F, middle = rect.y + rect.height / 2;
    const auto dim = packed(look.theme.dim_text);

    const std::string keys = "Ctrl+K commands    F1 keys";
    const float keys_width = look.fonts.width(keys, Font::Sans, size);
    float right = rect.right() - look.text - keys_width;
    look.fonts.draw(list, {right, middle}, keys, Font::Sans, size, dim);

    // What is wrong with the numbers themselves, the canvas says; here is what was just tried.
    const bool is_fault = frame.ui.message && frame.ui.message->is_fault;
    std::string text = frame.ui.message ? frame.ui.message->text : pointed_at(frame);
    auto colour = packed(is_fault ? look.theme.error : look.theme.text);
    float x = rect.x + look.text;
    if (is_fault) {
        look.fonts.draw(list, {x, middle}, "▲", Font::Sans, size, colour);
        x += look.text * 1.2F;
    }
    if (text.empty()) {
        text = shapes(frame.document, frame.view.head) + "    " + status.computed + "    " +
               (status.is_changed ? (status.has_file ? "● not saved" : "● changed")
                                  : (status.has_file ? "saved" : "as opened"));
        colour = dim;
    }
    text = figure::shortened(text, right - x - look.text, Font::Sans, size, measure(look.fonts));
    look.fonts.draw(list, {x, middle}, text, Font::Sans, size, colour);
    ImGui::End();
}

} // namespace app
