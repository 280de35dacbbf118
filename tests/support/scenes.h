// SPDX-License-Identifier: MIT
// Documents with views that together show everything a figure must handle.
#pragma once

#include "core/document/model/evaluate.h"
#include "core/document/model/view.h"

#include <string>
#include <vector>

namespace attn::test {

struct Scene {
    std::string name;
    Document document;
    View view;
    Trace trace;
};

/// Few words and many, narrow and wide, long words, several heads, masks, no projections, NaN.
std::vector<Scene> scenes();
/// 300 words, d = 64: slow to compute in a debug build.
Scene large_scene();
/// A document of `words` words with random numbers from −size to size by seed 7.
Document scene_document(Index words, Index d_model, Index d_k, Index d_v, Real size = 1);

} // namespace attn::test
