// SPDX-License-Identifier: MIT
// Requests that open another document: a file, a part or copy of one, or a new one. They ask first
// if work could be lost or another window edits the file.
#pragma once

#include "app/session/outbox.h"
#include "app/session/session.h"

#include <string>

namespace app {

/// The origin of a document that was read as `name`: a preset, a file to save to, or a picture with
/// an embedded document, which is never overwritten.
attn::io::Origin origin_of(const std::string& name, attn::Document document);

void open(Session& session, const Open& wanted, const Opener& opener);
void begin_new(Session& session, const NewDocument& wanted);
/// Opens the file again as it is on disk, or the preset.
void revert(Session& session, const Opener& opener);

// For a file with more words than a document can hold: asks which words to open.

/// Asks whether to open the first or the last words. Returns nothing if the file does not have too
/// many words, or no part of it can be opened either.
std::optional<Question> ask_for_words(const std::string& path, const Open& wanted);

} // namespace app
