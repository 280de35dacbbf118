// SPDX-License-Identifier: MIT
#include "core/publish/curve_file.h"

#include "core/figure/figures.h"

#include <cstddef>
#include <memory>
#include <vector>

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
    const std::vector<Real> all(losses.begin(), losses.end());
    const std::size_t last = all.empty() ? 0 : all.size() - 1;
    ExportOptions options;
    options.picture.figure = figure::loss_figure;
    options.picture.losses = {std::make_shared<const std::vector<Real>>(all), last, is_logarithmic};
    return exported(document, kind, options);
}

} // namespace attn::publish
