// SPDX-License-Identifier: MIT
#include "app/panels/panels.h"
#include "core/base/number_text.h"
#include "core/document/model/model.h"
#include "core/document/model/open_part.h"
#include "core/document/model/sheet.h"
#include "core/document/telling/step.h"
#include "core/figure/base/drawing.h"
#include "core/figure/base/text.h"

#include <algorithm>

namespace app {
namespace {

using namespace attn;
using figure::Font;

std::string shapes(const Document& document, Index head) {
    if (has_stage(document, Stage::Reconstruction))
        return std::to_string(token_count(document)) + " people · " +
               std::to_string(d_model(document)) + " films · " +
               std::to_string(document.concepts.names.size()) +
               " new · k = " + std::to_string(document.concepts.kept);
    std::string text = std::to_string(token_count(document));
    text += token_count(document) == 1 ? " word" : " words";
    const auto add_width = [&](const char* name, Index width) {
        if (width > 0) // A document of given weights may have no X, no keys and no values.
            text += std::string(" · ") + name + " " + std::to_string(width);
    };
    add_width("d_model", d_model(document));
    add_width("d_k", d_k(document, head));
    add_width("d_v", d_v(document, head));
    if (head_count(document) > 1)
        text += " · " + std::to_string(head_count(document)) + " heads";
    if (group_count(document) < head_count(document))
        text +=
            " share " + std::to_string(group_count(document)) +
            (group_count(document) == 1 ? " set of keys and values" : " sets of keys and values");
    if (has_memory_list(document))
        text += " · " + std::to_string(document.memory.size()) + " words of the memory, " +
                std::to_string(memory_width(document)) + " wide";
    return text;
}

/// The attention that is open, if the document has several.
std::string open_part(const Frame& frame) {
    const std::string text = part_text(frame.document, frame.view);
    return text.empty() ? "" : " · " + text + " (Ctrl+Page up, Ctrl+Page down)";
}

std::string start_hint(const Starting& starting) {
    if (starting.has_document)
        return "Esc goes back to the document";
    int done = 0, begun = 0;
    for (const auto& [name, progress] : starting.lessons) {
        done += progress.is_done ? 1 : 0;
        begun += progress.is_begun() ? 1 : 0;
    }
    const std::string both = begun == 0  ? ""
                             : done == 0 ? std::to_string(begun) + " begun"
                                         : ", " + std::to_string(begun) + " begun";
    return done + begun == 0 ? ""
           : done == 0       ? "Lessons: " + both
                             : "Lessons: " + std::to_string(done) + " done" + both;
}

/// The number under the pointer with all digits.
std::string pointed_at(const Frame& frame) {
    if (!frame.view.pointed || !frame.is_shown() || !exists(frame.document, *frame.view.pointed))
        return "";
    const Place& place = *frame.view.pointed;
    const Calculation& shown = frame.shown();
    return describe(shown.document, place) + " = " +
           with_minus(shortest(value_at(shown.document, shown.trace, place)));
}

constexpr std::chrono::milliseconds soon(100); // shorter work is not reported

/// Draws the progress of a long evaluation at the left. Returns its width.
float draw_progress(const Frame& frame, const Look& look, figure::Rect rect) {
    const auto running = frame.results.running();
    if (!running || running->time < soon)
        return 0;
    const float size = look.text * 0.9F, middle = rect.y + rect.height / 2;
    const float length = look.text * 8, half = std::max(1.5F, look.text * 0.14F);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    float x = rect.x + look.text;
    const std::string doing = frame.is_shown() ? "Recomputing…" : "Computing…";
    std::string text = doing;
    if (running->fraction) {
        const float done = length * static_cast<float>(*running->fraction);
        list.AddRectFilled({x, middle - half}, {x + length, middle + half}, packed(look.theme.line),
                           half);
        list.AddRectFilled({x, middle - half}, {x + done, middle + half}, packed(look.theme.accent),
                           half);
        look.note("progress", {x, middle - half}, {x + length, middle + half});
        x += length + look.text * 0.7F;
        text += " " + std::to_string(static_cast<int>(*running->fraction * 100)) + " %";
    }
    look.fonts.draw(list, {x, middle}, text, Font::Sans, size, packed(look.theme.text));
    // Uses its final width, so that what is beside it does not move.
    return x + look.fonts.width(doing + " 100 %", Font::Sans, size) + look.text - rect.x;
}

/// Draws a mark at the left as long as unsaved work cannot be kept, whatever messages come. Returns
/// its width.
float draw_keeping_mark(const Frame& frame, const Look& look, figure::Rect rect) {
    if (frame.ui.recovery.not_kept.empty())
        return 0;
    const std::string label = "▲ Unsaved changes are not backed up";
    const float size = look.text * 0.9F, inset = look.text * 0.5F;
    const ImVec2 from(rect.x + inset, rect.y + look.text * 0.25F);
    const ImVec2 to(from.x + look.fonts.width(label, Font::Bold, size) + 2 * inset,
                    rect.bottom() - look.text * 0.25F);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(from, to, packed(look.theme.error), look.text * 0.3F);
    look.fonts.draw(list, {from.x + inset, rect.y + rect.height / 2}, label, Font::Bold, size,
                    packed(look.theme.background));
    look.note("not_kept", from, to);
    if (ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(from, to, false)) {
        // Above the mark.
        ImGui::SetNextWindowPos({from.x, from.y - inset}, ImGuiCond_Always, {0, 1});
        ImGui::BeginTooltip();
        ImGui::PushTextWrapPos(look.text * 40);
        ImGui::TextUnformatted(frame.ui.recovery.not_kept.c_str());
        ImGui::TextUnformatted("If Attention Lab ends now, these changes are lost. Save the "
                               "document, or remove the cause: Attention Lab tries again every "
                               "two seconds, and then backs up all of them.");
        ImGui::PopTextWrapPos();
        ImGui::EndTooltip();
        if (ImGui::IsMouseClicked(0))
            frame.ui.message = Message{frame.ui.recovery.not_kept, true};
    }
    return to.x - rect.x;
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

    const bool is_start = frame.ui.starting.is_shown;
    const std::string keys =
        std::string(is_start ? "Ctrl+O open    Tab next part    ↑ ↓ ← → choose    " : "") +
        "Ctrl+K commands    F1 keys";
    const float keys_width = look.fonts.width(keys, Font::Sans, size);
    float right = rect.right() - look.text - keys_width;
    look.fonts.draw(list, {right, middle}, keys, Font::Sans, size, dim);

    // Faults in the numbers themselves are on the canvas; this shows the fault of the last action.
    const bool is_fault = frame.ui.message && frame.ui.message->is_fault;
    std::string text = frame.ui.message ? frame.ui.message->text
                       : is_start       ? start_hint(frame.ui.starting)
                                        : pointed_at(frame);
    auto colour = packed(is_fault ? look.theme.error : look.theme.text);
    const float marked = draw_keeping_mark(frame, look, rect);
    const float progress =
        draw_progress(frame, look, {rect.x + marked, rect.y, rect.width - marked, rect.height});
    float x = rect.x + marked + look.text + progress;
    if (is_fault) {
        look.fonts.draw(list, {x, middle}, "▲", Font::Sans, size, colour);
        x += look.text * 1.2F;
    }
    if (text.empty() && !is_start) {
        text = shapes(frame.document, frame.view.head) + open_part(frame) + "    " +
               (progress > 0 || !frame.is_shown() ? "" : status.computed + "    ") +
               (status.is_changed ? (status.has_file ? "● not saved" : "● changed")
                                  : (status.has_file ? "saved" : "as opened"));
        colour = dim;
    }
    text = figure::shortened(text, right - x - look.text, Font::Sans, size, measure(look.fonts));
    look.fonts.draw(list, {x, middle}, text, Font::Sans, size, colour);
    ImGui::End();
}

figure::Figure computing_figure(const Frame& frame, const Look& look, figure::Size size) {
    figure::Figure figure;
    figure.size = size;
    figure.background = look.theme.background;
    const figure::Measure measure_text = measure(look.fonts);
    figure::Drawing drawing{figure, look.theme, measure_text};
    const std::string of = std::to_string(token_count(frame.document)) + " " +
                           std::string(model_of(frame.document).rows); // always more than one
    draw_text(drawing, {size.width / 2, size.height / 2}, "Computing " + of + " …",
              {figure::Font::Sans, look.text * 1.3F, look.theme.dim_text, figure::Anchor::Centre});
    return figure;
}

} // namespace app
