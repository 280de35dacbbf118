// SPDX-License-Identifier: MIT
#include "core/io/import/import.h"

#include "core/base/utf8.h"
#include "core/document/model/option_inputs.h"
#include "core/engine/graph/place.h"
#include "core/io/import/import_parts.h"

#include <algorithm>
#include <cassert>
#include <charconv>

namespace attn::io {

std::string_view option_name(ImportOption option) {
    switch (option) {
    case ImportOption::Tokens:
        return "--tokens";
    case ImportOption::X:
        return "--x";
    case ImportOption::WQ:
        return "--w-q";
    case ImportOption::WK:
        return "--w-k";
    case ImportOption::WV:
        return "--w-v";
    case ImportOption::Mask:
        return "--mask";
    case ImportOption::MaskTrue:
        return "--mask-true";
    case ImportOption::Bias:
        return "--bias";
    case ImportOption::Weights:
        return "--weights";
    case ImportOption::Scores:
        return "--scores";
    case ImportOption::Q:
        return "--q";
    case ImportOption::K:
        return "--k";
    case ImportOption::V:
        return "--v";
    case ImportOption::Batch:
        return "--batch";
    case ImportOption::Layer:
        return "--layer";
    case ImportOption::Normalise:
        return "--normalise";
    case ImportOption::Heads:
        return "--heads";
    case ImportOption::HeadAxis:
        return "--head-axis";
    case ImportOption::Rows:
        return "--rows";
    case ImportOption::Transposed:
        return "--transposed";
    case ImportOption::AsStored:
        return "--as-stored";
    case ImportOption::QkvLayout:
        return "--qkv-layout";
    }
    assert(false && "every option has a name");
    return "";
}

std::string in_options(const ImportChoice& choice) {
    const std::string name(option_name(choice.option));
    switch (choice.kind) {
    case ImportChoice::Kind::Itself:
        return name;
    case ImportChoice::Kind::Value: // a shell takes brackets for a pattern
        return name + " " +
               (choice.value.find('[') == std::string::npos ? choice.value
                                                            : "'" + choice.value + "'");
    case ImportChoice::Kind::Own:
        switch (choice.option) {
        case ImportOption::Heads:
        case ImportOption::Layer:
            return name + " N";
        case ImportOption::Batch:
            return name + " I";
        default:
            return name + " NAME";
        }
    case ImportChoice::Kind::LeftOut:
        return name + (choice.option == ImportOption::Mask || choice.option == ImportOption::Bias
                           ? " none"
                           : " identity");
    }
    assert(false && "every kind has words");
    return name;
}

Result<std::vector<Index>> parse_indices(std::string_view text) {
    std::vector<Index> list;
    const Error fault{"found " + cite(text) +
                      ", expected numbers from 0 such as 0:4 (0 to 3) or 2,5,7"};
    while (true) {
        const auto comma = text.find(',');
        const std::string_view part = text.substr(0, comma);
        const auto colon = part.find(':');
        const auto number = [](std::string_view digits) -> std::optional<Index> {
            Index value = 0;
            const auto [end, bad] =
                std::from_chars(digits.data(), digits.data() + digits.size(), value);
            if (bad != std::errc{} || end != digits.data() + digits.size() || value < 0)
                return std::nullopt;
            return value;
        };
        const auto first = number(part.substr(0, colon));
        const auto last = colon == std::string_view::npos ? first : number(part.substr(colon + 1));
        if (!first || !last || (colon != std::string_view::npos && *last <= *first))
            return fault;
        const Index count = colon == std::string_view::npos ? 1 : *last - *first;
        if (count > max_read_axis || static_cast<Index>(list.size()) + count > max_read_axis)
            return Error{"that chooses more than " + std::to_string(max_read_axis) + " numbers"};
        for (Index at = 0; at < count; ++at)
            list.push_back(*first + at);
        if (comma == std::string_view::npos)
            return list;
        text.remove_prefix(comma + 1);
    }
}

namespace {

/// Returns the width that X and the projections share; 0 if there are none.
Result<Index> model_width(const ArrayReader& reader, const ImportPlan& plan) {
    Index model = 0;
    for (const auto* choice : {&plan.x, &plan.w_q, &plan.w_k, &plan.w_v}) {
        if (!*choice)
            continue;
        const Extent extent = reader.extent(**choice);
        const Index own = choice == &plan.x ? extent.columns : extent.rows;
        const Index other = choice == &plan.x ? extent.rows : extent.columns;
        if (model == 0)
            model = own;
        if (own == model)
            continue;
        const ArrayInfo& info = info_of(reader.files, **choice);
        const bool is_turned = (*choice)->is_transposed;
        std::string remedy;
        if (other == model && info.shape.size() <= 2)
            remedy = is_turned ? "; it is not stored transposed (" +
                                     reader.words({ImportOption::AsStored}) + ")"
                               : "; is it stored transposed (" +
                                     reader.words({ImportOption::Transposed}) + ")?";
        return Error{"it is " + shape_text(info.shape) + ", which does not fit d_model " +
                         std::to_string(model) + " of the others" + remedy,
                     info.name};
    }
    return model;
}

/// One projection of the head: its array, its columns, and the input it becomes.
struct ImportSide {
    const std::optional<ArrayChoice>& choice;
    Stage weight, bias;
    SharedMatrix& target;
    const std::vector<Index>& wanted;
    bool is_shared; // a group of heads may share the keys and values
};

/// Returns how many heads' keys (or values) an array holds: fewer than there are heads if heads
/// share them.
Index groups_of(const ArrayReader& reader, const ImportPlan& plan, const ImportSide& side) {
    const Index heads = *plan.heads;
    if (!side.is_shared || !plan.w_q || side.choice->parts > 1 || plan.w_q->parts > 1 ||
        plan.w_q->head_axis)
        return heads;
    const Index queries = reader.extent(*plan.w_q).columns;
    const Index keys = reader.extent(*side.choice).columns;
    const Index width = queries / heads;
    const bool are_shared = heads > 1 && queries % heads == 0 && keys < queries &&
                            keys % width == 0 && heads % (keys / width) == 0;
    return are_shared ? keys / width : heads;
}

/// Returns the columns of the head within an array.
Result<std::vector<Index>> columns_of_head(ArrayReader& reader, const ImportPlan& plan,
                                           const ImportSide& side) {
    const ArrayInfo& info = info_of(reader.files, *side.choice);
    const Extent extent = reader.extent(*side.choice);
    if (side.choice->head_axis)
        return columns_of(info, {extent.columns, 1, 0, side.wanted});
    const Index groups = groups_of(reader, plan, side);
    const Index group = plan.head * groups / *plan.heads;
    const auto shares = [&](Index own, Index count) {
        if (count < *plan.heads)
            reader.say(std::string(side.weight.name()) + ": " + head_name(plan.head) + " shares " +
                       indexed("group", own, count) + ".");
    };
    if (side.choice->parts == 1) {
        shares(group, groups);
        return columns_of(info, {extent.columns, groups, group, side.wanted});
    }
    const auto fused = fused_heads(info, extent, *plan.heads);
    if (!fused)
        return fused.error();
    if (side.is_shared)
        shares(plan.head * fused->groups / fused->heads, fused->groups);
    return fused_columns(info, *side.choice, *fused, plan.head, side.wanted);
}

/// Takes the bias next to the weight, if there is one that fits.
Result<> take_bias(ArrayReader& reader, const ImportSide& side, const std::vector<Index>& columns,
                   Document& document) {
    const auto bias = bias_beside(reader.files, *side.choice);
    if (!bias)
        return Nothing{};
    const ArrayInfo& info = info_of(reader.files, *bias);
    const Extent own = extent_of(info.shape), weight = reader.extent(*side.choice);
    const auto& head_axis = side.choice->head_axis;
    const Index heads =
        head_axis ? info_of(reader.files, *side.choice).shape[static_cast<std::size_t>(*head_axis)]
                  : 1;
    const bool has_rows = own.rows == heads && own.columns == weight.columns;
    if (!has_rows && (own.rows != 1 || own.columns != heads * weight.columns)) {
        reader.report.left_out.push_back(
            {info.name,
             "it is " + shape_text(info.shape) + ", expected " +
                 std::to_string(heads * weight.columns) + " numbers, one for each output of " +
                 info_of(reader.files, *side.choice).name + "; without it " +
                 std::string(side.weight.name().substr(2)) + " differs from the model's"});
        return Nothing{};
    }
    const Index head = head_axis ? side.choice->leading.back() : 0;
    std::vector<Index> from = columns;
    if (!has_rows)
        for (Index& column : from)
            column += head * weight.columns;
    auto row =
        reader.read(std::string(side.bias.name()) + "/0", *bias, {has_rows ? head : 0}, from);
    if (!row)
        return row.error();
    document.options.has_biases = true;
    document.of_options[{side.bias, 0}] = *std::move(row);
    return Nothing{};
}

/// Reads the columns of the head, and the bias next to the weight if there is one.
Result<> take_side(ArrayReader& reader, const ImportPlan& plan, const ImportSide& side,
                   const std::vector<Index>& dimensions, Document& document) {
    const ArrayInfo& info = info_of(reader.files, *side.choice);
    const Extent extent = reader.extent(*side.choice);
    const auto columns = columns_of_head(reader, plan, side);
    if (!columns)
        return columns.error();
    auto matrix =
        reader.read(std::string(side.weight.name()) + "/0", *side.choice, dimensions, *columns);
    if (!matrix)
        return matrix.error();
    side.target = *std::move(matrix);
    const bool is_square = extent.rows * side.choice->parts == extent.columns && extent.rows > 1;
    if (is_square && !side.choice->is_transposed && is_stored_by_linear(info.name))
        reader.say(info.name + " was taken as it is stored, though nn.Linear stores tensors of "
                               "this name transposed.");
    else if (is_square && !side.choice->is_transposed && info.name.ends_with("weight") &&
             !ends_in(info.name, "c_attn.weight"))
        reader.say(info.name + " is square, so that its shape does not tell whether it is stored "
                               "transposed; it was taken as it is stored.");
    return take_bias(reader, side, *columns, document);
}

/// The array with this name.
std::optional<ArrayChoice> array_named(const std::vector<ArrayFile>& files,
                                       const std::string& name) {
    for (std::size_t file = 0; file < files.size(); ++file)
        for (std::size_t at = 0; at < files[file].arrays.size(); ++at)
            if (files[file].arrays[at].name == name)
                return ArrayChoice{file, at, {}, false};
    return std::nullopt;
}

/// The gains of RMSNorm of queries and keys, as Qwen3 and Gemma have them beside the weights: one
/// for each column of a head. Without a bias, which LayerNorm has, and of whole heads.
Result<> take_qk_norm(ArrayReader& reader, const ImportPlan& plan, Document& document) {
    if (!plan.w_q || !plan.w_k || !plan.d_k.empty())
        return Nothing{};
    const Index width = d_k(document, 0);
    struct Gain {
        const char *part, *end;
        const ArrayChoice& weight;
    };
    std::vector<std::pair<const char*, ArrayChoice>> gains;
    for (const auto& [part, end, weight] :
         {Gain{"gamma_Q", "q_norm", *plan.w_q}, Gain{"gamma_K", "k_norm", *plan.w_k}}) {
        const auto own = projection_name(name_in(reader.files, weight));
        if (!own)
            return Nothing{};
        const auto gain = array_named(reader.files, own->owner + end + ".weight");
        if (!gain || array_named(reader.files, own->owner + end + ".bias") ||
            info_of(reader.files, *gain).shape != std::vector<Index>{width})
            return Nothing{};
        gains.emplace_back(part, *gain);
    }
    const QkNorm kind = qk_norm_of(reader.files, name_in(reader.files, *plan.w_q));
    const bool is_one_more = kind == QkNorm::OneMore;
    document.options.has_qk_norm = true;
    for (const auto& [part, gain] : gains) {
        auto row = reader.read(part, gain, {0}, run_of(0, width));
        if (!row)
            return row.error();
        if (is_one_more)
            row->array() += 1;
        reader.report.used.back().is_one_more = is_one_more;
        document.of_options[{Stage(part), 0}] = *std::move(row);
    }
    const std::string how = "Queries and keys are normed by q_norm and k_norm, with ε = 1e-6, as ";
    switch (kind) {
    case QkNorm::AsStored:
        reader.say(how + "Qwen3 and Gemma 3 do.");
        break;
    case QkNorm::OneMore:
        reader.say(how + "Qwen3 and Gemma 3 do; the names are those of Gemma 3, which multiplies "
                         "by 1 + what is stored.");
        break;
    case QkNorm::NormsValues:
        reader.say(how + "Gemma 3n and Gemma 4 do. They also norm their values and do not divide "
                         "scores by the root of d_k, which is not here.");
        break;
    }
    return Nothing{};
}

/// Takes the head of the plan; parts it does not name are the identity.
Result<> take_head(ArrayReader& reader, const ImportPlan& plan,
                   const std::vector<Index>& dimensions, Document& document) {
    HeadWeights head;
    const ImportSide sides[] = {{plan.w_q, Stage::W_Q, Stage::BQ, head.w_q, plan.d_k, false},
                                {plan.w_k, Stage::W_K, Stage::BK, head.w_k, plan.d_k, true},
                                {plan.w_v, Stage::W_V, Stage::BV, head.w_v, plan.d_v, true}};
    for (const ImportSide& side : sides)
        if (side.choice)
            if (const auto taken = take_side(reader, plan, side, dimensions, document); !taken)
                return taken;
    if (plan.w_q && plan.w_k && head.w_q.cols() != head.w_k.cols())
        return Error{
            "a head of it has " + std::to_string(head.w_k.cols()) + " columns, and " +
                std::to_string(head.w_q.cols()) + " of " + name_in(reader.files, *plan.w_q) +
                " with " + std::to_string(*plan.heads) + (*plan.heads == 1 ? " head" : " heads") +
                "; queries and keys of a head are equally wide. Where heads share keys, " +
                reader.words({ImportOption::Heads}) + " is the number of heads of the queries",
            name_in(reader.files, *plan.w_k)};
    const auto size = static_cast<Index>(dimensions.size());
    const Index width = plan.w_q ? head.w_q.cols() : plan.w_k ? head.w_k.cols() : size;
    for (const ImportSide& side : sides) {
        if (side.choice)
            continue;
        side.target = Matrix(Matrix::Identity(size, side.weight == Stage::W_V ? size : width));
        reader.notes += "There is no " + std::string(side.weight.name()) + ": it is the identity. ";
    }
    document.heads = {std::move(head)};
    if (const auto taken = take_qk_norm(reader, plan, document); !taken)
        return taken;
    // A bias that the file lacks is 0 and so changes nothing.
    fit_option_inputs(document);
    return Nothing{};
}

} // namespace

Result<std::vector<std::string>> words_of_rows(const std::vector<ArrayFile>& files,
                                               const ImportPlan& plan,
                                               const std::vector<Index>& rows, Index all_rows,
                                               const std::string& what) {
    std::vector<std::string> all = plan.words;
    const bool are_chosen = !all.empty();
    if (are_chosen && all.size() != rows.size() && static_cast<Index>(all.size()) != all_rows)
        return Error{std::to_string(all.size()) + (all.size() == 1 ? " word was" : " words were") +
                     " given for " + std::to_string(rows.size()) +
                     (rows.size() == 1 ? " row" : " rows") + " " + what +
                     "; give one word for each row"};
    if (!are_chosen && plan.tokens) {
        const ArrayInfo& info = info_of(files, *plan.tokens);
        all = info.texts.empty() ? info.row_names : info.texts;
    } else if (!are_chosen && plan.x) {
        all = info_of(files, *plan.x).row_names;
    }
    std::vector<std::string> words;
    for (std::size_t at = 0; at < rows.size(); ++at) {
        const auto from =
            are_chosen && all.size() == rows.size() ? at : static_cast<std::size_t>(rows[at]);
        words.push_back(from < all.size() ? valid_utf8(all[from]) : std::to_string(rows[at]));
    }
    return words;
}

Result<Imported> import_document(const std::vector<ArrayFile>& files, const ImportPlan& said,
                                 const std::string& title,
                                 const std::array<bool, plan_part_count>& is_chosen,
                                 ChoiceWords words) {
    const bool is_x_chosen = is_chosen[static_cast<std::size_t>(PlanPart::X)];
    if (gives_stages(said))
        return import_given(files, said, title, is_chosen, words);
    if (auto unread = unread_x(files, said, is_x_chosen, words))
        return *std::move(unread);
    if (!said.x && !said.w_q && !said.w_k && !said.w_v)
        return Error{
            "nothing was found that could be X, W_Q, W_K or W_V; say which array is which"};
    ArrayReader reader{files, words};
    auto whole = with_axes(reader, said);
    if (!whole)
        return whole.error();
    const ImportPlan plan = *std::move(whole);
    const auto model = model_width(reader, plan);
    if (!model)
        return model.error();
    const std::vector<Index> dimensions =
        plan.dimensions.empty() ? run_of(0, std::min(*model, max_read_axis)) : plan.dimensions;
    Imported imported;
    Document& document = imported.document;
    document.title = title;
    std::vector<Index> rows = plan.rows;
    Index all_rows = 0;
    if (plan.x) {
        all_rows = reader.extent(*plan.x).rows;
        if (rows.empty() && all_rows > max_tokens)
            return Error{"it has " + std::to_string(all_rows) +
                             " rows; choose the rows of the words you want, as in " +
                             words({ImportOption::Rows, ImportChoice::Kind::Value, "0:8"}),
                         info_of(files, *plan.x).name};
        if (rows.empty())
            rows = run_of(0, all_rows);
        auto x = reader.read("X", *plan.x, rows, dimensions);
        if (!x)
            return x.error();
        document.embeddings = *std::move(x);
    } else {
        rows = dimensions;
        const auto size = static_cast<Index>(dimensions.size());
        document.embeddings = Matrix(Matrix::Identity(size, size));
        reader.notes += "There is no X: it is the identity, each word being one dimension. ";
    }
    auto tokens = words_of_rows(files, plan, rows, all_rows, "of X");
    if (!tokens)
        return tokens.error();
    document.tokens = *std::move(tokens);
    if (plan.w_q || plan.w_k || plan.w_v) {
        if (const auto taken = take_head(reader, plan, dimensions, document); !taken)
            return taken.error();
    } else {
        document.projections = Projections::None;
    }
    const auto taken = take_mask_and_bias(
        reader, plan, lines_of_words(rows, plan.x ? all_rows : *model), document);
    if (!taken)
        return taken.error();
    imported.mask_true = *taken;
    if (const auto valid = validate(document); !valid)
        return valid.error();
    say_guesses(reader, plan, is_chosen);
    for (const ArrayFile& file : files)
        reader.notes += file.applied;
    if (!reader.notes.empty())
        reader.say(reader.notes.substr(0, reader.notes.size() - 1));
    name_left_out(reader, plan, document);
    imported.report = std::move(reader.report);
    imported.report.from = files.front().name;
    document.notes = report_notes(imported.report);
    imported.notes = std::move(reader.notes);
    return imported;
}

} // namespace attn::io
