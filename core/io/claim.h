// SPDX-License-Identifier: MIT
// Prevents two windows from editing one file: records who has it open.
#pragma once

#include "core/io/descriptor.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace attn::io {

/// The window that has the file open.
struct Holder {
    long process = 0;
    std::string host;
    std::int64_t since = 0; // seconds since 1970
};

/// Held while a window edits a file; ends with the window, also if that is killed.
class Claim {
public:
    Claim(std::string file, Descriptor opened)
        : file_(std::move(file)), opened_(std::move(opened)) {}
    ~Claim();
    Claim(const Claim&) = delete;
    Claim& operator=(const Claim&) = delete;

private:
    std::string file_;
    Descriptor opened_;
};

struct Claimed {
    std::shared_ptr<const Claim> claim; // also empty if claims cannot be kept: then all may edit
    std::optional<Holder> holder;       // the window that was first
};

/// Claims the document at `path`; `folder` holds the claims.
Claimed claim(const std::string& path, const std::string& folder);

} // namespace attn::io
