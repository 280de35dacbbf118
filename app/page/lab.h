// SPDX-License-Identifier: MIT
// The lab of a page: one document with its history, trace and view. Every action of the user
// becomes a command, as in the window; the script asks for figures and texts.
#pragma once

#include "app/page/telling.h"
#include "core/document/commands/history.h"
#include "core/document/model/covers.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/view.h"
#include "core/figure/base/figure.h"
#include "core/figure/matrix/kept_looks.h"
#include "core/figure/pages/kept_layouts.h"
#include "core/figure/pages/pages.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace page {

/// The figures of a page: the whole calculation, one matrix, the query word's part, and one of
/// figure::canvas_pages().
enum class Part { Canvas, Matrix, Query, Page };

struct Room {
    float width = 0, height = 0, text = 14;
    bool is_dark = false;
};

class Lab {
public:
    explicit Lab(attn::Document document);

    attn::Result<> apply(std::string_view command, attn::Gesture gesture);
    /// The command, as JSON, of a mark in a title: computes the stage again, or makes its weights
    /// sum to 1.
    std::string command_of(const attn::figure::GivenRegion& mark) const;
    /// Sets the selected number to the typed decimal or fraction.
    attn::Result<> type(std::string_view text);
    /// Follows a typed text, with the caret before this byte, if the document can have it. Returns
    /// as JSON what is offered at the caret, and why the document cannot have the text.
    attn::Result<std::string> type_text(std::string_view text, std::size_t caret,
                                        attn::Gesture gesture);
    /// Puts an offered word at the caret. Returns as JSON the text and the caret.
    std::string take_offered(std::string_view text, std::size_t caret, std::size_t which) const;
    /// Changes the selected number as a drag of `travelled` steps does.
    attn::Result<> drag(double travelled, bool fine, attn::Gesture gesture);
    void end_drag() { drag_ = {}; }
    void undo();
    void redo();
    /// Returns to the document as it was given, as one more step of the history.
    void reset();
    /// Takes back a running gesture.
    void cancel(attn::Gesture gesture);

    const attn::Document& given() const { return given_; }
    /// Adds a lesson that can be told.
    void carry(attn::OpenedLesson lesson);
    /// Disables changing numbers and options by hand.
    void only_look() { edits_ = false; }

    /// Begins to tell the calculation step by step, or one of the lessons, whose steps have their
    /// own documents.
    void tell(Tells what, std::size_t which);
    /// Moves by this many steps.
    void tell_next(attn::Index by);
    /// Answers the question of the current step by a choice, counted from 0.
    void answer_by_choice(std::size_t choice);
    attn::Result<> answer_by_number(std::string_view typed);
    void show_hint() { telling_.show_hint(); }
    void show_answer();
    /// Lights the place that a phrase of the step's text means; 0: none.
    void light(std::size_t phrase) { phrase_ = phrase; }

    /// Reveals the selected number, which is covered. `expected` is the typed guess, or empty.
    /// Returns a sentence about the guess.
    attn::Result<std::string> reveal(std::string_view expected);
    /// Marks a number that was typed into the box of this place on a worksheet. Returns as JSON
    /// whether it is right, and the usual mistakes that give it.
    attn::Result<std::string> judge(std::string_view place, std::string_view typed) const;
    /// Selects and reveals the first covered number in reading order.
    void reveal_next();

    /// Sets whether to mark differences from the document as it was given.
    void compare(bool is_compared);

    void point(const std::optional<attn::Place>& place);
    void select(const std::optional<attn::Place>& place);
    attn::Result<> select(std::string_view written);
    /// Moves to the neighbouring cell; without a selection, to the first cell of the input X.
    void step(attn::Index rows, attn::Index columns);
    /// Moves to the next or previous matrix.
    void step_sheet(attn::Index by);
    void choose_query(attn::Index query);
    void choose_head(attn::Index head);
    /// Opens what a click on this part of a page opens.
    void open(const attn::figure::OpeningRegion& opening);
    /// Opens a layer, or the cross-attention of one: see core/document/model/open_part.h.
    void choose_part(attn::Index part);
    /// Sets whether a matrix too large for its numbers shows only those around the selected number,
    /// or else around the query word.
    void show_part(bool shows) { shows_part_ = shows; }
    /// Sets the matrix that is shown alone.
    attn::Result<> show_alone(std::string_view sheet);
    /// Sets the page of the window that is shown, by the id of its row.
    attn::Result<> show_page(std::string_view id);

    const attn::figure::Figure& draw(Part part, const Room& room);
    attn::figure::Hit hit(Part part, attn::figure::Point point) const;
    /// Returns where a part shows the selected number.
    std::optional<attn::figure::Rect> selected_rect(Part part) const;
    /// Chooses the word of X that a label names. Returns false if it names none.
    bool press_label(const attn::figure::LabelRegion& label);

    /// The matrix as nested lists in JSON; a list for each word if there is a matrix for each.
    attn::Result<std::string> numbers(std::string_view sheet) const;
    /// The matrix as JSON, with its title, names of rows and columns, and numbers as shown. For the
    /// query word if there is a matrix for each word.
    attn::Result<std::string> table(std::string_view sheet) const;
    /// The document as a file.
    std::string file() const;
    /// The state of the controls, as JSON.
    std::string state() const;
    /// Explains as JSON where the number under the pointer, else the selected one, comes from;
    /// "null" if there is none.
    std::string explanation() const;

private:
    void push(attn::Document document, const std::string& what, attn::Gesture gesture);
    void follow(const attn::Document& before);
    const attn::Document& document() const { return history_.current(); }
    /// The document and trace with covered numbers hidden.
    const attn::Document& seen_document() const { return seen_ ? seen_->document : document(); }
    const attn::Trace& seen_trace() const { return seen_ ? seen_->trace : trace_; }
    void cover();
    attn::SheetId alone() const;
    void follow_step();
    std::string next_words() const;
    /// Whether the matrix shown alone has more numbers than can be read.
    bool has_parts() const;
    attn::CellRange part_for(const Room& room) const;
    void follow_lesson();
    void reveal(const attn::CellRange& cells);
    void reveal_answer();
    /// The phrase under the pointer, or the one that means the number under it; 0: none.
    std::size_t lit_phrase() const;
    attn::Result<attn::SheetId> sheet_named(std::string_view name) const;

    attn::Document given_;
    std::optional<attn::Calculation> before_; // given_ evaluated, while the page compares with it
    attn::History history_;
    attn::Trace trace_;
    std::optional<attn::Calculation> seen_;        // null if nothing is covered
    std::optional<attn::Calculation> step_before_; // before the last change of a model with a table
    attn::View view_;
    Telling telling_;
    bool edits_ = true;
    std::size_t phrase_ = 0; // the one under the pointer
    attn::SheetId alone_{attn::Stage::Weights};
    bool shows_part_ = false;
    std::uint64_t evaluations_ = 0;
    attn::figure::KeptLooks kept_;
    attn::figure::KeptLayouts layouts_;
    std::string page_;                         // the id of the page that is shown
    std::optional<attn::HeadEffects> effects_; // kept while the evaluation is the one below
    std::uint64_t effects_evaluation_ = 0;
    std::array<attn::figure::Figure, 4> shown_;
    struct Drag {
        attn::Gesture gesture = 0;
        attn::Place place;
        attn::Real start = 0;
    };
    Drag drag_;
};

/// The pages of the window that this document has and that need no more than a document: all but
/// the whole calculation, which is always there.
std::vector<const attn::figure::PageInfo*> pages_of(const attn::Document& document);

/// The text widths that the browser paints.
const attn::figure::Measure& browser_measure();

} // namespace page
