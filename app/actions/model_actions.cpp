// SPDX-License-Identifier: MIT
// The actions of the Model menu: its choices, its numbers, and the memory's words.

#include "app/actions/actions.h"
#include "app/actions/model_choices.h"
#include "app/editing/editing.h"
#include "app/editing/generating.h"
#include "app/editing/heads.h"
#include "app/editing/model_numbers.h"
#include "app/editing/navigation.h"
#include "app/editing/playing.h"
#include "app/editing/selecting.h"
#include "app/exporting/exporting.h"
#include "app/learning/learning.h"
#include "core/document/learning/training_run.h"
#include "core/document/model/model.h"
#include "core/document/model/open_part.h"
#include "core/document/telling/next_word.h"
#include "core/engine/numbers/normalisers.h"
#include "core/figure/paper/figures.h"

#include <algorithm>
#include <string>
#include <utility>

namespace app {
namespace {

using namespace attn;

Action choice_action(const ModelChoice& choice) {
    Action action{choice.id, choice.name, choice.part, choice.sentence, {}, {}};
    send(action, [choose = choice.choose, what = choice.what](const Document& now) {
        AttentionOptions options = now.options;
        choose(options);
        return SetOptions{options, what};
    });
    action.is_checked = [is_chosen = choice.is_chosen](const Frame& frame) {
        return is_chosen(frame.document);
    };
    action.is_offered = choice.is_offered;
    action.why_not = choice.why_not;
    return action;
}

Action number_action(const ModelNumberInfo& about) {
    Action action{about.id, std::string(about.name) + " …", about.part, about.sentence, {}, {}};
    action.run = [number = about.number](const Frame& frame) {
        begin_editing(frame, NumberTarget{number});
    };
    action.why_not = about.why_not;
    return action;
}

std::string needs_memory(const Document& document) {
    return has_memory_list(document) ? "" : "There is no memory. Choose keys from a memory first";
}

Action part_action(const char* id, const char* name, const char* sentence, Key key, int by) {
    Action action{id, name, "Block", sentence, {control(key)}, {}};
    action.run = [by](const Frame& frame) {
        open_next_part(frame.document, by, frame.view);
        frame.view.selected.reset();
        frame.view.anchor.reset();
    };
    action.is_offered = has_parts;
    action.is_enabled = [](const Frame& frame) { return has_parts(frame.document); };
    return action;
}

/// Adds the actions that append the next word.
void add_generating(std::vector<Action>& list) {
    const auto add = [&](const char* id, const char* name, const char* sentence,
                         void (*run)(const Frame&)) {
        Action action{id, name, "Next word", sentence, {}, run};
        action.why_not = why_not_generated;
        list.push_back(std::move(action));
    };
    add("generate.open", "One more word …",
        "Shows the likeliest words and asks which comes next: the likeliest, or one that a seed "
        "draws at a temperature.",
        open_generating);
    add("generate.likeliest", "Append the likeliest word",
        "Adds the word that the model finds likeliest after the last one.", append_likeliest_word);
    add("generate.drawn", "Append a drawn word",
        "Adds a word that a seed draws, as numpy.random.choice does. Each word takes the next "
        "seed.",
        append_drawn_word);
}

Action word_action(const char* id, const char* name, const char* sentence,
                   void (*run)(const Frame&)) {
    Action action{id, name, "Memory", sentence, {}, run};
    action.why_not = needs_memory;
    return action;
}

} // namespace

std::vector<Action> model_actions() {
    std::vector<Action> list;
    for (const ModelChoice& choice : model_choices())
        list.push_back(choice_action(choice));
    for (const ModelNumberInfo& about : model_numbers())
        list.push_back(number_action(about));
    list.push_back(part_action("layer.next", "Show the next attention",
                               "Shows the cross-attention of this layer, or the next layer.",
                               Key::PageDown, 1));
    list.push_back(part_action("layer.previous", "Show the attention before",
                               "Shows the attention that is computed before the shown one.",
                               Key::PageUp, -1));
    add_generating(list);
    list.push_back(word_action(
        "model.memory.add", "Add a word to the memory",
        "Adds a word after the selected row of M, or at the end. Ctrl+Enter in M does the same.",
        add_memory_word));
    list.push_back(word_action("model.memory.rename", "Rename a word of the memory",
                               "Renames the word of the selected row of M, or the last one.",
                               rename_memory_word));
    Action remove = word_action("model.memory.remove", "Remove a word of the memory",
                                "Removes the word of the selected row of M, or the last one. "
                                "Ctrl+Backspace in M does the same.",
                                remove_memory_word);
    remove.why_not = [](const Document& now) {
        return has_memory_list(now) && now.memory.size() == 1 ? "Keys need at least one word"
                                                              : needs_memory(now);
    };
    list.push_back(remove);
    return list;
}

namespace {

/// An action that sends one command, and is checked if the document is as the command makes it.
template <class IsNow, class MakeCommand>
Action setting(std::string id, std::string name, const char* menu, std::string sentence,
               IsNow is_now, MakeCommand make_command) {
    Action action{id, name, menu, sentence, {}, {}};
    send(action, make_command);
    action.is_checked = [is_now](const Frame& frame) { return is_now(frame.document); };
    return action;
}

Action scale_action(const char* id, const char* name, Scale::Kind kind, const char* sentence) {
    return setting(
        id, name, "Scale", sentence,
        [kind](const Document& now) { return now.switches.scale.kind == kind; },
        [kind](const Document& now) {
            return SetScale{{kind, now.switches.scale.number}};
        });
}

/// For choices without a softmax over each query: why a sink prevents them.
std::string why_not_with_sink(const Document& now) {
    return now.options.has_sink
               ? "A sink takes part in the softmax of each query. Switch the sink off first"
               : "";
}

Action normaliser_action(const NormaliserInfo& how) {
    Action action = setting(
        "normalise." + std::string(how.word), std::string(how.title), "Normalise",
        std::string(how.sentence),
        [&how](const Document& now) { return now.switches.normaliser == how.normaliser; },
        [&how](const Document&) { return SetNormaliser{how.normaliser}; });
    if (!how.takes_sink)
        action.why_not = why_not_with_sink;
    return action;
}

Action axis_action(const char* id, const char* name, Axis axis, const char* sentence) {
    Action action = setting(
        id, name, "Over", sentence,
        [axis](const Document& now) { return now.switches.axis == axis; },
        [axis](const Document&) { return SetAxis{axis}; });
    if (axis == Axis::Columns)
        action.why_not = why_not_with_sink;
    return action;
}

Action projection_action(const char* id, const char* name, Projections projections,
                         const char* sentence) {
    return setting(
        id, name, "Projections", sentence,
        [projections](const Document& now) { return now.projections == projections; },
        [projections](const Document&) { return SetProjections{projections}; });
}

Action convention_action(const char* id, const char* name, Convention convention,
                         const char* sentence) {
    return setting(
        id, name, "Convention", sentence,
        [convention](const Document& now) { return now.convention == convention; },
        [convention](const Document&) { return SetConvention{convention}; });
}

/// Returns to plain attention.
Action plain_temperature() {
    Action action{"temperature.reset",
                  "Temperature 1",
                  "Temperature",
                  "Sets the temperature back to 1, which is plain attention.",
                  {},
                  {},
                  [](const Frame& frame) { return frame.document.switches.temperature != 1; }};
    send(action, [](const Document&) { return SetTemperature{1}; });
    return action;
}

} // namespace

std::vector<Action> switch_actions() {
    std::vector<Action> actions = {
        scale_action("scale.sqrt_d_k", "÷ √d_k", Scale::Kind::SqrtDk,
                     "Right for dot products: their spread grows like √d_k. Dividing by it keeps "
                     "the softmax from saturating."),
        scale_action("scale.none", "No scaling", Scale::Kind::None,
                     "Uses the scores as they are. This is harmless for small d_k, but saturates "
                     "the weights for large d_k."),
        scale_action("scale.d_k", "÷ d_k", Scale::Kind::Dk,
                     "Divides by too much. With large d_k the weights become nearly equal."),
        scale_action(
            "scale.sqrt_d_model", "÷ √d_model", Scale::Kind::SqrtDmodel,
            "A common mistake: the width of the keys matters, not the width of the model."),
        {"scale.number",
         "÷ a number …",
         "Scale",
         "Divides the scores by a number that you type.",
         {},
         [](const Frame& frame) { begin_editing(frame, ScaleTarget{}); },
         [](const Frame&) { return true; },
         [](const Frame& frame) {
             return frame.document.switches.scale.kind == Scale::Kind::Number;
         }},
    };
    for (const NormaliserInfo& how : normalisers)
        actions.push_back(normaliser_action(how));
    const std::vector<Action> others = {
        axis_action("axis.rows", "Over keys: each query sums to 1", Axis::Rows,
                    "The weights of each query sum to 1: along rows if words are rows, along "
                    "columns if words are columns."),
        axis_action("axis.columns", "Over queries: each key sums to 1", Axis::Columns,
                    "The weights of each key sum to 1. This is a common mistake, such as dim=0 "
                    "where rows are queries."),
        convention_action(
            "convention.rows", "Words as rows", Convention::TokensAsRows,
            "Q = X W_Q, scores = Q Kᵀ, softmax over rows: as in Vaswani et al. 2017 and in "
            "code."),
        convention_action("convention.columns", "Words as columns", Convention::TokensAsColumns,
                          "Q = W_Q X, scores = Kᵀ Q, softmax over columns: as in textbooks of "
                          "linear algebra. The numbers are the same, transposed."),
        {"convention.other",
         "Words as rows or as columns",
         "Convention",
         "Transposes every matrix and formula. The numbers stay the same.",
         {control_shift('r')},
         [](const Frame& frame) {
             const bool by_rows = frame.document.convention == Convention::TokensAsRows;
             frame.outbox.edit(
                 SetConvention{by_rows ? Convention::TokensAsColumns : Convention::TokensAsRows});
         }},
        {"temperature.set",
         "Temperature …",
         "Temperature",
         "Divides the scaled scores. A value below 1 sharpens the weights, a value above 1 evens "
         "them out.",
         {},
         [](const Frame& frame) { begin_editing(frame, TemperatureTarget{}); }},
        plain_temperature(),
        {"temperature.play",
         "Play the temperature",
         "Temperature",
         "Moves τ from 0.1 to 10 and back while all weights follow. Space pauses, Esc takes it "
         "back.",
         {},
         play_temperature,
         [](const Frame& frame) { return !frame.ui.dragging.playing; }},
        projection_action("projections.learned", "Learned projections", Projections::Learned,
                          "Q = X W_Q, K = X W_K, V = X W_V."),
        projection_action("projections.none", "No projections", Projections::None,
                          "Q = K = V = X: the scores are plain dot products of the embeddings."),
    };
    actions.insert(actions.end(), others.begin(), others.end());
    return actions;
}

// Actions on masks: one of none, causal, prefix and painted, plus a window and a padding.

namespace {

using Kind = Mask::Kind;

Action mask_action(const char* id, const char* name, Kind kind, const char* sentence,
                   Mask (*made)(const Document&)) {
    Action action{id, name, "Mask", sentence, {}, {}};
    send(action, [made](const Document& now) { return SetMask{made(now)}; });
    action.is_checked = [kind](const Frame& frame) {
        return part_of(frame.document.switches.mask, kind) != nullptr;
    };
    return action;
}

/// Adds the part with its usual number to the mask.
template <ModelNumber number, Kind kind>
Mask added(const Document& now) {
    const auto size = static_cast<Index>(info(number).value(now));
    return with_part(now.switches.mask, Mask{kind, {}, size, {}, 0});
}

/// Adds the part, or removes it if the mask has it.
template <ModelNumber number, Kind kind>
Mask turned(const Document& now) {
    return part_of(now.switches.mask, kind) ? without_part(now.switches.mask, kind)
                                            : added<number, kind>(now);
}

/// The action of Space on selected cells of a painted mask.
Action paint_action() {
    Action action{"mask.paint",
                  "Block, or unblock",
                  "Mask",
                  "Blocks the selected cells of the painted mask, or unblocks them where all are "
                  "blocked. Space on them does the same.",
                  {},
                  paint_selection,
                  is_on_painted_mask};
    action.is_offered = [](const Document& document) {
        return document.switches.mask.kind == Kind::Painted;
    };
    return action;
}

} // namespace

std::vector<Action> mask_actions() {
    return {
        mask_action("mask.none", "No mask", Kind::None,
                    "Every word may attend to every word, as in an encoder.",
                    [](const Document&) { return Mask{}; }),
        mask_action("mask.causal", "Causal mask", Kind::Causal,
                    "A word may attend to itself and to earlier words only, as in a decoder. Words "
                    "of a memory are counted from its first one, as PyTorch does.",
                    [](const Document& now) {
                        return with_part(now.switches.mask, Mask{Kind::Causal, {}});
                    }),
        mask_action("mask.prefix", "Prefix mask", Kind::Prefix,
                    "Blocks later words, but lets every word see the first ones, as if they were a "
                    "question.",
                    added<ModelNumber::Prefix, Kind::Prefix>),
        mask_action("mask.painted", "Painted mask", Kind::Painted,
                    "You choose the blocked cells. Click or drag over the masked scores to block "
                    "or unblock cells, or press Space on them.",
                    [](const Document& now) {
                        // Painting starts with the cells that the mask blocks now.
                        return painted_like(now.switches.mask, token_count(now), key_count(now));
                    }),
        mask_action("mask.window", "Window", Kind::Window,
                    "Also blocks words that are far away, as in Longformer. The other masks stay.",
                    turned<ModelNumber::Window, Kind::Window>),
        mask_action("mask.padding", "Padding", Kind::Padding,
                    "Also blocks the last keys, which only fill up a batch. The other masks stay.",
                    turned<ModelNumber::Padding, Kind::Padding>),
        paint_action(),
    };
}

// Actions on heads: how they are joined, adding and removing, order, switching off.

namespace {

Action join_action(const char* id, const char* name, Join join, const char* sentence) {
    Action action{id, name, "Heads", sentence, {}, {}};
    send(action, [join](const Document&) { return SetJoin{join}; });
    action.is_checked = [join](const Frame& frame) { return frame.document.join == join; };
    if (join != Join::WO)
        action.why_not = [](const Document& now) {
            return now.options.block
                       ? "The heads of a block are joined by W_O. Switch the block off first"
                       : "";
        };
    return action;
}

Action head_action(const char* id, const char* name, const char* sentence,
                   void (*run)(const Frame&)) {
    return {id, name, "Heads", sentence, {}, run};
}

bool has_more(const Frame& frame) {
    return head_count(frame.document) > 1;
}

std::string why_no_more(const Document& document) {
    if (document.projections != Projections::Learned)
        return "Without projections there is only one head. Choose learned projections first";
    const auto after = attn::apply(document, AddHead{});
    return after ? "" : after.error().message;
}

/// Carries out the commands as one step, or shows why that is not possible.
bool carry_out(const Frame& frame, const Result<std::vector<Command>>& commands) {
    if (commands)
        edit_together(frame, *commands);
    else
        frame.ui.message = Message{commands.error().text(), true};
    return commands.has_value();
}

void move_head(const Frame& frame, Index by) {
    if (carry_out(frame, swapped_heads(frame.document, frame.view.head, frame.view.head + by)))
        frame.view.head += by;
}

} // namespace

std::vector<Action> head_actions() {
    std::vector<Action> list{
        join_action("heads.apart", "Heads apart", Join::None,
                    "Each head has its own output. Nothing joins them."),
        join_action("heads.side_by_side", "Heads side by side", Join::SideBySide,
                    "The outputs of all heads stand side by side in one matrix: joined."),
        join_action("heads.w_o", "Heads joined by W_O", Join::WO,
                    "attention = joined W_O, as in Vaswani et al. 2017. W_O begins with d_model "
                    "columns: heads that fit side by side stay as they are, wider ones are "
                    "added.")};

    Action add =
        head_action("head.add", "Add a head",
                    "Adds a head as wide as the first one. Its matrices are identity matrices.",
                    [](const Frame& frame) { frame.outbox.edit(AddHead{}); });
    add.why_not = why_no_more;
    list.push_back(add);

    Action copy = head_action(
        "head.copy", "Copy the shown head to a new one",
        "Adds a head that computes the same as the shown one. W_O gives it no weight yet.",
        [](const Frame& frame) {
            (void)carry_out(
                frame, copied_head(frame.document, frame.view.head, head_count(frame.document)));
        });
    copy.why_not = why_no_more;
    list.push_back(copy);

    Action over =
        head_action("head.copy_right", "Copy the shown head over the next",
                    "Makes the next head compute the same as the shown one. Its rows of W_O stay.",
                    [](const Frame& frame) {
                        (void)carry_out(frame, copied_head(frame.document, frame.view.head,
                                                           frame.view.head + 1));
                    });
    over.is_enabled = [](const Frame& frame) {
        return frame.view.head + 1 < head_count(frame.document);
    };
    list.push_back(over);

    Action remove =
        head_action("head.remove", "Remove the shown head",
                    "Removes the head, its matrices and its rows of W_O.",
                    [](const Frame& frame) { frame.outbox.edit(RemoveHead{frame.view.head}); });
    remove.is_enabled = has_more;
    list.push_back(remove);

    Action left =
        head_action("head.left", "Move the shown head left",
                    "Swaps the shown head with the one before it, together with their rows of W_O.",
                    [](const Frame& frame) { move_head(frame, -1); });
    left.is_enabled = [](const Frame& frame) { return frame.view.head > 0; };
    list.push_back(left);

    Action right =
        head_action("head.right", "Move the shown head right",
                    "Swaps the shown head with the one after it, together with their rows of W_O.",
                    [](const Frame& frame) { move_head(frame, 1); });
    right.is_enabled = over.is_enabled;
    list.push_back(right);

    Action off =
        head_action("head.off", "Switch the shown head off",
                    "Sets the head's rows of W_O to 0, so that only the other heads count.",
                    [](const Frame& frame) { switch_head(frame, frame.view.head, false); });
    off.why_not = why_not_switched_off;
    list.push_back(off);

    Action on = head_action("head.on", "Switch the shown head on",
                            "Brings back the head's rows of W_O that were set to 0.",
                            [](const Frame& frame) { switch_head(frame, frame.view.head, true); });
    on.why_not = why_not_switched_off;
    on.is_enabled = [](const Frame& frame) { return is_switched_off(frame.document, frame.view); };
    list.push_back(on);

    Action next = head_action(
        "head.next", "Show the next head",
        "Shows the next head. After the last one comes the first.", [](const Frame& frame) {
            frame.view.head = (frame.view.head + 1) % head_count(frame.document);
        });
    next.is_enabled = has_more;
    list.push_back(next);
    return list;
}

// Actions for documents of concepts: how many are kept, films and new people.

namespace {

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

// Actions of training: how it learns, how far and fast it runs, and which state is looked at or
// taken.

namespace {

constexpr auto menu = "Training";

KeyPress shifted(Key key) {
    return {key, 0, false, true};
}

const Learning& learning(const Frame& frame) {
    return frame.ui.learning;
}

bool has_weights(const Document& document) {
    return has_stage(document, Stage::Weights);
}

Action of_training(const char* id, const char* name, const char* sentence,
                   std::vector<KeyPress> keys, std::function<void(const Frame&)> run) {
    Action action{id, name, menu, sentence, std::move(keys), {}};
    action.run = [run = std::move(run)](const Frame& frame) {
        frame.ui.window.panel_tab = page_id::training; // The panel shows what the training does.
        run(frame);
    };
    action.is_offered = has_weights;
    action.why_not = no_training;
    return action;
}

Action asks(const char* id, const char* name, const char* sentence, std::vector<KeyPress> keys,
            Train wanted, bool (*is_enabled)(const Frame&)) {
    Action action = of_training(id, name, sentence, std::move(keys),
                                [wanted](const Frame& frame) { frame.outbox.post(wanted); });
    action.is_enabled = is_enabled;
    return action;
}

bool always(const Frame&) {
    return true;
}
bool has_run(const Frame& frame) {
    return learning(frame).run != nullptr;
}
bool has_untaken(const Frame& frame) {
    return learning(frame).seen.has_value();
}

/// Looks at the state some steps away, a fiftieth of the run away, or at either end.
Action looks(const char* id, const char* name, const char* sentence, KeyPress key,
             std::size_t (*step)(std::size_t at, std::size_t last)) {
    Action action = of_training(id, name, sentence, {key}, [step](const Frame& frame) {
        const Learning& now = learning(frame);
        frame.outbox.post(LookAtStep{step(now.at(), now.losses.size() - 1)});
    });
    action.is_enabled = [](const Frame& frame) { return learning(frame).losses.size() > 1; };
    return action;
}
std::size_t stride(std::size_t last) {
    return std::max<std::size_t>(1, last / 50);
}

Action chooses(const OptimiserInfo& about) {
    const std::string id = "training." + std::string(about.name);
    const std::string name(about.title), sentence(about.sentence);
    Action action = of_training(id.c_str(), name.c_str(), sentence.c_str(), {},
                                [which = about.optimiser](const Frame& frame) {
                                    TrainingSettings settings = training_settings(frame.document);
                                    settings.optimiser = which;
                                    set_training(frame, std::move(settings));
                                });
    action.is_checked = [which = about.optimiser](const Frame& frame) {
        return training_settings(frame.document).optimiser == which;
    };
    return action;
}

Action speed(const char* id, const char* name, Real a_second) {
    Action action = of_training(id, name, "Plays the training at this speed.", {},
                                [a_second](const Frame& frame) {
                                    frame.ui.learning.speed = a_second;
                                    if (learning(frame).is_running)
                                        frame.outbox.post(Train::Play);
                                });
    action.is_checked = [a_second](const Frame& frame) {
        return learning(frame).speed == a_second;
    };
    return action;
}

Action types(const TrainingNumberInfo& about) {
    Action action =
        of_training(about.id, about.name, about.sentence, {},
                    [number = about.number](const Frame& frame) { begin_typing(frame, number); });
    action.why_not = [number = about.number](const Document& document) {
        const std::string why = no_training(document);
        const Optimiser optimiser = training_settings(document).optimiser;
        return !why.empty() || is_read(number, optimiser)
                   ? why
                   : std::string(info(optimiser).title) + " does not use this number";
    };
    return action;
}

} // namespace

std::vector<Action> training_actions() {
    Action play =
        of_training("training.play", "Play or pause the training",
                    "Takes one step of training after another until you pause. Every matrix shows "
                    "the state of the step.",
                    {plain(Key::F7)}, [](const Frame& frame) {
                        frame.outbox.post(learning(frame).is_running ? Train::Pause : Train::Play);
                    });
    play.is_checked = [](const Frame& frame) { return learning(frame).is_running; };
    Action logarithmic = of_training(
        "training.logarithmic", "Logarithmic loss",
        "Draws the loss by its order of magnitude, so that small differences stay visible.", {},
        [](const Frame& frame) {
            frame.ui.learning.is_logarithmic = !frame.ui.learning.is_logarithmic;
            ++frame.ui.learning.news;
        });
    logarithmic.is_checked = [](const Frame& frame) { return learning(frame).is_logarithmic; };
    Action copy = of_training("training.copy_losses", "Copy the losses",
                              "Copies the loss of every step, as a table that spreadsheets accept.",
                              {}, [](const Frame& frame) {
                                  frame.clipboard.write(losses_table(learning(frame).losses, '\t'));
                              });
    copy.is_enabled = has_run;
    Action save_curve = of_training(
        "training.export_curve", "Export the loss curve …",
        "Writes the curve of the loss as a picture, or the loss of every step as a table.", {},
        [](const Frame& frame) { open_export_of(frame, figure::loss_figure); });
    save_curve.is_enabled = [](const Frame& frame) { return !learning(frame).losses.empty(); };
    std::vector<Action> list = {
        play,
        asks("training.step", "One step of training", "Takes one step and pauses.",
             {plain(Key::F8)}, Train::Step, always),
        asks("training.run", "Train up to the number of steps",
             "Plays up to the number of steps that is set, then pauses.", {shifted(Key::F8)},
             Train::RunTo,
             [](const Frame& frame) {
                 return !has_run(frame) ||
                        learning(frame).losses.size() <=
                            static_cast<std::size_t>(training_settings(frame.document).steps) ||
                        begins_again(learning(frame), frame.document);
             }),
        asks("training.take", "Take this state of the training",
             "Makes the shown state the document, which is one step of Undo. Until then the "
             "document stays as it was.",
             {plain(Key::F9)}, Train::Take, has_untaken),
        asks("training.discard", "Discard the training",
             "Shows the document again, and forgets the steps of the training.", {shifted(Key::F9)},
             Train::Discard, has_run),
        asks("training.half_rate", "Begin again with half the rate",
             "Use this when the loss grew beyond all bounds because the learning rate was too "
             "large.",
             {}, Train::HalveRate,
             [](const Frame& frame) {
                 return learning(frame).fault && learning(frame).has_diverged;
             }),
        looks("training.earlier", "Earlier state of the training",
              "Shows the state of an earlier step. Drag over the curve to do the same.",
              KeyPress{Key::F7, 0, true},
              [](std::size_t at, std::size_t last) { return at - std::min(at, stride(last)); }),
        looks("training.later", "Later state of the training",
              "Shows the state of a later step. Drag over the curve to do the same.",
              KeyPress{Key::F8, 0, true},
              [](std::size_t at, std::size_t last) { return std::min(at + stride(last), last); }),
        looks("training.first", "State before the training", "Shows the state of step 0.",
              alt(Key::Home), [](std::size_t, std::size_t) { return std::size_t{0}; }),
        looks("training.last", "Newest state of the training", "Shows the state of the last step.",
              alt(Key::End), [](std::size_t, std::size_t last) { return last; }),
        copy,
        save_curve,
        of_training("training.export_program", "Export the training program …",
                    "Writes a program of PyTorch or NumPy that trains as the document does, with "
                    "the same losses.",
                    {}, open_export_of_training),
        of_training("training.inputs", "Choose what learns …",
                    "Chooses the inputs that training changes. The other inputs stay as they are. "
                    "Use the arrows and the space bar.",
                    {}, begin_choosing),
        speed("training.speed.1", "1 step a second", 1),
        speed("training.speed.10", "10 steps a second", 10),
        speed("training.speed.60", "60 steps a second", 60),
        speed("training.speed.most", "As fast as it goes", 0),
        logarithmic,
    };
    for (const OptimiserInfo& one : all_optimisers)
        list.push_back(chooses(one));
    for (const TrainingNumberInfo& one : training_numbers())
        list.push_back(types(one));
    return list;
}

} // namespace app
