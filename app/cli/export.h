// SPDX-License-Identifier: MIT
// Turns the options of the command export into options of the exporters. Looks up words, places and
// stages in the document.
#pragma once

#include "app/cli/arguments.h"
#include "core/publish/exporters.h"

namespace app::cli {

/// Returns the options; the error says what the document does not have. Call compare_with() for the
/// other document of a comparison.
attn::Result<attn::publish::ExportOptions> export_options(const attn::Document& document,
                                                          const ExportRequest& request,
                                                          attn::publish::FileKind kind);

/// Sets the document that a comparison shows as A, and what both are called.
void compare_with(attn::publish::ExportOptions& options, attn::Document other,
                  const ExportRequest& request);

} // namespace app::cli
