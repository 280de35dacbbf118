// SPDX-License-Identifier: MIT
// The document: everything that decides a number, and nothing computed.
#pragma once

#include "core/base/result.h"
#include "core/document/model/attention_options.h"
#include "core/document/model/region.h"
#include "core/document/model/training_settings.h"
#include "core/engine/numbers/switches.h"
#include "core/engine/pass/attention.h"

#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace attn {

// A list of names that is copied by sharing, because a document of thousands of words is copied at
// each edit.

/// A value: changing it makes a list of its own first.
class Words {
public:
    Words() : list_(std::make_shared<std::vector<std::string>>()) {}
    Words(std::vector<std::string> list)
        : list_(std::make_shared<std::vector<std::string>>(std::move(list))) {}
    Words(std::initializer_list<std::string> list) : Words(std::vector<std::string>(list)) {}

    const std::vector<std::string>& list() const { return *list_; }
    operator const std::vector<std::string>&() const { return *list_; }
    std::size_t size() const { return list_->size(); }
    bool empty() const { return list_->empty(); }
    const std::string& operator[](std::size_t at) const { return (*list_)[at]; }
    const std::string& front() const { return list_->front(); }
    const std::string& back() const { return list_->back(); }
    auto begin() const { return list_->cbegin(); }
    auto end() const { return list_->cend(); }

    /// Whether both share the same storage.
    bool is_same(const Words& other) const { return list_ == other.list_; }

    /// Returns the list for changing. Do not keep the reference beyond the next copy.
    std::vector<std::string>& own() {
        if (list_.use_count() > 1)
            list_ = std::make_shared<std::vector<std::string>>(*list_);
        return *list_;
    }

    friend bool operator==(const Words& a, const Words& b) {
        return a.is_same(b) || *a.list_ == *b.list_;
    }

private:
    std::shared_ptr<std::vector<std::string>> list_;
};

/// Larger sizes are refused with a sentence: the scores alone would not fit in memory.
constexpr Index max_tokens = 4096;
constexpr Index max_width = 4096; // for d_model, d_k, d_v
constexpr Index max_heads = 256;
constexpr Index max_concept_side = 512; // for ratings: an SVD takes time cubic in it
constexpr Index max_vocabulary = 4096;  // each word is a row of E, and a column of the logits
constexpr std::size_t max_tokenizer_bytes = std::size_t{512} << 10; // limits Document::tokenizer
constexpr Index max_positions = 4096; // learned ones, for words that a text may yet have

/// How the outputs of the heads are joined: not at all, side by side, or side by side times W_O
/// (Vaswani et al. 2017, section 3.2.2).
enum class Join { None, SideBySide, WO };

/// The parts that only a document of concepts has. Its people are the tokens and its ratings the
/// embeddings.
struct ConceptInputs {
    std::vector<std::string> columns; // films, one for each column of X
    Index kept = 1;                   // k, the number of kept concepts
    std::vector<std::string> names;   // the new vectors' names, all different
    SharedMatrix vectors;             // names × columns

    friend bool operator==(const ConceptInputs&, const ConceptInputs&) = default;
};

/// The inputs that options need, by key_of(sheet): b_Q, M, P, sink, and all inputs of later layers;
/// and the numbers of given stages (given.h).
using OptionInputs = std::map<SheetKey, SharedMatrix>;

struct KeptFigure; // kept_figure.h

/// Names the folder that a layer of a real model was imported from, so that the layers after it
/// can be run.
struct ModelOrigin {
    std::string folder; // an absolute path
    Index layer = 0;
    std::optional<Index> head;                  // the only head of the document; empty: all
    std::vector<Index> ids;                     // the tokens of the words as they were imported
    std::map<std::string, std::uint64_t> files; // those with the weights, and their sizes in bytes
    std::string index; // SHA-256 of the settings and of the places of the tensors, in hexadecimal

    friend bool operator==(const ModelOrigin&, const ModelOrigin&) = default;
};

struct Document {
    // Defined in document.cpp, because they take long to compile.
    Document();
    Document(const Document&);
    Document(Document&&) noexcept;
    Document& operator=(const Document&);
    Document& operator=(Document&&) noexcept;
    ~Document();

    std::string title;
    std::string notes; // Markdown
    Words tokens;
    SharedMatrix embeddings; // X: tokens × d_model; for concepts the ratings; 0 × d_model if
                             // options.has_table (table.h)
    Projections projections = Projections::Learned;
    std::vector<HeadWeights> heads; // at least one when projections are learned
    Switches switches;
    Join join = Join::None;
    SharedMatrix w_o; // heads · d_v × d_out; used only by Join::WO
    /// The learned positions after the last word's, for longer texts: rows × d_model; empty: none.
    /// Only documents with options.has_table have them.
    SharedMatrix further_positions;
    AttentionOptions options;
    Words words_out;  // the possible next words; used only if options.block has words out
    Words memory;     // the second list of words; used only if has_memory_list()
    Words vocabulary; // the words of the table E, all different; used only if options.has_table
    OptionInputs of_options;
    Convention convention = Convention::TokensAsRows; // how matrices and formulas are written
    std::optional<TrainingSettings> training;         // how it learns; empty: the defaults
    std::vector<Region> covers;      // shown as "?" until they are revealed, see covers.h
    std::vector<KeptFigure> figures; // that can be written again after an edit
    /// The lesson that travels with the document and begins with it, as io::write_lesson() writes
    /// it; empty: none.
    std::string lesson;
    /// The tokenizer that makes the words of a typed text, as the text of a tokenizer.json of
    /// Hugging Face's layout; empty: words stand between blanks. Only documents with
    /// options.has_table have one.
    std::string tokenizer;
    std::optional<ModelOrigin> origin; // the folder of the model that this is a layer of
    std::string
        unknown_keys; // JSON object text of keys written by a newer program; kept and written back
    Model model = Model::Attention;
    ConceptInputs concepts; // ignored by attention, as concepts ignore heads and switches

    friend bool operator==(const Document&, const Document&);
};

/// Copies the remarks, which no number depends on: title, notes, kept figures, the carried lesson,
/// and how the document learns.
void take_remarks(Document& into, const Document& from);
/// Whether they differ at most in remarks: every number is the same.
bool are_equal_but_for_remarks(const Document& a, const Document& b);

/// Makes the document of "New": two words with d_model = d_k = d_v = 2.
Document new_document();

Index token_count(const Document&);
Index d_model(const Document&);
Index d_k(const Document&, Index head = 0);
Index d_v(const Document&, Index head = 0);
/// Returns the number of computed heads: one without projections.
Index head_count(const Document&);
/// Return the number of computed layers, and whether each has a second attention.
Index layer_count(const Document&);
bool has_cross(const Document&);
/// Whether there is a second list of words, as keys of the attention or of a second one.
bool has_memory_list(const Document&);
/// Returns the number of keys and values: one per head, or fewer that heads share.
Index group_count(const Document&);
/// Returns the group whose keys and values the head reads: ⌊head · groups / heads⌋. Ainslie et al.
/// 2023.
Index group_of(const Document&, Index head);
/// Returns the first head that reads the group's keys and values.
Index first_head_of(const Document&, Index group);
/// Return the number of words that keys and values belong to (the memory's if they come from it),
/// and the width of their embeddings.
Index key_count(const Document&);
Index source_width(const Document&);
/// Returns the width of the memory; 0 without one.
Index memory_width(const Document&);
const std::vector<std::string>& key_words(const Document&);
/// Return the width of all outputs side by side, and the width after W_O.
Index joined_width(const Document&);
Index d_out(const Document&);

/// A document's lists of names: tokens (people), films, new vectors, the words of the memory.
enum class Names { Rows, Columns, Vectors, Memory };
const std::vector<std::string>& names(const Document&, Names of);
/// Returns the beginning of names made by the program: "word_", "P" for a person, "Film ".
std::string_view name_begin(Model, Names of);
/// Appends the first number from `first` on that gives a name neither list has.
std::string fresh_name(std::string_view begin, std::size_t first,
                       const std::vector<std::string>& list,
                       const std::vector<std::string>& other = {});
/// Returns how many concepts ratings have: the smaller of their sides.
Index concept_count(const Document&);

/// Checks that every shape fits and every size is within the limits; the document can then be
/// evaluated. The error names the part, what was found and what was expected.
Result<> validate(const Document&);

} // namespace attn
