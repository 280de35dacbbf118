// SPDX-License-Identifier: MIT
// A Jupyter notebook: the NumPy program step by step, each step with its formula and its saved
// output. The output is formatted so that the lab can print the same.
#include "core/document/model/evaluate.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/io/document/json_literal.h"
#include "core/io/text/markup_text.h"
#include "core/publish/code/code_walk.h"
#include "core/publish/code/code_words.h"
#include "core/publish/text/latex_text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

namespace attn::publish {
namespace {

constexpr int decimals_shown = 4;
constexpr std::size_t width_shown = 10;

constexpr std::string_view show_code = R"(

def show(name, values):
    """A matrix with its name and shape; several stand below each other."""
    print(f"\n{name}  {' × '.join(map(str, values.shape))}")
    for matrix in values if values.ndim == 3 else [values]:
        for row in matrix:
            print("".join(f"{number:10.4f}" for number in row))
)";

constexpr std::string_view heatmap_code = R"(import matplotlib.pyplot as plt

figure, axes = plt.subplots()
shown = stages["weights"]
image = axes.imshow(shown, cmap="Purples", vmin=0)
axes.set_xticks(range(len({columns})), {columns}, rotation=90)
axes.set_yticks(range(len({rows})), {rows})
axes.set_xlabel("{column}")
axes.set_ylabel("{row}")
if shown.size <= 400:
    for (row, column), weight in np.ndenumerate(shown):
        ink = "white" if weight > 0.6 * shown.max() else "black"
        axes.text(column, row, f"{weight:.2f}", ha="center", va="center", color=ink)
figure.colorbar(image)
plt.show()
)";

/// As Python's f"{number:10.4f}".
std::string printed(Real number) {
    std::array<char, 400> letters;
    std::string text;
    if (std::isfinite(number)) {
        const auto end = std::to_chars(letters.data(), letters.data() + letters.size(), number,
                                       std::chars_format::fixed, decimals_shown)
                             .ptr;
        text.assign(letters.data(), end);
    } else {
        text = std::isnan(number) ? "nan" : number > 0 ? "inf" : "-inf";
    }
    return std::string(text.size() < width_shown ? width_shown - text.size() : 0, ' ') + text;
}

/// What show() prints for a stage.
std::string shown(const Document& document, const Trace& trace, SheetId sheet) {
    const bool is_by_query = info(sheet.stage, document.model).is_by_query;
    const Index count = is_by_query ? token_count(document) : 1;
    std::string rows, shape;
    for (sheet.query = 0; sheet.query < count; ++sheet.query) {
        const Matrix values = written_matrix(document, trace, sheet);
        shape = std::to_string(values.rows()) + " × " + std::to_string(values.cols());
        for (Index row = 0; row < values.rows(); ++row) {
            for (Index column = 0; column < values.cols(); ++column)
                rows += printed(values(row, column));
            rows += "\n";
        }
    }
    sheet.query = 0;
    return "\n" + to_text(sheet) + "  " + (is_by_query ? std::to_string(count) + " × " : "") +
           shape + "\n" + rows;
}

class Book {
public:
    explicit Book(const Document& document)
        : document_(document), trace_(evaluate(document)), has_several_(head_count(document) > 1) {}

    std::string made() {
        const std::string title =
            document_.title.empty() ? title_of(document_) : io::markdown_literal(document_.title);
        add_words("# " + title + "\n\n" + std::string(subject_of(document_)) +
                  ", step by step. Written by Attention Lab.");
        std::vector<CodePart> parts = python_parts(document_, Language::NumPy);
        parts.front().code += show_code;
        for (const CodePart& part : parts)
            add_part(part);
        add_words("All results.");
        std::string output, names;
        std::size_t line = 0; // start of the last line
        for (const SheetId& sheet : sheets(document_)) {
            output += shown(document_, trace_, sheet);
            const std::string name = io::json_string(to_text(sheet)) + ",";
            const bool begins_line = names.empty() || names.size() - line + name.size() > 88;
            if (begins_line && !names.empty())
                names += "\n";
            if (begins_line)
                line = names.size();
            names += (begins_line ? "    " : " ") + name;
        }
        add_code("for name in [\n" + names + "\n]:\n    show(name, stages[name])", output);
        if (has_stage(document_, Stage::Weights)) {
            add_words("The weights as a picture.");
            add_code(heatmap(), "");
        }
        return "{\n \"cells\": [\n" + cells_ +
               "\n ],\n \"metadata\": {\n  \"kernelspec\": {\n   \"display_name\": \"Python 3\",\n"
               "   \"language\": \"python\",\n   \"name\": \"python3\"\n  },\n"
               "  \"language_info\": {\n   \"name\": \"python\"\n  }\n },\n"
               " \"nbformat\": 4,\n \"nbformat_minor\": 4\n}\n";
    }

private:
    void add(const std::string& kind, const std::string& source, const std::string& beside) {
        cells_ += std::string(cells_.empty() ? "" : ",\n") + "  {\n   \"cell_type\": \"" + kind +
                  "\",\n" + beside + "   \"metadata\": {},\n   \"source\": " +
                  io::json_string(source.substr(0, source.find_last_not_of('\n') + 1)) + "\n  }";
    }
    void add_words(const std::string& words) { add("markdown", words, ""); }
    void add_code(const std::string& code, const std::string& output) {
        const std::string stream =
            output.empty() ? ""
                           : "\n    {\n     \"name\": \"stdout\",\n     \"output_type\": "
                             "\"stream\",\n     \"text\": " +
                                 io::json_string(output) + "\n    }\n   ";
        add("code", code,
            "   \"execution_count\": " + std::to_string(++count_) + ",\n   \"outputs\": [" +
                stream + "],\n");
    }

    /// Adds the words and formulas, then the code and its output.
    void add_part(const CodePart& part) {
        std::string words = part.words, code = part.code, output;
        for (const SheetId& sheet : part.computed) {
            const std::string said = formula(document_, sheet.stage);
            if (!said.empty())
                words += "\n\n$$" + std::string(info(sheet.stage, document_.model).latex) + " = " +
                         latex_formula(said) + "$$";
            const bool is_of_loop = has_several_ && info(sheet.stage, document_.model).is_per_head;
            if (is_of_loop || info(sheet.stage, document_.model).is_by_query)
                continue;
            code += std::string(output.empty() ? "\n" : "") + "show(\"" +
                    std::string(sheet.stage.name()) + "\", " + variable(sheet) + ")\n";
            output += shown(document_, trace_, sheet);
        }
        if (!words.empty())
            add_words(words);
        add_code(code, output);
    }

    std::string heatmap() const {
        const bool by_rows = words_are_rows(document_);
        const std::string queries = "tokens",
                          keys = document_.options.has_memory ? "memory" : "tokens";
        return filled(heatmap_code, {{"rows", by_rows ? queries : keys},
                                     {"columns", by_rows ? keys : queries},
                                     {"row", by_rows ? "query" : "key"},
                                     {"column", by_rows ? "key" : "query"}});
    }

    const Document& document_;
    Trace trace_;
    bool has_several_;
    std::string cells_;
    int count_ = 0;
};

} // namespace

std::string notebook(const Document& document) {
    return Book(document).made();
}

} // namespace attn::publish
