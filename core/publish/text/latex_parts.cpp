// SPDX-License-Identifier: MIT
#include "core/publish/text/latex_parts.h"

#include "core/document/explaining/derivation_latex.h"
#include "core/document/model/sheet.h"
#include "core/figure/base/colours.h"
#include "core/publish/text/latex_text.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cctype>

namespace attn::publish {
namespace {

constexpr Index last_shown = 3; // after the dots
constexpr Index dots = -1;

/// The rows or columns that are shown; `dots` stands for those left out.
std::vector<Index> shown(Index count, Index most) {
    std::vector<Index> list;
    for (Index at = 0; at < count; ++at) {
        const bool is_left_out =
            count > most && at >= most - last_shown - 1 && at < count - last_shown;
        if (!is_left_out)
            list.push_back(at);
        else if (list.back() != dots)
            list.push_back(dots);
    }
    return list;
}

std::string width_text(double em) {
    const auto tenths = static_cast<long>(em * 10 + 0.5);
    return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + "em";
}

std::string joined(const std::vector<std::string>& cells) {
    std::string line;
    for (std::size_t at = 0; at < cells.size(); ++at)
        line += (at == 0 ? "" : " & ") + cells[at];
    return line;
}

} // namespace

figure::Contents latex_contents(const LatexSource& source, const SheetId& sheet) {
    View view = source.view;
    view.head = head_showing(source.document, sheet, view.head);
    return figure::contents(source.document, source.trace, view, sheet);
}

std::vector<std::string> row_labels(const figure::Contents& contents) {
    const figure::SheetLook& look = contents.sheets.front();
    std::vector<std::string> list;
    for (Index row = 0; row < look.row_count(); ++row)
        list.push_back(latex_shown_word(look.row_name(row, contents.words())));
    return list;
}

std::vector<std::string> column_labels(const figure::Contents& contents) {
    const figure::SheetLook& look = contents.sheets.front();
    std::vector<std::string> list;
    for (Index column = 0; column < look.column_count(); ++column)
        list.push_back(latex_shown_word(look.column_name(column, contents.words())));
    return list;
}

bool is_marked(const LatexSource& source, const figure::SheetLook& look, Index row, Index column) {
    const std::vector<Place>& marked = source.view.marked;
    return std::find(marked.begin(), marked.end(), look.place(row, column)) != marked.end();
}

std::string latex_symbol(const SheetId& sheet) {
    const std::string name(sheet.stage.name());
    std::string symbol = name.size() == 1            ? name
                         : name.starts_with("W_")    ? "W_{" + name.substr(2) + "}"
                         : name == "weighted_values" ? "\\mathrm{weighted}"
                         : name == "Vt"              ? "V^{\\top}"
                         : name == "concept_cosine"  ? "\\mathrm{cosine}_{\\mathrm{concepts}}"
                         : name.find_first_of("_.") != std::string::npos
                             ? "{" + std::string(info(sheet.stage).latex) + "}"
                             : "\\mathrm{" + name + "}";
    const std::string above = latex_copy(sheet);
    return above.empty() ? symbol : symbol + "^{" + above + "}";
}

std::string latex_cell(const figure::SheetLook& look, Index row, Index column) {
    if (look.has_no_key(row, column))
        return "\\text{--}";
    return latex_number(look.value(row, column), look.numbers);
}

std::string latex_matrix(const LatexSource& source, const figure::Contents& contents,
                         attn::Shape most) {
    constexpr double longest_level = 3.2; // em; longer names are rotated
    const bool has_labels = source.request.has_labels;
    const figure::SheetLook& look = contents.sheets.front();
    const std::vector<Index> rows = shown(look.row_count(), most.rows);
    const std::vector<Index> columns = shown(look.column_count(), most.columns);
    const std::vector<std::string> left = row_labels(contents), above = column_labels(contents);
    double number_width = 1, name_width = 0;
    std::string body, names, head;
    bool has_turned = false;
    for (const Index column : columns)
        if (column != dots)
            name_width =
                std::max(name_width, 0.8 * latex_width(above[static_cast<std::size_t>(column)]));
    has_turned = name_width > longest_level;
    for (const Index row : rows) {
        std::vector<std::string> cells;
        for (const Index column : columns) {
            const bool is_dots = row == dots || column == dots;
            cells.push_back(!is_dots         ? latex_cell(look, row, column)
                            : row != dots    ? "\\cdots"
                            : column != dots ? "\\vdots"
                                             : "\\ddots");
            if (!is_dots && is_marked(source, look, row, column))
                cells.back() = "\\boxed{" + cells.back() + "}";
            if (!is_dots)
                number_width = std::max(number_width, latex_width(cells.back()));
        }
        body += joined(cells) + " \\\\\n";
        names += (row == dots ? "\\vdots" : "\\text{" + left[static_cast<std::size_t>(row)] + "}") +
                 " \\\\\n";
    }
    const double width =
        has_labels && !has_turned ? std::max(number_width, name_width) : number_width;
    const std::string count = std::to_string(columns.size());
    const auto array = [&](const std::string& side) {
        return "\\begin{array}{@{\\,}*{" + count + "}{w{" + side + "}{" + width_text(width) +
               "}}@{\\,}}\n";
    };
    const std::string brackets = "\\left[" + array("r") + body + "\\end{array}\\right]";
    if (!has_labels)
        return brackets + "\n";
    for (const Index column : columns) {
        const std::string name =
            column == dots ? "\\cdots"
                           : "\\text{\\small " + above[static_cast<std::size_t>(column)] + "}";
        head += (head.empty() ? "" : " & ") +
                (has_turned && column != dots ? "\\rotatebox{90}{\\(" + name + "\\)}" : name);
    }
    return "\\begin{array}{@{}r@{\\;}c@{}}\n& " + array("c") + head +
           "\n\\end{array} \\\\\n\\begin{array}{r@{}}\n" + names + "\\end{array} &\n" + brackets +
           "\n\\end{array}\n";
}

std::string matrix_block(const LatexSource& source, const SheetId& sheet, attn::Shape most) {
    const figure::Contents contents = latex_contents(source, sheet);
    const figure::SheetLook& look = contents.sheets.front();
    std::string relation = latex_symbol(sheet);
    std::string said = formula(source.document, sheet.stage);
    if (sheet.stage == Stage::WeightedValues)
        said = source.document.convention == Convention::TokensAsRows // of one word: the sentence
                   ? "weight · V"                                     // below says which
                   : "V · weight";
    if (!said.empty())
        relation += " = " + latex_formula(said);
    constexpr double brief = 8; // em; a longer relation beside a wide matrix would make both small
    constexpr Index wide = 6;
    std::string text = "% " + to_text(sheet) + "\n\\[\n";
    if (latex_width(relation) > brief && look.column_count() > wide)
        text += relation + "\n\\]\n\\[\n\\fitted{\\(\\displaystyle\n" + latex_symbol(sheet);
    else
        text += "\\fitted{\\(\\displaystyle\n" + relation;
    text += " =\n" + latex_matrix(source, contents, most) + "\\)}\n\\]\n";
    const bool is_cut = look.row_count() > most.rows || look.column_count() > most.columns;
    if (is_cut)
        text += "\\begin{center}\\small " + std::to_string(look.row_count()) + " \\(\\times\\) " +
                std::to_string(look.column_count()) +
                ", the first and last of them shown\\end{center}\n";
    return text;
}

// Writes matrices in colour: as a tabular and as a TikZ picture.

namespace {

std::string hexadecimal(figure::Colour colour) {
    std::string text;
    for (const int part : {int{colour.red}, int{colour.green}, int{colour.blue}})
        for (const int shift : {4, 0})
            text += "0123456789ABCDEF"[part >> shift & 0xF];
    return text;
}

/// One cell, for both kinds of picture.
struct TableCell {
    figure::Colour fill;
    std::string digits; // colour of the number: "black" or "white"
    std::string number; // empty: none is shown
    bool is_marked = false;
};

class Picture {
public:
    Picture(const LatexSource& source, const SheetId& sheet)
        : source_(source), contents_(latex_contents(source, sheet)),
          theme_(figure::theme(source.view.theme)), rows(row_labels(contents_)),
          columns(column_labels(contents_)) {}

    const figure::SheetLook& look() const { return contents_.sheets.front(); }

    TableCell cell(Index row, Index column) const {
        const bool is_blocked = look().is_blocked(row, column);
        const bool is_closed = is_blocked || look().has_no_key(row, column);
        TableCell cell;
        cell.fill = is_closed ? theme_.masked : figure::colour(look().scale, value(row, column));
        if (is_blocked && source_.request.is_blank_where_blocked)
            cell.fill = {255, 255, 255, 255};
        else if (source_.request.has_numbers)
            cell.number = latex_cell(look(), row, column);
        cell.is_marked = is_marked(source_, look(), row, column);
        cell.digits = figure::digit_colour(cell.fill).red == 0 ? "black" : "white";
        return cell;
    }

    bool is_query_row(Index row) const {
        return source_.request.shows_query && look().query_row == row;
    }
    bool is_query_column(Index column) const {
        return source_.request.shows_query && look().query_column == column;
    }

    std::string row_role() const { return role(look().row_role); }
    std::string column_role() const { return role(look().column_role); }
    figure::Colour query_colour() const { return theme_.query; }
    figure::Colour mark_colour() const { return theme_.mark; }

    double widest_number() const {
        double widest = 0;
        for (Index row = 0; row < look().row_count(); ++row)
            for (Index column = 0; column < look().column_count(); ++column)
                widest = std::max(widest, latex_width(cell(row, column).number));
        return widest;
    }

private:
    Real value(Index row, Index column) const { return look().value(row, column); }
    static std::string role(const std::string& rich) { return latex_sentence({{rich}}); }

    const LatexSource& source_;
    figure::Contents contents_;
    figure::Theme theme_;

public:
    std::vector<std::string> rows, columns;
};

double widest(const std::vector<std::string>& names) {
    double width = 0;
    for (const std::string& name : names)
        width = std::max(width, latex_width(name));
    return width;
}

std::string decimal(double value) {
    const auto hundredths = static_cast<long>(value * 100 + 0.5);
    const std::string rest = std::to_string(hundredths % 100);
    return std::to_string(hundredths / 100) + "." + (rest.size() < 2 ? "0" : "") + rest;
}

/// The largest font size in which the widest number fits its cell.
std::string number_font(double cell_millimetres, double em) {
    struct Size {
        const char* name;
        double points;
    };
    constexpr std::array<Size, 5> sizes = {{{"\\normalsize", 10},
                                            {"\\small", 9},
                                            {"\\footnotesize", 8},
                                            {"\\scriptsize", 7},
                                            {"\\tiny", 5}}};
    constexpr double points_of_a_millimetre = 72.27 / 25.4;
    const double room = 0.82 * cell_millimetres * points_of_a_millimetre;
    for (const Size& size : sizes)
        if (em * size.points <= room && 1.4 * size.points <= room)
            return size.name;
    return "";
}

/// The command that draws a cell. Without numbers it is a simple one that TeX runs quickly, as
/// there may be thousands; cells then overlap slightly, so that viewers show no gaps between them.
std::string cell_command(const std::string& font) {
    const std::string begin = "  % column, row, colour, colour of the number, number\n"
                              "  \\def\\cell#1#2#3#4#5{\\definecolor{cell}{HTML}{#3}%\n";
    if (font.empty())
        return begin + "    \\pgfsetfillcolor{cell}\\pgfpathrectangle{\\pgfpointxy{#1}{#2}}"
                       "{\\pgfpointxy{1.02}{1.02}}\\pgfusepath{fill}}\n";
    return begin +
           "    \\fill[fill=cell, draw=white, line width=0.2pt] (#1,#2) rectangle +(1,1);\n"
           "    \\ifx\\relax#5\\relax\\else\\node[#4, font=" +
           font + "] at (#1+0.5,#2+0.5) {\\(#5\\)};\\fi}\n";
}

std::string colour_bar(const Picture& picture, double left, double height) {
    constexpr int steps = 64;
    const figure::ColourScale& scale = picture.look().scale;
    std::string text = "  % the colour bar\n";
    for (int at = 0; at < steps; ++at) {
        const auto index = static_cast<std::size_t>((2 * at + 1) * 256 / (2 * steps));
        text += "  \\bar{" + decimal(left) + "}{" + decimal(height * (steps - 1 - at) / steps) +
                "}{" + decimal(height / steps + 0.005) + "}{" +
                hexadecimal((*scale.colours)[index]) + "}\n";
    }
    const auto label = [&](double y, const std::string& number) {
        return "  \\node[anchor=west, xshift=5mm, font=\\footnotesize] at (" + decimal(left) + "," +
               decimal(y) + ") {" + latex_plain(number) + "};\n";
    };
    return text + label(0, picture.look().scale_high) + label(height, picture.look().scale_low);
}

/// Sets the query word's name apart by more than its colour.
std::string query_name(const Picture& picture, const std::string& name) {
    return "\\textcolor[HTML]{" + hexadecimal(picture.query_colour()) +
           "}{\\(\\triangleright\\)}\\ \\textbf{" + name + "}";
}

} // namespace

std::string table_text(const LatexSource& source, const SheetId& sheet) {
    const Picture picture(source, sheet);
    const auto count = std::to_string(picture.columns.size());
    const bool has_labels = source.request.has_labels;
    std::string text = "% " + to_text(sheet) + "\n\\begin{center}\n\\fitted{%\n" +
                       "\\renewcommand\\arraystretch{1.3}%\n\\begin{tabular}{" +
                       (has_labels ? "r" : "") + "*{" + count + "}{c}}\n";
    if (has_labels) {
        text += "& \\multicolumn{" + count + "}{c}{" + picture.column_role() +
                " \\(\\rightarrow\\)} \\\\\n" + picture.row_role() + " \\(\\downarrow\\)";
        const bool is_turned = widest(picture.columns) > 6;
        for (std::size_t at = 0; at < picture.columns.size(); ++at) {
            const std::string name = picture.is_query_column(static_cast<Index>(at))
                                         ? query_name(picture, picture.columns[at])
                                         : picture.columns[at];
            text += " & " + (is_turned ? "\\rotatebox{90}{" + name + "\\ }" : name);
        }
        text += " \\\\\n";
    }
    for (Index row = 0; row < picture.look().row_count(); ++row) {
        const std::string& name = picture.rows[static_cast<std::size_t>(row)];
        if (has_labels)
            text += picture.is_query_row(row) ? query_name(picture, name) : name;
        for (Index column = 0; column < picture.look().column_count(); ++column) {
            const TableCell cell = picture.cell(row, column);
            text += (column == 0 && !has_labels ? "" : " & ") + std::string("\\cellcolor[HTML]{") +
                    hexadecimal(cell.fill) + "}";
            const std::string number = cell.number.empty() ? "\\phantom{0}" : cell.number;
            if (cell.is_marked)
                text += "\\color{" + cell.digits + "}\\(\\boxed{" + number + "}\\)";
            else if (!cell.number.empty())
                text += "\\color{" + cell.digits + "}\\(" + number + "\\)";
        }
        text += " \\\\\n";
    }
    return text + "\\end{tabular}}\n\\end{center}\n";
}

std::string heatmap_text(const LatexSource& source, const SheetId& sheet) {
    constexpr double page_width = 168, page_height = 235; // millimetres
    constexpr double em = 3.2;                            // in \small, in millimetres
    constexpr double most = 12, level_label = 0.9;
    const Picture picture(source, sheet);
    const LatexRequest& request = source.request;
    const auto row_count = static_cast<double>(picture.look().row_count());
    const auto column_count = static_cast<double>(picture.look().column_count());
    const double left = request.has_labels ? em * widest(picture.rows) + 8 : 0;
    const double right = request.has_colour_bar ? 22 : 0;
    const double name = em * widest(picture.columns);
    double cell = std::min(most, (page_width - left - right) / column_count);
    const bool is_turned = name > level_label * cell;
    const double above = request.has_labels ? (is_turned ? name : 5) + 8 : 0;
    cell = std::clamp((page_height - above) / row_count, 0.5, cell);
    const std::string font = request.has_numbers ? number_font(cell, picture.widest_number()) : "";
    // Names of cells smaller than a letter would touch, so only every n-th is printed.
    const Index every = std::max<Index>(1, static_cast<Index>(4.2 / cell + 0.999));

    std::string text = "% " + to_text(sheet) +
                       "\n\\begin{center}\n\\begin{tikzpicture}[x=" + decimal(cell) + "mm, y=-" +
                       decimal(cell) + "mm, inner sep=1pt]\n" + cell_command(font) +
                       "  \\def\\bar#1#2#3#4{\\definecolor{cell}{HTML}{#4}"
                       "\\fill[cell] (#1,#2) rectangle +(4mm,#3);}\n";
    for (Index row = 0; row < picture.look().row_count(); ++row)
        for (Index column = 0; column < picture.look().column_count(); ++column) {
            const TableCell at = picture.cell(row, column);
            text += "  \\cell{" + std::to_string(column) + "}{" + std::to_string(row) + "}{" +
                    hexadecimal(at.fill) + "}{" + at.digits + "}{" +
                    (font.empty() ? "" : at.number) + "}\n";
        }
    if (request.has_labels) {
        for (Index row = 0; row < picture.look().row_count(); row += every)
            text += "  \\node[anchor=east, font=\\small] at (-0.1," + std::to_string(row) +
                    ".5) {" + picture.rows[static_cast<std::size_t>(row)] + "};\n";
        for (Index column = 0; column < picture.look().column_count(); column += every)
            text += std::string("  \\node[") +
                    (is_turned ? "anchor=west, rotate=90" : "anchor=south") +
                    ", font=\\small] at (" + std::to_string(column) + ".5,-0.1) {" +
                    picture.columns[static_cast<std::size_t>(column)] + "};\n";
        const double roles = (is_turned ? name + 3 : 6) / cell;
        text += "  \\node[anchor=south west, font=\\small\\itshape] at (0,-" + decimal(roles) +
                ") {" + picture.column_role() + " \\(\\rightarrow\\)};\n" +
                "  \\node[anchor=south east, xshift=-0.8mm, yshift=0.8mm, font=\\small\\itshape] "
                "at (-0.1,-" +
                decimal(std::min(roles, 0.1)) + ") {" + picture.row_role() +
                " \\(\\downarrow\\)};\n";
    }
    const std::string rows = std::to_string(picture.look().row_count());
    const std::string columns = std::to_string(picture.look().column_count());
    const auto frame = [&](const std::string& corner, const std::string& size,
                           figure::Colour colour) {
        text += "  \\definecolor{frame}{HTML}{" + hexadecimal(colour) +
                "}\n  \\draw[frame, line width=1.2pt] (" + corner + ") rectangle +(" + size +
                ");\n";
    };
    for (Index row = 0; row < picture.look().row_count(); ++row)
        if (picture.is_query_row(row))
            frame("0," + std::to_string(row), columns + ",1", picture.query_colour());
    for (Index column = 0; column < picture.look().column_count(); ++column)
        if (picture.is_query_column(column))
            frame(std::to_string(column) + ",0", "1," + rows, picture.query_colour());
    for (Index row = 0; row < picture.look().row_count(); ++row)
        for (Index column = 0; column < picture.look().column_count(); ++column)
            if (picture.cell(row, column).is_marked)
                frame(std::to_string(column) + "," + std::to_string(row), "1,1",
                      picture.mark_colour());
    if (request.has_colour_bar)
        text += colour_bar(picture, column_count + 4 / cell, row_count);
    return text + "\\end{tikzpicture}\n\\end{center}\n";
}

// Estimates the printed width of LaTeX, closely enough to choose between one line and two.

namespace {

constexpr double script = 0.7; // size of subscripts and superscripts

/// Takes the argument of a command or sign: a group without its braces, or one letter.
std::string_view take_group(std::string_view& text) {
    if (text.empty() || text.front() != '{') {
        const std::string_view one = text.substr(0, 1);
        text.remove_prefix(one.size());
        return one;
    }
    std::size_t depth = 0, at = 0;
    for (; at < text.size(); ++at) {
        if (text[at] == '\\')
            ++at;
        else if (text[at] == '{')
            ++depth;
        else if (text[at] == '}' && --depth == 0)
            break;
    }
    const std::string_view inside = text.substr(1, std::min(at, text.size()) - 1);
    text.remove_prefix(std::min(at + 1, text.size()));
    return inside;
}

double letter_width(char letter) {
    const auto code = static_cast<unsigned char>(letter);
    if (code >= 0x80) // only the first byte of a letter counts
        return code >= 0xE0 ? 1 : code >= 0xC0 ? 0.55 : 0;
    if (std::string_view("-+=").find(letter) != std::string_view::npos)
        return 0.8;
    if (std::string_view("mwMW").find(letter) != std::string_view::npos)
        return 0.9;
    if (std::string_view(". ilj,'").find(letter) != std::string_view::npos)
        return 0.3;
    return std::isupper(code) ? 0.7 : 0.52;
}

double command_width(std::string_view& text) {
    std::size_t length = 0;
    while (length < text.size() && std::isalpha(static_cast<unsigned char>(text[length])))
        ++length;
    const std::string_view name = text.substr(0, std::max<std::size_t>(length, 1));
    text.remove_prefix(std::min(name.size(), text.size()));
    if (name == "frac" || name == "tfrac") {
        const double above = latex_width(take_group(text)), below = latex_width(take_group(text));
        return (name == "frac" ? 1 : script) * std::max(above, below) + 0.2;
    }
    if (name == "underbrace") {
        const double above = latex_width(take_group(text));
        if (!text.starts_with("_"))
            return above;
        text.remove_prefix(1);
        return std::max(above, script * latex_width(take_group(text)));
    }
    if (name == "sqrt" || name == "boxed")
        return 0.8 + latex_width(take_group(text));
    if (name == "sum" || name == "infty" || name == "quad")
        return 1.1;
    if (name == "cdot" || name == "approx")
        return 0.7;
    if (name == "tanh" || name == "sin" || name == "cos" || name == "log" || name == "max")
        return 0.55 * static_cast<double>(name.size());
    return length == 0 ? 0.5 : 0; // an escaped sign; the letters of \text and \mathrm follow
}

} // namespace

double latex_width(std::string_view latex) {
    double em = 0;
    while (!latex.empty()) {
        const char c = latex.front();
        latex.remove_prefix(1);
        if (c == '\\')
            em += command_width(latex);
        else if (c == '_' || c == '^')
            em += script * latex_width(take_group(latex));
        else if (c != '{' && c != '}' && c != '&')
            em += letter_width(c);
    }
    return em;
}

} // namespace attn::publish
