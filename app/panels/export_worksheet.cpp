// SPDX-License-Identifier: MIT
// The options of a worksheet: what is asked, for whom, and on which paper.
#include "app/panels/export_rows.h"

namespace app {

using attn::figure::WorksheetLevel;

void draw_worksheet_options(const ExportRows& rows) {
    WorksheetChoice& choice = rows.choice.worksheet;
    const float text = rows.look.text;
    rows.chips<WorksheetLevel>("To find",
                               {{"sheet_drawn", WorksheetLevel::Drawn, "some boxes"},
                                {"sheet_row", WorksheetLevel::Row, "one row"},
                                {"sheet_from_qk", WorksheetLevel::FromQK, "from Q and K"},
                                {"sheet_from_x", WorksheetLevel::FromX, "from X"},
                                {"sheet_mistake", WorksheetLevel::Mistake, "the mistake"}},
                               choice.level);
    rows.chips<bool>("Page",
                     {{"sheet_empty", false, "worksheet"}, {"sheet_key", true, "answer key"}},
                     choice.is_key);
    rows.chips<bool>("Paper", {{"sheet_a4", false, "A4"}, {"sheet_letter", true, "Letter"}},
                     choice.is_letter);
    rows.row("For");
    if (choice.names.empty()) {
        rows.field("sheet_count", ExportField::Count, "1", 4 * text);
        rows.next("with other numbers each");
        ImGui::AlignTextToFramePadding();
        ImGui::TextUnformatted(choice.count == 1 ? "with these numbers"
                                                 : "with other numbers each");
    } else {
        ImGui::AlignTextToFramePadding();
        ImGui::Text("%d names, with other numbers each", static_cast<int>(choice.names.size()));
    }
    rows.row("Class list");
    rows.field("sheet_list", ExportField::List, "/where/class.csv, a name on each line", 60 * text);
    rows.row("Seed");
    rows.field("sheet_seed", ExportField::Seed, "1", 8 * text);
}

} // namespace app
