// SPDX-License-Identifier: MIT
// The options of export as what the exporters read. Names of words, places and stages are looked up
// in the document.
#pragma once

#include "app/cli/arguments.h"
#include "core/publish/exporters.h"

namespace app::cli {

/// The error says what the document does not have. A comparison gets its other document by
/// compare_with().
attn::Result<attn::publish::ExportOptions> export_options(const attn::Document& document,
                                                          const ExportRequest& request,
                                                          attn::publish::FileKind kind);

/// The document that a comparison shows as A.
void compare_with(attn::publish::ExportOptions& options, attn::Document other);

} // namespace app::cli
