// SPDX-License-Identifier: MIT
#include "app/cli/help.h"

#include <cassert>

namespace app::cli {
namespace {

constexpr std::string_view program =
    R"(Attention Lab shows the attention mechanism with every number in view.

Usage: attention-lab [DOCUMENT]
       attention-lab COMMAND …

Without a command it opens the window. DOCUMENT is a preset's name or a file;
"./" before a name says that it is a file.

Commands:
  presets  list the presets: name and title
  show     print one stage of the calculation, or all
  explain  say where a number comes from
  lesson   list the lessons, or print one with its speaker's notes
  check    say whether documents are good, and if not where and why
  info     versions of the program and its libraries

Options:
  -h, --help     print this help, or that of a command, and exit
  --version      print the version and exit
  --probe FILE   for tests: write the places of the window's controls to FILE

Exit codes:
  0  done
  1  failed while running
  2  wrong usage
  3  a file was rejected
  4  no display or no OpenGL
  5  could not write

Environment:
  ATTENTION_LAB_ASSETS  the folder that holds "presets", if not the installed one

Examples:
  attention-lab four-words
  attention-lab show four-words --stage weights --format json
  attention-lab check my.attn
)";

constexpr std::string_view presets = R"(Lists the presets, one in each line: name, tab, title.

Usage: attention-lab presets

Options:
  -h, --help   print this help and exit
  --version    print the version and exit
)";

constexpr std::string_view show = R"(Prints one stage of a document's calculation, or all of them.

Usage: attention-lab show DOCUMENT [OPTIONS]

DOCUMENT is a preset's name or a file.

Options:
  --stage NAME      one of X, W_Q, W_K, W_V, Q, K, V, scores, scaled, masked,
                    weights, weighted_values (one matrix for each query word),
                    output; with several heads "weights/1" is that of head 1,
                    heads count from 0. Without it all stages are printed, as
                    text or JSON.
  --format FORMAT   text   aligned, for people (usual)
                    csv    with row and column names
                    json   {"stage", "shape", "rows", "columns", "values",
                           "row_sums"}; all stages: {"stages": [ … ]}
                    npy    NumPy's file format, 64-bit floats
  --precision N     N decimals, 0 to 17. Usual are 4 for text and as many as
                    the number has for csv and json; npy keeps every bit.
  -o, --output FILE write to FILE instead of standard output
  -h, --help        print this help and exit
  --version         print the version and exit

Examples:
  attention-lab show three-inputs
  attention-lab show three-inputs --stage weighted_values --precision 8
  attention-lab show my.attn --stage weights --format npy -o weights.npy
)";

constexpr std::string_view explain =
    R"(Says where a number comes from: its formula with the live numbers, then those
of every number it is made of, back to X and the weight matrices.

Usage: attention-lab explain DOCUMENT PLACE [OPTIONS]

DOCUMENT is a preset's name or a file. PLACE is a stage with a row and a column
from 0: weights[1,4]; of head 1 weights/1[1,4]; of the weighted values first the
query: weighted_values[1,4,0].

Options:
  --format FORMAT   text   for people (usual)
                    latex  an align* for each matrix; needs amsmath
  --precision N     N decimals, 0 to 17; usual are 4
  -o, --output FILE write to FILE instead of standard output
  -h, --help        print this help and exit
  --version         print the version and exit

Long sums show their largest terms; the others are counted and added up.

Examples:
  attention-lab explain the-cat-chased-the-mouse 'weights[1,4]'
  attention-lab explain my.attn 'output[0,2]' --format latex -o output.tex
)";

constexpr std::string_view lesson =
    R"(Lists the lessons, or prints one as Markdown: what each step says, with its
numbers, and the speaker's notes.

Usage: attention-lab lesson list
       attention-lab lesson notes NAME

Options:
  -h, --help   print this help and exit
  --version    print the version and exit

Examples:
  attention-lab lesson notes why-the-root
)";

constexpr std::string_view check =
    R"(Says whether documents are good. For each that is not, it names the file, the
line, column or key, what was found, what was expected and the remedy.

Usage: attention-lab check FILE…

Options:
  -h, --help   print this help and exit
  --version    print the version and exit

The exit code is 0 when every file is good, 3 when one is not.
)";

constexpr std::string_view info =
    R"(Prints the versions of the program and the libraries it was built with, the
OpenGL driver if a display is there, and where the presets are.

Usage: attention-lab info

Options:
  -h, --help   print this help and exit
  --version    print the version and exit
)";

} // namespace

std::string_view help_text(std::string_view command) {
    if (command.empty())
        return program;
    if (command == "presets")
        return presets;
    if (command == "show")
        return show;
    if (command == "explain")
        return explain;
    if (command == "lesson")
        return lesson;
    if (command == "check")
        return check;
    assert(command == "info" && "every command has its help");
    return info;
}

} // namespace app::cli
