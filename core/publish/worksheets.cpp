// SPDX-License-Identifier: MIT
#include "core/publish/worksheets.h"

#include "core/document/model.h"
#include "core/io/document_json.h"
#include "core/io/picture_memory.h"
#include "core/publish/cairo.h"

#include <utility>

namespace attn::publish {

Result<std::string> worksheet_pdf(const Document& document, const View& view,
                                  figure::WorksheetOptions options) {
    if (!has_stage(document, Stage::Weights))
        return Error{"a worksheet shows attention, but this is a concepts document; open an "
                     "attention document"};
    const Type type = typesetter();
    options.measure = measure(type);
    const auto pages = figure::worksheet(document, evaluate(document), view, options);
    if (!pages)
        return pages.error();
    auto bytes = paint_pdf(*pages, type);
    if (!bytes || !options.is_key)
        return bytes;
    return io::remember_in_pdf(*bytes, io::write_document(document));
}

} // namespace attn::publish
