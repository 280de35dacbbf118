// SPDX-License-Identifier: MIT
// A window's journal as text: one line per entry; a torn end damages no earlier line.
//
// Each line is the CRC-32 of the rest in eight letters, a space, a JSON object, and, if the entry
// has a command or a document, a tab and its JSON. The first line names the format, its version and
// the process. Lines after a torn or damaged one are not read.
//
// The first line always has the same length, so it can be overwritten in place, which needs no
// space on a full disk: it then says how many changes the journal could not store.
#pragma once

#include "core/io/workspace.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace attn::io {

/// The process that keeps a journal.
struct JournalKeeper {
    long process = 0;
    std::string boot;
};

/// Changes that were made but could not be written.
struct Unkept {
    std::size_t changes = 0;
    int code = 0;          // the system's error number
    std::size_t bytes = 0; // the journal's length at that time; anything beyond was written later
};

/// The length of the first line, including its line end.
constexpr std::size_t journal_head_bytes = 256;
std::string journal_head(const JournalKeeper& keeper, const std::optional<Unkept>& unkept = {});
/// Returns the entry's line. `time` is in milliseconds since 1970.
std::string journal_line(const Entry& entry, std::int64_t time);

/// The content of a journal.
struct Journal {
    JournalKeeper keeper;
    std::optional<Workspace> workspace; // empty if not even its first document is intact
    std::int64_t time = 0; // when the last entry was written, in milliseconds since 1970
    std::size_t entries = 0;
    std::size_t whole_bytes = 0;  // up to the end of the last intact line
    std::optional<Unkept> unkept; // after the last entry
};

/// Replays the text up to the first damage. The error says that this is no journal, or one of
/// another program version.
Result<Journal> read_journal(std::string_view text);

} // namespace attn::io
