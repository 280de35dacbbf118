// SPDX-License-Identifier: MIT
// Opens documents and arrays by name: a preset, a file, or "-" for standard input.
#pragma once

#include "core/document/model/document.h"
#include "core/io/arrays/arrays.h"

#include <optional>
#include <string>

namespace app::cli {

/// The name for standard input and output.
inline constexpr const char* standard_stream = "-";

/// Reads standard input once, on first use, and keeps it.
class Input {
public:
    /// Opens the document of a preset, a file or, for "-", standard input; from a picture, the
    /// embedded document. If the name has a typing mistake, the error suggests the right one.
    attn::Result<attn::Document> document(const std::string& name);
    /// The same for files only.
    attn::Result<attn::Document> file(const std::string& name);
    /// Opens the arrays in a file or, for "-", on standard input.
    attn::Result<attn::io::ArrayFile> arrays(const std::string& name,
                                             const std::optional<attn::io::Dialect>& dialect = {});

    /// Returns all of standard input.
    attn::Result<std::string> text() { return piped(); }

private:
    attn::Result<std::string> piped();

    std::optional<attn::Result<std::string>> piped_;
};

/// The name as messages show it.
std::string shown_name(const std::string& name);

/// Returns `; did you mean "four-words"?` if the name is not a file but close to a preset's name;
/// else nothing.
std::string preset_meant(const std::string& name);

} // namespace app::cli
