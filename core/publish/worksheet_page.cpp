// SPDX-License-Identifier: MIT
#include "core/publish/worksheet_page.h"

#include "core/base/utf8.h"
#include "core/document/commands/new_documents.h"
#include "core/document/explaining/derivation.h"
#include "core/document/model/covers.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/written_place.h"
#include "core/publish/marking.h"
#include "core/publish/page_file.h"

#include <algorithm>
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

FormSheet form_sheet(const Document& document, const std::vector<Place>& boxes) {
    FormSheet sheet;
    sheet.document = covering(document, boxes);
    for (const Place& box : boxes)
        sheet.boxes.push_back({place_text(document, box), title(document, box)});
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
    const std::size_t count = !of ? 1 : of->count > 0 ? of->count : of->names.size();
    if (count > max_page_sheets)
        return Error{"a page holds at most " + std::to_string(max_page_sheets) +
                     " worksheets, and these are " + std::to_string(count) +
                     "; make fewer, or let the name end in .pdf"};
    std::vector<Document> documents{document};
    if (of) {
        auto made = variants(document, count, options.seed);
        if (!made)
            return made.error();
        documents = *std::move(made);
    }
    PageForm form;
    const bool has_own_title = options.title && !options.title->empty();
    for (std::size_t at = 0; at < count; ++at) {
        const auto boxes =
            figure::worksheet_blanks(documents[at], evaluate(documents[at]), view, options);
        if (!boxes)
            return boxes.error();
        if (has_own_title)
            documents[at].title = *options.title;
        FormSheet sheet = form_sheet(documents[at], *boxes);
        if (of)
            sheet.code = worksheet_code(options.seed, at, count);
        if (of && at < of->names.size())
            sheet.name = printable(of->names[at], 200);
        form.sheets.push_back(std::move(sheet));
    }
    form.task = printable(options.task, 2000);
    return page_file(form.sheets.front().document, {false, {}}, &form);
}

} // namespace attn::publish
