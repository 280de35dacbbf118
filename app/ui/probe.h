// SPDX-License-Identifier: MIT
// In test runs: what the last frame showed and where its controls are, as JSON, also in a file.
#pragma once

#include "app/session/session.h"
#include "app/ui/look.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace app {

struct Probed {
    std::uint64_t frame = 0;
    attn::figure::Point canvas_origin;
    const attn::figure::Figure& canvas;
    const std::vector<Control>& controls;
};

/// All that may change in every frame: frame, view, controls, cells, labels, editing, message.
nlohmann::json probe_of(const Session& session, const Probed& probed);
nlohmann::json probed_document(const Session& session);
nlohmann::json probed_stages(const Session& session);

/// The document and its numbers, which most frames leave as they are and which take longer to write
/// than the frame.
class ProbeKept {
public:
    struct Changed {
        bool document = true, stages = true;
    };
    /// What may be another since this was last asked.
    Changed follow(const Session& session);

private:
    std::optional<attn::Document> document_;
    std::uint64_t evaluations_ = 0;
    attn::Index query_ = -1;
};

struct ProbeFile {
    std::string path;
    ProbeKept kept = {};
    std::string document = {}, stages = {}; // as they were written last
};

/// Replaces the file by three lines, each a JSON object: what may change in every frame, the
/// document, and its stages. The file is always whole.
void write_probe(ProbeFile& file, const Session& session, const Probed& probed);

} // namespace app
