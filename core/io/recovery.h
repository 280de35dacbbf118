// SPDX-License-Identifier: MIT
// Finds what crashed programs left behind: journals with unsaved work.
#pragma once

#include "core/io/journal.h"

#include <string>
#include <vector>

namespace attn::io {

/// Unsaved work that can be restored, or a note that it cannot.
struct Lost {
    std::string file; // the journal
    std::optional<Workspace> workspace;
    std::int64_t time = 0; // when the last edit was made, in milliseconds since 1970
    std::size_t edits = 0;
    std::size_t whole_bytes = 0;
    std::optional<Unkept> unkept; // later changes that could not be written
    Error fault;                  // why nothing can be restored, if there is no workspace
};

/// Lists the journals in the folder whose programs are dead and that hold work that no file holds,
/// newest first. Removes journals without unsaved work; lists and keeps those that cannot be read,
/// and those with changes that could not be written.
std::vector<Lost> lost_work(const std::string& folder);

/// Returns "The last 8 changes are lost because the disk was full."
std::string unkept_sentence(const Unkept& unkept);

} // namespace attn::io
