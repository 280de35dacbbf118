// SPDX-License-Identifier: MIT
#include "core/io/document/figure_json.h"

#include "core/base/nearest.h"
#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/document/commands/new_documents.h"
#include "core/document/learning/sweep.h"
#include "core/io/document/document_members.h"
#include "core/io/document/json_literal.h"
#include "core/io/document/json_text.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn::io {
namespace {

using looks::Choices;

class StyleReader {
public:
    explicit StyleReader(const Json& json) : json_(json) {}

    ReadStyle made() {
        looks::FigureStyle& style = read_.style;
        looks::PictureStyle& picture = style.picture;
        if (const Json* const at = find("size")) {
            const auto size = looks::parse_size(at->is_string() ? at->get<std::string>() : "");
            if (size)
                picture.size = *size;
            else
                refuse("size", "a size such as paper-1 or 89mm");
        }
        word("theme", looks::themes, picture.theme);
        word("colours", looks::colour_maps, style.sequential);
        word("signed", looks::signed_maps, style.diverging);
        word("numbers", looks::number_kinds, style.numbers.kind);
        number("digits", 0, 17, style.numbers.digits);
        number("dpi", 0, 2400, picture.dpi);
        number("font_size", 0, 72, picture.text);
        number("gap", -1, 100, picture.gap);
        number("threshold", 0, 1e9, picture.least_weight);
        flag("transparent", picture.is_transparent);
        flag("labels", picture.has_labels);
        flag("cell_numbers", picture.has_numbers);
        flag("colour_bar", picture.has_colour_bar);
        flag("blank_blocked", picture.is_blank_where_blocked);
        flag("outlines", picture.outlines);
        range(style.range);
        return std::move(read_);
    }

private:
    const Json* find(const char* key) const {
        const auto at = json_.find(key);
        return at == json_.end() ? nullptr : &*at;
    }
    /// Remembers the first fault.
    void refuse(const std::string& key, const std::string& expected) {
        if (read_.fault.empty())
            read_ = {read_.style, key + " is not " + expected, key};
    }
    template <class Value, std::size_t count>
    void word(const char* key, const Choices<Value, count>& choices, Value& into) {
        const Json* const at = find(key);
        if (!at)
            return;
        std::string known;
        for (const looks::Choice<Value>& choice : choices) {
            if (at->is_string() && at->get<std::string>() == choice.word) {
                into = choice.value;
                return;
            }
            known += (known.empty() ? "" : ", ") + std::string(choice.word);
        }
        refuse(key, "one of " + known);
    }
    template <class Number>
    void number(const char* key, double least, double most, Number& into) {
        const Json* const at = find(key);
        if (!at)
            return;
        if (at->is_number() && at->get<double>() >= least && at->get<double>() <= most)
            into = static_cast<Number>(at->get<double>());
        else
            refuse(key, "a number from " + shortest(least) + " to " + shortest(most));
    }
    void flag(const char* key, bool& into) {
        const Json* const at = find(key);
        if (at && at->is_boolean())
            into = at->get<bool>();
        else if (at)
            refuse(key, "true or false");
    }
    /// Reads a range: a word, "shared", or the two numbers at its ends.
    void range(ColourRange& into) {
        const Json* const at = find("range");
        if (!at)
            return;
        const bool has_ends = at->is_array() && at->size() == 2 && (*at)[0].is_number() &&
                              (*at)[1].is_number() &&
                              (*at)[0].get<double>() < (*at)[1].get<double>();
        if (has_ends)
            into = {ColourRange::Kind::Fixed, (*at)[0].get<double>(), (*at)[1].get<double>()};
        else if (at->is_string() && at->get<std::string>() == "shared")
            into.kind = ColourRange::Kind::Shared;
        else if (at->is_string())
            word("range", looks::range_kinds, into.kind);
        else
            refuse("range", "a word such as auto, or two numbers, the smaller first");
    }

    const Json& json_;
    ReadStyle read_;
};

} // namespace

Json json_of_style(const looks::FigureStyle& style) {
    const looks::PictureStyle& picture = style.picture;
    Json range = looks::word_of(looks::range_kinds, style.range.kind);
    if (style.range.kind == ColourRange::Kind::Shared)
        range = "shared";
    if (style.range.kind == ColourRange::Kind::Fixed)
        range = Json::array({style.range.low, style.range.high});
    return {{"size", looks::to_text(picture.size)},
            {"theme", looks::word_of(looks::themes, picture.theme)},
            {"colours", looks::word_of(looks::colour_maps, style.sequential)},
            {"signed", looks::word_of(looks::signed_maps, style.diverging)},
            {"range", range},
            {"numbers", looks::word_of(looks::number_kinds, style.numbers.kind)},
            {"digits", style.numbers.digits},
            {"dpi", picture.dpi},
            {"font_size", picture.text},
            {"gap", picture.gap},
            {"threshold", picture.least_weight},
            {"transparent", picture.is_transparent},
            {"labels", picture.has_labels},
            {"cell_numbers", picture.has_numbers},
            {"colour_bar", picture.has_colour_bar},
            {"blank_blocked", picture.is_blank_where_blocked},
            {"outlines", picture.outlines}};
}

ReadStyle style_of_json(const Json& json) {
    return StyleReader(json).made();
}

std::string style_text(const looks::FigureStyle& style) {
    return json_of_style(style).dump();
}

ReadStyle style_of_text(std::string_view text) {
    const Json json = Json::parse(text, nullptr, false);
    return json.is_object() ? style_of_json(json)
                            : ReadStyle{{}, "this is no object of a style", ""};
}

std::vector<std::string> style_keys() {
    std::vector<std::string> keys;
    const Json usual = json_of_style({});
    for (const auto& [key, value] : usual.items())
        keys.push_back(key);
    return keys;
}

namespace {

using ReadA = std::function<Result<Document>(Json&)>;
using WriteA = std::function<std::string(const Document&)>;

constexpr std::array<std::string_view, 21> figure_keys = {
    "name",  "file",   "figure",      "stage",          "digits",  "query",      "head",
    "layer", "cross",  "shows_query", "shows_row_sums", "reveals", "marks",      "heads",
    "sweep", "frames", "title",       "caption",        "look",    "comparison", "worksheet"};
constexpr Index most_marks = 4096;

/// Takes the members of one object out of it and remembers the first fault.
class KeptMembers {
public:
    KeptMembers(Json& object, std::string path, std::optional<Error>& fault)
        : object_(object), path_(std::move(path)), fault_(fault) {
        if (!object.is_object())
            fail({"found " + found(object) + ", expected an object", path_});
    }

    bool has(const char* key) const { return !fault_ && object_.contains(key); }
    template <class Field, class Read>
    void take(const char* key, Field& field, Read read) {
        if (fault_)
            return;
        if (const auto done = io::take(object_, path_, key, field, read); !done)
            fail(done.error());
        object_.erase(key);
    }
    void text(const char* key, std::string& field) { take(key, field, read_text); }
    void needed_text(const char* key, std::string& field) {
        if (!fault_ && !object_.contains(key))
            fail({"the key \"" + std::string(key) + "\" is missing", path_});
        text(key, field);
    }
    void flag(const char* key, bool& field) {
        take(key, field, [](const Json& value, const std::string& path) -> Result<bool> {
            if (!value.is_boolean())
                return Error{"found " + found(value) + ", expected true or false", path};
            return value.get<bool>();
        });
    }
    template <class Number>
    void whole(const char* key, Number& field, Index least, Index most) {
        take(key, field, [=](const Json& value, const std::string& path) -> Result<Number> {
            const auto number = read_whole(value, path, least, most);
            if (!number)
                return number.error();
            return static_cast<Number>(*number);
        });
    }
    void texts(const char* key, std::vector<std::string>& field, const char* sort) {
        take(key, field, [=](const Json& value, const std::string& path) {
            return read_texts(value, path, {sort, sort, most_marks, ""});
        });
    }
    /// Takes an object out; nothing if it is missing.
    std::optional<Json> object(const char* key) {
        if (!has(key))
            return std::nullopt;
        Json inside = std::move(object_[key]);
        object_.erase(key);
        if (!inside.is_object())
            fail({"found " + found(inside) + ", expected an object", key_path(path_, key)});
        return fault_ ? std::nullopt : std::optional(std::move(inside));
    }
    void fail(Error error) {
        if (!fault_)
            fault_ = std::move(error);
    }

private:
    Json& object_;
    std::string path_;
    std::optional<Error>& fault_;
};

Result<double> read_share(const Json& value, const std::string& path) {
    const auto number = read_number(value, path);
    if (!number)
        return number.error();
    if (!(*number > 0 && *number <= 1))
        return Error{"found " + found(value) + ", expected a number above 0 and at most 1", path};
    return *number;
}

KeptWorksheet read_kept_worksheet(Json& object, const std::string& path,
                                  std::optional<Error>& fault) {
    KeptWorksheet sheet;
    KeptMembers of(object, path, fault);
    std::string level;
    of.text("level", level);
    for (const auto& word : looks::worksheet_words)
        if (level == word.word)
            sheet.level = word.value;
    if (!level.empty() && looks::word_of(looks::worksheet_words, sheet.level) != level)
        of.fail({"found " + cite(level) + ", expected boxes, row, from-qk, from-x or mistake",
                 path + ".level"});
    of.take("share", sheet.share, read_share);
    of.texts("blank", sheet.stages, "stages");
    of.take("seed", sheet.seed, read_seed);
    of.flag("key", sheet.is_key);
    of.flag("letter", sheet.is_letter);
    of.whole("count", sheet.count, 1, static_cast<Index>(max_variants));
    return sheet;
}

Json json_of(const KeptWorksheet& sheet) {
    const KeptWorksheet usual;
    Json json{{"level", looks::word_of(looks::worksheet_words, sheet.level)}, {"seed", sheet.seed}};
    if (sheet.share != usual.share)
        json["share"] = sheet.share;
    if (!sheet.stages.empty())
        json["blank"] = sheet.stages;
    if (sheet.is_key)
        json["key"] = true;
    if (sheet.is_letter)
        json["letter"] = true;
    if (sheet.count != usual.count)
        json["count"] = sheet.count;
    return json;
}

/// Writes what differs from the usual look.
Json json_of_look(const looks::FigureStyle& look) {
    Json json = json_of_style(look);
    const Json usual = json_of_style({});
    for (const auto& [key, value] : usual.items())
        if (json[key] == value)
            json.erase(key);
    return json;
}

KeptComparison read_kept_comparison(Json& object, const std::string& path, const ReadA& read_a,
                                    std::optional<Error>& fault) {
    KeptComparison compared;
    KeptMembers of(object, path, fault);
    of.text("a_name", compared.a_name);
    of.text("b_name", compared.b_name);
    of.flag("changes", compared.lists_changes);
    auto a = of.object("a");
    if (!a) {
        of.fail({"the key \"a\" is missing, the document to compare with", path});
        return compared;
    }
    auto document = read_a(*a);
    if (!document) {
        const std::string& where = document.error().where;
        of.fail({document.error().message, path + ".a" + (where.empty() ? "" : "." + where)});
        return compared;
    }
    document->figures.clear();
    compared.a = std::make_shared<const Document>(*std::move(document));
    return compared;
}

/// The error for the first key that is left, with the nearest of the known ones.
std::optional<Error> fault_of_rest(const Json& rest, const std::string& path,
                                   const std::vector<std::string>& known) {
    if (rest.empty())
        return std::nullopt;
    const std::string& key = rest.begin().key();
    std::string names;
    for (const std::string& one : known)
        names += (names.empty() ? "" : ", ") + one;
    const std::string meant = did_you_mean(key, known);
    return Error{"unknown key " + cite(key) + (meant.empty() ? "; the keys are " + names : meant),
                 key_path(path, key)};
}

Result<std::vector<Index>> read_head_list(const Json& value, const std::string& path) {
    if (!value.is_array() || value.size() > static_cast<std::size_t>(max_heads))
        return Error{"found " + found(value) + ", expected a list of heads such as [0, 2]", path};
    std::vector<Index> heads;
    for (std::size_t at = 0; at < value.size(); ++at) {
        const auto head =
            read_whole(value[at], path + "[" + std::to_string(at) + "]", 0, max_heads - 1);
        if (!head)
            return head.error();
        heads.push_back(*head);
    }
    return heads;
}

Result<KeptFigure> read_kept_figure(Json& object, const std::string& path, const ReadA& read_a,
                                    bool keeps_unknown) {
    KeptFigure figure;
    std::optional<Error> fault;
    KeptMembers of(object, path, fault);
    of.needed_text("name", figure.name);
    of.needed_text("file", figure.ending);
    of.needed_text("figure", figure.figure);
    of.text("stage", figure.stage);
    if (of.has("digits"))
        of.whole("digits", figure.digits.emplace(), 0, 17);
    of.whole("query", figure.query, 0, max_tokens - 1);
    of.whole("head", figure.head, 0, max_heads - 1);
    of.whole("layer", figure.layer, 0, max_tokens - 1);
    of.flag("cross", figure.is_cross);
    of.flag("shows_query", figure.shows_query);
    of.flag("shows_row_sums", figure.shows_row_sums);
    of.flag("reveals", figure.reveals);
    of.texts("marks", figure.marks, "places");
    of.take("heads", figure.heads, read_head_list);
    of.text("sweep", figure.sweep);
    of.whole("frames", figure.frames, 0, static_cast<Index>(max_sweep_steps));

    // The parts with keys of their own, and what is left of each.
    struct Part {
        const char* key;
        std::vector<std::string> known;
        Json rest;
    };
    std::vector<Part> parts;
    if (auto look = of.object("look")) {
        const ReadStyle read = style_of_json(*look);
        if (!read.fault.empty())
            of.fail({read.fault, path + ".look." + read.key});
        figure.look = read.style;
        for (const std::string& key : style_keys())
            look->erase(key);
        parts.push_back({"look", style_keys(), *std::move(look)});
    }
    if (of.has("title"))
        of.text("title", figure.look.picture.title.emplace());
    of.text("caption", figure.look.picture.caption);
    if (auto comparison = of.object("comparison")) {
        figure.compared = read_kept_comparison(*comparison, path + ".comparison", read_a, fault);
        parts.push_back(
            {"comparison", {"a", "a_name", "b_name", "changes"}, *std::move(comparison)});
    }
    if (auto sheet = of.object("worksheet")) {
        figure.worksheet = read_kept_worksheet(*sheet, path + ".worksheet", fault);
        parts.push_back({"worksheet",
                         {"level", "share", "blank", "seed", "key", "letter", "count"},
                         *std::move(sheet)});
    }
    if (fault)
        return *std::move(fault);

    if (!keeps_unknown) {
        if (auto error = fault_of_rest(object, path, {figure_keys.begin(), figure_keys.end()}))
            return *std::move(error);
        for (const Part& part : parts)
            if (auto error = fault_of_rest(part.rest, path + "." + part.key, part.known))
                return *std::move(error);
    }
    Json unknown = std::move(object);
    for (Part& part : parts)
        if (!part.rest.empty())
            unknown[part.key] = std::move(part.rest);
    if (!unknown.empty())
        figure.unknown_keys = unknown.dump();
    return figure;
}

Json json_of(const KeptFigure& figure, const WriteA& write_a) {
    const KeptFigure usual;
    Json json{{"name", figure.name}, {"file", figure.ending}, {"figure", figure.figure}};
    const auto put = [&](const char* key, const auto& value, const auto& otherwise) {
        if (value != otherwise)
            json[key] = value;
    };
    put("stage", figure.stage, usual.stage);
    if (figure.digits)
        json["digits"] = *figure.digits;
    put("query", figure.query, usual.query);
    put("head", figure.head, usual.head);
    put("layer", figure.layer, usual.layer);
    put("cross", figure.is_cross, usual.is_cross);
    put("shows_query", figure.shows_query, usual.shows_query);
    put("shows_row_sums", figure.shows_row_sums, usual.shows_row_sums);
    put("reveals", figure.reveals, usual.reveals);
    put("marks", figure.marks, usual.marks);
    put("heads", figure.heads, usual.heads);
    put("sweep", figure.sweep, usual.sweep);
    put("frames", figure.frames, usual.frames);
    if (figure.look.picture.title)
        json["title"] = *figure.look.picture.title;
    put("caption", figure.look.picture.caption, usual.look.picture.caption);
    if (Json look = json_of_look(figure.look); !look.empty())
        json["look"] = std::move(look);
    if (figure.compared) {
        Json comparison{{"a", Json::parse(write_a(*figure.compared->a))}};
        if (!figure.compared->a_name.empty())
            comparison["a_name"] = figure.compared->a_name;
        if (!figure.compared->b_name.empty())
            comparison["b_name"] = figure.compared->b_name;
        if (!figure.compared->lists_changes)
            comparison["changes"] = false;
        json["comparison"] = std::move(comparison);
    }
    if (figure.worksheet)
        json["worksheet"] = json_of(*figure.worksheet);
    if (!figure.unknown_keys.empty())
        json.update(Json::parse(figure.unknown_keys), true);
    return json;
}

/// Bytes that are not UTF-8 become U+FFFD, as elsewhere in a document.
std::string one_line(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string member_text(const Json& value) {
    if (!value.is_object())
        return one_line(value);
    JsonMembers inside;
    for (const auto& [key, one] : value.items())
        inside.emplace_back(key, one_line(one));
    return json_object(std::move(inside), "      ");
}

/// Writes the known keys in their order, then the others.
std::string figure_text(Json json) {
    JsonMembers members;
    for (const std::string_view key : figure_keys)
        if (const auto at = json.find(key); at != json.end()) {
            members.emplace_back(key, member_text(*at));
            json.erase(at);
        }
    for (const auto& [key, value] : json.items())
        members.emplace_back(key, member_text(value));
    return json_object(std::move(members), "    ");
}

} // namespace

Result<std::vector<KeptFigure>> read_figures(Json& list, const std::string& path,
                                             const ReadA& read_a, bool keeps_unknown) {
    if (!list.is_array())
        return Error{"found " + found(list) + ", expected a list of figures", path};
    if (list.size() > max_kept_figures)
        return Error{std::to_string(list.size()) + " kept figures are more than the limit of " +
                         std::to_string(max_kept_figures) + "; remove some",
                     path};
    std::vector<KeptFigure> figures;
    for (std::size_t at = 0; at < list.size(); ++at) {
        auto figure = read_kept_figure(list[at], path + "[" + std::to_string(at) + "]", read_a,
                                       keeps_unknown);
        if (!figure)
            return figure.error();
        figures.push_back(*std::move(figure));
    }
    return figures;
}

std::string figures_text(const std::vector<KeptFigure>& figures, const WriteA& write_a) {
    std::string text = "[";
    for (const KeptFigure& figure : figures)
        text += (text.size() == 1 ? "\n    " : ",\n    ") + figure_text(json_of(figure, write_a));
    return text + "\n  ]";
}

} // namespace attn::io
