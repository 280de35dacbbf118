// SPDX-License-Identifier: MIT
// Documents and arrays by the names that are typed: a preset, a file, or "-" for standard input.
#pragma once

#include "core/document/document.h"
#include "core/io/arrays.h"

#include <optional>
#include <string>

namespace app::cli {

/// How standard input and standard output are typed.
inline constexpr const char* standard_stream = "-";

/// Standard input is read once, when it is first asked for, and then kept.
class Input {
public:
    /// The document of a preset, in a file or, for "-", on standard input; a picture gives the one
    /// that it remembers. For a name with a mistake in it the error says which was meant.
    attn::Result<attn::Document> document(const std::string& name);
    /// The same of a file alone, never of a preset.
    attn::Result<attn::Document> file(const std::string& name);
    /// The arrays in a file or, for "-", on standard input.
    attn::Result<attn::io::ArrayFile> arrays(const std::string& name,
                                             const std::optional<attn::io::Dialect>& dialect = {});

    /// All of standard input.
    attn::Result<std::string> text() { return piped(); }

private:
    attn::Result<std::string> piped();

    std::optional<attn::Result<std::string>> piped_;
};

/// How a person calls it.
std::string shown_name(const std::string& name);

/// `; did you mean "four-words"?` for a name that is no file and near that of a preset.
std::string preset_meant(const std::string& name);

} // namespace app::cli
