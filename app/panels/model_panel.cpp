// SPDX-License-Identifier: MIT
// Importing a layer of a model: the text that it reads, small pictures of all heads to choose from,
// and a report of what will be taken.
#include "app/importing/model_importing.h"
#include "app/panels/over.h"
#include "app/panels/panels.h"
#include "app/panels/question.h"
#include "app/ui/line_field.h"
#include "core/checkpoint/config.h"
#include "core/figure/word.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace app {
namespace {

using namespace attn;
using figure::Font;
using figure::Rect;

/// The card, while it is drawn.
struct ModelCard {
    const Frame& frame;
    const Look& look;
    ModelImporting& importing;

    float size() const { return look.text; }
    ImDrawList& list() const { return *ImGui::GetWindowDrawList(); }
    const checkpoint::Config& config() const { return importing.reader->model().config; }

    float write(float x, float y, const std::string& text, float room, bool is_dim = true) const {
        const std::string fitting =
            figure::shortened(text, room, Font::Sans, size(), measure(look.fonts));
        return look.fonts.draw(list(), {x, y}, fitting, Font::Sans, size(),
                               packed(is_dim ? look.theme.dim_text : look.theme.text));
    }

    /// Draws the text field, and the tokens that the model sees.
    float draw_text_field(const Rect& room) const {
        const Rect field{room.x, room.y, room.width, size() * 2};
        const auto draw = importing.is_in_grid ? draw_resting_field : draw_line_field;
        draw(list(), field, importing.text,
             {Font::Sans, size(), false,
              importing.tokenizer ? "A text for the model" : "Token ids, as in 464,3797", ""},
             look);
        ImGui::SetCursorScreenPos({field.x, field.y});
        if (ImGui::InvisibleButton("model.text", {field.width, field.height}))
            importing.is_in_grid = false;
        look.note_item("model.text");
        std::string tokens = std::to_string(importing.choice.words.size()) + " tokens: ";
        for (const std::string& word : importing.choice.words)
            tokens += "[" + figure::visible_word(word) + "] ";
        write(room.x, room.y + size() * 2.9F, tokens, room.width);
        return room.y + size() * 3.8F;
    }

    void draw_parts(float x, float y) const {
        ImGui::SetCursorScreenPos({x, y});
        constexpr std::array<std::pair<const char*, const char*>, 3> parts{
            {{"model.head", "this head"},
             {"model.layer", "all heads of the layer"},
             {"model.block", "the whole block"}}};
        for (std::size_t at = 0; at < parts.size(); ++at) {
            const auto part = static_cast<ModelPart>(at);
            if (choice_button(parts[at].first, parts[at].second, importing.part == part, look))
                choose_part(importing, part);
            ImGui::SameLine();
        }
        ImGui::NewLine();
    }

    /// Draws layers from top to bottom, heads from left to right; a click chooses a head.
    void draw_grid(const Rect& room) const {
        const auto step = static_cast<float>(glance_step(importing));
        const auto heads = static_cast<float>(config().heads);
        const auto layers = static_cast<float>(config().layers);
        const float names = size() * 3.4F, top = size() * 1.7F;
        const float scale =
            std::min((room.width - names) / (heads * step), (room.height - top) / (layers * step));
        // Whole pixels, so that all cells of a small head are equal.
        const float by = scale >= 1 ? std::floor(scale) : scale;
        const float side = step * by;
        const ImVec2 from(std::round(room.x + names), std::round(room.y + top));
        const ImVec2 to(from.x + heads * side, from.y + layers * side);
        const auto number = [&](float x, float y, int which) {
            look.fonts.draw(list(), {x, y}, std::to_string(which), Font::Sans, size() * 0.86F,
                            packed(look.theme.dim_text));
        };
        look.fonts.draw(list(), {room.x, room.y + size() * 0.6F}, "head →", Font::Sans,
                        size() * 0.86F, packed(look.theme.dim_text));
        list().AddImage(compat::texture_id(look.textures.of(importing.picture, by < 1)), from, to);
        const float line = 1.2F * size();
        const auto every = [line](float one) {
            return std::max(1, static_cast<int>(std::ceil(line / std::max(one, 0.01F))));
        };
        const auto at = [](float begin, int which, float one) {
            return begin + static_cast<float>(which) * one;
        };
        const int last_layer = static_cast<int>(config().layers);
        const int last_head = static_cast<int>(config().heads);
        for (int layer = 0; layer < last_layer; layer += every(side))
            number(room.x + size(), at(from.y, layer, side) + 0.5F * side, layer);
        for (int head = 0; head < last_head; head += every(side / 2))
            number(at(from.x, head, side) + 0.4F * side, room.y + size() * 0.6F, head);
        const ImU32 hair = packed(look.theme.line);
        for (int layer = 0; layer <= last_layer; ++layer)
            list().AddLine({from.x, at(from.y, layer, side)}, {to.x, at(from.y, layer, side)},
                           hair);
        for (int head = 0; head <= last_head; ++head)
            list().AddLine({at(from.x, head, side), from.y}, {at(from.x, head, side), to.y}, hair);
        ImGui::SetCursorScreenPos(from);
        const bool is_clicked = ImGui::InvisibleButton(
            "model.heads", {std::max(1.0F, to.x - from.x), std::max(1.0F, to.y - from.y)});
        look.note_item("model.heads");
        const ImVec2 mouse = ImGui::GetIO().MousePos;
        const auto layer = static_cast<Index>((mouse.y - from.y) / side);
        const auto head = static_cast<Index>((mouse.x - from.x) / side);
        if (is_clicked) {
            importing.is_in_grid = true;
            choose_head(importing, layer, head);
        }
        if (ImGui::IsItemHovered())
            ImGui::SetTooltip("layer %d, head %d", static_cast<int>(layer), static_cast<int>(head));
        // Frames what is taken: a head or its layer.
        const float left = importing.part == ModelPart::Head
                               ? from.x + static_cast<float>(importing.head) * side
                               : from.x;
        const float right = importing.part == ModelPart::Head ? left + side : to.x;
        const float high = from.y + static_cast<float>(importing.choice.layer) * side;
        list().AddRect({left - 1, high - 1}, {right + 1, high + side + 1},
                       packed(look.theme.accent), 2, 0, importing.is_in_grid ? 3.0F : 2.0F);
    }

    /// Draws a progress bar above the line, and returns the line's text.
    std::string draw_progress(const ModelReader::Running& running, const Rect& bar) const {
        if (running.layers == 0)
            return "Reading layer " + std::to_string(importing.choice.layer) + " …";
        const auto fill = [&](float width, figure::Colour colour) {
            list().AddRectFilled({bar.x, bar.y}, {bar.x + width, bar.bottom()}, packed(colour),
                                 bar.height / 2);
        };
        fill(bar.width, look.theme.line);
        fill(bar.width * static_cast<float>(running.fraction), look.theme.accent);
        look.note("model.progress", {bar.x, bar.y}, {bar.right(), bar.bottom()});
        return "Reading the model, layer " + std::to_string(running.layer) + " of " +
               std::to_string(running.layers) + " … " +
               std::to_string(static_cast<int>(running.fraction * 100)) + " %";
    }

    /// Draws what will be taken and left out, line by line.
    void draw_report(const Rect& room) const {
        ImGui::SetCursorScreenPos({room.x, room.y});
        ImGui::BeginChild("report", {room.width, room.height});
        if (importing.made) {
            const io::TensorReport& report = importing.made->report;
            for (const std::string& sentence : report.sentences)
                wrapped(sentence, look.theme.text);
            wrapped("Taken:", look.theme.text);
            for (const std::string& line : io::taken_lines(report))
                wrapped("• " + line, look.theme.dim_text);
            wrapped(report.left_out.empty() ? "Nothing of the layer is left out." : "Left out:",
                    look.theme.text);
            for (const io::LeftOut& left : report.left_out)
                wrapped("• " + left.tensor + ": " + left.why, look.theme.dim_text);
        }
        ImGui::EndChild();
    }
    void wrapped(const std::string& text, figure::Colour colour) const {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float wide = ImGui::GetContentRegionAvail().x - size();
        const float high =
            draw_wrapped(&list(), at, wide, text, Font::Sans, size() * 0.9F, packed(colour), look);
        ImGui::Dummy({wide, high + size() * 0.25F});
    }
};

} // namespace

void draw_model_importing(const Frame& frame, const Look& look) {
    if (!frame.ui.model)
        return;
    ModelImporting& importing = *frame.ui.model;
    (void)follow_reader(importing, frame.view);
    const float size = look.text, margin = size * 1.2F;
    const Rect card = begin_question("model", "Import a layer of " + importing.name,
                                     {size * 78, size * 44}, look);
    const ModelCard draw{frame, look, importing};
    const float left = card.x + margin, width = card.width - 2 * margin;
    draw.write(left, card.y + size * 3.2F, checkpoint::described(draw.config()), width);
    float y = draw.draw_text_field({left, card.y + size * 4.2F, width, 0});
    draw.draw_parts(left, y);
    y += size * 2.6F;
    const float bottom = card.bottom() - size * 5.6F;
    const float grid = width * 0.56F;
    draw.draw_grid({left, y, grid, bottom - y});
    draw.draw_report({left + grid + margin, y, width - grid - margin, bottom - y});
    std::string said = importing.fault;
    if (const auto running = importing.reader->running(); said.empty() && running)
        said = draw.draw_progress(*running, {left, bottom, width, size * 0.3F});
    if (said.empty() && !importing.no_tokenizer.empty())
        said = "Type token ids, because " + importing.no_tokenizer;
    (void)draw_wrapped(&draw.list(), {left, bottom + size * 0.5F}, width, said, Font::Sans, size,
                       packed(importing.fault.empty() ? look.theme.dim_text : look.theme.error),
                       look);
    const Answer answer = question_buttons("model", "Open", importing.made.has_value(), card, look);
    (void)end_question(card); // a click beside it must not discard the choices
    if (answer == Answer::Confirm)
        frame.outbox.post(ImportModel{});
    else if (answer == Answer::Leave)
        frame.ui.model.reset();
}

} // namespace app
