// SPDX-License-Identifier: MIT
// The lab of a page: one document with its history, its trace and how it is looked at. Whatever a
// person does becomes a command, as in the window; the script asks for figures and texts.
#pragma once

#include "app/page/telling.h"
#include "core/document/compare.h"
#include "core/document/covers.h"
#include "core/document/evaluate.h"
#include "core/document/history.h"
#include "core/document/view.h"
#include "core/figure/figure.h"
#include "core/figure/hit.h"
#include "core/figure/kept_looks.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace page {

/// What the page paints: the whole calculation, one matrix, and what follows the query word.
enum class Part { Canvas, Matrix, Query };

struct Room {
    float width = 0, height = 0, text = 14;
    bool is_dark = false;
};

class Lab {
public:
    explicit Lab(attn::Document document);

    attn::Result<> apply(std::string_view command, attn::Gesture gesture);
    /// What was typed for the selected number: a decimal or a fraction.
    attn::Result<> type(std::string_view text);
    /// Changes the selected number as a drag over so many steps from where it began does.
    attn::Result<> drag(double travelled, bool fine, attn::Gesture gesture);
    void end_drag() { drag_ = {}; }
    void undo();
    void redo();
    /// Back to the document as it was given, a step of its own.
    void reset();
    /// Takes a gesture back while it runs.
    void cancel(attn::Gesture gesture);

    const attn::Document& given() const { return given_; }
    /// Carries one lesson more, which can be told then.
    void carry(attn::OpenedLesson lesson);
    /// From now on no number and no switch is changed by hand.
    void only_look() { edits_ = false; }

    /// Tells the calculation step by step, or one of the lessons, each of whose steps has its own
    /// document.
    void tell(Tells what, std::size_t which);
    /// To the next step, or the one before.
    void tell_next(attn::Index by);
    /// The question of the told step: a choice from 0 on, or a typed number; a hint; the answer.
    void answer_by_choice(std::size_t choice);
    attn::Result<> answer_by_number(std::string_view typed);
    void show_hint() { telling_.show_hint(); }
    void show_answer() { telling_.show_answer(); }
    /// Around the matrices that the told step speaks of, as they were drawn last; empty if none is.
    const attn::figure::Rect& told_rect() const { return told_rect_; }

    /// Shows the selected number, which is covered. `expected`: what was typed as a guess, or
    /// empty. Gives what there is to say about the guess.
    attn::Result<std::string> reveal(std::string_view expected);
    /// Selects the covered number that is read first, and shows it.
    void reveal_next();

    /// Marks what differs from the document as it was given.
    void compare(bool is_compared);

    void point(const std::optional<attn::Place>& place);
    void select(const std::optional<attn::Place>& place);
    attn::Result<> select(std::string_view written);
    /// To the next cell; with none selected, to the first of the input X.
    void step(attn::Index rows, attn::Index columns);
    /// To the next matrix, or the one before.
    void step_sheet(attn::Index by);
    void choose_query(attn::Index query);
    void choose_head(attn::Index head);
    /// Opens a layer, or the cross-attention of one: see core/document/open_part.h.
    void choose_part(attn::Index part);
    /// Of a matrix that is too large for its numbers, only those around the selected one, or else
    /// around the query word.
    void show_part(bool shows) { shows_part_ = shows; }
    /// Which matrix is shown alone.
    attn::Result<> show_alone(std::string_view sheet);

    const attn::figure::Figure& draw(Part part, const Room& room);
    attn::figure::Hit hit(Part part, attn::figure::Point point) const;
    /// Where a part shows the selected number.
    std::optional<attn::figure::Rect> selected_rect(Part part) const;
    /// Chooses the word that a label names, if it names one of X.
    bool press_label(const attn::figure::LabelRegion& label);

    /// The matrix as nested lists of JSON, for each word where there is one for each.
    attn::Result<std::string> numbers(std::string_view sheet) const;
    /// The matrix with its title and the names of its rows and columns, its numbers as they are
    /// shown, as JSON; the values of the query word where there is a matrix for each word.
    attn::Result<std::string> table(std::string_view sheet) const;
    /// The document as a file.
    std::string file() const;
    /// What the controls show, as JSON.
    std::string state() const;
    /// Where the number under the pointer comes from, else the selected one, as JSON; "null".
    std::string explanation() const;

private:
    void push(attn::Document document, const std::string& what, attn::Gesture gesture);
    void follow(const attn::Document& before);
    const attn::Document& document() const { return history_.current(); }
    /// The document and the trace as they are seen: covered numbers stay covered.
    const attn::Document& seen_document() const { return seen_ ? seen_->document : document(); }
    const attn::Trace& seen_trace() const { return seen_ ? seen_->trace : trace_; }
    void cover();
    attn::SheetId alone() const;
    /// Whether the matrix that is shown alone has more numbers than can be read.
    bool has_parts() const;
    attn::CellRange part_for(const Room& room) const;
    void follow_lesson();
    attn::Result<attn::SheetId> sheet_named(std::string_view name) const;

    attn::Document given_;
    std::optional<attn::Calculation> before_; // of it, while it is compared with
    attn::History history_;
    attn::Trace trace_;
    std::optional<attn::Calculation> seen_; // where anything of it is covered
    attn::View view_;
    Telling telling_;
    bool edits_ = true;
    attn::figure::Rect told_rect_;
    attn::SheetId alone_{attn::Stage::Weights};
    bool shows_part_ = false;
    std::uint64_t evaluations_ = 0;
    attn::figure::KeptLooks kept_;
    std::array<attn::figure::Figure, 3> shown_;
    struct Drag {
        attn::Gesture gesture = 0;
        attn::Place place;
        attn::Real start = 0;
    };
    Drag drag_;
};

/// The widths that the browser paints.
const attn::figure::Measure& browser_measure();

} // namespace page
