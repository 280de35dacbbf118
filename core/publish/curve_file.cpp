// SPDX-License-Identifier: MIT
#include "core/publish/curve_file.h"

#include "core/document/training_run.h"
#include "core/publish/pictures.h"

#include <cassert>
#include <cstddef>

namespace attn::publish {
Result<FileKind> curve_kind(std::string_view path) {
    const auto kind = file_kind(path);
    if (kind && (*kind == FileKind::Csv || picture_kind(*kind)))
        return *kind;
    return Error{"the name has no ending of a loss curve; "
                 "a loss curve is written as .csv, .png, .svg or .pdf"};
}

Result<std::string> curve_file(const Document& document, std::span<const Real> losses,
                               FileKind kind, bool is_logarithmic) {
    if (kind == FileKind::Csv)
        return losses_table(losses, ',');
    const auto picture = picture_kind(kind);
    assert(picture && "the kind is one of curve_kind()");
    const std::size_t last = losses.empty() ? 0 : losses.size() - 1;
    return picture_of_losses(document, {losses, last, last, is_logarithmic}, *picture, {});
}

} // namespace attn::publish
