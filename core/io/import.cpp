// SPDX-License-Identifier: MIT
#include "core/io/import.h"

#include "core/base/utf8.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <numeric>

namespace attn::io {
namespace {

const ArrayInfo& info_of(const std::vector<ArrayFile>& files, const ArrayChoice& choice) {
    return files[choice.file].arrays[choice.array];
}

std::string lowered(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    return text;
}

/// Whether `name` is `wanted` or ends in it behind a separator.
bool is_called(const std::string& name, const std::string& wanted) {
    if (name == wanted)
        return true;
    return name.size() > wanted.size() && name.ends_with(wanted) &&
           std::string_view("./_").find(name[name.size() - wanted.size() - 1]) !=
               std::string_view::npos;
}

std::vector<Index> all_of(Index count, Index from = 0) {
    std::vector<Index> list(static_cast<std::size_t>(std::max<Index>(count, 0)));
    std::iota(list.begin(), list.end(), from);
    return list;
}

struct Reader {
    const std::vector<ArrayFile>& files;
    std::string notes = {};

    /// The extent of an array as it is meant, not as it is stored.
    Extent extent(const ArrayChoice& choice) const {
        Extent stored = extent_of(info_of(files, choice).shape);
        if (choice.is_transposed)
            std::swap(stored.rows, stored.columns);
        return stored;
    }

    Result<Matrix> read(const ArrayChoice& choice, const std::vector<Index>& rows,
                        const std::vector<Index>& columns) {
        Slice slice{choice.leading, rows, columns};
        if (choice.is_transposed)
            std::swap(slice.rows, slice.columns);
        const ArrayInfo& info = info_of(files, choice);
        if (info.fault)
            return Error{info.fault->text(), info.name};
        auto numbers = files[choice.file].read(choice.array, slice);
        if (!numbers)
            return Error{numbers.error().text(), info.name};
        if (numbers->rounded > 0)
            notes += std::to_string(numbers->rounded) + " whole numbers of " + info.name +
                     " are beyond 2^53 and were rounded. ";
        if (!numbers->matrix.allFinite())
            notes += info.name + " holds numbers that are not finite. ";
        if (choice.is_transposed)
            return Matrix(numbers->matrix.transpose());
        return std::move(numbers->matrix);
    }
};

/// The columns of the wanted head within a projection.
Result<std::vector<Index>> head_columns(const ArrayInfo& info, const ArrayChoice& choice,
                                        Index width, const ImportPlan& plan,
                                        const std::vector<Index>& wanted) {
    const Index pieces = choice.parts * plan.heads;
    if (width % pieces != 0)
        return Error{"its " + std::to_string(width) + " columns cannot be parted into " +
                         (choice.parts > 1 ? "Q, K and V of " : "") + std::to_string(plan.heads) +
                         " heads",
                     info.name};
    const Index own = width / pieces;
    const Index from = choice.part * (width / choice.parts) + plan.head * own;
    if (wanted.empty())
        return all_of(own, from);
    std::vector<Index> columns;
    for (const Index column : wanted) {
        if (column >= own)
            return Error{"a head of it has " + std::to_string(own) + " columns, there is no " +
                             std::to_string(column),
                         info.name};
        columns.push_back(from + column);
    }
    return columns;
}

std::vector<std::string> words_of(const std::vector<ArrayFile>& files, const ImportPlan& plan,
                                  const std::vector<Index>& rows) {
    std::vector<std::string> all = plan.words;
    const bool are_chosen = !all.empty();
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

} // namespace

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

Result<ArrayChoice> find_array(const std::vector<ArrayFile>& files, const std::string& name) {
    std::string plain = name;
    std::vector<Index> leading;
    while (plain.ends_with("]")) {
        const auto open = plain.rfind('[');
        if (open == std::string::npos)
            break;
        const auto number =
            parse_indices(std::string_view(plain).substr(open + 1, plain.size() - open - 2));
        if (!number || number->size() != 1)
            break;
        leading.insert(leading.begin(), number->front());
        plain.resize(open);
    }
    std::vector<ArrayChoice> exact, ending;
    std::string known;
    for (std::size_t file = 0; file < files.size(); ++file)
        for (std::size_t array = 0; array < files[file].arrays.size(); ++array) {
            const std::string& other = files[file].arrays[array].name;
            if (known.size() < 400)
                known += (known.empty() ? "" : ", ") + other;
            if (other == plain)
                exact.push_back({file, array, leading, false, 0, 1});
            else if (is_called(other, plain))
                ending.push_back({file, array, leading, false, 0, 1});
        }
    if (!exact.empty())
        return exact.front();
    if (ending.size() == 1)
        return ending.front();
    return Error{(ending.empty() ? "there is no array " : "several arrays end in ") + cite(plain) +
                 "; the arrays are " + known};
}

ImportPlan guessed_plan(const std::vector<ArrayFile>& files) {
    struct Guess {
        std::optional<ArrayChoice> ImportPlan::*target;
        std::vector<std::string> names;
        bool is_transposed;
    };
    const std::array<Guess, 8> guesses = {
        {{&ImportPlan::x,
          {"x", "inputs", "embeddings", "embedding", "words", "wte.weight", "embed_tokens.weight",
           "embeddings.weight"},
          false},
         {&ImportPlan::w_q, {"w_q", "wq", "w_query", "query"}, false},
         {&ImportPlan::w_k, {"w_k", "wk", "w_key", "key"}, false},
         {&ImportPlan::w_v, {"w_v", "wv", "w_value", "value"}, false},
         {&ImportPlan::w_q,
          {"q_proj.weight", "query.weight", "w_q.weight", "w_query.weight"},
          true},
         {&ImportPlan::w_k, {"k_proj.weight", "key.weight", "w_k.weight", "w_key.weight"}, true},
         {&ImportPlan::w_v,
          {"v_proj.weight", "value.weight", "w_v.weight", "w_value.weight"},
          true},
         {&ImportPlan::tokens, {"tokens", "labels"}, false}}};
    ImportPlan plan;
    for (std::size_t file = 0; file < files.size(); ++file)
        for (std::size_t array = 0; array < files[file].arrays.size(); ++array) {
            const ArrayInfo& info = files[file].arrays[array];
            const std::string name = lowered(info.name);
            const ArrayChoice choice{file, array, {}, false, 0, 1};
            if (info.fault || info.shape.size() > 2)
                continue;
            const bool has_texts = !info.texts.empty();
            for (const Guess& guess : guesses) {
                const bool wants_texts = guess.target == &ImportPlan::tokens;
                const bool fits =
                    std::any_of(guess.names.begin(), guess.names.end(),
                                [&](const std::string& word) { return is_called(name, word); });
                if (!fits || wants_texts != has_texts || plan.*guess.target)
                    continue;
                plan.*guess.target = choice;
                (plan.*guess.target)->is_transposed = guess.is_transposed;
            }
        }
    for (std::size_t file = 0; file < files.size(); ++file)
        for (std::size_t array = 0; array < files[file].arrays.size(); ++array) {
            const std::string name = lowered(files[file].arrays[array].name);
            const bool is_linear =
                is_called(name, "in_proj_weight") || is_called(name, "qkv.weight");
            if ((!is_linear && !is_called(name, "c_attn.weight")) || plan.w_q || plan.w_k ||
                plan.w_v)
                continue;
            for (Index part = 0; part < 3; ++part)
                (part == 0   ? plan.w_q
                 : part == 1 ? plan.w_k
                             : plan.w_v) = ArrayChoice{file, array, {}, is_linear, part, 3};
        }
    // A single array of numbers is X.
    if (!plan.x && !plan.w_q && files.size() == 1 && files[0].arrays.size() == 1)
        plan.x = ArrayChoice{};
    return plan;
}

Result<Imported> import_document(const std::vector<ArrayFile>& files, const ImportPlan& plan,
                                 const std::string& title) {
    if (!plan.x && !plan.w_q && !plan.w_k && !plan.w_v)
        return Error{
            "nothing was found that could be X, W_Q, W_K or W_V; say which array is which"};
    if (plan.heads < 1 || plan.head < 0 || plan.head >= plan.heads)
        return Error{"there is no head " + std::to_string(plan.head) + " of " +
                     std::to_string(plan.heads)};
    Reader reader{files};
    Index model = 0;
    for (const auto* choice : {&plan.x, &plan.w_q, &plan.w_k, &plan.w_v}) {
        if (!*choice)
            continue;
        const Extent extent = reader.extent(**choice);
        const Index own = choice == &plan.x ? extent.columns : extent.rows;
        if (model == 0)
            model = own;
        if (own != model)
            return Error{"it is " + shape_text(info_of(files, **choice).shape) +
                             ", which does not fit d_model " + std::to_string(model) +
                             " of the others; is it stored transposed?",
                         info_of(files, **choice).name};
    }
    const std::vector<Index> dimensions =
        plan.dimensions.empty() ? all_of(std::min(model, max_read_axis)) : plan.dimensions;
    Imported imported;
    Document& document = imported.document;
    document.title = title;
    std::vector<Index> rows = plan.rows;
    if (plan.x) {
        const Extent extent = reader.extent(*plan.x);
        if (rows.empty() && extent.rows > max_tokens)
            return Error{"it has " + std::to_string(extent.rows) +
                             " rows; choose those of the words you want",
                         info_of(files, *plan.x).name};
        if (rows.empty())
            rows = all_of(extent.rows);
        auto x = reader.read(*plan.x, rows, dimensions);
        if (!x)
            return x.error();
        document.embeddings = *std::move(x);
    } else {
        rows = dimensions;
        const auto size = static_cast<Index>(dimensions.size());
        document.embeddings = Matrix(Matrix::Identity(size, size));
        reader.notes += "There is no X: it is the identity, each word being one dimension. ";
    }
    document.tokens = words_of(files, plan, rows);
    if (plan.w_q || plan.w_k || plan.w_v) {
        HeadWeights head;
        const auto take = [&](const std::optional<ArrayChoice>& choice,
                              const std::vector<Index>& wanted) -> Result<Matrix> {
            const ArrayInfo& info = info_of(files, *choice);
            const auto columns =
                head_columns(info, *choice, reader.extent(*choice).columns, plan, wanted);
            if (!columns)
                return columns.error();
            return reader.read(*choice, dimensions, *columns);
        };
        for (const auto& [choice, wanted, target] : {std::tuple(&plan.w_q, &plan.d_k, &head.w_q),
                                                     std::tuple(&plan.w_k, &plan.d_k, &head.w_k),
                                                     std::tuple(&plan.w_v, &plan.d_v, &head.w_v)}) {
            if (!*choice)
                continue;
            auto matrix = take(*choice, *wanted);
            if (!matrix)
                return matrix.error();
            *target = *std::move(matrix);
        }
        const auto size = static_cast<Index>(dimensions.size());
        const Index width = plan.w_q ? head.w_q.cols() : plan.w_k ? head.w_k.cols() : size;
        const auto stand_in = [&](bool is_given, SharedMatrix& matrix, Index columns,
                                  const char* name) {
            if (is_given)
                return;
            matrix = Matrix(Matrix::Identity(size, columns));
            reader.notes += "There is no " + std::string(name) + ": it is the identity. ";
        };
        stand_in(plan.w_q.has_value(), head.w_q, width, "W_Q");
        stand_in(plan.w_k.has_value(), head.w_k, width, "W_K");
        stand_in(plan.w_v.has_value(), head.w_v, size, "W_V");
        document.heads = {std::move(head)};
    } else {
        document.projections = Projections::None;
    }
    if (const auto valid = validate(document); !valid)
        return valid.error();
    imported.notes = std::move(reader.notes);
    return imported;
}

} // namespace attn::io
