// SPDX-License-Identifier: MIT
// In test runs: what the last frame showed and where its controls are, written to a file.
#pragma once

#include "app/session/session.h"
#include "app/ui/look.h"

#include <string>

namespace app {

struct Probed {
    std::uint64_t frame = 0;
    attn::figure::Point canvas_origin;
    const attn::figure::Figure& canvas;
    const std::vector<Control>& controls;
};

/// Replaces the file by one JSON object: frame, document, stages, view, controls, cells, labels,
/// editing, message. The file is always whole.
void write_probe(const std::string& path, const Session& session, const Probed& probed);

} // namespace app
