// SPDX-License-Identifier: MIT
// The journal of a window as text: a line for each entry, which a torn end cannot spoil.
//
// Each line is the CRC-32 of the rest in eight letters, a blank, a JSON object, and, where a
// command or a document belongs to it, a tab and its JSON. The first line names the format, its
// version and the process. Lines that follow one that is torn or damaged are not read.
//
// The first line always has the same length. So it can be written again in its place, which needs
// no room on a full disk: there it says how many changes the journal could not take.
#pragma once

#include "core/io/workspace.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace attn::io {

/// Who keeps a journal.
struct JournalKeeper {
    long process = 0;
    std::string boot;
};

/// Changes that were made and could not be written.
struct Unkept {
    std::size_t changes = 0;
    int code = 0;          // the system's error number
    std::size_t bytes = 0; // how long the journal was then: what is beyond was written later
};

/// The length of the first line with its end.
constexpr std::size_t journal_head_bytes = 256;
std::string journal_head(const JournalKeeper& keeper, const std::optional<Unkept>& unkept = {});
/// The entry's line. `time` is in milliseconds since 1970.
std::string journal_line(const Entry& entry, std::int64_t time);

/// What a journal tells.
struct Journal {
    JournalKeeper keeper;
    std::optional<Workspace> workspace; // nothing when not even its first document is whole
    std::int64_t time = 0;              // of the last entry, in milliseconds since 1970
    std::size_t entries = 0;
    std::size_t whole_bytes = 0;  // up to the end of the last whole line
    std::optional<Unkept> unkept; // after the last entry
};

/// Replays the text as far as it is whole. The error says that this is no journal, or one of
/// another version of the program.
Result<Journal> read_journal(std::string_view text);

} // namespace attn::io
