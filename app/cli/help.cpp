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
  export   write a picture, a table, a program or a copy to a file
  import   make a document from arrays of NumPy, safetensors or CSV
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
  ATTENTION_LAB_ASSETS   the folder that holds "presets", if not the installed one
  ATTENTION_LAB_DRAWING  who draws the window: opengl, or software (the processor,
                         chosen where there is no graphics hardware)

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

constexpr std::string_view export_help =
    R"(Writes a document to a file; what is written depends on the file's ending.

Usage: attention-lab export DOCUMENT FILE [OPTIONS]

DOCUMENT is a preset's name or a file. FILE ends in
  .png .svg .pdf  a picture; it remembers the document and opens as one
  .csv .tsv       one stage with row and column names; a word that a spreadsheet
                  would run (=1+1) begins with an apostrophe, which import takes
                  away again
  .npy            one stage as a NumPy array
  .npz            all stages as a NumPy archive
  .md .json       one stage, or all
  .py             a program that computes every stage; see --program
  .cpp .m .ipynb  the same in C++ with Eigen, in MATLAB, as a Jupyter notebook
  .tex            LaTeX; see --latex
  .attn           a copy of the document

Options:
  --stage NAME       the stage of a table or a picture, as in show
  --digits N         N decimals, 0 to 17; usual are all in tables, 2 in pictures
  --program NAME     library of the Python program: numpy, pytorch or jax
  --latex NAME       steps (the calculation of the query word, usual), matrix
                     (usual of a stage), table, or heatmap (TikZ)
  --fragment         LaTeX without preamble, to include in a document
  -h, --help         print this help and exit
  --version          print the version and exit

Options of pictures; LaTeX follows them where it can:
  --figure NAME      canvas (the whole calculation, usual), query (the bars of
                     the query word), a stage, step/1 to step/14, a place such
                     as weights[1,4] (where its number comes from), comparison,
                     or mistake/NAME beside the right result
  --against DOCUMENT for comparison: what stands beside DOCUMENT
  --query N          the query word, from 0; matrices frame it
  --head N           the head that canvas and query show, from 0
  --size SIZE        note (1600 pixels wide, usual), slide (1920 x 1080), paper-1
                     (one column, 89 mm, 7 pt), paper-2 (183 mm), or WIDTHxHEIGHT
  --dpi N            pixels per inch, 36 to 2400; usual are 300 on paper. With
                     WIDTHxHEIGHT letters are of 7 pt, as on paper
  --theme NAME       light (usual), dark, projector or grey (for printing)
  --background NAME  theme (usual) or transparent
  --colours NAME     colour map: viridis (usual), cividis or grey
  --range LOW HIGH   numbers at the ends of the colour map
  --shared-range     one range for all signed matrices
  --numbers KIND     decimals (usual), significant (digits) or fraction
  --mark PLACE       frames a cell, in LaTeX as well; may be given several times
  --title TEXT       instead of the usual title; "" for none
  --caption TEXT     below the cells
  --gap N            between cells
  --no-labels --no-numbers --no-colour-bar
                     leave these out
  --blank-blocked    cells that a mask blocks stay empty instead of grey
  --outlines         in SVG, letters as outlines instead of text

Options of worksheets:
  --worksheet        as .pdf, a page of A4 with empty boxes to be filled in by hand
  --key              its answers instead; the worksheet itself holds none of them
  --blank STAGES     with empty boxes; usual are scores,weights,output
  --share N          how many of their boxes are empty, 0 to 1, usual is 0.4
  --seed N           which ones, usual is 1

An existing file is replaced, all or nothing. The same document and options give
the same bytes.

Examples:
  attention-lab export four-words weights.pdf --stage weights --size paper-1
  attention-lab export four-words weights.csv --stage weights
  attention-lab export four-words stages.npz
  attention-lab export four-words attention.py --program pytorch
  attention-lab export four-words word.tex --query 2 --digits 3
  attention-lab export four-words sheet.pdf --worksheet --seed 7
)";

constexpr std::string_view import_help =
    R"(Makes a document from arrays: .npy, .npz, .safetensors, .csv and .tsv. Without
-o it lists the arrays: name, shape and type.

Usage: attention-lab import FILE… [-o DOCUMENT]

Options:
  -o, --output DOCUMENT  the document that is written
  --x NAME               the array that is X; without one X is the identity
  --w-q, --w-k, --w-v NAME
                         the arrays that are W_Q, W_K and W_V
  --qkv NAME             one array with the columns of Q, K and V side by side
  --transposed           the arrays named by --w-q to --qkv are stored as
                         nn.Linear does, one output in each row
  --heads N              the projections hold N heads [1]
  --head I               the head that is taken, from 0 [0]
  --rows LIST            the rows of X that are taken, as in 0:4,7
  --dims LIST            the dimensions of d_model
  --d-k LIST             the columns of W_Q and W_K within the head
  --d-v LIST             the columns of W_V within the head
  --tokens NAME          an array of texts: the words
  --words A,B,C          the words themselves
  --decimal-comma, --decimal-point
                         how numbers of tables are written; has to be said only
                         where a table can be read both ways
  -h, --help             print this help and exit
  --version              print the version and exit

What is not named is found by the usual names: X, W_Q, q_proj.weight (stored
transposed), in_proj_weight (fused and transposed), c_attn.weight (fused),
wte.weight, tokens. NAME is a whole name or its end; NAME[2] takes number 2 of
an axis before the last two.

A cell of a table is a number, a fraction (1/2) or arithmetic (sqrt(2)/2); one
that is none, such as N/A or NaN, is refused by its line and column. A .txt
holds a table, or arrays as NumPy and PyTorch print them. For files of other
kinds, such as .pt or .gguf, the error says how to convert them.

Examples:
  attention-lab import model.safetensors
  attention-lab import model.safetensors -o head.attn --qkv c_attn.weight \
    --x wte.weight --heads 12 --head 3 --rows 464,3797 --dims 0:8 --d-k 0:4
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
    if (command == "export")
        return export_help;
    if (command == "import")
        return import_help;
    if (command == "lesson")
        return lesson;
    if (command == "check")
        return check;
    assert(command == "info" && "every command has its help");
    return info;
}

} // namespace app::cli
