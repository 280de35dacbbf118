// SPDX-License-Identifier: MIT
// Attention as one function, as it is written in practice; only for python.cpp.
#pragma once

#include <string_view>

namespace attn::publish::python {

inline constexpr std::string_view attention_of_numpy =
    R"(def attention(Q, K, V, mask=None):
    """The output and the weights; `mask` is True where a query may not see a key."""
    scores = Q @ K.T{scaled}
    if mask is not None:
        scores = {np}.where(mask, -{np}.inf, scores)
    powers = {np}.exp(scores - scores.max(axis=1, keepdims=True))
    weights = powers / powers.sum(axis=1, keepdims=True)
    return weights @ V, weights


once, _ = attention(Q, K, V{mask})
assert {np}.allclose(once, output)
)";

inline constexpr std::string_view attention_of_torch =
    R"(def attention(Q, K, V, mask=None):
    """The output and the weights; `mask` is True where a query may not see a key."""
    scores = Q @ K.T{scaled}
    if mask is not None:
        scores = scores.masked_fill(mask, -torch.inf)
    weights = torch.softmax(scores, dim=1)
    return weights @ V, weights


once, _ = attention(Q, K, V{mask})
assert torch.allclose(once, output)
)";

inline constexpr std::string_view built_in_of_torch = R"(
# PyTorch has it built in since version 2.0, for batches; there True is where a query may see.
if hasattr(torch.nn.functional, "scaled_dot_product_attention"):
    built_in = torch.nn.functional.scaled_dot_product_attention(
        Q[None], K[None], V[None]{seen})
    assert torch.allclose(built_in[0], output)
)";

} // namespace attn::publish::python
