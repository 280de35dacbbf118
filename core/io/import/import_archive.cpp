// SPDX-License-Identifier: MIT
#include "core/io/import/import_archive.h"

#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/option_inputs.h"
#include "core/document/model/sheet.h"
#include "core/io/import/import_parts.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

namespace attn::io {
namespace {

/// The largest difference between other programs' numbers and ours for the same calculation; models
/// compute in 32 bits.
constexpr Real near_enough = 1e-4;

std::string numbered(std::string_view name, Index at) {
    return std::string(name) + "/" + std::to_string(at);
}

/// Whether all axes before the last two have size 1.
bool has_one_matrix(const ArrayInfo& info) {
    const auto before =
        static_cast<std::ptrdiff_t>(std::max<std::size_t>(info.shape.size(), 2)) - 2;
    return std::all_of(info.shape.begin(), info.shape.begin() + before,
                       [](Index axis) { return axis == 1; });
}

/// Looks up arrays by name; "W_Q" is "W_Q/0".
class Archive {
public:
    explicit Archive(const ArrayFile& file, ChoiceWords words = in_options)
        : file_(file), words_(words) {
        is_turned_ = number("model.tokens_as_columns").has_value();
    }

    std::optional<std::size_t> find(const std::string& name) const {
        for (std::size_t at = 0; at < file_.arrays.size(); ++at)
            if (const std::string& own = file_.arrays[at].name;
                own == name || own + "/0" == name || own == name + "/0")
                return at;
        return std::nullopt;
    }
    bool has(const std::string& name) const { return find(name).has_value(); }
    Index count(std::string_view name) const {
        Index number = 0;
        while (number < max_heads && has(numbered(name, number)))
            ++number;
        return number;
    }
    /// Reads an existing array; remembers the first error.
    Matrix read(const std::string& name) {
        const auto at = find(name);
        assert(at && "the array has been found");
        used_.insert(*at);
        const ArrayInfo& info = file_.arrays[*at];
        // axes of size 1 before the matrix: a batch of one text
        const std::size_t rank = std::max<std::size_t>(info.shape.size(), 2);
        Slice slice{std::vector<Index>(rank - 2, 0), {}, {}};
        if (info.fault || !has_one_matrix(info)) {
            if (!fault_)
                fault_ = info.fault ? Error{info.fault->text(), info.name}
                                    : Error{"it is " + shape_text(info.shape) +
                                                ", which are several matrices; take one of them "
                                                "by its name, as in " +
                                                words_({ImportOption::X, ImportChoice::Kind::Value,
                                                        info.name + "[0]"}),
                                            info.name};
            return Matrix::Zero(1, 1);
        }
        if (rank > 2)
            dropped_.insert(*at);
        auto numbers = file_.read(*at, slice);
        if (!numbers) {
            if (!fault_)
                fault_ = Error{numbers.error().text(), info.name};
            return Matrix::Zero(1, 1);
        }
        return is_turned_ ? Matrix(numbers->matrix.transpose()) : std::move(numbers->matrix);
    }
    /// Whether every matrix is stored with tokens as columns.
    bool is_turned() const { return is_turned_; }
    std::optional<Real> number(const std::string& name) {
        if (!has(name))
            return std::nullopt;
        const Matrix matrix = read(name);
        if (matrix.size() != 1 || !(matrix(0, 0) > 0 && std::isfinite(matrix(0, 0)))) {
            if (!fault_)
                fault_ = Error{"expected one number above 0", name};
            return std::nullopt;
        }
        return matrix(0, 0);
    }
    std::vector<std::string> texts(const std::string& name) {
        const auto at = find(name);
        if (!at)
            return {};
        used_.insert(*at);
        return file_.arrays[*at].texts;
    }
    const ArrayFile& file() const { return file_; }
    const std::set<std::size_t>& used() const { return used_; }
    /// Arrays whose axes of size 1 were dropped.
    const std::set<std::size_t>& dropped() const { return dropped_; }
    void use(std::size_t at) { used_.insert(at); }
    const std::optional<Error>& fault() const { return fault_; }

private:
    const ArrayFile& file_;
    ChoiceWords words_;
    std::set<std::size_t> used_, dropped_;
    std::optional<Error> fault_;
    bool is_turned_ = false;
};

/// Reads an existing input and records it in the report.
Matrix taken(Archive& archive, const std::string& name, TensorReport& report) {
    Matrix matrix = archive.read(name);
    std::vector<Index> rows = run_of(0, matrix.rows()), columns = run_of(0, matrix.cols());
    if (archive.is_turned())
        std::swap(rows, columns);
    const ArrayInfo& info = archive.file().arrays[*archive.find(name)];
    std::string stored = info.name;
    for (std::size_t axis = 2; axis < info.shape.size(); ++axis)
        stored += "[0]"; // axes of size 1 before the matrix
    report.used.push_back(
        {name, std::move(stored), std::move(rows), std::move(columns), archive.is_turned()});
    return matrix;
}

void take_words(Archive& archive, Document& document, TensorReport& report) {
    document.embeddings = taken(archive, "X", report);
    std::vector<std::string> words = archive.texts("tokens");
    if (words.empty())
        words = archive.file().arrays[*archive.find("X")].row_names;
    const auto count = static_cast<std::size_t>(document.embeddings.rows());
    if (!words.empty() && words.size() != count)
        report.sentences.push_back("The archive names " + std::to_string(words.size()) +
                                   " tokens for " + std::to_string(count) +
                                   " rows of X; the words of the document are numbers instead.");
    for (std::size_t at = 0; at < count; ++at)
        document.tokens.own().push_back(words.size() == count ? valid_utf8(words[at])
                                                              : std::to_string(at));
}

/// Takes a second list of words, for keys and values.
void take_memory(Archive& archive, Document& document, TensorReport& report) {
    if (!archive.has("M"))
        return;
    document.options.has_memory = true;
    Matrix memory = taken(archive, "M", report);
    const std::vector<std::string> words = archive.texts("memory");
    const auto count = static_cast<std::size_t>(memory.rows());
    if (!words.empty() && words.size() != count)
        report.sentences.push_back("The archive names " + std::to_string(words.size()) +
                                   " words of the memory for " + std::to_string(count) +
                                   " rows of M; they are numbers instead.");
    for (std::size_t at = 0; at < count; ++at)
        document.memory.own().push_back(words.size() == count ? valid_utf8(words[at])
                                                              : std::to_string(at));
    document.of_options[{Stage::Memory, 0}] = std::move(memory);
}

void take_sink(Archive& archive, Document& document, TensorReport& report) {
    if (!archive.has("sink"))
        return;
    document.options.has_sink = true;
    document.of_options[{Stage::Sink, 0}] = taken(archive, "sink", report);
}

void take_score_bias(Archive& archive, Document& document, TensorReport& report) {
    const auto heads = static_cast<Index>(document.heads.size());
    for (Index head = 0; head < heads; ++head)
        if (const std::string name = numbered("bias", head); archive.has(name)) {
            document.options.has_score_bias = true;
            document.of_options[{Stage::Bias, head}] = taken(archive, name, report);
        }
}

/// Takes the gains of the norms of queries and keys.
void take_qk_norm(Archive& archive, Document& document, TensorReport& report) {
    if (!archive.has("gamma_Q") && !archive.has("gamma_K"))
        return;
    document.options.has_qk_norm = true;
    for (const char* const name : {"gamma_Q", "gamma_K"})
        if (archive.has(name))
            document.of_options[{Stage(name), 0}] = taken(archive, name, report);
}

void take_heads(Archive& archive, Document& document, TensorReport& report) {
    const Index heads = archive.count("W_Q"), groups = archive.count("W_K");
    document.heads.resize(static_cast<std::size_t>(heads));
    document.options.key_value_groups = groups < heads ? groups : 0;
    const auto bias = [&](Stage stage, Index at) {
        const std::string name = numbered(stage.name(), at);
        if (!archive.has(name))
            return;
        document.options.has_biases = true;
        document.of_options[{stage, at}] = taken(archive, name, report);
    };
    for (Index at = 0; at < heads; ++at) {
        HeadWeights& head = document.heads[static_cast<std::size_t>(at)];
        head.w_q = taken(archive, numbered("W_Q", at), report);
        bias(Stage::BQ, at);
        if (at >= groups)
            continue;
        head.w_k = taken(archive, numbered("W_K", at), report);
        head.w_v = taken(archive, numbered("W_V", at), report);
        bias(Stage::BK, at);
        bias(Stage::BV, at);
    }
    if (archive.has("W_O")) {
        document.join = Join::WO;
        document.w_o = taken(archive, "W_O", report);
        bias(Stage::BO, 0);
    } else if (archive.has("joined")) {
        document.join = Join::SideBySide;
    }
}

void take_scale(Archive& archive, Document& document, TensorReport& report) {
    std::optional<Real> divisor = archive.number("model.scale");
    if (!divisor && archive.has("scores/0") && archive.has("scaled/0")) {
        const Matrix scores = archive.read("scores/0"), scaled = archive.read("scaled/0");
        Index row = 0, column = 0;
        if (scores.rows() == scaled.rows() && scores.cols() == scaled.cols() &&
            scaled.allFinite() && scaled.cwiseAbs().maxCoeff(&row, &column) > 0)
            divisor = scores(row, column) / scaled(row, column);
    }
    if (!divisor) {
        report.sentences.push_back("The archive does not say what scores are divided by; the "
                                   "document divides them by the root of d_k.");
        return;
    }
    const Real usual = std::sqrt(static_cast<Real>(document.heads.front().w_q.cols()));
    constexpr Real same = 1e-6; // a standard scale stored in 32 bits still counts as standard
    if (std::abs(*divisor - 1) < same)
        document.switches.scale.kind = Scale::Kind::None;
    else if (std::abs(*divisor - usual) > same * usual)
        document.switches.scale = {Scale::Kind::Number, *divisor};
}

/// Takes the mask written in the program's own terms, or a mask that others put next to the
/// weights.
Result<> take_mask(Archive& archive, MaskTrue is_true, Imported& imported, ChoiceWords words) {
    Document& document = imported.document;
    const bool is_said = archive.has("model.mask");
    if (is_said || archive.has("masked/0")) {
        const Matrix from = archive.read(is_said ? "model.mask" : "masked/0");
        Mask mask;
        mask.kind = Mask::Kind::Painted;
        mask.painted = is_said ? Flags(from.array() != 0) : Flags(from.array() == -INFINITY);
        Mask causal;
        causal.kind = Mask::Kind::Causal;
        if (!mask.painted->any())
            mask = Mask{};
        else if (*painted_like(causal, from.rows(), from.cols()).painted == *mask.painted)
            mask = causal;
        document.switches.mask = mask;
        return Nothing{};
    }
    std::vector<std::size_t> found;
    std::vector<std::string> names;
    const std::vector<ArrayInfo>& arrays = archive.file().arrays;
    for (std::size_t at = 0; at < arrays.size(); ++at)
        if (arrays[at].texts.empty() && is_name_of_mask(arrays[at].name)) {
            found.push_back(at);
            names.push_back(arrays[at].name);
        }
    if (found.size() > 1)
        return Error{"several arrays have the name of a mask: " + joined(names) +
                     ". Choose one with " + words({ImportOption::Mask, ImportChoice::Kind::Own}) +
                     ", or none with " + words({ImportOption::Mask, ImportChoice::Kind::LeftOut})};
    if (found.empty())
        return Nothing{};
    auto taken = mask_from(
        archive.file(), found.front(), {}, is_true,
        lines_of_words(run_of(0, document.embeddings->rows()), document.embeddings->rows()), words);
    if (!taken)
        return taken.error();
    archive.use(found.front());
    document.switches.mask = std::move(taken->mask);
    if (taken->bias)
        add_bias(document, {*taken->bias});
    imported.mask_true = taken->mask_true;
    imported.report.sentences.push_back(taken->sentence);
    return Nothing{};
}

void take_options(Archive& archive, Document& document) {
    if (const auto base = archive.number("model.rotary_base")) {
        document.options.positions.kind = Positions::Kind::Rotary;
        document.options.positions.base = *base;
        if (const auto columns = archive.number("model.rotary_columns"))
            document.options.positions.turned = static_cast<Index>(std::min<Real>(*columns, 1e6));
    }
    document.options.has_mean_weights = document.join != Join::None && archive.has("mean_weights");
    document.options.soft_limit = archive.number("model.soft_limit");
    if (archive.is_turned())
        document.convention = Convention::TokensAsColumns;
}

/// Compares the archive's weights and outputs with the document's. If they were captured from a
/// model, they must agree.
Result<> compare(Archive& archive, const Document& document, TensorReport& report) {
    const Trace trace = evaluate(document);
    Real furthest = 0;
    std::string where;
    Index compared = 0;
    for (const SheetId& sheet : sheets(document)) {
        const bool is_result = sheet.stage == Stage::Weights || sheet.stage == Stage::Output ||
                               sheet.stage == Stage::Attention;
        const std::string name = numbered(sheet.stage.name(), sheet.head);
        if (!is_result || !archive.has(name))
            continue;
        const Matrix other = archive.read(name), own = matrix_of(document, trace, sheet);
        const bool is_shaped = other.rows() == own.rows() && other.cols() == own.cols();
        const Real far = is_shaped ? (other - own).cwiseAbs().maxCoeff() : INFINITY;
        ++compared;
        if (!(far <= furthest)) {
            furthest = far;
            where = to_text(sheet);
        }
    }
    if (compared == 0)
        return Nothing{};
    if (archive.number("model.captured") && !(furthest <= near_enough))
        return Error{"it differs from the document's by up to " + significant(furthest, 3) +
                         ": the model does something that the archive does not say. Capture the "
                         "layer again with the file that \"attention-lab capture\" prints",
                     where + " of " + archive.file().name};
    report.sentences.push_back(
        furthest <= near_enough
            ? "The weights and outputs of the archive are those of the document, to " +
                  significant(furthest, 1) + "."
            : where + " of the archive differs from the document's by up to " +
                  significant(furthest, 3) +
                  ": the calculation has something that the archive does not say, such as a mask, "
                  "a temperature or a norm.");
    return Nothing{};
}

void name_others(const Archive& archive, const Document& document, TensorReport& report) {
    for (std::size_t at = 0; at < archive.file().arrays.size(); ++at) {
        const std::string& name = archive.file().arrays[at].name;
        const auto sheet = parse_sheet(name);
        const bool is_computed = sheet && exists(document, *sheet) && !is_given(document, *sheet);
        const auto& fault = archive.file().arrays[at].fault;
        if (!archive.used().contains(at) && !is_computed)
            report.left_out.push_back({name, fault ? "it cannot be read: " + fault->text()
                                                   : "an archive of heads has no input of this "
                                                     "name"});
    }
}

} // namespace

bool is_head_archive(const std::vector<ArrayFile>& files) {
    if (files.size() != 1)
        return false;
    const Archive archive(files.front());
    for (const char* name : {"X", "W_Q/0", "W_K/0", "W_V/0"}) {
        const auto at = archive.find(name);
        // a W_Q with several heads in one array is not an archive of heads
        if (!at || (std::string_view(name) != "X" && !has_one_matrix(files.front().arrays[*at])))
            return false;
    }
    return archive.count("W_K") == archive.count("W_V");
}

Result<Imported> import_archive(const ArrayFile& file, const std::string& title, MaskTrue mask_true,
                                ChoiceWords words) {
    Archive archive(file, words);
    Imported imported;
    Document& document = imported.document;
    document.title = title;
    take_words(archive, document, imported.report);
    take_memory(archive, document, imported.report);
    take_heads(archive, document, imported.report);
    take_sink(archive, document, imported.report);
    take_score_bias(archive, document, imported.report);
    take_qk_norm(archive, document, imported.report);
    take_scale(archive, document, imported.report);
    if (archive.fault())
        return *archive.fault();
    if (const auto mask = take_mask(archive, mask_true, imported, words); !mask)
        return mask.error();
    take_options(archive, document);
    if (archive.fault())
        return *archive.fault();
    for (const std::size_t at : archive.dropped()) {
        const ArrayInfo& info = file.arrays[at];
        imported.report.sentences.push_back(
            info.name + " is " + shape_text(info.shape) + ": its " +
            (info.shape.size() == 3 ? "axis of 1 was" : "axes of 1 were") + " dropped.");
    }
    Document without_biases = document;
    without_biases.options.has_biases = false;
    if (const auto valid = validate(without_biases); !valid)
        return valid.error();
    // A bias that the archive lacks is 0; one that does not fit is reported, not cut.
    const OptionInputs biases = document.of_options;
    fit_option_inputs(document);
    for (const auto& [place, matrix] : biases)
        if (const SharedMatrix& fitted = document.of_options.at(place);
            fitted.rows() != matrix.rows() || fitted.cols() != matrix.cols())
            return Error{"it is " + shape_text({matrix.rows(), matrix.cols()}) + ", expected " +
                             shape_text({fitted.rows(), fitted.cols()}),
                         to_text(SheetId{place.first, place.second})};
    for (const std::string& note : archive.texts("model.note"))
        imported.report.sentences.push_back(printable(note, 1000));
    if (const auto same = compare(archive, document, imported.report); !same)
        return same.error();
    name_others(archive, document, imported.report);
    imported.report.from = file.name;
    document.notes = report_notes(imported.report);
    return imported;
}

} // namespace attn::io
