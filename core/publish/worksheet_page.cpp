// SPDX-License-Identifier: MIT
#include "core/publish/worksheet_page.h"

#include "core/base/utf8.h"
#include "core/document/explaining/derivation.h"
#include "core/document/model/covers.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/written_place.h"
#include "core/publish/marking.h"
#include "core/publish/page_file.h"

#include <utility>
#include <vector>

namespace attn::publish {
namespace {

/// The document with its empty boxes covered.
Document covering(Document document, const std::vector<Place>& boxes) {
    for (const Place& box : boxes)
        document.covers = with_cover(document, range_of(box));
    return document;
}

FormSheet form_sheet(StudentSheet from, const std::vector<Place>& boxes) {
    FormSheet sheet{std::move(from.code), printable(from.name, 200), {}, {}};
    for (const Place& box : boxes)
        sheet.boxes.push_back({place_text(from.document, box), title(from.document, box)});
    sheet.document = covering(std::move(from.document), boxes);
    return sheet;
}

} // namespace

Result<std::string> worksheet_page(const Document& document, const View& view,
                                   const figure::WorksheetOptions& options,
                                   const std::optional<WorksheetClass>& of) {
    if (const auto can = has_worksheets(document); !can)
        return can.error();
    if (options.is_key)
        return Error{"an answer key is a page to be printed; let the name end in .pdf. A worksheet "
                     "as .html marks its answers itself"};
    if (auto fault = why_not_marked(document, options))
        return *std::move(fault);
    const std::size_t count = of ? sheet_count(*of) : 1;
    if (count > max_page_sheets)
        return Error{"a page holds at most " + std::to_string(max_page_sheets) +
                     " worksheets, and these are " + std::to_string(count) +
                     "; make fewer, or let the name end in .pdf"};
    auto sheets = of ? sheets_of_class(document, options.seed, *of)
                     : Result<std::vector<StudentSheet>>(
                           std::vector<StudentSheet>{StudentSheet{document, "", ""}});
    if (!sheets)
        return sheets.error();
    PageForm form;
    for (StudentSheet& sheet : *sheets) {
        const auto boxes =
            figure::worksheet_blanks(sheet.document, evaluate(sheet.document), view, options);
        if (!boxes)
            return boxes.error();
        if (options.title && !options.title->empty())
            sheet.document.title = *options.title;
        form.sheets.push_back(form_sheet(std::move(sheet), *boxes));
    }
    form.task = printable(options.task, 2000);
    return page_file(form.sheets.front().document, {false, {}}, &form);
}

} // namespace attn::publish
