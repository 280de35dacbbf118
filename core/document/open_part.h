// SPDX-License-Identifier: MIT
// A document of several layers, or with cross-attention, is looked at one attention at a time: the
// open part stands for the document as one that has this attention alone, so that whatever draws or
// tells an attention does so here as well. Its sheets have other names in the whole document.
#pragma once

#include "core/document/compare.h"
#include "core/document/evaluate.h"
#include "core/document/sensitivity.h"
#include "core/document/view.h"

#include <map>
#include <optional>
#include <string>

namespace attn {

/// Whether the document has more than the one attention that is always looked at.
bool has_parts(const Document& document);

/// Opens the part in which the sheet is seen, unless it is seen in the one that is open. The target
/// is seen where it is compared.
void open_part_of(const Document& document, const SheetId& sheet, View& view);
/// How many parts there are, at least 1, and which of them is open: counted from 0 as they are
/// computed.
Index part_count(const Document& document);
Index part_index(const Document& document, const View& view);
/// Opens the part of a number, or the nearest that there is.
void open_part(const Document& document, Index part, View& view);
/// The part after the open one (or before it, by −1), as they are computed; it stays at the ends.
void open_next_part(const Document& document, int by, View& view);
/// The view with a part that the document has.
void keep_part_inside(const Document& document, View& view);
/// "the layers are 0 to 2", "there is one layer, 0".
std::string layer_list(const Document& document);
/// "layer 1 of 3", "layer 0 of 3, cross-attention"; empty without parts.
std::string part_text(const Document& document, const View& view);

/// The part that the view opens, the nearest that there is: the attention of a layer, or the second
/// attention of it with the MLP that follows; with the loss, where it compares a stage of that.
/// Without parts it is the document itself.
class OpenPart {
public:
    OpenPart(const Document& document, const Trace& trace, const View& view);

    /// The document of a part as far as it is known before anything is computed: what the parts
    /// before it compute is 0.
    static Document shape(const Document& document, Index part);

    const Document& whole() const { return whole_; }
    const Document& document() const { return has_parts_ ? part_.document : whole_; }
    const Trace& trace() const { return has_parts_ ? part_.trace : *whole_trace_; }
    /// The view with its places as the part calls them; those that are in other parts are left out.
    View view(View of_whole) const;

    /// What a sheet of the part is called in the document: X of a later layer is a block.
    SheetId in_whole(SheetId sheet) const;
    /// What a sheet of the document is called in the part; nothing where it is in another.
    std::optional<SheetId> in_part(const SheetId& sheet) const;
    /// The gradients of those matrices that the part has, as it calls them; with what the canvas
    /// reads beside them.
    Sensitivity in_part(const Sensitivity& of_whole) const;

private:
    OpenPart(const Document& document, const Trace* trace, const View& view);
    Document part_document() const;
    void keep_loss();
    Trace part_trace() const;

    const Document& whole_;
    const Trace* whole_trace_; // none of a shape
    Index layer_ = 0;
    bool is_cross_ = false, has_parts_ = false;
    Calculation part_;
    std::map<SheetKey, SheetId> names_; // of the part's sheets by those of the whole
};

} // namespace attn
