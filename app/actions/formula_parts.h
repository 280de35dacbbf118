// SPDX-License-Identifier: MIT
// Parts that the formulas of several pages have in common, and the words of their captions.
#pragma once

#include "app/actions/formula.h"

#include <string>
#include <vector>

namespace app {

/// The parts that are there, with dots between.
std::string with_dots(const std::vector<std::string>& parts);
/// As it is written: with words as columns the other way round; "none" where there is none.
std::string shape_text(const attn::Document& document, const attn::SheetId& sheet);
/// "learned P", "rotary"; empty for none.
std::string position_word(attn::Positions::Kind kind);
/// Whether positions are a matrix P that is added to X.
bool adds_positions(const attn::Document& document);
/// The name of its activation, or "no MLP".
std::string mlp_word(attn::Block::Mlp mlp);
/// "4 heads · apart".
std::string heads_caption(const attn::Document& document);

void append(std::vector<FormulaPiece>& to, std::vector<FormulaPiece> more);
/// What stands before "=", and opens how matrices are written.
FormulaPiece result_piece(const attn::Document& document, attn::Stage of, std::string text);
/// What the outputs of all heads become.
attn::Stage joined_stage(const attn::Document& document);

/// Which head, or group of keys and values, matrices are of, as it is lowered beside their letter.
struct HeadOf {
    std::string queries, keys;
};
/// "softmax ( ( X W_Q ) · ( X W_K )ᵀ / √d_k / τ + mask ) ( X W_V )".
std::vector<FormulaPiece> one_head(const attn::Document& document, const HeadOf& of);

} // namespace app
