// SPDX-License-Identifier: MIT
#include "core/figure/matrix/gradient_look.h"

#include "core/document/model/sheet.h"
#include "core/document/model/sheet_numbers.h"
#include "core/engine/graph/place.h"
#include "core/figure/base/number_form.h"
#include "core/figure/canvas/canvas_places.h"
#include "core/figure/matrix/changes.h"
#include "core/figure/plots/derivation_figure.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <memory>
#include <utility>

namespace attn::figure {
namespace {

/// The power of ten in which numbers are shown if fewer than two digits would be seen or they are
/// wider than a cell: the largest then has two digits before its point. Otherwise 0.
int power_of(Real most, const NumberFormat& numbers) {
    if (!numbers.has_decimals() || !(most > 0) || !std::isfinite(most))
        return 0;
    const int exponent = static_cast<int>(std::floor(std::log10(most)));
    return exponent < 2 - numbers.digits || exponent >= 3 ? exponent - 1 : 0;
}

NumberRange range_of(const Matrix& values) {
    NumberRange range;
    for (Index at = 0; at < values.size(); ++at) {
        const Real value = values.data()[at];
        if (!std::isfinite(value)) {
            ++range.non_finite;
            continue;
        }
        range.low = std::min(range.low, value);
        range.high = std::max(range.high, value);
        range.has_any = true;
    }
    return range;
}

void join(NumberRange& all, const NumberRange& one, Real unit) {
    all.low = std::min(all.low, one.low / unit);
    all.high = std::max(all.high, one.high / unit);
    all.has_any = all.has_any || one.has_any;
}

/// The gradient that the canvas shows for a sheet; null if the stage comes after the number.
const SheetGradient* gradient_at(const Document& document, const Sensitivity& sensitivity,
                                 const SheetId& sheet) {
    const SheetGradient* found = nullptr; // the gradient of the last stage drawn there
    for (const SheetGradient& one : sensitivity.gradients) {
        if (one.sheet == sheet)
            return &one;
        if (on_canvas(document, {one.sheet, 0, 0}).sheet == sheet)
            found = &one;
    }
    return found;
}

/// Removes what belongs to the stage's own numbers from the look.
void clear(SheetLook& look, std::vector<std::string> remarks) {
    look.kept = nullptr; // It belongs to the stage's numbers.
    look.changes.reset();
    look.formula = look.formula_brief = remarks.front();
    look.remarks = std::move(remarks);
}

void dim(SheetLook& look, bool is_blank) {
    if (look.id.stage == Stage::Target)
        clear(look, {"it stays"});
    else
        clear(look, {"does not move it"});
    look.is_dimmed = true;
    look.is_blank = is_blank;
}

/// "∂ = X^{T} ∂Q in 10^{−3}" and shorter forms, the longest first.
std::vector<std::string> remarks(const SheetGradient& gradient, const std::string& unit) {
    const std::string end = unit.empty() ? "" : " " + unit;
    std::vector<std::string> made;
    if (!gradient.formula.empty())
        made.push_back("∂ = " + gradient.formula + end);
    if (!gradient.formula.empty() && !unit.empty()) // the legend shows the unit as well
        made.push_back("∂ = " + gradient.formula);
    made.push_back("∂" + end);
    if (!unit.empty())
        made.emplace_back("∂");
    return made;
}

Run plain_run(std::string text, Colour colour) {
    return {std::move(text), Font::Sans, colour, true, true};
}

} // namespace

std::string GradientScale::unit() const {
    if (power == 0)
        return "";
    return "in 10^{" + std::string(power < 0 ? "−" : "") + std::to_string(std::abs(power)) + "}";
}

GradientScale gradient_scale(const Sensitivity& sensitivity, const View& view, KeptLooks* kept) {
    NumberRange inputs{-sensitivity.most, sensitivity.most, true, 0};
    if (kept)
        inputs = kept->held("gradients", inputs);
    GradientScale made;
    made.power = power_of(inputs.high, view.numbers);
    const Real unit = std::pow(10.0, made.power);
    View colours = view;
    colours.range = {}; // A chosen range is for the stages' own numbers.
    SheetLook look;
    look.asked = view.numbers;
    look.numbers = compared_format(view.numbers);
    set_scale(look, {inputs.low / unit, inputs.high / unit, true, 0}, colours);
    made.scale = look.scale;
    made.low = look.scale_low;
    made.high = look.scale_high;
    return made;
}

GradientScale show_gradients(Contents& contents, const Document& document,
                             const Sensitivity& sensitivity, const View& view) {
    assert(sensitivity.has_gradient() && "there is something to show");
    KeptLooks* const kept = contents.sheets.empty() ? nullptr : contents.sheets.front().kept;
    GradientScale made = gradient_scale(sensitivity, view, kept);
    const Real unit = std::pow(10.0, made.power);
    const bool is_seen = exists(document, sensitivity.of); // false: it is in another layer
    const Place of = is_seen ? on_canvas(document, sensitivity.of) : sensitivity.of;
    std::vector<SheetLook*> looks;
    NumberRange all;
    for (SheetLook& look : contents.sheets) {
        if (look.id == of.sheet) {
            clear(look, {"the number"});
            look.is_blank = true;
            look.chosen = of;
            continue;
        }
        const SheetGradient* const gradient = gradient_at(document, sensitivity, look.id);
        if (!gradient || gradient->values.rows() != look.values.rows() ||
            gradient->values.cols() != look.values.cols()) {
            dim(look, true);
            continue;
        }
        look.values = gradient->values;
        look.numbers = compared_format(look.asked); // A unit may divide them.
        look.range = range_of(gradient->values);
        look.family = Family::Signed;
        if (look.range.low == 0 && look.range.high == 0 && look.range.non_finite == 0)
            dim(look, !look.is_input);
        else
            clear(look, remarks(*gradient, made.unit()));
        if (!look.is_blank)
            looks.push_back(&look);
        join(all, look.range, unit);
    }
    if (all.low < made.scale.low)
        made.low = "≤ " + made.low;
    if (all.high > made.scale.high)
        made.high = "≥ " + made.high;
    for (SheetLook* const look : looks) {
        look->scale = made.scale;
        look->scale_low = made.low;
        look->scale_high = made.high;
        if (unit == 1)
            continue;
        if (look->values.size() > most_compared) { // It is drawn without numbers.
            look->scale.low *= unit;
            look->scale.high *= unit;
            continue;
        }
        contents.made.push_back(std::make_unique<const Matrix>(*look->values.held() / unit));
        look->values = *contents.made.back();
    }
    return made;
}

void reserve_for_gradient(SheetLook& look) {
    if (const Matrix* const values = look.values.held()) {
        look.range = range_of(*values);
        reserve_characters(look);
    }
}

std::string owner_of(const Document& document, const SheetId& sheet) {
    std::string owner;
    const auto add = [&owner](const std::string& part) {
        owner += (owner.empty() ? "" : ", ") + part;
    };
    if (sheet_count(document, sheet.stage) > 1)
        add(head_name(sheet.head));
    SheetId elsewhere = sheet;
    elsewhere.layer = sheet.layer == 0 ? 1 : 0;
    if (exists(document, elsewhere))
        add("layer " + std::to_string(sheet.layer));
    if (sheet.is_cross)
        add("cross-attention");
    return owner;
}

std::vector<Run> number_name_runs(const Document& document, const Place& place,
                                  const Theme& theme) {
    std::vector<Run> runs = name_runs(document, place, {theme, {}, 1});
    if (const std::string owner = owner_of(document, place.sheet); !owner.empty())
        runs.push_back({"of " + owner, Font::Sans, theme.dim_text, true, true});
    return runs;
}

std::vector<Run> gradient_runs(const Document& document, const Place& of, const Theme& theme) {
    std::vector<Run> runs{{"∂", Font::Sans, theme.text}};
    std::vector<Run> name = number_name_runs(document, of, theme);
    name.front().has_space_before = true;
    append(runs, std::move(name));
    runs.push_back(plain_run("/ ∂ each input", theme.text));
    return runs;
}

} // namespace attn::figure
