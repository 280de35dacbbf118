// SPDX-License-Identifier: MIT
// Importing arrays: the list of the files' arrays, what becomes what, and the result.

#include "app/editing/selecting.h"
#include "app/importing/importing.h"
#include "app/importing/model_importing.h"
#include "app/panels/over.h"
#include "app/panels/panels.h"
#include "app/ui/line_field.h"
#include "app/ui/look.h"
#include "core/base/matrix.h"
#include "core/base/number_text.h"
#include "core/checkpoint/config.h"
#include "core/document/model/given.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/document/model/view.h"
#include "core/document/telling/step.h"
#include "core/figure/base/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>
#include <vector>

namespace app {

// Shows the first numbers of a matrix that is about to be imported or pasted.

/// Draws as many rows and columns as fit; a line below gives the total numbers.
void draw_grid_preview(ImDrawList& list, const attn::figure::Rect& room, const attn::Matrix& matrix,
                       const std::vector<std::string>& row_names, const attn::NumberFormat& numbers,
                       const Look& look);

using namespace attn;
using figure::Font;
using figure::Rect;

void draw_grid_preview(ImDrawList& list, const Rect& room, const Matrix& matrix,
                       const std::vector<std::string>& row_names, const NumberFormat& numbers,
                       const Look& look) {
    const float size = look.text * 0.95F, line = look.text * 1.45F, gap = look.text * 0.9F;
    const auto lines = static_cast<Index>(room.height / line);
    const bool is_long = matrix.rows() > lines;
    const Index rows =
        std::max<Index>(std::min<Index>(matrix.rows(), lines - (is_long ? 1 : 0)), 0);
    float names = 0;
    for (Index row = 0; row < std::min<Index>(rows, static_cast<Index>(row_names.size())); ++row)
        names = std::max(
            names, look.fonts.width(figure::visible_word(row_names[static_cast<std::size_t>(row)]),
                                    Font::Sans, size));
    names = names > 0 ? std::min(names, look.text * 9) + gap : 0;
    const auto middle = [&](Index row) { return room.y + line * (static_cast<float>(row) + 0.5F); };
    for (Index row = 0; names > 0 && row < rows; ++row)
        if (const auto at = static_cast<std::size_t>(row); at < row_names.size())
            look.fonts.draw(list, {room.x, middle(row)},
                            figure::shortened(figure::visible_word(row_names[at]),
                                              names - gap * 0.6F, Font::Sans, size,
                                              measure(look.fonts)),
                            Font::Sans, size, packed(look.theme.dim_text));
    float x = room.x + names;
    Index column = 0;
    for (; column < matrix.cols(); ++column) {
        float wide = 0;
        for (Index row = 0; row < rows; ++row)
            wide = std::max(
                wide, look.fonts.width(spoken(matrix(row, column), numbers), Font::Mono, size));
        if (x + wide > room.right() - look.text * (column + 1 < matrix.cols() ? 1 : 0))
            break;
        for (Index row = 0; row < rows; ++row) {
            const std::string text = spoken(matrix(row, column), numbers);
            look.fonts.draw(list,
                            {x + wide - look.fonts.width(text, Font::Mono, size), middle(row)},
                            text, Font::Mono, size, packed(look.theme.text));
        }
        x += wide + gap;
    }
    for (Index row = 0; column < matrix.cols() && row < rows; ++row)
        look.fonts.draw(list, {x, middle(row)}, "…", Font::Sans, size, packed(look.theme.dim_text));
    // If every row fits, there is no such line; dots show that there are more columns.
    if (rows < lines && (rows < matrix.rows() || column < matrix.cols()))
        look.fonts.draw(list, {room.x, middle(rows)},
                        "… " + std::to_string(matrix.rows()) + " × " +
                            std::to_string(matrix.cols()) + " in all",
                        Font::Sans, size, packed(look.theme.dim_text));
}

using figure::Font;
using figure::Rect;

namespace {

constexpr float way_height = 3.5F; // height of a way and its sentence, in text sizes

} // namespace

void draw_pasting(const Frame& frame, const Look& look) {
    if (!frame.ui.pasting)
        return;
    Pasting& pasting = *frame.ui.pasting;
    const float size = look.text;
    const std::size_t grids = pasting.pasted.grids.size();
    const io::PastedGrid& grid = pasting.pasted.grids[pasting.grid];
    const auto ways = static_cast<float>(std::max<std::size_t>(pasting.placings.ways.size(), 1));
    // As high as needed; several matrices all get the same room.
    const float numbers = grids > 1 ? 15 : 1.5F * static_cast<float>(grid.matrix.rows()) + 2;
    const Rect card = begin_question(
        "pasting", "Paste into " + to_text(pasting.range.sheet),
        {size * 46, size * std::min(8.5F + numbers + ways * way_height, 34.0F)}, look);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float left = card.x + size * 1.2F;
    const std::string applied = applied_text(grid);
    look.fonts.draw(
        list, {left, card.y + size * 3.3F},
        figure::shortened(pasting.pasted.form + ", " + std::to_string(grid.matrix.rows()) + " × " +
                              std::to_string(grid.matrix.cols()) +
                              (grid.name.empty() ? "" : ": " + figure::visible_word(grid.name)) +
                              (applied.empty() ? "" : "; " + applied),
                          card.width - 2.4F * size, Font::Sans, size, measure(look.fonts)),
        Font::Sans, size, packed(look.theme.dim_text));
    float y = card.y + size * 4.4F;
    if (grids > 1) {
        float x = left;
        for (std::size_t at = 0; at < grids; ++at) {
            const io::PastedGrid& other = pasting.pasted.grids[at];
            const std::string name =
                figure::shortened(other.name.empty() ? "matrix " + std::to_string(at)
                                                     : figure::visible_word(other.name),
                                  size * 9, Font::Sans, size, measure(look.fonts));
            const float wide = look.fonts.width(name, Font::Sans, size) + size * 1.4F;
            if (x + wide > card.right() - size) {
                x = left;
                y += size * 2.1F;
            }
            if (y > card.y + size * 9)
                break;
            ImGui::SetCursorScreenPos({x, y});
            if (choice_button("pasting.grid." + std::to_string(at), name, at == pasting.grid, look))
                choose_grid(frame, at);
            x += wide;
        }
        y += size * 2.4F;
    }
    const float ways_height = ways * size * way_height;
    const float bottom = card.bottom() - size * 3.4F - ways_height;
    draw_grid_preview(list, {left, y, card.width - 2.4F * size, std::max(bottom - y, size * 3)},
                      grid.matrix, grid.row_names, frame.view.numbers, look);
    y = bottom;
    if (pasting.placings.ways.empty())
        look.fonts.draw(
            list, {left, y + size},
            "These numbers do not fit there in any way. Select another place and paste again.",
            Font::Sans, size, packed(look.theme.text));
    for (std::size_t at = 0; at < pasting.placings.ways.size(); ++at) {
        const Placing& way = pasting.placings.ways[at];
        ImGui::SetCursorScreenPos({left, y});
        if (choice_button("pasting.way." + std::to_string(at), way.title, at == pasting.way, look))
            pasting.way = at;
        if (!way.sentence.empty())
            look.fonts.draw(list, {left + size * 0.6F, y + size * 2.55F},
                            figure::shortened(way.sentence, card.width - 3 * size, Font::Sans,
                                              size * 0.86F, measure(look.fonts)),
                            Font::Sans, size * 0.86F, packed(look.theme.dim_text));
        y += size * way_height;
    }
    const Answer answer =
        question_buttons("pasting", "Paste", !pasting.placings.ways.empty(), card, look);
    const bool is_beside = end_question(card);
    if (answer == Answer::Confirm)
        confirm_pasting(frame);
    else if (answer == Answer::Leave || is_beside)
        frame.ui.pasting.reset();
}

namespace {

using figure::Font;
using figure::Rect;

constexpr float import_row_height = 2.3F; // height of a line with a button, in text sizes

/// The card, while it is drawn.
struct ImportCard {
    const Frame& frame;
    const Look& look;
    Importing& importing;

    float size() const { return look.text; }
    ImDrawList& list() const { return *ImGui::GetWindowDrawList(); }

    std::string fitting(const std::string& text, float room, float scale = 1) const {
        if (text.empty())
            return text;
        return figure::shortened(figure::visible_word(text), room, Font::Sans, size() * scale,
                                 measure(look.fonts));
    }
    float write(float x, float y, const std::string& text, bool is_dim = true,
                Font font = Font::Sans) const {
        return look.fonts.draw(list(), {x, y}, text, font, size(),
                               packed(is_dim ? look.theme.dim_text : look.theme.text));
    }

    void field(ImportField which, const Rect& rect, const char* hint) const {
        const auto draw = importing.field == which ? draw_line_field : draw_resting_field;
        draw(list(), rect, importing.line(which), {Font::Sans, size(), false, hint, ""}, look);
        ImGui::SetCursorScreenPos({rect.x, rect.y});
        ImGui::PushID(static_cast<int>(which));
        if (ImGui::InvisibleButton("field", {rect.width, rect.height})) {
            importing.field = which;
            importing.line(which).select_all();
        }
        ImGui::PopID();
        look.note("import.field." + std::to_string(static_cast<int>(which)), {rect.x, rect.y},
                  {rect.right(), rect.bottom()});
    }

    /// Draws a line of the list. Returns whether it was clicked.
    bool line(const std::string& id, const std::string& name, const std::string& shape,
              const std::string& type, bool is_chosen, bool is_broken) const {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float wide = ImGui::GetContentRegionAvail().x, tall = size() * 1.8F;
        ImGui::PushID(id.c_str());
        const bool is_clicked = ImGui::Selectable("##array", is_chosen, 0, {wide, tall});
        ImGui::PopID();
        look.note_item("import." + id);
        const float middle = at.y + tall / 2, type_width = size() * 5.5F, shape_width = size() * 9;
        const float name_room = is_broken ? wide * 0.45F : wide - type_width - shape_width;
        const auto colour = packed(is_broken ? look.theme.dim_text : look.theme.text);
        look.fonts.draw(list(), {at.x + size() * 0.4F, middle},
                        fitting(name, name_room - size() * 0.8F),
                        is_chosen ? Font::Bold : Font::Sans, size(), colour);
        const float x = at.x + name_room;
        if (is_broken) {
            look.fonts.draw(list(), {x, middle}, fitting(type, wide - name_room, 0.9F), Font::Sans,
                            size() * 0.9F, colour);
            return is_clicked;
        }
        look.fonts.draw(list(), {x, middle}, fitting(shape, shape_width - size() * 0.5F),
                        Font::Sans, size(), colour);
        look.fonts.draw(list(), {x + shape_width, middle}, fitting(type, type_width), Font::Sans,
                        size() * 0.9F, packed(look.theme.dim_text));
        return is_clicked;
    }

    void draw_list(const Rect& room) const {
        field(ImportField::Find, {room.x, room.y, room.width, size() * 2}, "Find an array");
        ImGui::SetCursorScreenPos({room.x, room.y + size() * 2.4F});
        ImGui::BeginChild("arrays", {room.width, room.height - size() * 2.4F});
        const auto& own = choice_of(importing.plan, importing.target);
        if (can_be_whole(importing) &&
            line("all", "everything by its name", heads(), "", importing.is_whole, false))
            choose_whole(importing);
        if (line("none", "none", "", "", !importing.is_whole && !own, false))
            choose_array(importing, std::nullopt);
        ImGuiListClipper clipper;
        clipper.Begin(static_cast<int>(importing.shown.size()));
        while (clipper.Step())
            for (int at = clipper.DisplayStart; at < clipper.DisplayEnd; ++at) {
                const Importing::Listed listed = importing.shown[static_cast<std::size_t>(at)];
                const io::ArrayInfo& info = importing.files[listed.file].arrays[listed.array];
                const bool is_chosen = !importing.is_whole && own && own->file == listed.file &&
                                       own->array == listed.array;
                if (line("array." + std::to_string(at), info.name, io::shape_text(info.shape),
                         info.fault ? info.fault->text() : info.type, is_chosen,
                         info.fault.has_value()))
                    choose_array(importing, listed);
            }
        ImGui::EndChild();
    }

    /// Returns for example "2 heads", when everything is taken.
    std::string heads() const {
        const std::size_t count =
            importing.is_whole && importing.made ? importing.made->document.heads.size() : 0;
        return count == 0 ? "" : std::to_string(count) + (count == 1 ? " head" : " heads");
    }

    /// Describes what the target gets.
    std::string given(ImportTarget target) const {
        if (importing.is_whole)
            return is_projection(target) ? "of every head" : "by its name";
        const auto& own = choice_of(importing.plan, target);
        if (!own) {
            if (target == ImportTarget::Words)
                return "names from X, or numbers";
            if (target == ImportTarget::X)
                return "the identity";
            const bool has_any = importing.plan.w_q || importing.plan.w_k || importing.plan.w_v;
            return has_any ? "the identity" : "none: Q = K = V = X";
        }
        std::string text = importing.files[own->file].arrays[own->array].name;
        for (const Index axis : own->leading)
            text += "[" + std::to_string(axis) + "]";
        if (own->parts == 3)
            text += own->part == 0 ? ", its Q" : own->part == 1 ? ", its K" : ", its V";
        return text + (own->is_transposed ? ", transposed" : "");
    }

    /// The shape of what the target got.
    std::string shape(ImportTarget target) const {
        if (!importing.made)
            return "";
        const Document& document = importing.made->document;
        if (target == ImportTarget::Words)
            return std::to_string(document.tokens.size());
        const SheetId sheet = sheet_of(target);
        if (!exists(document, sheet))
            return "";
        const Shape shape = shape_of(document, sheet);
        return std::to_string(shape.rows) + " × " + std::to_string(shape.columns);
    }
    static SheetId sheet_of(ImportTarget target) {
        constexpr std::array<Stage, import_target_count> stages = {Stage::X, Stage::X, Stage::W_Q,
                                                                   Stage::W_K, Stage::W_V};
        return {stages[static_cast<std::size_t>(target)], 0, 0};
    }

    float draw_targets(const Rect& room) const {
        float y = room.y;
        const float label = size() * 3.6F, shape_width = size() * 5;
        for (std::size_t at = 0; at < import_target_count; ++at) {
            const auto target = static_cast<ImportTarget>(at);
            const bool is_chosen = importing.target == target;
            write(room.x, y + size(), name_of(target), !is_chosen,
                  is_chosen ? Font::Bold : Font::Sans);
            const Rect button{room.x + label, y, room.width - label - shape_width, size() * 2};
            if (draw_button(button, "", is_chosen, look))
                choose_target(importing, target);
            look.note("import.target." + name_of(target), {button.x, button.y},
                      {button.right(), button.bottom()});
            write(button.x + size() * 0.6F, y + size(),
                  fitting(given(target), button.width - size() * 1.2F),
                  !importing.is_whole && !choice_of(importing.plan, target));
            const std::string text = shape(target);
            write(room.right() - look.fonts.width(text, Font::Sans, size()), y + size(), text);
            y += size() * import_row_height;
        }
        return y;
    }

    /// Draws the choice of how a mask's cells are read.
    float draw_mask(const Rect& room) const {
        const io::MaskTrue reading = mask_reading(importing);
        const bool is_left_out = is_mask_left_out(importing);
        const bool can_turn = is_left_out || has_mask(importing);
        if (reading == io::MaskTrue::Unsaid && !can_turn)
            return room.y;
        ImGui::SetCursorScreenPos({room.x, room.y});
        if (can_turn) {
            if (choice_button("import.mask_out", "leave the mask out", is_left_out, look))
                return turn_mask_out(importing), room.y + size() * import_row_height;
            ImGui::SameLine();
        }
        if (reading == io::MaskTrue::Unsaid) {
            write(ImGui::GetCursorScreenPos().x, room.y + size(),
                  is_left_out ? "Ctrl+M takes it back in" : "Ctrl+M");
            return room.y + size() * import_row_height;
        }
        const float after = ImGui::GetCursorScreenPos().x;
        const float x = after + write(after, room.y + size(), "A true cell of the mask") + size();
        ImGui::SetCursorScreenPos({x, room.y});
        if (choice_button("import.mask_blocked", "blocks its key", reading == io::MaskTrue::Blocked,
                          look))
            read_mask_as(importing, io::MaskTrue::Blocked);
        ImGui::SameLine();
        if (choice_button("import.mask_takes_part", "lets it take part",
                          reading == io::MaskTrue::TakesPart, look))
            read_mask_as(importing, io::MaskTrue::TakesPart);
        return room.y + size() * import_row_height;
    }

    /// Draws the choices of how the target's array is stored.
    float draw_storage(const Rect& room) const {
        const auto& own = choice_of(importing.plan, importing.target);
        if (importing.is_whole || !own || importing.target == ImportTarget::Words)
            return room.y;
        ImGui::SetCursorScreenPos({room.x, room.y});
        if (choice_button("import.transposed", "stored transposed (nn.Linear)", own->is_transposed,
                          look))
            turn_transposed(importing);
        const auto fused_layout = [&]() -> std::optional<io::FusedLayout> {
            const auto& now = choice_of(importing.plan, importing.target);
            return now && now->parts == 3 ? std::optional(now->layout) : std::nullopt;
        };
        if (is_projection(importing.target)) {
            ImGui::SameLine();
            if (choice_button("import.fused", "Q, K, V in one", fused_layout().has_value(), look))
                turn_fused(importing);
            ImGui::SameLine();
            if (fused_layout() &&
                choice_button("import.layout", "head by head",
                              fused_layout() == io::FusedLayout::HeadByHead, look))
                turn_layout(importing);
        }
        float y = room.y + size() * import_row_height;
        const auto& now = choice_of(importing.plan, importing.target);
        if (now && importing.files[now->file].arrays[now->array].shape.size() > 2) {
            const float x =
                room.x + write(room.x, y + size(), "Of the axes before the last two") + size();
            field(ImportField::Leading, {x, y, size() * 6, size() * 2}, "");
            y += size() * import_row_height;
        }
        return y;
    }

    float draw_fields(const Rect& room) const {
        float y = room.y;
        if (importing.is_whole)
            return y;
        const float half = room.width / 2;
        struct Line {
            ImportField field;
            const char* label;
            const char* hint;
        };
        const bool has_weights = importing.plan.w_q || importing.plan.w_k || importing.plan.w_v;
        constexpr std::array<Line, 6> of_x = {{
            {ImportField::Rows, "Rows", "all"},
            {ImportField::Dimensions, "Dimensions", "all"},
            {ImportField::Heads, "Heads in W", "how many"},
            {ImportField::Head, "Head taken", ""},
            {ImportField::QueryKey, "Columns Q, K", "all"},
            {ImportField::Value, "Columns of V", "all"},
        }};
        constexpr std::array<Line, 4> of_given = {{
            {ImportField::Rows, "Rows", "all"},
            {ImportField::Heads, "Heads in W", "as they say"},
            {ImportField::Layer, "Layer", "all"},
            {ImportField::Batch, "Text of a batch", ""},
        }};
        const std::span<const Line> lines =
            asks_for_layers(importing)
                ? std::span<const Line>(of_given)
                : std::span<const Line>(of_x).first(has_weights ? of_x.size() : 2);
        const float label = size() * (asks_for_layers(importing) ? 8.2F : 7.2F);
        for (std::size_t at = 0; at < lines.size(); ++at) {
            const bool is_right = at % 2 == 1;
            const float x = room.x + (is_right ? half + size() * 0.5F : 0);
            write(x, y + size(), lines[at].label);
            field(lines[at].field, {x + label, y, half - label - size() * 0.5F, size() * 2},
                  lines[at].hint);
            if (is_right || at + 1 == lines.size())
                y += size() * import_row_height;
        }
        write(room.x, y + size() * 0.7F,
              "Counts from 0. For example, 0:4,7 means 0, 1, 2, 3 and 7.");
        return draw_paging({room.x, y + size() * 1.8F, room.width, size() * import_row_height});
    }

    /// Draws buttons for other rows of an array with too many.
    float draw_paging(const Rect& room) const {
        const auto window = row_window(importing);
        if (!window)
            return room.y;
        float x = room.x;
        const auto button = [&](const char* id, const char* label, int by) {
            const Rect rect{x, room.y, button_width(label, look), size() * 2};
            const bool can_page = neighbour(*window, by).has_value();
            if (draw_button(rect, label, false, look, can_page) && can_page)
                page_rows(importing, by);
            look.note(id, {rect.x, rect.y}, {rect.right(), rect.bottom()});
            x = rect.right() + size() * 0.7F;
        };
        button("import.rows.previous", "‹ Rows before", -1);
        button("import.rows.next", "Rows after ›", 1);
        write(x, room.y + size(), "of " + std::to_string(window->total));
        return room.y + size() * import_row_height;
    }

    /// Draws the choices of how a table's lines are split.
    float draw_dialect(const Rect& room) const {
        const io::TableReading* table = table_of(importing);
        if (!table)
            return room.y;
        const io::Dialect now = table->dialect;
        io::Dialect wanted = now;
        write(room.x, room.y + size(), "Cells are separated by");
        ImGui::SetCursorScreenPos({room.x + size() * 8, room.y});
        constexpr std::array<std::pair<char, const char*>, 4> separators = {
            {{',', "commas"}, {';', "semicolons"}, {'\t', "tabs"}, {' ', "blanks"}}};
        for (const auto& [separator, label] : separators) {
            if (choice_button(std::string("import.separator.") + label, label,
                              now.separator == separator, look)) {
                wanted.separator = separator;
                wanted.has_decimal_comma = separator != ',' && now.has_decimal_comma;
            }
            ImGui::SameLine();
        }
        const float y = room.y + size() * import_row_height;
        ImGui::SetCursorScreenPos({room.x, y});
        if (choice_button("import.decimal_comma", "decimal comma", now.has_decimal_comma, look)) {
            wanted.has_decimal_comma = !now.has_decimal_comma;
            if (wanted.has_decimal_comma && wanted.separator == ',')
                wanted.separator = ' ';
        }
        ImGui::SameLine();
        if (choice_button("import.header", "first line: names", now.has_header, look))
            wanted.has_header = !now.has_header;
        ImGui::SameLine();
        if (choice_button("import.labels", "first cells: names", now.has_labels, look))
            wanted.has_labels = !now.has_labels;
        if (!(wanted == now))
            choose_dialect(importing, wanted);
        return y + size() * import_row_height;
    }

    void draw_made(const Rect& room) const {
        if (!importing.made)
            return;
        const Document& document = importing.made->document;
        const bool is_words = importing.target == ImportTarget::Words;
        const SheetId sheet = sheet_of(importing.target);
        if (const auto given = given_stages(document); !has_x(document) && !given.empty()) {
            write(room.x, room.y + size() * 0.7F, to_text(given.front()) + " as it comes in", true);
            draw_grid_preview(
                list(), {room.x, room.y + size() * 1.8F, room.width, room.height - size() * 1.8F},
                **input(document, given.front()), document.tokens.list(), frame.view.numbers, look);
            return;
        }
        if (!exists(document, sheet))
            return;
        const Matrix& matrix = importing.target == ImportTarget::WQ   ? *document.heads[0].w_q
                               : importing.target == ImportTarget::WK ? *document.heads[0].w_k
                               : importing.target == ImportTarget::WV ? *document.heads[0].w_v
                                                                      : *document.embeddings;
        const bool has_names = is_words || importing.target == ImportTarget::X;
        write(room.x, room.y + size() * 0.7F,
              is_words ? "The words and their rows of X"
                       : name_of(importing.target) + " as it comes in",
              true);
        draw_grid_preview(list(),
                          {room.x, room.y + size() * 1.8F, room.width, room.height - size() * 1.8F},
                          matrix, has_names ? document.tokens.list() : std::vector<std::string>(),
                          frame.view.numbers, look);
    }
};

} // namespace

void draw_importing(const Frame& frame, const Look& look) {
    if (!frame.ui.importing)
        return;
    Importing& importing = *frame.ui.importing;
    const float size = look.text, margin = size * 1.2F;
    const std::string title = importing.files.size() == 1
                                  ? "Import " + importing.files.front().name
                                  : "Import " + std::to_string(importing.files.size()) + " files";
    const Rect card = begin_question("importing", title, {size * 72, size * 40}, look);
    const ImportCard draw{frame, look, importing};
    const float top = card.y + size * 3, bottom = card.bottom() - size * 6.4F;
    const float left_width = (card.width - 2 * margin) * 0.5F - size;
    const Rect left{card.x + margin, top, left_width, bottom - top};
    const Rect right{left.right() + size * 2, top, card.right() - margin - left.right() - size * 2,
                     bottom - top};
    const float list_height = left.height * 0.5F;
    draw.draw_list({left.x, left.y, left.width, list_height});
    const float below = left.y + list_height + size * 0.8F;
    draw.draw_made({left.x, below, left.width, left.bottom() - below});
    float y = draw.draw_targets(right) + size * 0.4F;
    y = draw.draw_storage({right.x, y, right.width, size * import_row_height});
    y = draw.draw_mask({right.x, y, right.width, size * import_row_height});
    y = draw.draw_dialect({right.x, y, right.width, size * import_row_height});
    y = draw.draw_fields({right.x, y, right.width, size * import_row_height});

    std::string said = importing.fault;
    if (said.empty() && importing.made)
        said = row_sentence(importing) + import_sentences(importing);
    const io::TableReading* table = table_of(importing);
    const bool is_ambiguous = table && !table->other.empty() && importing.fault.empty();
    if (is_ambiguous)
        said = "This table can also be read as " + table->other +
               ". Choose above what separates its cells. " + said;
    const float buttons = size * 13; // stand to the right of the sentences
    draw_wrapped(ImGui::GetWindowDrawList(), {left.x, bottom + size * 0.4F},
                 card.width - 2 * margin - buttons, said, Font::Sans, size,
                 packed(!importing.fault.empty() ? look.theme.error
                        : is_ambiguous           ? look.theme.text
                                                 : look.theme.dim_text),
                 look);
    const Answer answer =
        question_buttons("import", "Import", importing.made.has_value(), card, look);
    (void)end_question(card); // a click beside it must not discard the choices
    if (answer == Answer::Confirm)
        confirm_importing(frame);
    else if (answer == Answer::Leave)
        frame.ui.importing.reset();
}

// Importing a layer of a model: the text that it reads, small pictures of all heads to choose from,
// and a report of what will be taken.

namespace {

using figure::Font;
using figure::Rect;

/// The card, while it is drawn.
struct ModelCard {
    const Frame& frame;
    const Look& look;
    ModelImporting& importing;
    float right = 0; // the right edge of its contents

    float size() const { return look.text; }
    ImDrawList& list() const { return *ImGui::GetWindowDrawList(); }
    const checkpoint::Config& config() const { return importing.reader->model().config; }

    float write(float x, float y, const std::string& text, float room, bool is_dim = true,
                float share = 1) const {
        const float em = size() * share;
        const std::string fitting =
            figure::shortened(text, room, Font::Sans, em, measure(look.fonts));
        return look.fonts.draw(list(), {x, y}, fitting, Font::Sans, em,
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

    /// Says in place of the choice why one document cannot hold the whole model; in full under the
    /// pointer.
    void draw_why_not_whole(const char* name) const {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float height = ImGui::GetFrameHeight();
        const float width = write(at.x + size() * 0.4F, at.y + height / 2, importing.why_not_whole,
                                  right - at.x - size() * 0.4F, true, 0.86F);
        ImGui::InvisibleButton(name, {width, height});
        look.note_item(name);
        if (ImGui::IsItemHovered())
            ImGui::SetTooltip("%s", importing.why_not_whole.c_str());
        ImGui::SameLine();
    }

    void draw_parts(float x, float y) const {
        ImGui::SetCursorScreenPos({x, y});
        constexpr std::array<std::pair<const char*, const char*>, 4> parts{
            {{"model.head", "this head"},
             {"model.layer", "all heads of the layer"},
             {"model.block", "the whole block"},
             {"model.whole", "the whole model"}}};
        for (std::size_t at = 0; at < parts.size(); ++at) {
            const auto part = static_cast<ModelPart>(at);
            if (part == ModelPart::Whole && !importing.why_not_whole.empty()) {
                draw_why_not_whole(parts[at].first);
                continue;
            }
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
        // Frames what is taken: a head, its layer, or all layers.
        const float left = importing.part == ModelPart::Head
                               ? from.x + static_cast<float>(importing.head) * side
                               : from.x;
        const float right = importing.part == ModelPart::Head ? left + side : to.x;
        const bool is_whole = importing.part == ModelPart::Whole;
        const float high =
            from.y + (is_whole ? 0 : static_cast<float>(importing.choice.layer) * side);
        const float low = is_whole ? to.y : high + side;
        list().AddRect({left - 1, high - 1}, {right + 1, low + 1}, packed(look.theme.accent), 2, 0,
                       importing.is_in_grid ? 3.0F : 2.0F);
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
            wrapped(report.left_out.empty() ? "Nothing is left out." : "Left out:",
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
    const float left = card.x + margin, width = card.width - 2 * margin;
    const ModelCard draw{frame, look, importing, left + width};
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
