// SPDX-License-Identifier: MIT
// Finds what each part of a picture shows: a matrix of a stage or its gradient, of any layer, cut
// to the query word's row if only that is wanted.
#pragma once

#include "core/figure/picture.h"
#include "core/figure/sheet_look.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace attn::figure {

/// The matrix of the stage, or of the stage shown in its place.
const SheetLook& last_shown(const Contents& contents, Stage stage);
/// The row to which the part is cut: the query word's; for the words of a memory, the key word's or
/// the first. Nothing if it is shown whole.
std::optional<Index> chosen_row(const SheetLook& look, const View& view, const Part& part);

class PartLooks {
public:
    /// `gradients` are the same contents with gradients in them; null if no part needs them.
    PartLooks(const Document& document, const Trace& trace, const View& view,
              const Contents& contents, const Contents* gradients)
        : document_(document), trace_(trace), view_(view), contents_(contents),
          gradients_(gradients) {}

    struct Shown {
        SheetLook look;
        std::shared_ptr<const Matrix> row; // the values of a cut look
    };
    Shown shown(const Part& part);
    const std::vector<std::string>& words() const { return contents_.words(); }

private:
    SheetLook whole(const Part& part);

    const Document& document_;
    const Trace& trace_;
    const View& view_;
    const Contents& contents_;
    const Contents* gradients_;
    std::vector<Contents> later_; // matrices of later layers
};

} // namespace attn::figure
