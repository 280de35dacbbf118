// SPDX-License-Identifier: MIT
// Reads an archive whose arrays have the names of the program's own inputs, as written to .npz and
// .safetensors files and by `attention-lab capture`: all heads at once, with biases, W_O, mask and
// scale.
#pragma once

#include "core/io/import/import.h"

#include <string>
#include <vector>

namespace attn::io {

//
//   X, tokens                   the words: numbers, and their names (texts)
//   W_Q/0, W_Q/1 …, W_K/0 …     one for each head; fewer K and V if heads share them; "W_Q"
//                               means "W_Q/0". b_Q/0 … are their biases
//   M, memory                   the words of keys and values, and their names (texts)
//   gamma_Q, gamma_K            1 × d_k: gains of RMSNorm of queries and keys, with ε = 1e-6
//   sink                        1 × heads: one more score in each row, whose weight is dropped
//   W_O, b_O                    what joins the heads
//   model.scale                 what scores are divided by
//   model.mask                  words × words, nonzero is blocked. Without it, a mask is found by
//                               its usual name (attn_mask), and `mask_true` says how to read it
//   model.rotary_base           Q and K are rotated by position; pairs are i and i + d_k/2
//   model.rotary_columns        number of rotated columns, from the first; absent: all
//   model.soft_limit            c of c tanh(scaled / c)
//   model.tokens_as_columns     every matrix is transposed, as in that convention
//   model.captured              the rest was captured from a model: the results must equal the
//                               document's
//   model.note                  a sentence for the report (texts)
//   weights/0, output/0, attention
//                               results computed elsewhere, compared with the document's
//
// Without `model.…`, the arrays scores and scaled give the scale, and masked gives the mask, if
// they exist.

/// Whether the files are one such archive: it has X, W_Q, W_K and W_V by exactly these names.
bool is_head_archive(const std::vector<ArrayFile>& files);

/// Makes its document. The report says what was taken, how far the document's weights and outputs
/// are from the archive's, and what was left out.
Result<Imported> import_archive(const ArrayFile& file, const std::string& title,
                                MaskTrue mask_true = MaskTrue::Unsaid,
                                ChoiceWords words = in_options);

} // namespace attn::io
