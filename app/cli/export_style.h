// SPDX-License-Identifier: MIT
// Saved styles on the command line: what they say where no option was given, and how one is saved.
#pragma once

#include "app/cli/arguments.h"
#include "core/publish/pictures.h"

namespace app::cli {

/// The request with the looks of its style, or of the default one, wherever no option was given.
/// The error says which styles there are.
attn::Result<ExportRequest> with_style(ExportRequest request);

/// Saves how the picture looks under the name that was asked for.
attn::Result<> save_style(const std::string& name, const attn::publish::PictureRequest& picture);

} // namespace app::cli
