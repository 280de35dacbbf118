// SPDX-License-Identifier: MIT
// The training page of the lower panel: settings at the left, the run's buttons above the loss
// curve, which is scrubbed by dragging. Without a loss it offers the available losses.

#include "app/panels/lower/training_panel.h"

#include "app/actions/model_choices.h"
#include "app/explaining/comparing.h"
#include "app/explaining/pointing.h"
#include "app/learning/learning.h"
#include "app/panels/over.h"
#include "app/session/frame.h"
#include "app/ui/line_field.h"
#include "app/ui/look.h"
#include "core/base/number_text.h"
#include "core/document/learning/training_run.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/document/model/written_place.h"
#include "core/document/telling/step.h"
#include "core/figure/base/figure.h"
#include "core/figure/base/text.h"
#include "core/figure/matrix/sheet_look.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <vector>

namespace app {

// A list of the numbers that a training changed most, beside the curve. A click goes to the number.

/// The width of the list in a panel of this width; 0 if it does not fit beside the curve.
float training_changes_width(float panel, const Look& look);
/// Draws nothing if no training state is shown, or if its start would take long to compute.
void draw_training_changes(const Frame& frame, const Look& look, attn::figure::Rect rect);

using namespace attn;
using figure::Font;
using figure::Rect;

void draw_box(ImDrawList& list, ImVec2 at, bool is_chosen, const Look& look) {
    const float size = look.text, inner = 0.2F * size;
    const ImVec2 from(at.x, at.y - 0.45F * size), to(from.x + 0.9F * size, from.y + 0.9F * size);
    list.AddRect(from, to, packed(look.theme.dim_text), 0.15F * size);
    if (is_chosen)
        list.AddRectFilled({from.x + inner, from.y + inner}, {to.x - inner, to.y - inner},
                           packed(look.theme.accent));
}

float input_choice_height(const InputChoice& choice, const Look& look) {
    constexpr std::size_t most = 8;
    return static_cast<float>(std::min(choice.inputs.size(), most)) * 1.6F * look.text;
}

void draw_input_choice(InputChoice& choice, const std::string& name, bool has_keys, Rect rect,
                       const Look& look) {
    const float size = look.text, line = 1.6F * size;
    ImGui::SetCursorScreenPos({rect.x, rect.y});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::BeginChild(name.c_str(), {rect.width, rect.height});
    ImGui::PopStyleVar();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto at = static_cast<float>(choice.at);
    if (has_keys &&
        (at * line < ImGui::GetScrollY() || (at + 1) * line > ImGui::GetScrollY() + rect.height))
        ImGui::SetScrollY(std::max(0.0F, (at + 1) * line - rect.height));
    const ImVec2 origin(rect.x, rect.y - ImGui::GetScrollY());
    for (std::size_t which = 0; which < choice.inputs.size(); ++which) {
        const float y = origin.y + static_cast<float>(which) * line, middle = y + line / 2;
        ImGui::SetCursorScreenPos({origin.x, y});
        ImGui::PushID(static_cast<int>(which));
        if (ImGui::InvisibleButton("input", {rect.width, line})) {
            choice.at = which;
            choice.turn(which);
        }
        ImGui::PopID();
        look.note_item(name + "." + to_text(choice.inputs[which]));
        if (ImGui::IsItemHovered() || (has_keys && which == choice.at))
            list.AddRectFilled({origin.x, y}, {origin.x + rect.width, y + line},
                               ImGui::GetColorU32(ImGuiCol_HeaderHovered), 0.3F * size);
        if (choice.can_turn(which))
            draw_box(list, {origin.x + 0.5F * size, middle}, choice.is_chosen[which], look);
        const float named =
            look.fonts.draw(list, {origin.x + 2 * size, middle}, to_text(choice.inputs[which]),
                            Font::Sans, size, packed(look.theme.text));
        if (!choice.remarks.empty())
            look.fonts.draw(
                list, {origin.x + 2 * size + std::max(named + 0.8F * size, 4.5F * size), middle},
                choice.remarks[which], Font::Sans, 0.93F * size, packed(look.theme.dim_text));
    }
    ImGui::EndChild();
}

namespace {

using figure::Font;
using figure::Rect;

constexpr float row_height = 2.1F, label_width = 6.2F, controls = 33, top_row = 2.4F;
constexpr float rows = 5; // rows of settings; closer together in a low panel

/// A card over everything else in the panel, above its upper edge.
constexpr auto over_flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                            ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBackground;

/// The panel, while it is drawn.
struct Panel {
    const Frame& frame;
    const Look& look;
    const std::vector<Action>& actions;
    Rect rect;

    Learning& learning() const { return frame.ui.learning; }
    TrainingSettings settings() const { return training_settings(frame.document); }
    ImDrawList& list() const { return *ImGui::GetWindowDrawList(); }

    float row() const {
        return std::min(row_height * look.text, (rect.height - 0.3F * look.text) / rows);
    }
    /// The height of buttons and fields.
    float high() const { return std::min(1.8F * look.text, row() - 0.1F * look.text); }
    float text(float x, float middle, const std::string& said, figure::Colour colour,
               Font font = Font::Sans) const {
        return look.fonts.draw(list(), {x, middle}, said, font, 0.93F * look.text, packed(colour));
    }
    void tooltip(const Action& about) const {
        if (!ImGui::IsItemHovered())
            return;
        const std::string why = about.why_not(frame.document);
        const std::string keys =
            about.shortcuts.empty() ? "" : "  " + to_text(about.shortcuts.front());
        ImGui::SetTooltip("%s%s", (why.empty() ? about.sentence : why).c_str(), keys.c_str());
    }

    /// Draws a button for an action with a fixed width. Returns its right edge.
    float button(const char* id, const std::string& label, float x, float y, float wide) const {
        const Action& about = action(actions, id);
        const bool is_enabled = about.is_enabled(frame);
        ImGui::SetCursorScreenPos({x, y});
        ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, 0});
        ImGui::PushStyleVar(ImGuiStyleVar_Alpha, is_enabled ? 1.0F : 0.45F);
        const bool is_clicked = ImGui::Button((label + "##" + id).c_str(), {wide, high()});
        ImGui::PopStyleVar(2);
        if (is_enabled && (stop_here(frame, look, WindowPart::LowerPanel, id) || is_clicked))
            about.run(frame);
        look.note_item(id);
        tooltip(about);
        return x + wide + 0.4F * look.text;
    }
    float button(const char* id, const std::string& label, float x, float y) const {
        return button(id, label, x, y,
                      look.fonts.width(label, Font::Sans, look.text) + 1.2F * look.text);
    }
    /// Draws one of several choices, framed if it is the current one.
    float choice(const char* id, const std::string& label, float x, float y) const {
        const bool is_chosen = action(actions, id).is_checked(frame);
        if (is_chosen) {
            ImGui::PushStyleColor(ImGuiCol_Border, vec4(look.theme.accent));
            ImGui::PushStyleColor(ImGuiCol_Text, vec4(look.theme.accent_text));
        }
        const float right = button(id, label, x, y);
        if (is_chosen)
            ImGui::PopStyleColor(2);
        return right;
    }

    /// Draws a number that can be typed over after a click or its action. Returns its right edge.
    float number(const TrainingNumberInfo& about, float x, float y, float wide) const {
        const char* const id = about.id;
        const TrainingNumber which = about.number;
        const Rect field{x, y, wide, high()};
        const bool is_typed = learning().typed && learning().typed->number == which;
        ImGui::SetCursorScreenPos({x, y});
        const bool is_clicked = ImGui::InvisibleButton(id, {wide, field.height});
        if ((stop_here(frame, look, WindowPart::LowerPanel, id) || is_clicked) && !is_typed)
            action(actions, id).run(frame);
        if (ImGui::IsItemHovered())
            ImGui::SetMouseCursor(ImGuiMouseCursor_TextInput);
        look.note_item(id);
        if (!is_typed)
            tooltip(action(actions, id));
        const FieldStyle style{Font::Mono, 0.93F * look.text, false, "", ""};
        if (is_typed)
            draw_line_field(list(), field, learning().typed->line, style, look);
        else
            draw_resting_field(list(), field, line_edit(text_of(which, settings()), false), style,
                               look);
        return field.right() + 0.8F * look.text;
    }

    void draw_settings() const;
    void draw_runs(float left) const;
    void draw_curve(const figure::LossPlot& loss, Rect area) const;
    void draw_fault(Rect area) const;
    void draw_offer() const;
    void draw_list() const;
    void leave_by_click() const;
};

void Panel::draw_settings() const {
    const float size = look.text, left = rect.x + 0.8F * size, from = left + label_width * size;
    const float half = high() / 2;
    float y = rect.y + 0.3F * size;
    const auto label = [&](const char* said) {
        text(left, y + half, said, look.theme.dim_text);
        return from;
    };
    // The numbers that the optimiser uses, side by side.
    const auto numbers = [&](std::initializer_list<TrainingNumber> list, float wide) {
        float x = left;
        for (const TrainingNumber which : list) {
            const TrainingNumberInfo& about = training_numbers()[static_cast<std::size_t>(which)];
            if (!is_read(which, settings().optimiser))
                continue;
            const float named = x + text(x, y + half, about.label, look.theme.dim_text);
            x = number(about, x == left ? from : named + 0.6F * size, y, wide * size);
        }
        return x;
    };
    float x = label("optimiser");
    for (const OptimiserInfo& one : all_optimisers)
        x = choice(("training." + std::string(one.name)).c_str(), std::string(one.title), x, y);
    y += row();
    numbers({TrainingNumber::Rate, TrainingNumber::Decay}, 5.5F);
    y += row();
    numbers({TrainingNumber::Momentum, TrainingNumber::Beta1, TrainingNumber::Beta2,
             TrainingNumber::Epsilon, TrainingNumber::Seed},
            4.2F);
    y += row();
    button("training.inputs", listed(settings_of_run(frame.document).learned) + " ▾",
           label("what learns"), y);
    y += row();
    x = numbers({TrainingNumber::Steps}, 5.5F);
    x += text(x, y + half, "a second", look.theme.dim_text) + 0.6F * size;
    x = choice("training.speed.1", "1", x, y);
    x = choice("training.speed.10", "10", x, y);
    x = choice("training.speed.60", "60", x, y);
    choice("training.speed.most", "fastest", x, y);
    list().AddLine({rect.x + controls * size, rect.y}, {rect.x + controls * size, rect.bottom()},
                   packed(look.theme.line));
}

/// Draws the buttons above the curve, and the step of the run.
void Panel::draw_runs(float left) const {
    const float size = look.text, y = rect.y + 0.4F * size;
    const bool is_again = begins_again(learning(), frame.document);
    const std::string play = learning().is_running ? "Pause" : is_again ? "Begin again" : "Play";
    float x = button("training.play", play, left, y, 7 * size);
    x = button("training.step", "One step", x, y);
    x = button("training.run", "To " + std::to_string(settings().steps), x, y);
    x = button("training.take", "Take this state", x, y);
    x = button("training.discard", "Discard", x, y) + 0.4F * size;
    const float logarithmic = look.fonts.width("log", Font::Sans, size) + 1.2F * size;
    const float right = rect.right() - logarithmic - 0.8F * size;
    const std::vector<Real>& losses = learning().losses;
    std::string said;
    if (is_again && !losses.empty())
        said = "New settings begin again from the document. To go on from this state, take it.";
    else if (!losses.empty())
        said = "step " + std::to_string(learning().at()) + " of " +
               std::to_string(losses.size() - 1) + ", loss " +
               loss_text(losses[std::min(learning().at(), losses.size() - 1)]) +
               (learning().seen ? ". The document is unchanged." : ". This is the document.");
    text(x, y + high() / 2,
         figure::shortened(said, right - x, Font::Sans, 0.93F * size, measure(look.fonts)),
         look.theme.dim_text);
    if (right > x)
        choice("training.logarithmic", "log", right, y);
}

/// Draws the curve. Dragging over it shows the state at any step.
void Panel::draw_curve(const figure::LossPlot& loss, Rect area) const {
    paint(loss.figure, list(), {area.x, area.y},
          {0, 0, loss.figure.size.width, loss.figure.size.height}, look.fonts, look.textures);
    const Rect& plot = loss.plot;
    const ImVec2 from(area.x + plot.x, area.y + plot.y);
    if (learning().losses.empty()) {
        const std::string said = "Play takes steps that make the loss smaller. Every matrix shows "
                                 "them; the document stays as it is until you take a state.";
        const float wide = std::min(plot.width - 2 * look.text, 40 * look.text);
        (void)draw_wrapped(&list(), {from.x + look.text, from.y + 0.5F * look.text}, wide, said,
                           Font::Sans, look.text, packed(look.theme.dim_text), look);
        return;
    }
    if (!learning().fault) // else the card over the curve takes the clicks
        scrub_loss(frame, look, loss, {area.x, area.y});
}

/// Draws over the curve why the run stopped, and what may help.
void Panel::draw_fault(Rect area) const {
    const std::optional<TypedTraining>& typed = learning().typed;
    const std::string said = typed && !typed->fault.empty() ? typed->fault
                             : learning().fault             ? learning().fault->text()
                                                            : "";
    if (said.empty())
        return;
    const float size = look.text;
    const bool may_halve = learning().fault && learning().has_diverged;
    const std::string half =
        may_halve ? "Half the rate: " + shortest(learning().run->settings().rate / 2) : "";
    const float wide = std::min(area.width - size, 48 * size);
    const float high =
        draw_wrapped(nullptr, {0, 0}, wide - 1.6F * size, said, Font::Sans, size, 0, look) +
        (may_halve ? 2.6F : 0.8F) * size;
    const Rect card{area.x + (area.width - wide) / 2, area.y + 0.3F * size, wide, high};
    list().AddRectFilled({card.x, card.y}, {card.right(), card.bottom()},
                         packed(look.theme.error_background), 0.4F * size);
    list().AddRect({card.x, card.y}, {card.right(), card.bottom()}, packed(look.theme.error),
                   0.4F * size);
    (void)draw_wrapped(&list(), {card.x + 0.8F * size, card.y + 0.3F * size}, wide - 1.6F * size,
                       said, Font::Sans, size, packed(look.theme.error), look);
    look.note("training.fault", {card.x, card.y}, {card.right(), card.bottom()});
    if (may_halve)
        button("training.half_rate", half, card.x + 0.8F * size, card.bottom() - 2.2F * size);
}

/// For a document without a loss: draws the available losses, each an edit of the document.
void Panel::draw_offer() const {
    const float size = look.text, left = rect.x + size;
    float y = rect.y + 0.6F * size;
    y += draw_wrapped(&list(), {left, y}, std::min(rect.width - 2 * size, 70 * size),
                      "Training makes the loss smaller, a number that says how far the output or "
                      "the weights are from a target. This document has no loss. Choose one: its "
                      "target becomes a matrix of the canvas, which you can edit.",
                      Font::Sans, size, packed(look.theme.text), look) +
         0.4F * size;
    float x = left;
    for (const ModelChoice& offered : model_choices())
        if (std::string_view(offered.part) == "Loss" && !offered.is_chosen(frame.document) &&
            offered.is_offered(frame.document))
            x = button(offered.id, offered.name, x, y);
}

/// Draws the list of inputs above the button that opened it.
void Panel::draw_list() const {
    InputChoice& choosing = *learning().choosing;
    const float size = look.text, wide = 18 * size;
    const float high = input_choice_height(choosing, look) + 4.6F * size;
    const Rect card{rect.x + label_width * size, rect.y + 3 * row() - high, wide, high};
    ImGui::SetNextWindowPos({card.x, card.y});
    ImGui::SetNextWindowSize({card.width, card.height});
    ImGui::SetNextWindowFocus();
    ImGui::Begin("what learns", nullptr, over_flags);
    draw_card(card, look);
    text(card.x + size, card.y + size, "What learns", look.theme.text, Font::Bold);
    draw_input_choice(choosing, "training.learns", true,
                      {card.x + 0.5F * size, card.y + 1.8F * size, wide - size,
                       input_choice_height(choosing, look)},
                      look);
    const Rect done{card.x + size, card.bottom() - 2.4F * size, 6 * size, 2 * size};
    look.note("training.learns.done", {done.x, done.y}, {done.right(), done.bottom()});
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const auto is_opener = [&](const Control& control) {
        return control.name == "training.inputs" && control.rect.contains({mouse.x, mouse.y});
    };
    const bool is_beside = ImGui::IsMouseClicked(0) && !card.contains({mouse.x, mouse.y}) &&
                           std::none_of(look.controls.begin(), look.controls.end(), is_opener);
    if (draw_button(done, "Done", true, look) || is_beside)
        finish_choosing(frame);
    ImGui::End();
}

/// A click elsewhere enters the number; an invalid one is dropped with a message.
void Panel::leave_by_click() const {
    if (!learning().typed || !ImGui::IsMouseClicked(0))
        return;
    const char* id = training_numbers()[static_cast<std::size_t>(learning().typed->number)].id;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    for (const Control& control : look.controls)
        if (control.name == id && control.rect.contains({mouse.x, mouse.y}))
            return;
    if (!finish_typing(frame)) {
        frame.ui.message = Message{learning().typed->fault + ". The old value stays.", true};
        learning().typed.reset();
    }
}

} // namespace

figure::Size loss_curve_size(figure::Size panel, const Look& look) {
    return {panel.width - controls * look.text - training_changes_width(panel.width, look),
            panel.height - top_row * look.text};
}

void scrub_loss(const Frame& frame, const Look& look, const figure::LossPlot& loss,
                figure::Point corner) {
    const Learning& learning = frame.ui.learning;
    const Rect& plot = loss.plot;
    const ImVec2 from(corner.x + plot.x, corner.y + plot.y);
    look.note("training.curve", from, {from.x + plot.width, from.y + plot.height});
    if (learning.losses.empty())
        return;
    const float beside = look.text; // makes the ends of the axis easy to reach
    ImGui::SetCursorScreenPos({from.x - beside, from.y});
    ImGui::InvisibleButton("curve", {std::max(1.0F, plot.width + 2 * beside),
                                     std::max(1.0F, plot.height + 1.4F * look.text)});
    if (ImGui::IsItemHovered() || ImGui::IsItemActive())
        ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    if (!ImGui::IsItemActive())
        return;
    const std::size_t step = std::min(figure::step_at(loss, ImGui::GetIO().MousePos.x - corner.x),
                                      learning.losses.size() - 1);
    if (step != learning.looked_for || ImGui::IsItemActivated())
        frame.outbox.post(LookAtStep{step});
}

void draw_training_panel(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                         const figure::LossPlot* loss, const figure::Figure& table, Rect rect) {
    ImGui::SetNextWindowPos({rect.x, rect.y});
    ImGui::SetNextWindowSize({rect.width, rect.height});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::Begin("training", nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
                     ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    ImGui::PopStyleVar();
    const Panel panel{frame, look, actions, rect};
    const bool has_loss = has_stage(frame.document, Stage::Loss);
    if (has_loss) {
        const float left = rect.x + controls * look.text;
        const figure::Size size = loss_curve_size({rect.width, rect.height}, look);
        const Rect area{left, rect.y + top_row * look.text, size.width, size.height};
        panel.draw_settings();
        panel.draw_runs(left + 0.8F * look.text);
        if (loss)
            panel.draw_curve(*loss, area);
        else
            draw_in_panel(frame, look, table, {area.x, area.y});
        draw_training_changes(frame, look,
                              {area.right(), area.y, rect.right() - area.right(), area.height});
        panel.draw_fault(area);
        panel.leave_by_click();
    } else {
        panel.draw_offer();
    }
    ImGui::End();
    if (has_loss && frame.ui.learning.choosing)
        panel.draw_list();
}

namespace {

using figure::Font;
using figure::Rect;

constexpr float list_width = 21, change_height = 1.45F; // in text sizes
constexpr std::size_t most_listed = 5;

struct Moved {
    Place place;
    Real before = 0, now = 0;

    Real by() const { return now - before; }
};

/// The learned numbers that moved furthest, sorted.
std::vector<Moved> furthest(const Document& before, const Document& now,
                            const std::vector<SheetId>& learned) {
    std::vector<Moved> all;
    for (const SheetId& sheet : learned) {
        const SharedMatrix* const from = input(before, sheet);
        const SharedMatrix* const to = input(now, sheet);
        if (!from || !to || (*from)->size() != (*to)->size())
            continue;
        for (Index row = 0; row < (*to)->rows(); ++row)
            for (Index column = 0; column < (*to)->cols(); ++column)
                if ((**from)(row, column) != (**to)(row, column))
                    all.push_back(
                        {{sheet, row, column}, (**from)(row, column), (**to)(row, column)});
    }
    const auto end = all.begin() + static_cast<std::ptrdiff_t>(std::min(most_listed, all.size()));
    std::partial_sort(all.begin(), end, all.end(), [](const Moved& a, const Moved& b) {
        return std::abs(a.by()) > std::abs(b.by());
    });
    all.erase(end, all.end());
    return all;
}

} // namespace

float training_changes_width(float panel, const Look& look) {
    return panel >= 84 * look.text ? list_width * look.text : 0;
}

void draw_training_changes(const Frame& frame, const Look& look, Rect rect) {
    const Learning& learning = frame.ui.learning;
    const Before start = before(frame);
    if (rect.width <= 0 || !learning.begun || start.calculation != learning.begun || !learning.run)
        return;
    const float size = look.text, small = 0.93F * size, line = change_height * size;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddLine({rect.x, rect.y}, {rect.x, rect.bottom()}, packed(look.theme.line));
    const float left = rect.x + 0.8F * size, right = rect.right() - 0.8F * size;
    float y = rect.y + 0.9F * size;
    look.fonts.draw(list, {left, y}, "What changed most since step 0", Font::Bold, small,
                    packed(look.theme.dim_text));
    y += 0.75F * size;
    const auto text_left_of = [&](float end, float middle, const std::string& said,
                                  figure::Colour colour) {
        look.fonts.draw(list, {end - look.fonts.width(said, Font::Mono, small), middle}, said,
                        Font::Mono, small, packed(colour));
    };
    const auto number = [&](Real value) { return figure::number_text(value, frame.view.numbers); };
    std::size_t which = 0;
    for (const Moved& moved :
         furthest(learning.begun->document, frame.document, learning.run->settings().learned)) {
        if (y + line > rect.bottom())
            break;
        const float middle = y + line / 2;
        ImGui::SetCursorScreenPos({left - 0.3F * size, y});
        ImGui::PushID(static_cast<int>(which));
        if (ImGui::InvisibleButton("moved", {right - left + 0.6F * size, line}))
            visit(frame, moved.place);
        ImGui::PopID();
        look.note_item("training.moved." + std::to_string(which++));
        if (ImGui::IsItemHovered()) {
            ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
            point_at(frame, moved.place);
        }
        if (ImGui::IsItemHovered() || frame.view.selected == moved.place)
            list.AddRectFilled({left - 0.3F * size, y}, {right + 0.3F * size, y + line},
                               ImGui::GetColorU32(ImGuiCol_HeaderHovered), 0.3F * size);
        look.fonts.draw(list, {left, middle},
                        figure::shortened(place_text(frame.document, moved.place), 6.2F * size,
                                          Font::Sans, small, measure(look.fonts)),
                        Font::Sans, small, packed(look.theme.accent_text));
        text_left_of(left + 9.6F * size, middle, number(moved.before), look.theme.dim_text);
        text_left_of(left + 10.9F * size, middle, "→", look.theme.dim_text);
        text_left_of(left + 14.4F * size, middle, number(moved.now), look.theme.text);
        text_left_of(right, middle, (moved.by() > 0 ? "▲ " : "▼ ") + number(std::abs(moved.by())),
                     look.theme.text);
        y += line;
    }
}

} // namespace app
