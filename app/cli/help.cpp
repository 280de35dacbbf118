// SPDX-License-Identifier: MIT
#include "app/cli/help.h"

#include "app/cli/help_import.h"
#include "app/cli/help_learning.h"
#include "app/cli/help_numbers.h"

#include <cassert>
#include <utility>

namespace app::cli {
namespace {

/// The commands in the order of the help.
constexpr std::pair<std::string_view, std::string_view> summaries[] = {
    {"presets", "list the presets: name and title"},
    {"new", "make a document from a sentence; a seed draws its numbers"},
    {"show", "print one stage of the calculation, or all"},
    {"explain", "say where a number comes from"},
    {"gradient", "say what every input does to a number"},
    {"seek", "find inputs that bring computed numbers to given values"},
    {"train", "make the loss of a document smaller, step by step"},
    {"export", "write a picture, a table, a program or a copy to a file"},
    {"import", "make a document from arrays, or from a layer of a model"},
    {"capture", "print a Python file that takes a layer out of a PyTorch model"},
    {"lesson", "list the lessons, or print one with its speaker's notes"},
    {"style", "list the saved styles of figures, set the default or remove one"},
    {"check", "say whether documents can be opened, and if not, where and why"},
    {"info", "print the versions of the program and its libraries"},
    {"completion", "print a script with which a shell completes what you type"},
};

constexpr std::string_view program_begin =
    R"(Attention Lab shows the attention mechanism with every number in view.

Usage: attention-lab [DOCUMENT]
       attention-lab COMMAND …

Without a command the program opens its window; without a DOCUMENT the window
begins with the start page. DOCUMENT is the name of a preset or of a file; write
"./" before a name to say that it is a file. Commands read standard input if
DOCUMENT or a FILE is "-", and write to standard output if the output file is "-".

Commands:
)";

constexpr std::string_view program_end = R"(
Options:
  -h, --help     print this help, or the help of a command, and exit
  --version      print the version and exit
  --probe FILE   for tests: write the places of the window's controls to FILE

Exit codes:
  0  the command did its work; also if its reader closed the pipe early
  1  the command failed while it ran
  2  the arguments are wrong
  3  a file was rejected
  4  there is no display or no OpenGL
  5  the result could not be written

Environment:
  ATTENTION_LAB_ASSETS   the folder that holds "presets", if it is not the
                         installed one
  ATTENTION_LAB_DRAWING  what draws the window: opengl, or software (the processor;
                         the program chooses it if there is no graphics hardware)

Examples:
  attention-lab four-words
  attention-lab show four-words --stage weights --format json
  attention-lab check my.attn
)";

constexpr std::string_view presets = R"(Lists the presets, one on each line: name, tab, title.

Usage: attention-lab presets

Options:
  -h, --help   print this help and exit
  --version    print the version and exit
)";

constexpr std::string_view new_help =
    R"(Makes a document from words. A seed draws X and the weights, as a notebook of NumPy
or PyTorch does; the document's notes have the lines that draw them.

Usage: attention-lab new TEXT… [OPTIONS]

A single TEXT is a sentence, and blanks separate its words. If there are several,
each TEXT is one word. TEXT is "-" for standard input.

Options:
  -o, --output FILE  write the document to FILE instead of standard output
  --d-model N        how many numbers each word has; the default is 4
  --heads N          how many heads share them, a divisor of --d-model; the
                     default is 1
  --join HOW         none (the default), side_by_side, or w_o (side by side, times
                     W_O)
  --block            add a transformer block around the heads; W_O joins them
  --seed N           the seed; the default is 42
  --stream NAME      which generator draws the numbers: numpy (numpy.random.seed,
                     the default), default_rng (numpy.random.default_rng), torch
                     (torch.manual_seed), or linear (torch, and weights begin as
                     in nn.Linear)
  -h, --help         print this help and exit
  --version          print the version and exit

Examples:
  attention-lab new "The cat chased the mouse" -o cat.attn
  attention-lab new "New York" is large --d-model 8 --heads 2 --join w_o -o ny.attn
  attention-lab new "The cat sat" | attention-lab show - --stage weights
)";

constexpr std::string_view export_help =
    R"(Writes a document to a file. The ending of the file's name says what is written.

Usage: attention-lab export DOCUMENT FILE [OPTIONS]
       attention-lab export DOCUMENT --into MODEL -o FILE

DOCUMENT is the name of a preset or of a file, or "-" for standard input. FILE is
"-" for standard output, or its name ends in
  .png .svg .pdf  a picture; it remembers the document and opens as one
  .gif            an animation of a number that moves; see --sweep
  .csv .tsv       one stage with row and column names; a word that a spreadsheet
                  would run (=1+1) begins with an apostrophe, which import takes
                  away again
  .npy            one stage as a NumPy array
  .npz .safetensors
                  all stages as a NumPy archive, or as safetensors; import makes a
                  document of the same heads from it
  .md .json       one stage, or all
  .py             a program that computes every stage; see --program
  .cpp .m .ipynb  the same in C++ with Eigen, in MATLAB, as a Jupyter notebook
  .tex            LaTeX; see --latex
  .html           a page for any browser, offline, with every number to change
  .attn           a copy of the document

The command refuses an option that would change nothing in such a file.

Options:
  -o, --output FILE  the same as FILE
  --into MODEL       write a copy of this .safetensors file with the numbers of the
                     document in their places, in the precision of the file. The
                     notes of an imported document say where they are
  --format ENDING    the kind of file, if its name does not say it: svg, csv, …;
                     standard output needs it
  --stage NAME       the stage of a table or a picture, as in show
  --digits N         write N decimals, 0 to 17. The default is all in tables and 2
                     in pictures
  --reveal           show the numbers that the document covers
  --program NAME     the library of the Python program: numpy, pytorch or jax
  --training         write a Python program (numpy or pytorch) that trains the
                     document and prints its loss. It has the settings of the
                     document, which --steps, --rate, --optimiser (adam, momentum,
                     gradient), --momentum, --betas, --epsilon, --learn,
                     --weight-decay and --seed change as in train
  --latex NAME       steps (the calculation of the query word, the default), matrix
                     (the default with --stage), table, or heatmap (TikZ)
  --fragment         write LaTeX without a preamble, to include in a document
  -h, --help         print this help and exit
  --version          print the version and exit

Options of pictures, some of which are also for LaTeX:
  --figure NAME      canvas (the whole calculation, the default), query (the bars of
                     the query word), lines (weights as lines between words),
                     lines/query (of the query word, in every head), heads (the
                     weights of every head), positions (P as curves, or queries
                     and keys before and after they are turned), map/x, map/q,
                     map/k or map/qk (words as points), the pages of the window
                     and of its lower panel: heads/outputs, lines/heads, training,
                     training/query, stream (a block), stream/query, lens (all
                     layers) and enlarged/STAGE, a stage, step/1 to step/14
                     (more with joined heads, positions or a block), a place such as
                     weights[1,4] (where its number comes from), sensitivity/PLACE
                     (what moves its number: the gradient of every matrix),
                     sensitivity/loss, comparison, or mistake/NAME beside the right
                     result; with @1 or cross. it shows another attention of a
                     block, as in canvas@1 or cross.heads
  --against DOCUMENT the document that a comparison shows beside the first
  --query WORD       the query word, or its number from 0; matrices frame it
  --head N           the head to show, from 0
  --heads LIST       the heads whose lines to show, such as 0,2, or all, each in its
                     colour
  --threshold N      draw no lines for smaller weights
  --sweep NUMBER=FROM:TO
                     draw the figure while a number moves, such as
                     temperature=0.25:4 or W_Q[0,1]=-2:2: as .gif an animation, else
                     small pictures side by side. A .gif without this option moves
                     the temperature, or the first rating
  --frames N         how many steps a sweep shows, 2 to 120; the default is 24 in an
                     animation and 6 side by side
  --style NAME       use a saved style: size, letters, colours, range and numbers.
                     Other options override it; none leaves out the default style
                     (see style)
  --save-style NAME  save how this picture looks as a style of this name
  --size SIZE        note (1600 pixels wide, the default), slide (1920 x 1080),
                     paper-1 (one column, 89 mm, 7 pt), paper-2 (183 mm), the
                     width of neurips, icml, icml-2, acl, acl-2, nature or nature-2
                     (2: both columns), a width on paper such as 89mm, 8.9cm,
                     3.25in or 252pt, perhaps with a height (89x60mm), or
                     WIDTHxHEIGHT in pixels
  --font-size N      the size of letters, 4 to 72, on paper in pt; the default on
                     paper is 7
  --dpi N            pixels per inch, 36 to 2400; the default on paper is 300. With
                     WIDTHxHEIGHT the letters have 7 pt, as on paper
  --theme NAME       light (the default), dark, projector or grey (for printing)
  --background NAME  theme (the default) or transparent
  --colours NAME     the colours of weights and scores: violet (the default),
                     viridis, cividis, magma, blues, purples, greys (white to
                     black) or grey (black to white, signed numbers as well)
  --signed NAME      the colours of signed numbers: blue-red (the default),
                     purple-orange or grey
  --scale NAME       how numbers become colours: auto (the default: weights from
                     0 to a round number above the largest), 0..1 (weights),
                     symmetric (scores, with 0 in the middle) or log (weights and
                     signed numbers, by their powers of ten)
  --range LOW HIGH   the numbers at the ends of the colour map
  --shared-range     one range for all signed matrices
  --numbers KIND     decimals (the default), automatic (whole numbers without
                     decimals), significant (digits), fraction, or scientific
                     (1.2e6). If decimals would hide the numbers of a matrix or
                     make it too wide, the matrix gets one of the other kinds
  --mark PLACE       frame a cell, in LaTeX as well; give it again for each cell
  --title TEXT       the title in place of the default one; "" for none
  --caption TEXT     a text below the cells
  --gap N            the space between cells
  --no-labels --no-numbers --no-colour-bar
                     leave these out
  --blank-blocked    leave cells that a mask blocks empty instead of grey
  --outlines         in SVG, draw letters as outlines instead of text

Options of worksheets:
  --worksheet        as .pdf, write a page with empty boxes to fill in by hand
  --key              write the answers instead; the worksheet holds none of them
  --variants N       write N worksheets, 1 to 500, each with other numbers: small
                     whole ones, so that scores are whole and can be worked out by
                     hand. Each has a code such as 7-03, and its key has the same
  --names FILE       write one worksheet for each name in a class list: the first
                     cell of each line of a CSV file
  --level NAME       what students find: row (all of the query word, from the
                     scores on), from-qk (all from the scores on; X and the
                     projections are not shown), from-x (all that is computed) or
                     mistake (one usual mistake was made: where, and which?)
  --layer N          the layer, from 0, of a block of several layers
  --cross            the block's second attention, whose keys come from the memory
  --paper NAME       a4 (the default) or letter
  --blank STAGES     the stages with empty boxes, besides what the document covers.
                     If it covers nothing, the default is scores,weights,output
  --share N          the share of their boxes that is empty, 0 to 1; the default is
                     0.4
  --seed N           the seed that chooses the empty boxes, the numbers of variants
                     and the mistake; the default is 1

Options of pages:
  --lesson NAME      let the .html page tell this lesson, each step with its own
                     document; lesson list has the names. Give the option again
                     for each lesson
  --only-look        let readers look at the page without changing anything in it

An existing file is replaced as a whole or not at all. The same document and options
give the same bytes.

Examples:
  attention-lab export four-words weights.pdf --stage weights --size paper-1
  attention-lab export four-words weights.csv --stage weights
  attention-lab export four-words stages.npz
  attention-lab export four-words attention.py --program pytorch
  attention-lab export majority train.py --training --steps 300 --seed 3
  attention-lab export four-words word.tex --query 2 --digits 3
  attention-lab export four-words sheet.pdf --worksheet --seed 7
  attention-lab export three-inputs class.pdf --worksheet --variants 30 --level row
  attention-lab export four-words handout.html --lesson four-words
  attention-lab export four-words hot.gif --stage weights --sweep temperature=0.2:3
  attention-lab export four-words - --format svg --figure weights
  attention-lab export four-words moves.png --figure 'sensitivity/weights[0,2]'
  attention-lab export head.attn --into model.safetensors -o changed.safetensors
)";

constexpr std::string_view lesson_help =
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

constexpr std::string_view style_help =
    R"(Lists the saved styles, sets the one that pictures have by default, or removes one.
A style is the size, the letters, the colours, the range and the numbers of figures.
The window and the command line share styles: the export panel saves them, and so
does export --save-style NAME.

Usage: attention-lab style list
       attention-lab style default NAME
       attention-lab style remove NAME

"style default none" goes back to the usual looks.

Options:
  -h, --help   print this help and exit
  --version    print the version and exit

Examples:
  attention-lab export four-words a.pdf --size neurips --scale log --save-style mine
  attention-lab export four-words b.pdf --style mine --stage Q
  attention-lab style default mine
)";

constexpr std::string_view check_help =
    R"(Says whether documents can be opened. For each that cannot, the command names the
file and the line, column or key, and says what it found, what it expected and the
remedy.

Usage: attention-lab check FILE…

FILE is "-" for standard input.

Options:
  -h, --help   print this help and exit
  --version    print the version and exit

The exit code is 0 if every file can be opened, 3 if one cannot.
)";

constexpr std::string_view info_help =
    R"(Prints the versions of the program and the libraries it was built with, the
OpenGL driver if a display is there, and where the presets are.

Usage: attention-lab info

Options:
  -h, --help   print this help and exit
  --version    print the version and exit
)";

constexpr std::string_view completion =
    R"(Prints a script with which a shell completes commands, options, presets, stages,
figures and files of attention-lab.

Usage: attention-lab completion bash|zsh|fish

Options:
  -h, --help   print this help and exit
  --version    print the version and exit

Put the line of your shell into its start file:
  source <(attention-lab completion bash)    in ~/.bashrc
  source <(attention-lab completion zsh)     in ~/.zshrc, after compinit
  attention-lab completion fish | source     in ~/.config/fish/config.fish
)";

std::string program() {
    std::string text(program_begin);
    for (const auto& [name, what] : summaries)
        text += "  " + std::string(name) + std::string(12 - name.size(), ' ') + std::string(what) +
                "\n";
    return text + std::string(program_end);
}

constexpr std::pair<std::string_view, std::string_view> texts[] = {
    {"presets", presets},         {"new", new_help},
    {"show", help::show},         {"explain", help::explain},
    {"gradient", help::gradient}, {"seek", help::seek},
    {"train", help::train},       {"export", export_help},
    {"import", help::import_},    {"capture", help::capture},
    {"lesson", lesson_help},      {"style", style_help},
    {"check", check_help},        {"info", info_help},
    {"completion", completion}};

} // namespace

std::string help_text(std::string_view command) {
    for (const auto& [name, text] : texts)
        if (name == command)
            return std::string(text);
    assert(command.empty() && "every command has its help");
    return program();
}

std::string_view summary(std::string_view command) {
    for (const auto& [name, what] : summaries)
        if (name == command)
            return what;
    assert(false && "every command has a summary");
    return "";
}

} // namespace app::cli
