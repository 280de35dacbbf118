// SPDX-License-Identifier: MIT
// Actions for documents of concepts: how many are kept, films and new people.
#include "app/actions/action_lists.h"

namespace app {
namespace {

using namespace attn;

/// The row or column of the selected cell if its matrix has this role, else the last one.
Index selected(const Frame& frame, Names of) {
    const Index last = static_cast<Index>(names(frame.document, of).size()) - 1;
    const Role role = of == Names::Columns ? Role::Model : Role::NewVector;
    if (const std::optional<Place>& cell = frame.view.selected) {
        const StageInfo& about = info(cell->sheet.stage);
        if (about.rows == role)
            return cell->row;
        if (about.columns == role)
            return cell->column;
    }
    return last;
}

void keep(const Frame& frame, Index by) {
    frame.outbox.edit(SetKept{frame.document.concepts.kept + by});
}

} // namespace

std::vector<Action> concept_actions() {
    return {
        {"concepts.more",
         "Keep one concept more",
         "Concepts",
         "Increases k by 1, so the reconstruction comes closer to the ratings.",
         {alt(Key::PageUp)},
         [](const Frame& frame) { keep(frame, 1); },
         [](const Frame& frame) {
             return frame.document.concepts.kept < concept_count(frame.document);
         }},
        {"concepts.fewer",
         "Keep one concept fewer",
         "Concepts",
         "Decreases k by 1, which drops the last of the kept concepts.",
         {alt(Key::PageDown)},
         [](const Frame& frame) { keep(frame, -1); },
         [](const Frame& frame) { return frame.document.concepts.kept > 1; }},
        {"concepts.vector.add",
         "Add a new person",
         "New people",
         "Adds a person below the others. The new person starts with the ratings of the chosen "
         "one.",
         {},
         [](const Frame& frame) {
             const Document& now = frame.document;
             frame.outbox.edit(
                 InsertToken{static_cast<Index>(now.concepts.names.size()),
                             fresh_name(name_begin(now.model, Names::Vectors),
                                        now.tokens.size() + now.concepts.names.size() + 1,
                                        now.concepts.names, now.tokens),
                             Matrix(now.embeddings->row(frame.view.query)), Names::Vectors});
         },
         [](const Frame& frame) {
             return static_cast<Index>(frame.document.concepts.names.size()) < max_concept_side;
         }},
        {"concepts.vector.remove",
         "Remove a new person",
         "New people",
         "Removes the new person whose cell is selected, or the last one if none is selected.",
         {},
         [](const Frame& frame) {
             frame.outbox.edit(RemoveToken{selected(frame, Names::Vectors), Names::Vectors});
         },
         [](const Frame& frame) { return !frame.document.concepts.names.empty(); }},
        {"concepts.film.add",
         "Add a film",
         "Films",
         "Adds a film on the right. Everybody rates it 0.",
         {},
         [](const Frame& frame) {
             const std::vector<std::string>& films = frame.document.concepts.columns;
             frame.outbox.edit(
                 InsertToken{static_cast<Index>(films.size()),
                             fresh_name(name_begin(frame.document.model, Names::Columns),
                                        films.size() + 1, films),
                             {},
                             Names::Columns});
         },
         [](const Frame& frame) { return d_model(frame.document) < max_concept_side; }},
        {"concepts.film.remove",
         "Remove a film",
         "Films",
         "Removes the film whose cell is selected, or the last one. Double-click a film's name to "
         "rename it.",
         {},
         [](const Frame& frame) {
             frame.outbox.edit(RemoveToken{selected(frame, Names::Columns), Names::Columns});
         },
         [](const Frame& frame) { return d_model(frame.document) > 1; }},
    };
}

} // namespace app
