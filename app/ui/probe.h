// SPDX-License-Identifier: MIT
// For test runs: writes what the last frame showed and where its controls are, as JSON, also to a
// file.
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
    bool lacks_letters = false; // so that boxes stand for them
};

/// What may change in every frame: frame, view, controls, cells, labels, editing, message.
nlohmann::json probe_of(const Session& session, const Probed& probed);
nlohmann::json probed_document(const Session& session);
nlohmann::json probed_stages(const Session& session);

/// Detects changes of the document and its numbers. Most frames do not change them, and writing
/// them takes longer than a frame.
class ProbeKept {
public:
    struct Changed {
        bool document = true, stages = true;
    };
    /// Returns what may have changed since the last call.
    Changed follow(const Session& session);

private:
    std::optional<attn::Document> document_;
    std::uint64_t evaluations_ = 0;
    attn::Index query_ = -1;
};

struct ProbeFile {
    std::string path;
    ProbeKept kept = {};
    std::string document = {}, stages = {}; // as last written
};

/// Replaces the file by three lines, each a JSON object: what may change in every frame, the
/// document, and its stages. Readers never see a partial file.
void write_probe(ProbeFile& file, const Session& session, const Probed& probed);

} // namespace app
