// SPDX-License-Identifier: MIT
#include "core/figure/part_figures.h"

#include "core/base/whole_number.h"
#include "core/document/model.h"
#include "core/document/open_part.h"

#include <string_view>
#include <utility>

namespace attn::figure {

NamedFigure of_open_part(NamedFigure one) {
    one.draw = [draw = std::move(one.draw)](const Document& of, const Trace& trace,
                                            const View& view, const HeatmapOptions& options) {
        const OpenPart part(of, trace, view);
        return draw(part.document(), part.trace(), part.view(view), options);
    };
    return one;
}

std::optional<PartName> part_name(const Document& document, const std::string& name) {
    constexpr std::string_view cross = "cross.";
    if (!has_parts(document))
        return std::nullopt;
    PartName found{name, 0};
    View view;
    view.is_cross = name.starts_with(cross);
    if (view.is_cross)
        found.figure.erase(0, cross.size());
    const auto at = found.figure.find('@');
    if (at != std::string::npos) {
        const auto layer = whole_number(std::string_view(found.figure).substr(at + 1));
        if (!layer || *layer >= layer_count(document))
            return std::nullopt;
        view.layer = *layer;
        found.figure.erase(at);
    }
    if (found.figure == name || (view.is_cross && !has_cross(document)))
        return std::nullopt;
    found.part = part_index(document, view);
    return found;
}

NamedFigure with_part(NamedFigure one, Index part) {
    one.draw = [draw = std::move(one.draw), part](const Document& of, const Trace& trace,
                                                  const View& asked,
                                                  const HeatmapOptions& options) {
        View view = asked;
        open_part(of, part, view);
        return draw(of, trace, view, options);
    };
    return one;
}

} // namespace attn::figure
