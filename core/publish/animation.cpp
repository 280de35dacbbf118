// SPDX-License-Identifier: MIT
#include "core/publish/animation.h"

#include "core/document/sheet.h"
#include "core/document/written_place.h"
#include "core/figure/sheet_look.h"
#include "core/publish/gif_write.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attn::publish {
namespace {

constexpr int frame_stays = 12; // hundredths of a second

/// The sheets whose numbers the figure colours; none for a figure with several colour ranges.
std::vector<SheetId> coloured_sheets(const Document& document, const std::string& figure) {
    std::vector<SheetId> list;
    if (figure == "heads")
        for (Index head = 0; head < head_count(document); ++head)
            list.push_back({Stage::Weights, head, 0});
    else if (const auto sheet = parse_sheet(figure); sheet && exists(document, *sheet))
        list.push_back(*sheet);
    return list;
}

} // namespace

PictureRequest with_common_range(const std::vector<Document>& documents,
                                 const PictureRequest& request) {
    PictureRequest made = request;
    ColourRange& range = made.view.range;
    if (range.kind != ColourRange::Kind::Automatic || documents.empty())
        return made;
    const auto list = coloured_sheets(documents.front(), request.figure);
    Real low = std::numeric_limits<Real>::infinity(), high = -low;
    for (const Document& document : documents) {
        const Trace trace = evaluate(document);
        for (const SheetId& sheet : list) {
            const Matrix numbers = matrix_of(document, trace, sheet);
            for (Index at = 0; at < numbers.size(); ++at)
                if (const Real number = numbers.data()[at]; std::isfinite(number)) {
                    low = std::min(low, number);
                    high = std::max(high, number);
                }
        }
    }
    if (!(low < high))
        return made;
    const Family family = info(list.front().stage, documents.front().model).family;
    if (family == Family::Weights)
        low = std::min<Real>(low, 0);
    else if (family != Family::Scores) // Two-colour maps keep zero in the middle.
        low = -(high = std::max(std::abs(low), std::abs(high)));
    range = {ColourRange::Kind::Fixed, low, high};
    return made;
}

std::string brief_number(Real value) {
    std::string text = figure::number_text(value, {NumberFormat::Kind::Significant, 3});
    if (text.find('.') == std::string::npos || text.find('e') != std::string::npos)
        return text;
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.'))
        text.pop_back();
    return text;
}

std::string step_text(const Document& document, const Sweep& sweep, std::size_t at,
                      std::size_t of) {
    const std::string value = brief_number(sweep.value(at, of));
    return sweep.cell ? place_text(document, *sweep.cell) + " = " + value : "temperature " + value;
}

Result<std::string> animation(const Document& document, const PictureRequest& request,
                              const Type& given) {
    const Sweep sweep = request.sweep.value_or(usual_sweep(document));
    const std::size_t steps = sweep.steps > 0 ? sweep.steps : usual_frames;
    const Type type = given ? given : typesetter();
    const std::vector<Document> documents = swept(document, sweep, steps);
    PictureRequest each = with_common_range(documents, request);
    each.sweep.reset();
    // A GIF is shown at its own size, so the double pixels of a note would only make it large.
    const Page paper = page(request.style);
    const float share = request.style.dpi == 0 && !paper.is_paper && paper.scale > 1 ? 0.5F : 1;
    std::vector<figure::Pixels> pictures;
    for (std::size_t at = 0; at < steps; ++at) {
        const std::string step = step_text(document, sweep, at, steps);
        each.style.caption =
            request.style.caption.empty() ? step : request.style.caption + " · " + step;
        auto pixels = picture_pixels(documents[at], each, type, share);
        if (!pixels)
            return pixels.error();
        pictures.push_back(*std::move(pixels));
    }
    return write_gif(pictures, frame_stays);
}

} // namespace attn::publish
