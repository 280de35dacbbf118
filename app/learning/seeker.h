// SPDX-License-Identifier: MIT
// Seeks goals on its own thread. It shows its best state on the way and can be stopped there. The
// window never waits for it.
#pragma once

#include "app/input/input.h"
#include "app/input/line_edit.h"
#include "core/document/learning/goal_seek.h"
#include "core/document/model/document.h"
#include "core/document/model/view.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace app {

// A list of inputs; the user chooses some by pointer or keyboard.

struct InputChoice {
    std::vector<attn::SheetId> inputs;
    std::vector<bool> is_chosen;           // one for each input
    std::size_t at = 0;                    // the line that has the keyboard
    std::vector<std::string> remarks = {}; // one for each input, shown beside its name; or empty
    std::vector<bool> is_idle = {}; // for each input, whether choosing it has no effect; or empty

    std::vector<attn::SheetId> chosen() const;
    bool can_turn(std::size_t which) const { return is_idle.empty() || !is_idle[which]; }
    void turn(std::size_t which) { is_chosen[which] = is_chosen[which] != can_turn(which); }
};

/// Lists the inputs; chooses those that are in `chosen`.
InputChoice input_choice(std::vector<attn::SheetId> inputs,
                         const std::vector<attn::SheetId>& chosen);

/// Arrows move. Returns whether the key had a meaning here.
bool press_in_choice(InputChoice& choice, const KeyPress& key);
/// Space turns the current input on or off.
void type_in_choice(InputChoice& choice, const std::string& text);

/// Returns for example "W_Q, W_K and W_V", or "W_Q, W_K and 12 more" for many.
std::string listed(std::vector<std::string> names);
std::string listed(const std::vector<attn::SheetId>& inputs);

// What may move to reach a goal, as a table to choose and type in: each input, which of its cells,
// and their allowed range.

/// A row of the table.
struct FreeInput {
    attn::SheetId sheet;
    bool is_chosen = false;
    LineEdit cells; // in the syntax of written_place.h; empty: all
    LineEdit range; // in the syntax of limits_text.h; empty: any number
};

enum class FreedomColumn { Input, Cells, Range };

struct FreedomChoice {
    std::vector<FreeInput> inputs;
    bool moves_least = true;
    std::size_t at = 0; // the row that has the keyboard
};

/// Lists the inputs of the document that may move, with the choices and texts they had in `before`.
/// If none of them was in `before`, all are chosen.
FreedomChoice freedom_choice(const attn::Document& document, const FreedomChoice& before);

/// Reads the table; the error names the input whose cells or range cannot be read.
attn::Result<attn::Freedom> freedom_of(const attn::Document& document, const FreedomChoice& choice);

/// Handles a key in a column: arrows move between rows, other keys edit. Returns whether it had a
/// meaning.
bool press_in_freedom(FreedomChoice& choice, FreedomColumn column, const KeyPress& key,
                      const Clipboard& clipboard);
/// Types in a column. Space turns an input on or off; typing cells or a range turns it on.
void type_in_freedom(FreedomChoice& choice, FreedomColumn column, const std::string& text);

// A painted pattern as the goal for a part of the weights: each word should look equally at the
// painted cells of its line. Lines without paint have no goal.

struct GoalPattern {
    attn::Index rows = 0, columns = 0; // as on the screen; 0 if nothing can be painted
    std::vector<bool> is_painted;      // row by row
    attn::Index row = 0, column = 0;   // the cell that has the keyboard
    bool paints = true;                // whether a drag paints or clears cells

    bool is_offered() const { return rows > 0; }
    std::size_t at(attn::Index r, attn::Index c) const {
        return static_cast<std::size_t>(r * columns + c);
    }
};

/// Returns the pattern for these places, line by line as on the screen. It is offered for several
/// weights whose lines sum to 1, if the form has room for it.
GoalPattern goal_pattern(const attn::Document& document, const std::vector<attn::Place>& places);

/// Returns the text for the target field: in lines with paint, a share or 0 for each cell; in other
/// lines, "–" for each cell.
std::string target_text(const attn::Document& document, const GoalPattern& pattern);

/// Arrows move between cells. Returns whether the key had a meaning.
bool press_in_pattern(GoalPattern& pattern, const KeyPress& key);

class Seeker {
public:
    /// Starts at once. Calls `wake` from the thread when there is something to show; it may be
    /// empty.
    Seeker(attn::Document document, std::vector<attn::Goal> goals, attn::Freedom freedom,
           std::function<void()> wake);
    /// Cancels, and waits for the running evaluation to end.
    ~Seeker();
    Seeker(const Seeker&) = delete;
    Seeker& operator=(const Seeker&) = delete;

    /// How often the goals have been computed so far.
    std::int64_t evaluations() const { return progress_.done; }
    /// Returns the result, once.
    std::optional<attn::Result<attn::Sought>> take();
    /// Returns the best state so far, if it is new since the last call.
    std::optional<attn::Document> take_nearer();
    /// Ends the search soon with the best state so far as its result.
    void stop();
    /// Drops the result; the thread ends soon. Does not wait for it.
    void end();
    bool has_ended() const;

private:
    using Clock = std::chrono::steady_clock;

    void work();
    void show(const std::function<attn::Document()>& document);

    const attn::Document document_;
    const std::vector<attn::Goal> goals_;
    const attn::Freedom freedom_;
    const std::function<void()> wake_;
    attn::Progress progress_;
    mutable std::mutex mutex_;
    std::optional<attn::Result<attn::Sought>> found_;
    std::optional<attn::Document> nearer_;
    Clock::time_point shown_; // used by the thread only
    bool is_ending_ = false, has_ended_ = false;
    std::thread thread_; // last: it uses the members above
};

} // namespace app
