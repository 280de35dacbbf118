// SPDX-License-Identifier: MIT
// A document of several layers, or with cross-attention, is viewed one attention at a time: the
// open part presents that attention as a document of its own, so that all code that draws or
// explains an attention works unchanged. Its sheets have other names in the whole document.
#pragma once

#include "core/document/explaining/sensitivity.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/view.h"

#include <map>
#include <optional>
#include <string>

namespace attn {

/// Whether the document has more than one attention.
bool has_parts(const Document& document);

/// Opens the part that shows the sheet, unless the open part does. The target is shown where it is
/// compared.
void open_part_of(const Document& document, const SheetId& sheet, View& view);
/// Return the number of parts, at least 1, and which of them is open, counted from 0 in computing
/// order.
Index part_count(const Document& document);
Index part_index(const Document& document, const View& view);
/// Opens the part with this number, or the nearest existing one.
void open_part(const Document& document, Index part, View& view);
/// Opens the part after the open one (before it if `by` is −1) in computing order; stops at the
/// ends.
void open_next_part(const Document& document, int by, View& view);
/// Moves the view to a part that the document has.
void keep_part_inside(const Document& document, View& view);
/// "the layers are 0 to 2", "there is one layer, 0".
std::string layer_list(const Document& document);
/// "layer 1 of 3", "layer 0 of 3, cross-attention"; empty without parts.
std::string part_text(const Document& document, const View& view);

/// The part that the view opens, or the nearest existing one: the attention of a layer, or its
/// second attention with the MLP that follows; with the loss if that compares a stage of the part.
/// Without parts it is the document itself.
class OpenPart {
public:
    OpenPart(const Document& document, const Trace& trace, const View& view);

    /// Returns the document of a part as far as it is known before computing: the results of
    /// earlier parts are 0.
    static Document shape(const Document& document, Index part);

    /// The part by its names alone, before it is computed: it has no trace.
    static OpenPart of_names(const Document& document, const View& view) {
        return {document, nullptr, view};
    }

    const Document& whole() const { return whole_; }
    const Document& document() const { return has_parts_ ? part_.document : whole_; }
    const Trace& trace() const { return has_parts_ ? part_.trace : *whole_trace_; }
    /// Translates the view's places into the part's names; drops those in other parts.
    View view(View of_whole) const;

    /// Returns the name that a sheet of the part has in the whole document: X of a later layer is a
    /// block.
    SheetId in_whole(SheetId sheet) const;
    /// Returns the name that a sheet of the whole document has in the part; empty if it is in
    /// another.
    std::optional<SheetId> in_part(const SheetId& sheet) const;
    /// Translates the gradients of the matrices in the part into the part's names, with what the
    /// canvas reads beside them.
    Sensitivity in_part(const Sensitivity& of_whole) const;

private:
    OpenPart(const Document& document, const Trace* trace, const View& view);
    Document part_document() const;
    void keep_loss();
    Trace part_trace() const;

    const Document& whole_;
    const Trace* whole_trace_; // null for a shape
    Index layer_ = 0;
    bool is_cross_ = false, has_parts_ = false;
    Calculation part_;
    std::map<SheetKey, SheetId> names_; // the part's sheets, by the names in the whole
};

} // namespace attn
