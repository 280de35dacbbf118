// SPDX-License-Identifier: MIT
// What the JSON library is made of, compiled once for all tests (json_once.cpp), which would
// otherwise cost each group of files four seconds. The tests' precompiled header has it, so no file
// includes it.
#pragma once

#include <nlohmann/json.hpp>

#include <fstream>
#include <string>
#include <utility>

extern template class nlohmann::basic_json<>;
extern template class nlohmann::detail::serializer<nlohmann::json>;
extern template class nlohmann::detail::parser<
    nlohmann::json, decltype(nlohmann::detail::input_adapter(std::string()))>;
extern template class nlohmann::detail::parser<
    nlohmann::json, decltype(nlohmann::detail::input_adapter(std::declval<std::ifstream&>()))>;
