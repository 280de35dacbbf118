// SPDX-License-Identifier: MIT
// Requests that bring another document: a file, a part or a copy of one, a new one. They ask first
// where work could be lost or another window edits the file.
#pragma once

#include "app/session/session.h"

#include <string>

namespace app {

/// Where a document that was read as `name` comes from: a preset, a file to save to, or a picture
/// that remembers it, which is not overwritten.
attn::io::Origin origin_of(const std::string& name, attn::Document document);

void open(Session& session, const Open& wanted, const Opener& opener);
void begin_new(Session& session, const NewDocument& wanted);
/// The file as it is on the disk, or the preset.
void revert(Session& session, const Opener& opener);

} // namespace app
