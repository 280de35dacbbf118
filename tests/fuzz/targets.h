// SPDX-License-Identifier: MIT
// One function for each reader of bytes from outside. From any bytes it must return a value or an
// error, and every value must be valid.
#pragma once

#include <array>
#include <string_view>

namespace attn::fuzz {

void document(std::string_view bytes);
void npy(std::string_view bytes);
void npz(std::string_view bytes);
void safetensors(std::string_view bytes);
void csv(std::string_view bytes);
void paste(std::string_view bytes);
void cell_text(std::string_view bytes);
void lesson(std::string_view bytes);

struct Target {
    std::string_view name; // and that of its folder in corpus/
    void (*run)(std::string_view bytes);
};
inline constexpr std::array<Target, 8> targets = {{{"document", document},
                                                   {"npy", npy},
                                                   {"npz", npz},
                                                   {"safetensors", safetensors},
                                                   {"csv", csv},
                                                   {"paste", paste},
                                                   {"cell_text", cell_text},
                                                   {"lesson", lesson}}};

} // namespace attn::fuzz
