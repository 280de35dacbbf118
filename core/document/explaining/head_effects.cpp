// SPDX-License-Identifier: MIT
#include "core/document/explaining/head_effects.h"

#include "core/base/covered.h"
#include "core/document/explaining/instead.h"
#include "core/document/model/model.h"
#include "core/document/model/open_part.h"
#include "core/document/model/sheet.h"
#include "core/document/model/table.h"
#include "core/document/telling/next_word.h"

#include <cmath>
#include <string>
#include <utility>

namespace attn {
namespace {

/// The most multiplications of all heads together: about a tenth of a second.
constexpr Real most_work = 4e8;

constexpr Stage probabilities("probabilities");

Index heads_of(const Document& document) {
    return head_count(document) * part_count(document);
}

/// Estimates the multiplications of an evaluation by the sizes alone: the window asks in each
/// frame, and evaluation_cost() lays the stages out.
Real about_cost(const Document& document) {
    const auto real = [](Index size) { return static_cast<Real>(size); };
    const Real words = real(token_count(document)), heads = real(head_count(document));
    const Real queries = heads * real(d_k(document)), values = heads * real(d_v(document));
    Real of_part = words * (2 * queries + values) * real(d_model(document)) +
                   words * values * real(d_out(document)) +
                   words * real(key_count(document)) * (queries + values);
    if (const SharedMatrix* const w_1 = input(document, {Stage("W_1")}))
        of_part += 2 * words * real((*w_1)->size());
    return real(part_count(document)) * of_part +
           words * real(d_model(document)) *
               real(static_cast<Index>(output_words(document).size()));
}

/// Returns the likeliest word after the last one, as far as they are seen; the first if none is.
Place likeliest_of_last(const Document& document, const Trace& trace) {
    Place place{{probabilities}, token_count(document) - 1, 0};
    const Vector shares = cells_of(document, trace, place.sheet).row(place.row);
    for (Index word = 0; word < shares.size(); ++word)
        if (std::isnan(shares(place.column)) || shares(word) > shares(place.column))
            place.column = word;
    if (std::isnan(shares(place.column)))
        place.column = 0;
    return place;
}

} // namespace

std::string why_no_effects(const Document& document) {
    if (!has_stage(document, Stage::Weights) || !has_stage(document, Stage::Joined))
        return "It has no joined heads, which have an effect together; join them in the window, in "
               "Model.";
    if (heads_of(document) < 2)
        return "It has a single head.";
    if (!has_stage(document, probabilities) && !has_stage(document, Stage::Loss))
        return "It has no next word and no loss that a head could change; switch one on in the "
               "window, in Model.";
    if (2 * static_cast<Real>(heads_of(document)) * about_cost(document) > most_work)
        return "It has " + std::to_string(heads_of(document)) +
               " heads, which take too long to be switched off one by one.";
    return "";
}

bool has_effects_of_folder(const Document& document) {
    return is_layer_of_folder(document) && part_count(document) == 1 &&
           has_stage(document, Stage::Weights) && !why_no_effects(document).empty();
}

bool may_have_effects(const Document& document, const Place& place) {
    return exists(document, place) && !is_given(document, place.sheet) &&
           !is_by_query(place.sheet.stage);
}

std::optional<Place> number_of_effects(const Document& document, const Trace& trace,
                                       const View& view) {
    if (view.selected && may_have_effects(document, *view.selected))
        return view.selected;
    if (has_stage(document, probabilities))
        return likeliest_of_last(document, trace);
    if (has_stage(document, Stage::Loss))
        return Place{{Stage::Loss}, 0, 0};
    return std::nullopt;
}

HeadEffects head_effects(const Document& document, const Trace& trace, const Place& of) {
    HeadEffects made;
    made.of = of;
    made.value = value_at(document, trace, of);
    const Index parts = part_count(document), heads = head_count(document);
    made.off = made.mean = Matrix::Zero(parts, heads);
    const Graph stages = graph(document);
    for (Index part = 0; part < parts; ++part)
        for (Index head = 0; head < heads; ++head) {
            View opened;
            open_part(document, part, opened);
            const SheetId output{Stage::Output, head, 0, opened.layer, opened.is_cross};
            const Matrix numbers = matrix_of(document, trace, output);
            const auto changed = [&](Matrix instead) {
                const Real now =
                    computed_instead_of(document, trace, stages, output, std::move(instead),
                                        of.sheet)(of.row, of.column);
                if (now == made.value)
                    return Real{0};
                const bool is_unseen = !document.covers.empty() && std::isnan(now - made.value);
                return is_unseen ? covered_number : now - made.value;
            };
            made.off(part, head) = changed(Matrix::Zero(numbers.rows(), numbers.cols()));
            made.mean(part, head) = changed(numbers.colwise().mean().replicate(numbers.rows(), 1));
        }
    return made;
}

} // namespace attn
