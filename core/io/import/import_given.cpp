// SPDX-License-Identifier: MIT
// Imports numbers that attention computes: weights, scores, or Q, K and V, of one head or several.
// The document then has no X, and begins with these stages (document/model/given.h).

#include "core/base/number_text.h"
#include "core/document/commands/giving.h"
#include "core/document/model/given.h"
#include "core/document/model/given_layers.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/io/import/import_parts.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace attn::io {
namespace {

/// How far the sum of printed or saved weights may be from 1, as they are rounded.
constexpr Real near_one = 1e-3;
constexpr Index million = 1'000'000;
/// Layers that need more memory together are taken one by one: as text they would be twice as long.
constexpr Index most_bytes_of_layers = 64 * million;

struct GivenPart {
    PlanPart part;
    Stage stage;
};
constexpr std::array<GivenPart, 5> given_parts = {{{PlanPart::Weights, Stage::Weights},
                                                   {PlanPart::Scores, Stage::Scores},
                                                   {PlanPart::Q, Stage::Q},
                                                   {PlanPart::K, Stage::K},
                                                   {PlanPart::V, Stage::V}}};

/// Whether every row of the first matrix sums to 1, with more than one nonzero cell: a one-hot row
/// may be a word as well as weights.
bool are_weights(const ArrayFile& file, std::size_t array) {
    const ArrayInfo& info = file.arrays[array];
    const Extent extent = extent_of(info.shape);
    if (info.shape.size() < 2 || extent.rows != extent.columns || extent.rows < 2 || info.fault ||
        !info.texts.empty() || extent.rows > max_tokens || projection_name(info.name) ||
        is_name_of_mask(info.name))
        return false;
    const auto numbers = file.read(array, {std::vector<Index>(info.shape.size() - 2, 0), {}, {}});
    if (!numbers || !numbers->matrix.allFinite() || numbers->matrix.minCoeff() < 0)
        return false;
    const bool is_one_hot =
        ((numbers->matrix.array() == 0) || (numbers->matrix.array() == 1)).all();
    const Vector sums = numbers->matrix.rowwise().sum();
    return (sums.array() - 1).abs().maxCoeff() <= near_one &&
           (!is_one_hot || info.name.find("att") != std::string::npos);
}

/// Finds the first array that is called one of these names and has rows and columns of numbers.
std::optional<ArrayChoice> matrix_named(const std::vector<ArrayFile>& files,
                                        std::initializer_list<std::string_view> names) {
    for (std::size_t file = 0; file < files.size(); ++file)
        for (std::size_t array = 0; array < files[file].arrays.size(); ++array) {
            const ArrayInfo& info = files[file].arrays[array];
            const auto segments = segments_of(info.name);
            const bool is_called = segments.size() == 1 && std::find(names.begin(), names.end(),
                                                                     segments[0]) != names.end();
            if (is_called && info.texts.empty() && info.shape.size() >= 2)
                return ArrayChoice{file, array, {}};
        }
    return std::nullopt;
}

/// Finds the layers whose arrays are called one of these names, as "layers.0.q" and "layers.1.q".
/// The error says that the plan's layer is not among them.
Result<std::optional<ArrayChoice>> layers_named(const std::vector<ArrayFile>& files,
                                                std::initializer_list<std::string_view> names,
                                                std::optional<Index> layer) {
    for (const std::string_view name : names) {
        const auto all = find_layers(files, std::string(name), std::nullopt);
        if (!all || info_of(files, *all).shape.size() < 2)
            continue;
        auto wanted = find_layers(files, std::string(name), layer);
        if (!wanted)
            return wanted.error();
        return std::optional(*std::move(wanted));
    }
    return std::optional<ArrayChoice>();
}

/// Arrays called "query" are projections if they fit X, and queries if there is no X.
bool are_projections(const std::vector<ArrayFile>& files, const ImportPlan& plan) {
    if (!plan.w_q && !plan.w_k && !plan.w_v)
        return false;
    const auto is_bare = [&](const std::optional<ArrayChoice>& one) {
        return one && segments_of(name_in(files, *one)).size() == 1 &&
               name_in(files, *one).find('_') == std::string::npos &&
               segments_of(name_in(files, *one))[0].front() != 'w';
    };
    const bool fits = plan.x && plan.w_q &&
                      extent_of(info_of(files, *plan.x).shape).columns ==
                          extent_of(info_of(files, *plan.w_q).shape).rows;
    return !is_bare(plan.w_q) || fits;
}

/// The words that are taken: rows are queries, columns keys.
struct Lines : ScoreLines {
    bool are_same = true; // the keys are the queries' words
};

class GivenImport {
public:
    GivenImport(const std::vector<ArrayFile>& files, const ImportPlan& plan,
                const std::array<bool, plan_part_count>& is_chosen, ChoiceWords words)
        : reader_{files, words}, plan_(plan), is_chosen_(is_chosen) {}

    Result<Imported> made(const std::string& title) {
        document_.title = title;
        document_.heads.clear();
        const auto steps = {&GivenImport::find_lines, &GivenImport::take_words,
                            &GivenImport::take_stages, &GivenImport::take_mask,
                            &GivenImport::finish};
        for (const auto step : steps)
            if (const auto done = (this->*step)(); !done)
                return done.error();
        imported_.document = std::move(document_);
        return std::move(imported_);
    }

private:
    const ArrayInfo& info(const ArrayChoice& choice) const {
        return info_of(reader_.files, choice);
    }
    bool is_chosen(PlanPart part) const { return is_chosen_[static_cast<std::size_t>(part)]; }

    Result<> find_lines() {
        const auto& square = plan_.weights ? plan_.weights : plan_.scores;
        if (plan_.q && plan_.k && info(*plan_.q).shape.size() > 1 &&
            info(*plan_.k).shape.size() > 1) {
            lines_.all_queries = extent_of(info(*plan_.q).shape).rows;
            lines_.all_keys = extent_of(info(*plan_.k).shape).rows;
        } else if (square) {
            const Extent extent = extent_of(info(*square).shape);
            lines_.all_queries = extent.rows;
            lines_.all_keys = extent.columns;
        } else {
            return Error{"Q and K make weights together; choose both, and V if there is one",
                         plan_.q ? "K" : "Q"};
        }
        memory_ = text_array("memory");
        lines_.are_same = lines_.all_queries == lines_.all_keys && !memory_;
        lines_.queries = plan_.rows;
        if (lines_.queries.empty() && std::max(lines_.all_queries, lines_.all_keys) > max_tokens)
            return Error{"there are " + std::to_string(lines_.all_queries) +
                         " words; choose the rows of those you want, as in " +
                         reader_.words({ImportOption::Rows, ImportChoice::Kind::Value, "0:8"})};
        if (lines_.queries.empty())
            lines_.queries = run_of(0, lines_.all_queries);
        lines_.keys = lines_.are_same ? lines_.queries : run_of(0, lines_.all_keys);
        return Nothing{};
    }

    std::optional<ArrayChoice> text_array(std::string_view name) const {
        for (std::size_t file = 0; file < reader_.files.size(); ++file)
            for (std::size_t at = 0; at < reader_.files[file].arrays.size(); ++at)
                if (const ArrayInfo& one = reader_.files[file].arrays[at];
                    !one.texts.empty() && ends_in(one.name, name))
                    return ArrayChoice{file, at, {}};
        return std::nullopt;
    }

    Result<> take_words() {
        ImportPlan named = plan_; // a table's names of rows are words
        named.x = plan_.weights ? plan_.weights : plan_.scores ? plan_.scores : plan_.q;
        auto words =
            words_of_rows(reader_.files, named, lines_.queries, lines_.all_queries, "of queries");
        if (!words)
            return words.error();
        document_.tokens = *std::move(words);
        document_.embeddings = Matrix(static_cast<Index>(document_.tokens.size()), 0);
        if (lines_.are_same)
            return Nothing{};
        document_.options.has_memory = true;
        std::vector<std::string> keys;
        if (memory_) {
            keys = info(*memory_).texts;
            reader_.taken.insert({memory_->file, memory_->array});
        } else if (plan_.weights || plan_.scores) {
            keys = info(*named.x).column_names;
        }
        for (const Index at : lines_.keys) {
            const auto place = static_cast<std::size_t>(at);
            document_.memory.own().push_back(place < keys.size() ? keys[place]
                                                                 : std::to_string(at));
        }
        reader_.say("The keys are " + std::to_string(lines_.all_keys) +
                    " other words than the queries.");
        return Nothing{};
    }

    Result<> take_stages() {
        std::vector<TakenPart> parts;
        for (const auto& [part, stage] : given_parts)
            if (const auto& choice = choice_of(plan_, part)) {
                auto layers = layers_of(reader_, plan_, *choice, is_layer_named(part));
                if (!layers)
                    return layers.error();
                parts.push_back({part, stage, *std::move(layers)});
            }
        if (const auto chosen = choose_layers(parts); !chosen)
            return chosen;
        for (const TakenPart& one : parts)
            for (std::size_t layer = 0; layer < one.taken.layers.size(); ++layer)
                if (const auto done = take(one, layer); !done)
                    return done;
        const Index heads = counts_[Stage::Weights] > 0  ? counts_[Stage::Weights]
                            : counts_[Stage::Scores] > 0 ? counts_[Stage::Scores]
                                                         : counts_[Stage::Q];
        document_.heads.resize(static_cast<std::size_t>(heads));
        const Index groups = plan_.k ? counts_[Stage::K] : plan_.v ? counts_[Stage::V] : heads;
        for (const auto& [part, stage] : given_parts) {
            const bool is_of_group = stage == Stage::K || stage == Stage::V;
            const Index count = counts_[stage], wanted = is_of_group ? groups : heads;
            if (count > 0 && (count != wanted || heads % count != 0))
                return Error{"it has " + std::to_string(count) + (count == 1 ? " head" : " heads") +
                                 ", and the others " + std::to_string(heads),
                             name_in(reader_.files, *choice_of(plan_, part))};
        }
        document_.options.key_value_groups = groups < heads ? groups : 0;
        if (groups < heads)
            reader_.say(std::to_string(heads) + " heads share " + std::to_string(groups) +
                        (groups == 1 ? " group of keys." : " groups of keys."));
        take_widths_of_given(document_);
        if (d_k(document_, 0) == 0)
            document_.switches.scale.kind = Scale::Kind::None;
        if (plan_.scores && d_k(document_, 0) == 0)
            reader_.say("Nothing says d_k, so that the scores are not divided by its root.");
        return Nothing{};
    }

    /// A stage and the arrays of its layers.
    struct TakenPart {
        PlanPart part;
        Stage stage;
        TakenLayers taken;
    };

    /// Leaves the first layer if all together are too large, and says which were taken. All stages
    /// must have as many layers.
    Result<> choose_layers(std::vector<TakenPart>& parts) {
        std::size_t layers = 0;
        Index bytes = 0;
        for (const TakenPart& one : parts) {
            layers = std::max(layers, one.taken.layers.size());
            const bool is_square = one.stage == Stage::Weights || one.stage == Stage::Scores;
            const bool is_of_keys = one.stage == Stage::K || one.stage == Stage::V;
            for (const auto& heads : one.taken.layers)
                for (const ArrayChoice& head : heads)
                    bytes +=
                        static_cast<Index>(sizeof(Real)) *
                        std::ssize(is_of_keys ? lines_.keys : lines_.queries) *
                        (is_square ? std::ssize(lines_.keys) : extent_of(info(head).shape).columns);
        }
        for (const TakenPart& one : parts)
            if (one.taken.layers.size() != layers)
                return Error{"it has " + std::to_string(one.taken.layers.size()) +
                                 (one.taken.layers.size() == 1 ? " layer" : " layers") +
                                 ", and the others " + std::to_string(layers) +
                                 ". Take one layer with " +
                                 reader_.words({ImportOption::Layer, ImportChoice::Kind::Own}),
                             name_in(reader_.files, *choice_of(plan_, one.part))};
        if (layers < 2)
            return Nothing{};
        const auto own = [&](ImportOption option) {
            return reader_.words({option, ImportChoice::Kind::Own});
        };
        const bool are_many = static_cast<Index>(layers) > max_given_layers;
        const bool takes_first = are_many || bytes > most_bytes_of_layers;
        const TakenLayers& first = parts.front().taken;
        const std::string others = own(ImportOption::Layer) +
                                   (first.may_be_texts ? " or " + own(ImportOption::Batch) : "");
        const std::string count = std::to_string(layers);
        if (!takes_first) {
            const std::size_t heads = first.layers.front().size();
            reader_.say(first.about + " All " + count + " were taken as layers of " +
                        (heads == 1 ? "one head" : std::to_string(heads) + " heads") + "; " +
                        others + " takes one of them.");
            return Nothing{};
        }
        reader_.say(first.about + " The first was taken, because " +
                    (are_many ? "a document has at most " + std::to_string(max_given_layers) +
                                    " of the " + count
                              : "all " + count + " need " + std::to_string(bytes / million) +
                                    " MB of memory and at most " +
                                    std::to_string(most_bytes_of_layers / million) +
                                    " MB of layers are taken at once") +
                    "; " + others + " takes another" +
                    (are_many ? "."
                              : ", and " +
                                    reader_.words({ImportOption::Rows, ImportChoice::Kind::Value,
                                                   "0:" + std::to_string(words_that_fit(bytes))}) +
                                    " all layers of fewer words."));
        for (TakenPart& one : parts) {
            for (const auto& heads : one.taken.layers)
                for (const ArrayChoice& head : heads)
                    reader_.taken.insert({head.file, head.array}); // they were spoken of
            one.taken.layers.resize(1);
        }
        return Nothing{};
    }

    /// How many words would need no more than the limit: matrices have as many rows as columns.
    Index words_that_fit(Index bytes) const {
        const Real share = static_cast<Real>(most_bytes_of_layers) / static_cast<Real>(bytes);
        return std::max<Index>(
            1, static_cast<Index>(std::sqrt(share) * static_cast<Real>(lines_.queries.size())));
    }

    Result<> take(const TakenPart& of, std::size_t layer) {
        const auto& [part, stage, taken] = of;
        const std::vector<ArrayChoice>& heads = taken.layers[layer];
        const bool is_square = part == PlanPart::Weights || part == PlanPart::Scores;
        const bool is_of_keys = part == PlanPart::K || part == PlanPart::V;
        const Index rows = is_of_keys ? lines_.all_keys : lines_.all_queries;
        // The columns of several heads may stand side by side.
        const Index parts = !is_square && heads.size() == 1 && plan_.heads ? *plan_.heads : 1;
        Index at = 0;
        for (const ArrayChoice& head : heads) {
            const Extent extent = extent_of(info(head).shape);
            if (extent.rows != rows || (is_square && extent.columns != lines_.all_keys))
                return Error{"it is " + shape_text(info(head).shape) + ", expected " +
                                 std::to_string(rows) + " × " +
                                 (is_square ? std::to_string(lines_.all_keys) : "any") +
                                 (is_of_keys  ? " (one row for each key)"
                                  : is_square ? " (one row for each query, one column for each key)"
                                              : " (one row for each query)"),
                             info(head).name};
            if (extent.columns % parts != 0)
                return Error{"its " + std::to_string(extent.columns) +
                                 " columns cannot be divided evenly into " + std::to_string(parts) +
                                 " heads",
                             info(head).name};
            const Index width = extent.columns / parts;
            for (Index beside = 0; beside < parts; ++beside) {
                if (parts > 1 && plan_.is_head_chosen && beside != plan_.head)
                    continue;
                const SheetId sheet{stage, at, 0, static_cast<Index>(layer)};
                auto matrix = reader_.read(name_of_input(sheet), head,
                                           is_of_keys ? lines_.keys : lines_.queries,
                                           is_square ? lines_.keys : run_of(beside * width, width));
                if (!matrix)
                    return matrix.error();
                if (const auto finite = check_finite(*matrix, info(head)); !finite)
                    return finite;
                if (plan_.is_normalised && part == PlanPart::Weights) {
                    matrix = shares_of(*std::move(matrix), Axis::Rows);
                    reader_.report.used.pop_back(); // the file has other numbers
                }
                document_.of_options[key_of(sheet)] = *std::move(matrix);
                ++at;
            }
        }
        const ArrayInfo& first = info(heads.front());
        if (layer > 0 && at != counts_[stage])
            return Error{"it has " + std::to_string(at) + (at == 1 ? " head" : " heads") +
                             ", and the layers before it " + std::to_string(counts_[stage]),
                         first.name};
        counts_[stage] = at;
        if (layer > 0)
            return Nothing{};
        if (plan_.is_normalised && part == PlanPart::Weights)
            reader_.say("Each row of " + first.name +
                        (taken.layers.size() > 1 ? " and of the other layers" : "") +
                        " was divided by its sum.");
        const bool is_axis_chosen = plan_.layer || plan_.batch; // then the other axis has the heads
        if (taken.has_head_axis && taken.layers.size() == 1 && !is_axis_chosen)
            reader_.say("The first axis of " + first.name + " " + shape_text(first.shape) +
                        " that is not 1 became its " + std::to_string(at) + " heads; " +
                        reader_.words({ImportOption::Batch, ImportChoice::Kind::Own}) +
                        " takes one text of a batch instead.");
        return Nothing{};
    }

    /// "weights/0@1": with the head, as files name inputs.
    static std::string name_of_input(const SheetId& sheet) {
        return std::string(sheet.stage.name()) + "/" + std::to_string(sheet.head) +
               (sheet.layer > 0 ? "@" + std::to_string(sheet.layer) : "");
    }

    Result<> check_finite(const Matrix& matrix, const ArrayInfo& info) const {
        for (Index row = 0; row < matrix.rows(); ++row)
            for (Index column = 0; column < matrix.cols(); ++column)
                if (const Real one = matrix(row, column); !std::isfinite(one))
                    return Error{
                        "row " + std::to_string(row) + ", column " + std::to_string(column) +
                            " is " + shortest(one) + "; a given stage holds finite numbers only" +
                            (one < 0
                                 ? ". Give the scores before the mask, and the mask "
                                   "by itself with " +
                                       reader_.words({ImportOption::Mask, ImportChoice::Kind::Own})
                                 : ""),
                        info.name};
        return Nothing{};
    }

    /// Whether the weights are a layer by their name, as "attentions/3" is beside "attentions/4".
    /// A number at the end of a name alone, as in "lecture2", says nothing.
    bool is_layer_named(PlanPart part) const {
        if (part != PlanPart::Weights || is_chosen(part) || !plan_.weights)
            return false;
        const std::string name = name_in(reader_.files, *plan_.weights);
        if (!layer_number(name))
            return false;
        std::size_t layers = 0;
        for (const ArrayFile& file : reader_.files)
            layers += static_cast<std::size_t>(
                std::count_if(file.arrays.begin(), file.arrays.end(), [&](const ArrayInfo& one) {
                    return layer_number(one.name) && layer_stem(one.name) == layer_stem(name);
                }));
        return layers > 1;
    }

    /// Given weights need neither a mask nor a bias: both act before the softmax.
    Result<> take_mask() {
        if (!plan_.scores && !plan_.q) {
            for (const auto& choice : {plan_.mask, plan_.bias})
                if (choice) {
                    reader_.taken.insert({choice->file, choice->array});
                    reader_.report.left_out.push_back(
                        {name_in(reader_.files, *choice),
                         "weights that are given are after mask and bias"});
                }
            return Nothing{};
        }
        const auto taken = take_mask_and_bias(reader_, plan_, lines_, document_);
        if (!taken)
            return taken.error();
        imported_.mask_true = *taken;
        return Nothing{};
    }

    Result<> finish() {
        if (const auto valid = validate(document_); !valid)
            return valid.error();
        say_how();
        say_size();
        for (const SheetId& sheet : given_stages(document_))
            if (const std::string note =
                    unlike_shares(document_, sheet, reader_.words({ImportOption::Normalise}));
                !note.empty()) {
                reader_.say(note + ".");
                break;
            }
        for (const ArrayFile& file : reader_.files)
            reader_.notes += file.applied;
        if (!reader_.notes.empty())
            reader_.say(reader_.notes.substr(0, reader_.notes.size() - 1));
        name_left_out(reader_, plan_, document_);
        imported_.notes = reader_.notes;
        imported_.report = std::move(reader_.report);
        imported_.report.from = reader_.files.front().name;
        document_.notes = report_notes(imported_.report);
        return Nothing{};
    }

    /// Says what large stages need. A number is stored in 64 bits.
    void say_size() {
        Index numbers = 0, count = 0;
        for (const SheetId& sheet : given_stages(document_)) {
            numbers += (*input(document_, sheet))->size();
            ++count;
        }
        if (numbers >= million)
            reader_.say("The " + std::to_string(count) + " matrices that were taken have " +
                        std::to_string(numbers / million) + " million numbers, " +
                        std::to_string(8 * numbers / million) + " MB of memory.");
    }

    void say_how() {
        if (plan_.weights && !is_chosen(PlanPart::Weights)) {
            const ArrayInfo& of = info(*plan_.weights);
            std::string first = of.name;
            for (std::size_t axis = 2; axis < of.shape.size(); ++axis)
                first += "[0]";
            reader_.say(of.name + " was taken as attention weights: it is " + shape_text(of.shape) +
                        ", no number is negative and each row sums to 1. To take it as X: " +
                        reader_.words({ImportOption::X, ImportChoice::Kind::Value, first}) + ".");
            say_layers(of);
        }
        if (plan_.q && plan_.k && !is_chosen(PlanPart::Q))
            reader_.say(joined({name_in(reader_.files, *plan_.q), name_in(reader_.files, *plan_.k)},
                               plan_.v ? ", " : " and ") +
                        (plan_.v ? " and " + name_in(reader_.files, *plan_.v) : "") +
                        " were taken as queries, keys" + (plan_.v ? " and values" : "") +
                        " themselves, by their names.");
    }

    /// Names the other layers in one line instead of one by one.
    void say_layers(const ArrayInfo& of) {
        if (!is_layer_named(PlanPart::Weights) || plan_.weights->layers.size() > 1 ||
            parse_sheet(of.name))
            return;
        Index count = 1;
        for (std::size_t file = 0; file < reader_.files.size(); ++file)
            for (std::size_t at = 0; at < reader_.files[file].arrays.size(); ++at)
                if (const ArrayInfo& other = reader_.files[file].arrays[at];
                    &other != &of && other.shape == of.shape &&
                    layer_stem(other.name) == layer_stem(of.name)) {
                    reader_.taken.insert({file, at});
                    ++count;
                }
        if (count > 1)
            reader_.say("Of " + std::to_string(count) + " layers it is layer " +
                        std::to_string(*layer_number(of.name)) + "; " +
                        reader_.words({ImportOption::Layer, ImportChoice::Kind::Own}) +
                        " takes another.");
    }

    ArrayReader reader_;
    const ImportPlan& plan_;
    const std::array<bool, plan_part_count>& is_chosen_;
    Lines lines_;
    std::optional<ArrayChoice> memory_;
    std::map<Stage, Index> counts_;
    Document document_;
    Imported imported_;
};

} // namespace

bool gives_stages(const ImportPlan& plan) {
    return std::any_of(given_parts.begin(), given_parts.end(),
                       [&](const GivenPart& one) { return choice_of(plan, one.part).has_value(); });
}

Result<> bind_given(const std::vector<ArrayFile>& files, const ChosenParts& chosen,
                    ImportPlan& plan, ChoiceWords words) {
    constexpr std::array inputs = {PlanPart::X, PlanPart::WQ, PlanPart::WK, PlanPart::WV};
    if (gives_stages(plan)) {
        for (const PlanPart part : inputs) {
            if (chosen.has(part) && choice_of(plan, part))
                return Error{"a document that is made from given stages has no X and no weights of "
                             "projections. Import these first, and give the stage to that document "
                             "with \"attention-lab give\"",
                             std::string(name_of(part))};
            choice_of(plan, part).reset();
        }
        return Nothing{};
    }
    if (std::any_of(inputs.begin(), inputs.end(),
                    [&](PlanPart part) { return chosen.has(part); }) ||
        are_projections(files, plan))
        return Nothing{};
    const auto q = matrix_named(files, {"q", "query", "queries"}),
               k = matrix_named(files, {"k", "key", "keys"});
    const auto take = [&](const std::optional<ArrayChoice>& queries,
                          const std::optional<ArrayChoice>& keys,
                          const std::optional<ArrayChoice>& values) {
        for (const PlanPart part : inputs)
            choice_of(plan, part).reset();
        plan.q = queries;
        plan.k = keys;
        plan.v = values;
        return Nothing{};
    };
    if (q && k)
        return take(q, k, matrix_named(files, {"v", "value", "values"}));
    if (plan.w_q || plan.w_k || plan.w_v || (plan.x && is_name_of_x(name_in(files, *plan.x))))
        return Nothing{};
    const auto queries = layers_named(files, {"q", "query", "queries"}, plan.layer),
               keys = layers_named(files, {"k", "key", "keys"}, plan.layer),
               values = layers_named(files, {"v", "value", "values"}, plan.layer);
    if (queries && *queries && keys && *keys && values)
        return take(*queries, *keys, *values);
    for (const auto* const one : {&queries, &keys, &values})
        if (!*one)
            return one->error();
    std::vector<ArrayPlace> found;
    for (std::size_t file = 0; file < files.size(); ++file)
        for (std::size_t array = 0; array < files[file].arrays.size(); ++array)
            if (are_weights(files[file], array))
                found.push_back({file, array});
    if (found.empty())
        return Nothing{};
    auto one = choice_among(files, found, plan, words);
    if (!one)
        return one.error();
    plan.x.reset();
    plan.weights = *one;
    return Nothing{};
}

Result<Imported> import_given(const std::vector<ArrayFile>& files, const ImportPlan& plan,
                              const std::string& title,
                              const std::array<bool, plan_part_count>& is_chosen,
                              ChoiceWords words) {
    return GivenImport(files, plan, is_chosen, words).made(title);
}

} // namespace attn::io
