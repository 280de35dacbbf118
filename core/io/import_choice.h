// SPDX-License-Identifier: MIT
// What an import lets users choose, as a value: a sentence of core/io names a choice that helps,
// and the command line and the panel say each in their own words.
#pragma once

#include "core/base/matrix.h"

#include <string>
#include <string_view>

namespace attn::io {

enum class ImportOption {
    Tokens,
    X,
    WQ,
    WK,
    WV,
    Mask,
    MaskTrue,
    Heads,
    HeadAxis,
    Rows,
    Transposed,
    AsStored,
    QkvLayout
};

/// A choice that a sentence names.
struct ImportChoice {
    enum class Kind {
        Itself,  // the option, whatever its value
        Value,   // with this value
        Own,     // with a value that the user knows: an array, or a number
        LeftOut, // of an array: none
    };
    ImportOption option;
    Kind kind = Kind::Itself;
    std::string value = {}; // of Kind::Value: "0:8", "blocked", or an array's name, as "a.b[0][1]"
};

/// Says a choice in the words of who asked for the import: "--heads 8". The sentence goes on behind
/// it.
using ChoiceWords = std::string (*)(const ImportChoice& choice);

/// The words of the command line.
std::string in_options(const ImportChoice& choice);
/// The name that the command line has for the option: "--w-q".
std::string_view option_name(ImportOption option);

} // namespace attn::io
