// SPDX-License-Identifier: MIT
// The document file format: one JSON text in UTF-8, version 2.0.
#pragma once

#include "core/document/model/document.h"

#include <string>
#include <string_view>

namespace attn::io {

//
//   {
//     "format": "attention-lab",
//     "version": [2, 0],
//     "generator": "Attention Lab …",
//     "title": "Two words", "notes": "Markdown",
//     "convention": "tokens_as_columns",      absent: "tokens_as_rows"
//     "model": { "kind": "attention", … },    what is computed (core/io/document/document_model.h)
//     "lists": { "words": ["a", "b"] },       names of rows and columns
//     "covers": [ "weights[1,:]", … ],        shown as "?" (core/document/model/covers.h)
//     "figures": [ … ],                       that can be written again after an edit
//                                             (core/io/document/figure_json.h)
//     "tokenizer": { … },                     a tokenizer.json of Hugging Face's layout, which
//                                             splits typed texts; only with a table, and at most
//                                             512 KB
//     "origin": { "model": { … } },           the folder of the model that this is a layer of
//                                             (core/io/document/origin_json.h)
//     "training": { "steps": 300, … },        absent: the defaults
//                                             (core/io/document/option_json.h)
//     "inputs": { "X": [[1, 0], [0, 1]],      the matrices, by their stages; "W_Q" is "W_Q/0"
//                 "W_Q/0": [[1], [2]], "W_K/0": [[3], [4]], "W_V/0": [[5], [6]] }
//   }
//
//   model of attention
//     projections       "learned", "none" (Q = K = V = X)
//     heads             how many; 1 if absent
//     scale             "sqrt_d_k", "none", "d_k", "sqrt_d_model" or a number above 0
//     temperature       a number above 0; 1 if absent
//     mask              "none", "causal", or a row of true (blocked) and false for each word
//     normaliser        a word of core/engine/numbers/normalisers.h: "softmax"
//     axis              "rows", "columns"
//     embedding         "given" (the input X), "table" (X is looked up in the input E, which has a
//                       row for each word of the list "vocabulary", and every word is one of
//                       these). Learned positions, the input P, may then have more rows than there
//                       are words; longer texts use the further rows
//     unembedding       "tied" (logits are products with E), "own" (with the input U); of a block
//                       with "words_out": true, as is one that reads a table unless it says false
//     block.final_norm  false, true: a norm after the last layer, before the logits, with gamma_f
//                       and beta_f
//     target, loss      the stage to compare with the input `target`, which has its shape:
//                       "output", "weights/1"; and how: "squared", "cross_entropy". Without both
//                       keys there is no loss
//   The first value is the default.
//
//   model of concepts   { "kind": "concepts", "kept": 2 }
//     lists             people, films, vectors (the new ones, if there are any)
//     inputs            ratings (people × films), vectors (vectors × films)
//
/// The format version that this program writes. It opens any file of the same major version.
constexpr int format_major = 2;
constexpr int format_minor = 0;

/// The document in the bytes, valid and ready to be evaluated. The error's `where` is
/// "file_name:line:column" and the key path, its message what was found, expected and the remedy.
/// Numbers that the key `draw` asks for come from its streams
/// (core/io/document/document_members.h). In a file of a newer minor version, keys that this
/// program does not know are kept in Document::unknown_keys, the keys inside `model`, `lists` and
/// `training` under these names, and written back under that version. In any other file such a key
/// is an error that names the nearest one. What the model would have to compute and this program
/// cannot is an error, and so is an input that the model does not read.
Result<Document> read_document(std::string_view bytes, std::string_view file_name);

/// Writes the document: keys in a fixed order, one matrix row per line, every number in the fewest
/// digits that read back as the same double, including −0, NaN and infinities. read_document then
/// returns an equal document, except that bytes that are not UTF-8 become U+FFFD.
std::string write_document(const Document& document);
/// The same for a page or a picture, which may go to others: without the origin, whose path is of
/// this machine alone.
std::string write_published(const Document& document);

// Reads a part of a document that has more words than fit.

/// Counts the words of a document of attention, whatever else may be wrong with it.
Result<Index> count_words(std::string_view bytes, std::string_view file_name);

/// Reads the document of the words from `first` on, at most max_tokens: their rows of X, and their
/// rows and columns of a painted mask. Errors as read_document's, with places within the part;
/// drawn embeddings have no part.
Result<Document> read_part(std::string_view bytes, std::string_view file_name, Index first);

} // namespace attn::io
