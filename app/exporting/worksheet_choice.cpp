// SPDX-License-Identifier: MIT
#include "app/exporting/worksheet_choice.h"

#include "core/io/file.h"

#include <cstddef>
#include <utility>

namespace app {

using namespace attn;

bool is_worksheet(const ExportChoice& choice) {
    const auto kind = publish::file_kind(choice.path);
    return choice.worksheet.is_on && kind && *kind == publish::FileKind::Pdf;
}

void choose_worksheet(const WorksheetChoice& choice, publish::ExportOptions& options) {
    figure::WorksheetOptions worksheet;
    worksheet.level = choice.level;
    worksheet.is_key = choice.is_key;
    worksheet.seed = choice.seed;
    worksheet.paper = choice.is_letter ? figure::letter : figure::a4;
    options.worksheet = worksheet;
    if (choice.count > 1 || !choice.names.empty())
        options.variants = publish::WorksheetClass{
            choice.names.empty() ? choice.count : choice.names.size(), choice.names};
}

std::string take_names(const std::string& file, WorksheetChoice& into) {
    into.list = file;
    into.names.clear();
    into.list_fault.clear();
    if (file.empty())
        return "";
    constexpr std::size_t most_bytes = 1 << 20;
    const auto text = io::read_file(file, most_bytes);
    auto names = text ? publish::class_list(*text) : text.error();
    if (names)
        into.names = *std::move(names);
    else
        into.list_fault = names.error().text();
    return into.list_fault;
}

} // namespace app
