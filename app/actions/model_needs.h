// SPDX-License-Identifier: MIT
// Conditions of model choices: each returns a sentence that says what to do first, or an empty text
// if nothing is missing. For the table of model_choices.cpp.
#pragma once

#include "core/document/document.h"
#include "core/engine/normalisers.h"

#include <string>

namespace app::model_needs {

using namespace attn;

inline std::string lacks_nothing(const Document&) {
    return "";
}

inline std::string lacks_projections(const Document& document) {
    return document.projections == Projections::Learned
               ? ""
               : "Biases are added to projections, but projections are off. Choose learned "
                 "projections first";
}
inline std::string lacks_even_width(const Document& document) {
    const Index turned = document.options.positions.turned;
    for (Index head = 0; head < head_count(document); ++head) {
        const Index width = d_k(document, head);
        if (turned == 0 && width % 2 != 0)
            return "Rotary positions turn pairs of columns, but d_k is " + std::to_string(width) +
                   ". Set an even d_k";
        if (turned > width)
            return "Rotary positions turn " + std::to_string(turned) + " columns, but d_k is " +
                   std::to_string(width) + ". Set a larger d_k";
    }
    return "";
}
inline std::string lacks_join(const Document& document) {
    return document.join == Join::None ? "The heads stay apart. Join them first" : "";
}
inline std::string lacks_softmax(const Document& document) {
    if (const NormaliserInfo& how = info(document.switches.normaliser); !how.takes_sink)
        return "A sink takes part in a softmax, but the weights come from " +
               std::string(how.process) + ". Choose softmax first";
    return document.switches.axis == Axis::Columns
               ? "A sink takes part in the softmax of each query. Normalise over rows first"
               : "";
}
inline std::string lacks_block(const Document& document) {
    return document.options.block ? "" : "There is no block. Choose Block: on first";
}
inline std::string lacks_norm(const Document& document) {
    if (!document.options.block)
        return lacks_block(document);
    return document.options.block->has_norm()
               ? ""
               : "The block has no norm. Choose LayerNorm or RMSNorm first";
}

inline std::string lacks_next_word(const Document& document) {
    return document.options.block && document.options.block->has_words_out
               ? ""
               : "There is no next word. Choose Next word first";
}

inline std::string lacks_even_model(const Document& document) {
    return d_model(document) % 2 == 0
               ? ""
               : "Sines and cosines have half of the columns each, but d_model is " +
                     std::to_string(d_model(document)) + ". Set an even d_model";
}
inline std::string lacks_two_columns(const Document& document) {
    if (!document.options.block)
        return lacks_block(document);
    return d_model(document) > 1
               ? ""
               : "This norm divides by d_model − 1, but d_model is 1. Set a larger d_model";
}

} // namespace app::model_needs
