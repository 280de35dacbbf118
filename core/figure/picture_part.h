// SPDX-License-Identifier: MIT
// What each part of a picture shows: a matrix of a stage or its gradient, of any layer, cut to the
// row of the query word where only that is wanted.
#pragma once

#include "core/figure/picture.h"
#include "core/figure/sheet_look.h"

#include <memory>
#include <string>
#include <vector>

namespace attn::figure {

class PartLooks {
public:
    /// `gradients`: the same contents with gradients in them; null where no part asks for them.
    PartLooks(const Document& document, const Trace& trace, const View& view,
              const Contents& contents, const Contents* gradients)
        : document_(document), trace_(trace), view_(view), contents_(contents),
          gradients_(gradients) {}

    struct Shown {
        SheetLook look;
        std::shared_ptr<const Matrix> row; // what the look refers to when it is cut
    };
    Shown shown(const Part& part);
    const std::vector<std::string>& words() const { return contents_.words(); }

private:
    SheetLook whole(const Part& part);
    Index chosen_row(const SheetLook& look) const;

    const Document& document_;
    const Trace& trace_;
    const View& view_;
    const Contents& contents_;
    const Contents* gradients_;
    std::vector<Contents> later_; // matrices of later layers
};

} // namespace attn::figure
