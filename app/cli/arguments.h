// SPDX-License-Identifier: MIT
// The arguments as values. Only arguments.cpp sees the library that parses them.
#pragma once

#include "app/cli/cli.h"
#include "core/base/matrix.h"
#include "core/publish/style.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace app::cli {

enum class Format { Text, Csv, Json, Npy };

struct PresetsRequest {};
struct ShowRequest {
    std::string document;
    std::string stage; // empty: all
    Format format = Format::Text;
    std::optional<int> decimals;
    std::string output; // empty: standard output
};
struct ExplainRequest {
    std::string document;
    std::string place;
    bool is_latex = false;
    std::optional<int> decimals;
    std::string output; // empty: standard output
};
struct ExportRequest {
    std::string document;
    std::string file;
    std::string stage; // empty: all
    std::string program = "numpy";
    std::string latex; // empty: steps, or the matrix of a stage
    bool is_fragment = false;
    bool is_worksheet = false;
    std::string blank; // stages with empty boxes, separated by commas; empty: the usual ones
    double share = 0.4;
    std::uint32_t seed = 1;
    bool is_key = false;
    std::optional<int> decimals;
    std::string figure; // empty: the stage's matrix, or the canvas
    std::optional<attn::Index> query;
    std::optional<attn::Index> head;
    std::string size = "note";
    std::string theme = "light";
    std::string colours; // empty: the usual ones
    std::string numbers = "decimals";
    std::vector<double> range;
    bool has_shared_range = false;
    std::vector<std::string> marks; // places
    std::string against;            // a document that is A of a comparison
    std::string background = "theme";
    attn::publish::PictureStyle style; // what needs no name
    std::optional<std::string> title;
};
struct ImportRequest {
    std::vector<std::string> files;
    std::string output;                        // empty: the arrays are listed
    std::string x, w_q, w_k, w_v, qkv, tokens; // names of arrays; empty: guessed
    std::vector<std::string> words;
    bool is_transposed = false;
    attn::Index heads = 1, head = 0;
    std::string rows, dimensions, d_k, d_v; // "0:4,7"; empty: all
    bool has_decimal_comma = false, has_decimal_point = false; // said of tables
};
struct LessonRequest {
    bool is_list = false;
    std::string name;
};
struct CheckRequest {
    std::vector<std::string> files;
};
struct InfoRequest {};
/// --help and --version: a text for standard output.
struct PrintRequest {
    std::string text;
};
/// What is wrong with the arguments.
struct UsageError {
    std::string message;
};

using Request =
    std::variant<WindowRequest, PresetsRequest, ShowRequest, ExplainRequest, ExportRequest,
                 ImportRequest, LessonRequest, CheckRequest, InfoRequest, PrintRequest, UsageError>;

Request parse(int count, const char* const* arguments);

} // namespace app::cli
