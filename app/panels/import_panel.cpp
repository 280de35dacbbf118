// SPDX-License-Identifier: MIT
// Importing arrays: the list of the files' arrays, what becomes what, and the result.
#include "app/importing/import_rows.h"
#include "app/importing/importing.h"
#include "app/panels/grid_preview.h"
#include "app/panels/over.h"
#include "app/panels/panels.h"
#include "app/panels/question.h"
#include "app/ui/line_field.h"
#include "core/document/sheet.h"
#include "core/figure/word.h"

#include <algorithm>
#include <array>

namespace app {
namespace {

using namespace attn;
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
        constexpr std::array<Line, 6> lines = {{
            {ImportField::Rows, "Rows of X", "all"},
            {ImportField::Dimensions, "Dimensions", "all"},
            {ImportField::Heads, "Heads in W", "how many"},
            {ImportField::Head, "Head taken", ""},
            {ImportField::QueryKey, "Columns Q, K", "all"},
            {ImportField::Value, "Columns of V", "all"},
        }};
        const float label = size() * 7.2F;
        for (std::size_t at = 0; at < (has_weights ? lines.size() : 2); ++at) {
            const bool is_right = at % 2 == 1;
            const float x = room.x + (is_right ? half + size() * 0.5F : 0);
            write(x, y + size(), lines[at].label);
            field(lines[at].field, {x + label, y, half - label - size() * 0.5F, size() * 2},
                  lines[at].hint);
            if (is_right)
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
    draw_wrapped(ImGui::GetWindowDrawList(), {left.x, bottom + size * 0.4F},
                 card.width - 2 * margin, said, Font::Sans, size,
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

} // namespace app
