// SPDX-License-Identifier: MIT
#include "app/session/outbox.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>
#include <typeinfo>
#include <utility>
#include <variant>

namespace app {

Request::Request(const Request& other) = default;
Request::Request(Request&& other) noexcept = default;
Request& Request::operator=(const Request& other) = default;
Request& Request::operator=(Request&& other) noexcept = default;
Request::~Request() = default;

void Outbox::post(Request request) {
    requests_.push_back(std::move(request));
}

void Outbox::edit(attn::Command command, attn::Gesture gesture) {
    post(Edit{std::move(command), gesture});
}

std::vector<Request> Outbox::take() {
    return std::exchange(requests_, {});
}

namespace {

/// Returns the type's name as in the source, without its namespace.
std::string name_of(const std::type_info& type) {
    const std::unique_ptr<char, decltype(&std::free)> readable(
        abi::__cxa_demangle(type.name(), nullptr, nullptr, nullptr), std::free);
    const std::string name = readable ? readable.get() : type.name();
    return name.substr(name.rfind(':') + 1);
}

} // namespace

std::string name_of(const Request& request) {
    const std::string name =
        std::visit([](const auto& one) { return name_of(typeid(one)); }, request);
    if (const auto* const edit = std::get_if<Edit>(&request))
        return name + ": " +
               std::visit([](const auto& one) { return name_of(typeid(one)); }, edit->command);
    return name;
}

} // namespace app
