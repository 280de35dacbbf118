// SPDX-License-Identifier: MIT
// match(variant, lambdas…) visits a variant with one lambda for each alternative; the compiler
// names a missing one.
#pragma once

#include <utility>
#include <variant>

namespace attn {

template <class... Lambdas>
struct Overloads : Lambdas... {
    using Lambdas::operator()...;
};
template <class... Lambdas>
Overloads(Lambdas...) -> Overloads<Lambdas...>;

template <class Variant, class... Lambdas>
decltype(auto) match(Variant&& variant, Lambdas&&... lambdas) {
    return std::visit(Overloads{std::forward<Lambdas>(lambdas)...}, std::forward<Variant>(variant));
}

} // namespace attn
