// SPDX-License-Identifier: MIT
// Saved styles on the command line: applies one where no option was given, and saves one.
#pragma once

#include "app/cli/arguments.h"
#include "core/publish/pictures.h"

namespace app::cli {

/// Returns the request with its style, or the default one, applied where no option was given. The
/// error lists the styles.
attn::Result<ExportRequest> with_style(ExportRequest request);

/// Saves the picture's look under this name.
attn::Result<> save_style(const std::string& name, const attn::publish::PictureRequest& picture);

} // namespace app::cli
