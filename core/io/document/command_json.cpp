// SPDX-License-Identifier: MIT
#include "core/io/document/command_json.h"

#include "core/base/match.h"
#include "core/io/document/command_values.h"
#include "core/io/document/document_json.h"
#include "core/io/document/document_members.h"
#include "core/io/document/document_model.h"
#include "core/io/document/figure_json.h"
#include "core/io/document/json_text.h"
#include "core/io/document/option_json.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace attn::io {
namespace {

constexpr std::array<std::pair<std::string_view, Width>, 3> width_words = {
    {{"d_model", Width::Model}, {"d_k", Width::QueryKey}, {"d_v", Width::Value}}};

constexpr std::array<std::pair<std::string_view, Names>, 4> list_words = {
    {{"rows", Names::Rows},
     {"columns", Names::Columns},
     {"vectors", Names::Vectors},
     {"memory", Names::Memory}}};

/// Reads the members of one object and remembers the first fault.
class Members {
public:
    Members(const Json& object, std::string path) : object_(object), path_(std::move(path)) {}

    template <class Read>
    auto take(const char* key, Read read) {
        using Value = typename decltype(read(object_, path_))::value_type;
        known_.emplace_back(key);
        const auto at = object_.find(key);
        if (at == object_.end()) {
            fail({"the key \"" + std::string(key) + "\" is missing", path_});
            return Value{};
        }
        auto value = read(*at, path_ + "." + key);
        if (value)
            return *std::move(value);
        fail(value.error());
        return Value{};
    }
    bool has(const char* key) const { return object_.contains(key); }

    Index whole(const char* key) {
        return take(key, [](const Json& value, const std::string& path) {
            return read_whole(value, path, 0, max_tokens);
        });
    }
    std::string text(const char* key) { return take(key, read_text); }
    SharedMatrix matrix(const char* key) {
        return take(key, [](const Json& value, const std::string& path) -> Result<SharedMatrix> {
            auto read = read_matrix(value, path, max_tokens, max_width);
            if (!read)
                return read.error();
            return SharedMatrix(*std::move(read));
        });
    }
    template <class Choice, std::size_t Count>
    Choice choice(const char* key,
                  const std::array<std::pair<std::string_view, Choice>, Count>& table) {
        return take(key, [&table](const Json& value, const std::string& path) {
            return read_choice<Choice>(value, path, table);
        });
    }
    /// Reads which list of names; tokens if not given.
    Names list() { return has("of") ? choice("of", list_words) : Names::Rows; }
    /// Parses the text of a member by `parse`, which returns a Result.
    template <class Parse>
    auto parsed(const char* key, const Parse& parse) {
        using Parsed = decltype(parse(std::string_view()));
        return take(key, [&parse](const Json& value, const std::string& path) -> Parsed {
            const auto words = read_text(value, path);
            if (!words)
                return words.error();
            auto result = parse(*words);
            if (!result)
                return Error{result.error().text(), path};
            return result;
        });
    }

    /// Returns the command, unless a member was wrong or unknown.
    Result<Command> give(Command command) {
        if (fault_)
            return *fault_;
        for (const auto& [key, value] : object_.items())
            if (key != "command" && std::find(known_.begin(), known_.end(), key) == known_.end())
                return Error{"this command has no key \"" + key + "\"", path_};
        return command;
    }

private:
    void fail(Error error) {
        if (!fault_)
            fault_ = std::move(error);
    }
    const Json& object_;
    std::string path_;
    std::vector<std::string> known_;
    std::optional<Error> fault_;
};

Result<Document> read_whole_document(const Json& value, const std::string& path) {
    auto document = read_document(value.dump(), path);
    if (!document)
        return document.error();
    return document;
}

Result<bool> read_flag(const Json& flag, const std::string& path) {
    return flag.is_boolean()
               ? Result<bool>(flag.get<bool>())
               : Result<bool>(Error{"found " + found(flag) + ", expected true or false", path});
}

} // namespace

Result<Command> command_of(const Json& value, const std::string& path) {
    if (!value.is_object())
        return Error{"found " + found(value) + ", expected an object with the key \"command\"",
                     path};
    Members of(value, path);
    const std::string name = of.text("command");
    if (name == "set_cell") {
        const Place place =
            of.parsed("place", [](std::string_view text) { return parse_place(text); });
        return of.give(SetCell{place, of.take("value", read_number)});
    }
    if (name == "set_matrix") {
        const SheetId sheet =
            of.parsed("sheet", [](std::string_view text) { return parse_sheet(text); });
        SharedMatrix matrix = of.matrix("matrix");
        return of.give(SetMatrix{sheet, std::move(matrix), of.text("what")});
    }
    if (name == "set_row") {
        const SheetId sheet =
            of.parsed("sheet", [](std::string_view text) { return parse_sheet(text); });
        const Index row = of.whole("row");
        return of.give(SetRow{sheet, row, of.matrix("numbers")});
    }
    if (name == "rename_token") {
        const Index row = of.whole("row");
        std::string new_name = of.text("name");
        return of.give(RenameToken{row, std::move(new_name), of.list()});
    }
    if (name == "insert_token") {
        InsertToken insert{of.whole("row"), of.text("name"), {}};
        if (of.has("embedding"))
            insert.embedding = of.matrix("embedding");
        insert.of = of.list();
        return of.give(std::move(insert));
    }
    if (name == "remove_token") {
        const Index row = of.whole("row");
        return of.give(RemoveToken{row, of.list()});
    }
    if (name == "move_token") {
        const Index from = of.whole("from");
        return of.give(MoveToken{from, of.whole("to")});
    }
    if (name == "set_words") {
        std::vector<std::string> words = of.take("to", [](const Json& list, const std::string& at) {
            return read_texts(list, at, {"words", "words", max_tokens, ""});
        });
        return of.give(SetWords{std::move(words)});
    }
    if (name == "set_width") {
        const Width width = of.choice("width", width_words);
        return of.give(SetWidth{width, of.whole("size")});
    }
    if (name == "set_projections")
        return of.give(SetProjections{of.choice("to", projection_words)});
    if (name == "set_scale")
        return of.give(SetScale{of.take("to", read_scale)});
    if (name == "set_mask")
        return of.give(SetMask{of.take("to", read_mask_of_any_size)});
    if (name == "set_mask_cell") {
        SetMaskCell cell{of.whole("row"), of.whole("column"), true};
        cell.blocked = of.take("blocked", read_flag);
        return of.give(cell);
    }
    if (name == "set_normaliser")
        return of.give(SetNormaliser{of.choice("to", normaliser_words)});
    if (name == "set_axis")
        return of.give(SetAxis{of.choice("to", axis_words)});
    if (name == "set_convention")
        return of.give(SetConvention{of.choice("to", convention_words)});
    if (name == "set_temperature")
        return of.give(SetTemperature{of.take("to", read_number)});
    if (name == "set_title")
        return of.give(SetTitle{of.text("to")});
    if (name == "set_notes")
        return of.give(SetNotes{of.text("to")});
    if (name == "add_head")
        return of.give(AddHead{});
    if (name == "remove_head")
        return of.give(RemoveHead{of.whole("head")});
    if (name == "replace") {
        Document document = of.take("document", read_whole_document);
        return of.give(Replace{std::move(document), of.text("what")});
    }
    if (name == "set_k")
        return of.give(SetKept{of.whole("to")});
    if (name == "set_join")
        return of.give(SetJoin{of.choice("to", join_words)});
    if (name == "set_options") {
        AttentionOptions options = of.take("to", read_attention_options);
        return of.give(SetOptions{std::move(options), of.text("what")});
    }
    if (name == "set_training")
        return of.give(SetTraining{of.take("to", read_whole_training)});
    if (name == "set_covers") {
        std::vector<Region> covers = of.take("to", read_covers);
        return of.give(SetCovers{std::move(covers), of.text("what")});
    }
    if (name == "set_figures") {
        std::vector<KeptFigure> figures =
            of.take("to", [](const Json& list, const std::string& at) {
                Json taken = list;
                return read_figures(
                    taken, at, [](Json& a) { return read_whole_document(a, ""); }, true);
            });
        return of.give(SetFigures{std::move(figures), of.text("what")});
    }
    if (name == "set_lesson")
        return of.give(SetLesson{of.has("to") ? of.take("to", read_lesson_of_document) : ""});
    if (name == "give") {
        Give give{of.parsed("stage", [](std::string_view text) { return parse_sheet(text); })};
        if (of.has("numbers"))
            give.numbers = of.matrix("numbers");
        return of.give(std::move(give));
    }
    if (name == "release")
        return of.give(
            Release{of.parsed("stage", [](std::string_view text) { return parse_sheet(text); })});
    if (auto fault = of.give(AddHead{}); name.empty() && !fault)
        return fault.error();
    return Error{"there is no command \"" + name +
                     "\"; a newer version of Attention Lab may have it",
                 path + ".command"};
}

Result<Command> read_command(std::string_view json, std::string_view name) {
    const auto tree = parse_json(json, name);
    if (!tree)
        return tree.error();
    auto command = command_of(*tree, std::string(name));
    if (!command)
        return command.error();
    return command;
}

std::string write_command(const Command& command) {
    const auto named = [](const char* name, Json members = Json::object(), Names of = Names::Rows) {
        members["command"] = name;
        if (of != Names::Rows)
            members["of"] = word(list_words, of);
        return members;
    };
    const Json json = match(
        command,
        [&](const SetCell& set) {
            return named("set_cell",
                         {{"place", to_text(set.place)}, {"value", to_json(set.value)}});
        },
        [&](const SetMatrix& set) {
            return named("set_matrix", {{"sheet", to_text(set.sheet)},
                                        {"matrix", to_json(*set.matrix)},
                                        {"what", set.what}});
        },
        [&](const SetRow& set) {
            return named("set_row", {{"sheet", to_text(set.sheet)},
                                     {"row", set.row},
                                     {"numbers", to_json(*set.numbers)}});
        },
        [&](const RenameToken& rename) {
            return named("rename_token", {{"row", rename.row}, {"name", rename.name}}, rename.of);
        },
        [&](const InsertToken& insert) {
            Json members = {{"row", insert.row}, {"name", insert.name}};
            if (insert.embedding->size() > 0)
                members["embedding"] = to_json(*insert.embedding);
            return named("insert_token", std::move(members), insert.of);
        },
        [&](const RemoveToken& remove) {
            return named("remove_token", {{"row", remove.row}}, remove.of);
        },
        [&](const MoveToken& move) {
            return named("move_token", {{"from", move.from}, {"to", move.to}});
        },
        [&](const SetWidth& set) {
            return named("set_width",
                         {{"width", word(width_words, set.width)}, {"size", set.size}});
        },
        [&](const SetProjections& set) {
            return named("set_projections", {{"to", word(projection_words, set.projections)}});
        },
        [&](const SetScale& set) {
            return named("set_scale", {{"to", to_json(set.scale)}});
        },
        [&](const SetMask& set) {
            return named("set_mask", {{"to", to_json(set.mask)}});
        },
        [&](const SetMaskCell& set) {
            return named("set_mask_cell",
                         {{"row", set.row}, {"column", set.column}, {"blocked", set.blocked}});
        },
        [&](const SetNormaliser& set) {
            return named("set_normaliser", {{"to", word(normaliser_words, set.normaliser)}});
        },
        [&](const SetAxis& set) {
            return named("set_axis", {{"to", word(axis_words, set.axis)}});
        },
        [&](const SetConvention& set) {
            return named("set_convention", {{"to", word(convention_words, set.convention)}});
        },
        [&](const SetTemperature& set) {
            return named("set_temperature", {{"to", to_json(set.temperature)}});
        },
        [&](const SetTitle& set) {
            return named("set_title", {{"to", set.title}});
        },
        [&](const SetNotes& set) {
            return named("set_notes", {{"to", set.notes}});
        },
        [&](const AddHead&) { return named("add_head"); },
        [&](const RemoveHead& remove) {
            return named("remove_head", {{"head", remove.head}});
        },
        [&](const Replace& replace) {
            return named("replace", {{"document", Json::parse(write_document(replace.document))},
                                     {"what", replace.what}});
        },
        [&](const SetKept& set) {
            return named("set_k", {{"to", set.count}});
        },
        [&](const SetJoin& set) {
            return named("set_join", {{"to", word(join_words, set.join)}});
        },
        [&](const SetOptions& set) {
            return named("set_options", {{"to", to_json(set.options)}, {"what", set.what}});
        },
        [&](const SetTraining& set) {
            return named("set_training", {{"to", to_json(set.settings)}});
        },
        [&](const SetCovers& set) {
            Json covers = Json::array();
            for (const Region& region : set.covers)
                covers.push_back(to_text(region));
            return named("set_covers", {{"to", std::move(covers)}, {"what", set.what}});
        },
        [&](const SetFigures& set) {
            return named("set_figures",
                         {{"to", Json::parse(figures_text(set.figures, write_document))},
                          {"what", set.what}});
        },
        [&](const SetLesson& set) {
            return named("set_lesson", set.lesson.empty() ? Json::object()
                                                          : Json{{"to", Json::parse(set.lesson)}});
        },
        [&](const Give& give) {
            Json members = {{"stage", to_text(give.sheet)}};
            if (give.numbers->size() > 0)
                members["numbers"] = to_json(*give.numbers);
            return named("give", std::move(members));
        },
        [&](const Release& release) {
            return named("release", {{"stage", to_text(release.sheet)}});
        },
        [&](const SetWords& set) {
            return named("set_words", {{"to", set.words}});
        });
    // Bytes that are not UTF-8 become U+FFFD, as in documents.
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace attn::io
