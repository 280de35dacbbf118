// SPDX-License-Identifier: MIT
// The document: everything that decides a number, and nothing that is computed.
#pragma once

#include "core/base/result.h"
#include "core/document/attention_options.h"
#include "core/document/region.h"
#include "core/document/training_settings.h"
#include "core/document/words.h"
#include "core/engine/attention.h"
#include "core/engine/convention.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace attn {

/// Sizes beyond these are refused with a sentence: scores alone would not fit in memory.
constexpr Index max_tokens = 4096;
constexpr Index max_width = 4096; // d_model, d_k, d_v
constexpr Index max_heads = 256;
constexpr Index max_concept_side = 512; // of ratings: an SVD costs the cube of it

/// How the outputs of the heads become one: they stay apart, stand side by side, or stand side by
/// side times W_O (Vaswani et al. 2017, section 3.2.2).
enum class Join { None, SideBySide, WO };

/// What only a document of concepts has. Its people are the tokens and its ratings the embeddings.
struct ConceptInputs {
    std::vector<std::string> columns; // films, one for each column of X
    Index kept = 1;                   // k, how many concepts are kept
    std::vector<std::string> names;   // of the new vectors, each another
    SharedMatrix vectors;             // names × columns

    friend bool operator==(const ConceptInputs&, const ConceptInputs&) = default;
};

/// The inputs that options ask for, by key_of(sheet): b_Q, M, P, sink, and all of later layers.
using OptionInputs = std::map<SheetKey, SharedMatrix>;

struct Document {
    // Made, copied, compared and let go in document.cpp: what that takes is long to compile.
    Document();
    Document(const Document&);
    Document(Document&&) noexcept;
    Document& operator=(const Document&);
    Document& operator=(Document&&) noexcept;
    ~Document();

    std::string title;
    std::string notes; // Markdown
    Words tokens;
    SharedMatrix embeddings; // X: tokens × d_model; the ratings of concepts
    Projections projections = Projections::Learned;
    std::vector<HeadWeights> heads; // at least one when projections are learned
    Switches switches;
    Join join = Join::None;
    SharedMatrix w_o; // heads · d_v × d_out; read only by Join::WO
    AttentionOptions options;
    Words words_out; // the words that may come next; read only with options.block's words out
    Words memory;    // the second list of words; read only where has_memory_list()
    OptionInputs of_options;
    Convention convention = Convention::TokensAsRows; // how matrices and formulas are written
    std::optional<TrainingSettings> training;         // how it learns; none: as is usual
    std::vector<Region> covers; // shown as "?" until they are revealed, see covers.h
    std::string
        unknown_keys; // JSON object text of keys a newer program wrote; kept and written back
    Model model = Model::Attention;
    ConceptInputs concepts; // not read by attention, as heads and switches are not by concepts

    friend bool operator==(const Document&, const Document&);
};

/// Whether they are equal but for how they learn: every number is the same.
bool are_equal_but_for_training(const Document& a, const Document& b);

/// Two words with d_model = d_k = d_v = 2: what "New" gives.
Document new_document();

Index token_count(const Document&);
Index d_model(const Document&);
Index d_k(const Document&, Index head = 0);
Index d_v(const Document&, Index head = 0);
/// How many heads are computed: one when there are no projections.
Index head_count(const Document&);
/// How many layers are computed, and whether each has a second attention.
Index layer_count(const Document&);
bool has_cross(const Document&);
/// Whether there is a second list of words, for the keys of the attention or of a second one.
bool has_memory_list(const Document&);
/// How many keys and values there are: one for each head, or fewer that heads share.
Index group_count(const Document&);
/// Whose keys and values the head reads: ⌊head · groups / heads⌋. Ainslie et al. 2023.
Index group_of(const Document&, Index head);
/// The first head that reads the keys and values of the group.
Index first_head_of(const Document&, Index group);
/// The words that keys and values stand for, those of the memory where they come from there; and
/// the width of their embeddings.
Index key_count(const Document&);
Index source_width(const Document&);
/// The width of the memory; 0 where there is none.
Index memory_width(const Document&);
const std::vector<std::string>& key_words(const Document&);
/// The width of all outputs side by side, and that of what W_O makes of them.
Index joined_width(const Document&);
Index d_out(const Document&);

/// The lists of names a document has: tokens (people), films, new vectors, the words of the memory.
enum class Names { Rows, Columns, Vectors, Memory };
const std::vector<std::string>& names(const Document&, Names of);
/// What a name made by the program begins with: "word_", "P" of a person, "Film ".
std::string_view name_begin(Model, Names of);
/// It with the first number from `first` on that makes a name neither list has.
std::string fresh_name(std::string_view begin, std::size_t first,
                       const std::vector<std::string>& list,
                       const std::vector<std::string>& other = {});
/// How many concepts ratings have: the smaller of their sides.
Index concept_count(const Document&);

/// Whether every shape fits and every size is within the limits. A document that passes can be
/// evaluated. The error names the part, what was found and what was expected.
Result<> validate(const Document&);

} // namespace attn
