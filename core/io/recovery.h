// SPDX-License-Identifier: MIT
// What programs that did not come to their end left behind: journals with unsaved work.
#pragma once

#include "core/io/journal.h"

#include <string>
#include <vector>

namespace attn::io {

/// Unsaved work that can be had back, or of which it is known that it cannot.
struct Lost {
    std::string file; // of the journal
    std::optional<Workspace> workspace;
    std::int64_t time = 0; // of the last edit, in milliseconds since 1970
    std::size_t edits = 0;
    std::size_t whole_bytes = 0;
    std::optional<Unkept> unkept; // changes that came after and could not be written
    Error fault;                  // why nothing can be had back, where there is no workspace
};

/// The journals in the folder whose programs are dead and that hold what no file holds, newest
/// first. Journals without unsaved work are removed; those that cannot be read are told and kept,
/// and so are those that could not be written.
std::vector<Lost> lost_work(const std::string& folder);

/// "The last 8 changes are lost because the disk was full."
std::string unkept_sentence(const Unkept& unkept);

} // namespace attn::io
