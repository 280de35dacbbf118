// SPDX-License-Identifier: MIT
// In test runs: what the last frame showed and where its controls are, written to a file.
#pragma once

#include "app/session/session.h"
#include "app/ui/look.h"

#include <cstdint>
#include <string>

namespace app {

struct Probed {
    std::uint64_t frame = 0;
    attn::figure::Point canvas_origin;
    const attn::figure::Figure& canvas;
    const std::vector<Control>& controls;
};

/// What the frame before wrote of the document and of its numbers, which most frames leave as they
/// are.
struct ProbeKept {
    attn::Document document;
    std::string document_text, stages_text;
    std::uint64_t evaluations = 0;
    attn::Index query = -1;
};

/// Replaces the file by three lines, each a JSON object: all that may change in every frame (frame,
/// view, controls, cells, labels, editing, message), the document, and its stages. The file is
/// always whole.
void write_probe(const std::string& path, const Session& session, const Probed& probed,
                 ProbeKept& kept);

} // namespace app
