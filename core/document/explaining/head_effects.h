// SPDX-License-Identifier: MIT
// Computes what each head does to a number: how far the number moves if the head is switched off,
// or if each word gets the mean of the head's outputs (Michel, Levy and Neubig 2019; Wang et al.
// 2022 take means).
#pragma once

#include "core/document/model/evaluate.h"
#include "core/document/model/view.h"

#include <optional>
#include <string>
#include <vector>

namespace attn {

/// Says why heads cannot be switched off one by one, as a sentence; empty if they can.
std::string why_no_effects(const Document& document);

/// Whether the place exists, and a head may change its number: it is computed, in one matrix.
bool may_have_effects(const Document& document, const Place& place);

/// The number whose changes are shown: the selected one if it is computed, else the probability of
/// the likeliest word after the last word, else the loss. Empty if there is none of them. Covered
/// probabilities do not count as likely.
std::optional<Place> number_of_effects(const Document& document, const Trace& trace,
                                       const View& view);

/// The changes of one number; covered if they are computed from a covered number.
struct HeadEffects {
    Place of;
    Real value = 0; // with all heads
    /// Attentions in computing order × heads: the number if the head's output is 0, or its mean
    /// over the words, less what it is.
    Matrix off, mean;
};
/// Needs a number that may_have_effects().
HeadEffects head_effects(const Document& document, const Trace& trace, const Place& of);

// The document holds one layer of a model in a folder. These are the effects of its heads on a
// number that only the whole model has: how likely its likeliest next word is.
// typing/model_folder.h computes them.

/// What a head of the opened layer does to how likely one token comes next.
struct HeadChange {
    Index head = 0; // its number in the layer of the model
    /// The probability if the head's output is 0, or its mean over the words, less what it is.
    Real off = 0, mean = 0;
    friend bool operator==(const HeadChange&, const HeadChange&) = default;
};
struct FolderEffects {
    std::string word;              // the likeliest
    Real likely = 0;               // with all heads
    std::vector<HeadChange> heads; // of the document, in its order
    std::string why;               // there are none yet, or none at all; a sentence
    friend bool operator==(const FolderEffects&, const FolderEffects&) = default;
};
/// Whether the effects are those that the model of the folder has: the document is a single
/// attention from it, and has none that it computes alone.
bool has_effects_of_folder(const Document& document);

} // namespace attn
