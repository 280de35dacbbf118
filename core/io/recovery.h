// SPDX-License-Identifier: MIT
// What programs that did not come to their end left behind: journals with unsaved work.
#pragma once

#include "core/io/journal.h"

#include <string>
#include <vector>

namespace attn::io {

/// Unsaved work that can be had back.
struct Lost {
    std::string file; // of the journal
    std::optional<Workspace> workspace;
    std::int64_t time = 0; // of the last edit, in milliseconds since 1970
    std::size_t edits = 0;
    std::size_t whole_bytes = 0;
    Error fault; // why it cannot be read, where there is no workspace
};

/// The journals in the folder whose programs are dead and that hold what no file holds, newest
/// first. Journals without unsaved work are removed; those that cannot be read are told and kept.
std::vector<Lost> lost_work(const std::string& folder);

} // namespace attn::io
