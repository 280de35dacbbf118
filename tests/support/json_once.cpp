// SPDX-License-Identifier: MIT
#include "tests/support/json_once.h"

template class nlohmann::basic_json<>;
template class nlohmann::detail::serializer<nlohmann::json>;
template class nlohmann::detail::parser<nlohmann::json,
                                        decltype(nlohmann::detail::input_adapter(std::string()))>;
template class nlohmann::detail::parser<nlohmann::json, decltype(nlohmann::detail::input_adapter(
                                                            std::declval<std::ifstream&>()))>;
