// SPDX-License-Identifier: MIT
// Parts that several pages' formulas share, and the words of their captions.
#pragma once

#include "app/actions/formula.h"

#include <string>
#include <vector>

namespace app {

/// Joins the parts that are not empty with dots.
std::string with_dots(const std::vector<std::string>& parts);
/// Returns the shape as on the screen, transposed if words are columns; "none" if there is no
/// matrix.
std::string shape_text(const attn::Document& document, const attn::SheetId& sheet);
/// Returns for example "learned P" or "rotary"; empty for none.
std::string position_word(attn::Positions::Kind kind);
/// Whether positions are a matrix P added to X.
bool adds_positions(const attn::Document& document);
/// The name of its activation, or "no MLP".
std::string mlp_word(attn::Block::Mlp mlp);
/// Returns for example "4 heads · apart".
std::string heads_caption(const attn::Document& document);

void append(std::vector<FormulaPiece>& to, std::vector<FormulaPiece> more);
/// The sign before "=". It opens the choices of how matrices are written.
FormulaPiece result_piece(const attn::Document& document, attn::Stage of, std::string text);
/// The stage that the outputs of all heads are joined to.
attn::Stage joined_stage(const attn::Document& document);

/// The head, or the group of keys and values, that matrices belong to, as subscripts.
struct HeadOf {
    std::string queries, keys;
};
/// Returns "softmax ( ( X W_Q ) · ( X W_K )ᵀ / √d_k / τ + mask ) ( X W_V )".
std::vector<FormulaPiece> one_head(const attn::Document& document, const HeadOf& of);

} // namespace app
