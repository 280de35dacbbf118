// SPDX-License-Identifier: MIT
#include "core/tokenizer/json_options.h"

namespace attn::tokenizer {
namespace {

void keep(Options& options, const Error& error) {
    if (!options.fault)
        options.fault = error;
}

const io::Json* needed(Options& options, const std::string& key, io::Json::value_t type,
                       const std::string& what) {
    const io::Json* value = member(options, key);
    if (!value)
        keep(options,
             Error{"the member " + cite(key) + " is missing, expected " + what, options.path});
    else if (value->type() != type)
        keep(options,
             Error{"found " + io::found(*value) + ", expected " + what, path_of(options, key)});
    return options.fault ? nullptr : value;
}

} // namespace

Options options_of(const io::Json& object, const std::string& path) {
    Options options{object, path};
    if (!object.is_object())
        keep(options, Error{"found " + io::found(object) + ", expected an object", path});
    return options;
}

Options part_of(const io::Json& object, const std::string& path) {
    Options options = options_of(object, path);
    needed_text(options, "type");
    return options;
}

const io::Json* member(Options& options, const std::string& key) {
    options.asked.insert(key);
    if (!options.object.is_object())
        return nullptr;
    const auto found = options.object.find(key);
    return found == options.object.end() || found->is_null() ? nullptr : &*found;
}

bool flag(Options& options, const std::string& key, bool otherwise) {
    const io::Json* value = member(options, key);
    if (!value)
        return otherwise;
    if (!value->is_boolean()) {
        keep(options, Error{"found " + io::found(*value) + ", expected true or false",
                            path_of(options, key)});
        return otherwise;
    }
    return value->get<bool>();
}

std::string text(Options& options, const std::string& key, const std::string& otherwise) {
    return member(options, key) ? needed_text(options, key) : otherwise;
}

std::string needed_text(Options& options, const std::string& key) {
    const io::Json* value = needed(options, key, io::Json::value_t::string, "a text");
    return value ? value->get<std::string>() : std::string();
}

const io::Json* needed_list(Options& options, const std::string& key) {
    return needed(options, key, io::Json::value_t::array, "a list");
}

const io::Json* needed_object(Options& options, const std::string& key) {
    return needed(options, key, io::Json::value_t::object, "an object");
}

std::optional<Error> fault_of(const Options& options) {
    if (options.fault || !options.object.is_object())
        return options.fault;
    for (const auto& [key, value] : options.object.items())
        if (!options.asked.contains(key))
            return Error{
                "the member " + cite(key) +
                    " is not known here and could change the tokens; remove it if it does not",
                options.path};
    return std::nullopt;
}

std::string path_of(const Options& options, const std::string& key) {
    return (options.path.empty() ? "" : options.path + ".") + printable(key, 40);
}

} // namespace attn::tokenizer
