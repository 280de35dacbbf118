// SPDX-License-Identifier: MIT
// Saved styles in the export panel, and the options of the figure of lines.
#include "app/exporting/style_choice.h"
#include "app/panels/export_rows.h"
#include "core/engine/head_name.h"

#include <algorithm>
#include <string>
#include <vector>

namespace app {

void draw_styles(const ExportRows& rows) {
    ExportState& state = rows.state;
    const std::string name = style_name(state);
    const float text = rows.look.text;
    rows.row("Style");
    const char* const none = state.styles.list.empty() ? "none is saved" : "not saved";
    if (rows.begin_list("styles", name.empty() ? none : name, 11 * text)) {
        for (const auto& [one, style] : state.styles.list)
            if (rows.line("styles/" + one, one, one == name)) {
                take_style(rows.choice, style);
                state.field = ExportField::None;
            }
        ImGui::EndCombo();
    }
    if (!name.empty()) {
        bool is_usual = name == state.styles.usual;
        rows.next("● default");
        if (rows.chip("style_default", is_usual ? "● default" : "default", is_usual))
            make_usual(rows.frame, name);
        rows.next("forget");
        if (rows.chip("style_forget", "forget", false))
            forget_style(rows.frame, name);
    }
    rows.row("");
    rows.field("style_name", ExportField::Style, "a name for these looks", 15 * text);
    rows.next("save");
    if (rows.chip("style_save", "save", false))
        save_chosen_style(rows.frame);
}

void draw_lines_choice(const ExportRows& rows) {
    std::vector<attn::Index>& heads = rows.choice.heads;
    const attn::Index count = head_count(rows.frame.document);
    std::erase_if(heads, [&](attn::Index head) { return head >= count; });
    rows.row("Lines");
    rows.field("threshold", ExportField::Threshold, "from weight 0 on", 9 * rows.look.text);
    constexpr attn::Index most = 16; // more colours cannot be distinguished
    for (attn::Index head = 0; count > 1 && head < std::min(count, most); ++head) {
        const auto at = std::find(heads.begin(), heads.end(), head);
        const std::string label = attn::head_name(head);
        rows.next(label);
        if (!rows.chip("line_head/" + std::to_string(head), label, at != heads.end()))
            continue;
        if (at == heads.end())
            heads.push_back(head);
        else
            heads.erase(at);
        std::sort(heads.begin(), heads.end());
    }
}

} // namespace app
