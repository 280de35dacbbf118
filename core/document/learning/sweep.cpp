// SPDX-License-Identifier: MIT
#include "core/document/learning/sweep.h"

#include "core/base/number_text.h"
#include "core/base/read_real.h"
#include "core/base/utf8.h"
#include "core/document/model/covers.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/document/model/written_place.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace attn {
namespace {

constexpr std::string_view the_temperature = "temperature";

Error no_sweep(std::string_view text) {
    return Error{"found " + cite(text) +
                 "; a sweep is a number, from where and to where, such as temperature=0.25:4 or "
                 "W_Q[0,1]=-2:2"};
}

std::optional<Real> real_in(std::string_view text) {
    Real value = 0;
    const char* const last = text.data() + text.size();
    const auto [end, fault] = read_real(text.data(), last, value);
    if (text.empty() || fault != std::errc{} || end != last || !std::isfinite(value))
        return std::nullopt;
    return value;
}

Result<> can_be_swept(const Document& document, const Place& place, std::string_view name) {
    if (!exists(document, place))
        return Error{"there is no number " + cite(name) + " in this document"};
    if (!is_given(document, place.sheet))
        return Error{std::string(name) + " is computed; sweep a number that is given, such as one "
                                         "of X or W_Q"};
    if (is_covered(document, place))
        return Error{std::string(name) + " is covered; reveal it, or sweep another number"};
    return Nothing{};
}

} // namespace

Real Sweep::value(std::size_t at, std::size_t of) const {
    const Real part = of < 2 ? 0 : static_cast<Real>(at) / static_cast<Real>(of - 1);
    return at + 1 == of && of > 1 ? to : from + (to - from) * part;
}

Sweep usual_sweep(const Document& document) {
    if (document.model == Model::Attention)
        return {std::nullopt, 0.25, 4, 0};
    return {Place{{Stage::X}, 0, 0}, 0, std::max<Real>(1, document.embeddings->maxCoeff()), 0};
}

Result<Sweep> parse_sweep(const Document& document, std::string_view text) {
    const auto equals = text.rfind('='), colon = text.rfind(':');
    if (equals == std::string_view::npos || colon == std::string_view::npos || colon < equals)
        return no_sweep(text);
    const std::string_view name = text.substr(0, equals);
    const auto from = real_in(text.substr(equals + 1, colon - equals - 1));
    const auto to = real_in(text.substr(colon + 1));
    if (!from || !to || *from == *to)
        return no_sweep(text);
    Sweep sweep{std::nullopt, *from, *to, 0};
    if (name == the_temperature) {
        if (document.model != Model::Attention)
            return Error{"this document has no temperature; name a number that is given, such as "
                         "X[0,0]=-2:2"};
        if (!(*from > 0 && *to > 0))
            return Error{"the temperature goes from " + shortest(*from) + " to " + shortest(*to) +
                         "; it must stay above 0"};
        return sweep;
    }
    const auto place = parse_written_place(document, name);
    if (!place)
        return place.error();
    if (const auto can = can_be_swept(document, *place, name); !can)
        return can.error();
    sweep.cell = *place;
    return sweep;
}

std::vector<Document> swept(const Document& document, const Sweep& sweep, std::size_t steps) {
    std::vector<Document> list;
    for (std::size_t at = 0; at < steps; ++at) {
        Document made = document;
        if (sweep.cell) {
            Matrix numbers = **input(made, sweep.cell->sheet);
            numbers(sweep.cell->row, sweep.cell->column) = sweep.value(at, steps);
            *input(made, sweep.cell->sheet) = numbers;
        } else {
            made.switches.temperature = sweep.value(at, steps);
        }
        list.push_back(std::move(made));
    }
    return list;
}

} // namespace attn
