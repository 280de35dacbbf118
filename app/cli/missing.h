// SPDX-License-Identifier: MIT
// Why a document has no such stage or place, and which there are.
#pragma once

#include "core/document/document.h"

namespace app::cli {

/// For a sheet that does not exist in the document.
attn::Error missing(const attn::Document& document, const attn::SheetId& sheet);

/// For a place that does not exist in the document.
attn::Error missing(const attn::Document& document, const attn::Place& place);

} // namespace app::cli
