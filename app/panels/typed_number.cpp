// SPDX-License-Identifier: MIT
#include "app/panels/typed_number.h"

#include "app/actions/formula.h"
#include "app/editing/editing.h"
#include "app/editing/model_numbers.h"
#include "app/panels/over.h"
#include "app/ui/line_field.h"

#include <algorithm>
#include <optional>
#include <string>
#include <variant>

namespace app {
namespace {

using namespace attn;
using figure::Font;

struct Asked {
    std::string name, sentence;
    std::string under; // the control that the field stands under
};

Asked width_asked(Width width) {
    switch (width) {
    case Width::Model:
        return {"d_model", "The width of an embedding: columns of X, rows of W.", "X"};
    case Width::QueryKey:
        return {"d_k", "The width of queries and keys: columns of W_Q and W_K.", "W_Q"};
    case Width::Value:
        return {"d_v", "The width of values and outputs: columns of W_V.", "W_V"};
    }
    return {};
}

std::optional<Asked> asked(const Bar& bar, const EditTarget& target) {
    if (std::holds_alternative<ScaleTarget>(target))
        return Asked{"÷", "The number that scores are divided by.", "Scale"};
    if (const auto* width = std::get_if<WidthTarget>(&target))
        return width_asked(width->width);
    const auto* number = std::get_if<NumberTarget>(&target);
    if (!number)
        return std::nullopt;
    const ModelNumberInfo& about = info(number->number);
    const std::vector<FormulaPiece> pieces = formula(bar.frame.document);
    const FormulaPiece* const piece = piece_with(pieces, about.part);
    return Asked{about.name, about.sentence, piece ? piece->name : "Model"};
}

} // namespace

void draw_typed_number(const Bar& bar) {
    const std::optional<Editing>& editing = bar.frame.ui.editing;
    const std::optional<Asked> about = editing ? asked(bar, editing->target) : std::nullopt;
    if (!about)
        return;
    const Look& look = bar.look;
    figure::Rect under{0, 0, 0, look.text * 5};
    for (const Control& control : look.controls)
        if (control.name == about->under)
            under = control.rect;
    const float size = look.text, inset = size * 0.8F, field = size * 8;
    const float name = look.fonts.width(about->name, Font::Bold, size);
    const float sentence = look.fonts.width(about->sentence, Font::Sans, size * 0.86F);
    const float fault = look.fonts.width(editing->fault, Font::Sans, size);
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const float wide =
        std::min(std::max({name + field + inset, sentence, fault + name + inset}) + 2 * inset,
                 screen.x - size);
    const ImVec2 from(std::max(0.0F, std::min(under.x, screen.x - wide)),
                      under.bottom() + size * 0.3F);
    const float high = size * (editing->fault.empty() ? 4.6F : 6.6F);
    ImGui::SetNextWindowPos(from);
    ImGui::SetNextWindowSize({wide, high});
    ImGui::Begin("number", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBackground);
    draw_card({from.x, from.y, wide, high}, look);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    look.fonts.draw(list, {from.x + inset, from.y + size * 1.6F}, about->name, Font::Bold, size,
                    packed(look.theme.text));
    const figure::Rect rect{from.x + inset + name + inset, from.y + size * 0.6F, field, size * 2};
    draw_line_field(list, rect, editing->line, {Font::Mono, size, false, "", editing->fault}, look);
    look.note("number", {rect.x, rect.y}, {rect.right(), rect.bottom()});
    look.fonts.draw(list, {from.x + inset, from.y + high - size * 0.9F}, about->sentence,
                    Font::Sans, size * 0.86F, packed(look.theme.dim_text));
    ImGui::End();
}

} // namespace app
