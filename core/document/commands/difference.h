// SPDX-License-Identifier: MIT
// The shortest commands that lead from one document to another: what an hour of dragging and
// undoing comes to.
#pragma once

#include "core/document/commands/command.h"

#include <vector>

namespace attn {

/// Lists commands that, applied in order to `before`, give `after`; none if both are equal. Where
/// edits do not lead there, it is one Replace.
std::vector<Command> commands_between(const Document& before, const Document& after);

} // namespace attn
