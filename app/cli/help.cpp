// SPDX-License-Identifier: MIT
#include "app/cli/help.h"

#include <cassert>
#include <string_view>
#include <utility>

namespace app::cli::help {

// The help of import and capture: arrays, folders of models, and running models.

inline constexpr std::string_view import_ =
    R"(Makes a document from arrays (.npy, .npz, .safetensors, .csv, .tsv), or from a
layer of a model, or from a whole small model. Without -o it lists the arrays: name,
shape and type.

Usage: attention-lab import FILE… [-o DOCUMENT]
       attention-lab import FOLDER --layer N --text TEXT -o DOCUMENT
       attention-lab import FOLDER --whole --text TEXT -o DOCUMENT

FILE is "-" for standard input. FOLDER holds a model: config.json and
model.safetensors, or model.safetensors.index.json with its files, and a tokenizer.
Its type is gpt2, bert, roberta, llama, mistral, qwen2, qwen3, gemma, gemma2,
gemma3, gemma3_text, gpt_neox, phi or stablelm. The command refuses a model that
stretches its rotary positions by a rule, as Gemma 3 does from 4B parameters on.

Options:
  -o, --output DOCUMENT  write the document to this file; "-" is standard output.
                         Most other options need it
  --layer N              the layer of a model, from 0. The model computes up to it
                         in double precision, and X is what its attention reads
  --text TEXT            the text that the model reads
  --token-ids LIST       the text as token ids, as in 464,3797; this needs no
                         tokenizer
  --head I               take head I, from 0. For a model the default is all heads,
                         joined by W_O, and for weights all heads; for projections
                         with several heads it is 0
  --block                take the model's whole block, with its norms and MLP
  --whole                take the whole model, if it is small: all layers, its
                         words with their table and positions, and what it says
                         next. It has at most 4 million numbers, 12 layers and 4096
                         tokens. The document then takes other texts. It carries
                         the tokenizer.json of the folder if that has at most
                         512 KB; else its words are chosen from the list
  --x NAME               the array that is X; "identity" for none
  --w-q, --w-k, --w-v NAME
                         the arrays that are W_Q, W_K and W_V; "identity" for none.
                         The others are found beside the named ones
  --qkv NAME             one array with the columns of Q, K and V
  --qkv-layout LAYOUT    how Q, K and V stand in it: side-by-side (all queries, then
                         all keys, then all values) or head-by-head (Q, K and V of
                         each head); by default the array's name decides
  --head-axis A          which axis of a projection with three axes counts heads:
                         1 for d_model × heads × d_head, 0 for heads × d_model ×
                         d_head
  --mask NAME            the array that is the mask, over these words or other keys;
                         "none" for none
  --mask-true WHAT       what a true cell of the mask says about its key: blocked or
                         takes-part; by default its cells and its name decide
  --bias NAME            numbers that are added to the scores after the scale: one
                         matrix, or one for each head. A mask of numbers is a bias
  --transposed           the arrays named by --w-q to --qkv are stored as
                         nn.Linear does, one output in each row
  --as-stored            these arrays are not stored transposed, though their names
                         (q_proj.weight) say so
  --heads N              how many heads the projections hold; tensors of models need
                         this option, and for other arrays the default is 1
  --rows LIST            take these rows of X, as in 0:4,7
  --dims LIST            take these dimensions of d_model
  --d-k LIST             take these columns of W_Q and W_K within the head
  --d-v LIST             take these columns of W_V within the head
  --weights NAME         the array that holds attention weights: one n × n matrix
                         for each head. The document then has no X; so also with
  --scores NAME          the array that holds scores, before scale and mask
  --q, --k, --v NAME     the arrays that hold Q, K and V themselves
                         NAME may be what the arrays of all layers share:
                         attentions for attentions/0, attentions/1 …
  --layer N              of several layers take layer N, from 0; all are taken
                         otherwise, if they need at most 64 MB of memory
  --batch I              take text I of a batch, from 0: the axis before the heads
  --normalise            divide each row of the weights by its sum
  --tokens NAME          an array of texts: the words
  --words A,B,C          the words themselves, one for each row of X
  --decimal-comma, --decimal-point
                         how tables write numbers; needed if a table can be read
                         both ways
  -h, --help             print this help and exit
  --version              print the version and exit

Standard error and the notes of the document say which tensor each matrix came
from, transposed or not, what was guessed, and what was left out with its effect.

Arrays that no option names are found by the usual names: X, W_Q, q_proj.weight
(stored transposed), in_proj_weight (fused and transposed), c_attn.weight (fused),
query/kernel, wte.weight, tokens, attn_mask. NAME is a whole name or its last parts,
which "." and "/" separate; NAME[2] takes number 2 of an axis before the last two.
An axis of length 1 is dropped. A matrix whose rows sum to 1 and hold nothing
negative is taken as weights, q, k and v as queries, keys and values. A bias beside
a weight (query.bias) is imported with it. If keys have fewer columns than queries,
heads share them in groups. An archive with X, W_Q/0, W_K/0 and W_V/0 gives all its
heads.

Text of any name is read by its content: a table, arrays as programs print them,
program text, LaTeX, Markdown or JSON. A number is written in digits (1,234.5 has a
mark of thousands), as a fraction (1/2), as a percentage or as arithmetic
(sqrt(2)/2). What stands beside a matrix, such as "* 0.5" or ".T", is applied and
reported. If the command cannot apply it, or finds a cell such as N/A or NaN, the
error names the line and the column. For files of other kinds, such as .pt or .gguf,
the error says how to convert them.

Examples:
  attention-lab import gpt2 --layer 3 --head 5 --text "The cat sat" -o head.attn
  attention-lab import tiny-gpt2 --whole --text "Once upon a time" -o tiny.attn
  attention-lab import bert --layer 0 --token-ids 101,1996,4937,102 -o layer.attn
  attention-lab import attn.npy --words The,cat,sat -o weights.attn
  attention-lab import model.safetensors
  attention-lab import model.safetensors -o head.attn --qkv c_attn.weight \
    --x wte.weight --heads 12 --head 3 --rows 464,3797 --dims 0:8 --d-k 0:4
)";

inline constexpr std::string_view capture =
    R"(Prints a Python file that runs a PyTorch model once and writes one layer of its
attention, as it was computed, to an archive that import opens. It needs only
torch.

Usage: attention-lab capture [-o FILE]

Options:
  -o, --output FILE  write to FILE instead of standard output
  -h, --help         print this help and exit
  --version          print the version and exit

In Python:
  from capture import capture
  capture(model, layer=3, head=5, tokens=tokens, path="capture.npz")

It knows nn.MultiheadAttention, and modules by the names of their projections, as
the transformers library and course books have them: q_proj, query, W_query, W_q, a
list of linears. From other modules it takes the queries, keys and values that they
multiply. Keys and values may come from another text. It computes the weights of
every head and the output again, and refuses a layer that differs from the model.

Examples:
  attention-lab capture -o capture.py
  attention-lab import capture.npz -o head.attn
)";

inline constexpr std::string_view next =
    R"(Says which words come next after the words of a document, and how likely each is.

Usage: attention-lab next DOCUMENT [OPTIONS]

DOCUMENT is the name of a preset or of a file, or "-" for standard input. Its model
is a block that says the next word ("words_out" or a table of words), or the
document is a layer that import took from the folder of a model. Then the layers
after it are run from that folder, and the answer is that of the whole model with
the document's numbers in place of its own. The folder must be where it was, with
the same files.

Options:
  --text TEXT        read this text instead of the document's words. Only for a
                     model with a table of words ("embedding": "table") or with a
                     folder. The tokenizer of the document or of the folder splits
                     it; without one, blanks separate words, and the table must have
                     each of them
  --top N            list the N likeliest words; the default is 10
  --heads            also list what each head of a layer from a folder does to the
                     likeliest word: how its probability changes if the head is
                     switched off, and if each word gets the mean of the head's
                     outputs. The model is run twice for each head
  --format FORMAT    text (the default) or json
  -o, --output FILE  write to FILE instead of standard output
  -h, --help         print this help and exit
  --version          print the version and exit

Text prints the words read, then each word that may come next behind its
probability. JSON has the keys "words" and "next", a list of "word" and
"probability", and with --heads "heads", a list of "head", "off" and "mean". Words
that are equally likely stand in the order of the vocabulary, and a note says so.

Examples:
  attention-lab next induction
  attention-lab next my.attn --text "the cat chased" --top 3
  attention-lab next my.attn --format json
  attention-lab next layer.attn --text "The cat sat on the"
  attention-lab next layer.attn --heads
)";

// The help of the commands for given stages: give, release.

inline constexpr std::string_view give =
    R"(Gives the numbers of a computed stage instead of computing them. All that follows
is computed from them; what comes before stays as it is.

Usage: attention-lab give DOCUMENT STAGE[=NUMBERS]… [OPTIONS]

DOCUMENT is the name of a preset or of a file, or "-" for standard input. STAGE is
a computed stage, as show names it: weights/0, Q, output/1, block@0. NUMBERS is a
file with one array in the shape of the stage; another document, whose numbers of
the same stage are taken; or one of these words:

  present    the numbers that the stage has now (the default)
  uniform    weights: every open key has the same share
  identity   each word has only itself
  zeros      every number is 0
  mean       each row is the mean of all rows
  diagonal   as identity; diagonal-1: each word has only the word before it

Options:
  --normalise        divide each row of given weights by its sum
  -o, --output FILE  write the document to FILE instead of standard output
  -h, --help         print this help and exit
  --version          print the version and exit

Weights that are negative or do not sum to 1 are taken as they are, with a note.
The command release computes a given stage again.

Examples:
  attention-lab give the-cat-chased-the-mouse weights/0=uniform -o uniform.attn
  attention-lab give my.attn weights/0=attention.npy -o given.attn
  attention-lab give my.attn output/1=zeros output/2=mean -o ablated.attn
  attention-lab give my.attn output/1=other.attn -o patched.attn
)";

inline constexpr std::string_view release =
    R"(Computes given stages again.

Usage: attention-lab release DOCUMENT STAGE… [OPTIONS]

DOCUMENT is the name of a preset or of a file, or "-" for standard input. STAGE is
a stage that the document gives: weights/0.

Options:
  -o, --output FILE  write the document to FILE instead of standard output
  -h, --help         print this help and exit
  --version          print the version and exit

Example:
  attention-lab release given.attn weights/0 -o computed.attn
)";

inline constexpr std::string_view mark =
    R"(Marks what a class answered on worksheets, and names the usual mistake behind each
wrong number. Writes a line for each sheet, and says how common each mistake is.

Usage: attention-lab mark DOCUMENT ANSWERS [OPTIONS]

DOCUMENT is the name of a preset or of a file, or "-" for standard input. ANSWERS is
a CSV file with a line for each number: the code of the worksheet, the place and the
answer, as in 7-03,weights[1,2],0.28. Semicolons, tabs and decimal commas are read
as well. A name that is no code answers the document's own numbers.

An answer is right if it reads like the right number, or follows from the numbers
that the worksheet shows.

Options, as the worksheets were exported:
  --seed N           the seed of the worksheets; the default is the one in the codes
  --level NAME       what students find: row, from-qk or from-x
  --blank STAGES     the stages with empty boxes
  --share N          the share of their boxes that is empty; the default is 0.4
  --query WORD       the query word, by number or name
  --head N           the head, from 0

  -o, --output FILE  write the marks to FILE instead of standard output, as CSV:
                     code, right, wrong, missing, mistakes, wrong answers
  -h, --help         print this help and exit
  --version          print the version and exit

Example:
  attention-lab mark three-inputs answers.csv --seed 7 --level row -o marks.csv
)";

// The help of the commands that find numbers: seek, train.

inline constexpr std::string_view seek =
    R"(Finds inputs that bring computed numbers to given values, and moves them as little
as it can. If it takes long, a line on a terminal shows the progress; Ctrl+C ends
it, and nothing is written.

Usage: attention-lab seek DOCUMENT PLACE=VALUE… [OPTIONS]

DOCUMENT is the name of a preset or of a file, or "-" for standard input. PLACE is
a computed number, as explain names it, and VALUE what it should be:
weights[1,4]=0.8. All values must hold at once.

Options:
  --free CELLS       what may move: inputs, as in X,W_Q/0; words, as in X[cat]; rows
                     and columns, as in X[0:2,:] or W_Q[:,1]; the default is every
                     input but target
  --range RANGES     the least and the greatest value of what moves, as in -1:1,
                     0: or X=0:1,W_Q=-2:2; the default is any number
  --any-way          take the first numbers that are found, though they may move
                     more than is needed; this is faster
  --accept-nearest   write the document even if a value is not reached, with
                     the nearest values that were found
  -o, --output FILE  write the document to FILE instead of standard output
  -h, --help         print this help and exit
  --version          print the version and exit

A value is reached if the number differs from it by less than 1e-6. If one is not
reached, the command says how near it came and fails, and nothing is written. If
several inputs come equally near, the command finds the ones that move least.
A number outside its range is moved into it.

Examples:
  attention-lab seek the-cat-chased-the-mouse 'weights[1,4]=0.8' -o sought.attn
  attention-lab seek my.attn 'output[0,0]=1' 'output[0,1]=0' --free W_V
  attention-lab seek my.attn 'weights[1,4]=0.8' --free 'X[cat],X[mouse]'
  attention-lab seek my.attn 'weights[1,4]=0.8' --range=-1:1
)";

inline constexpr std::string_view train =
    R"(Learns: makes the loss of a document smaller, step by step, by changing inputs
against their gradients. A line on standard error shows the progress.

Usage: attention-lab train DOCUMENT [OPTIONS]

DOCUMENT is the name of a preset or of a file, or "-" for standard input. Its model
says with "target" which stage is compared, "output" or "weights/1", and with "loss"
how: "squared" or "cross_entropy". Its input "target" has the shape of that stage.

Options:
  -o, --output FILE   write the document with what was learned to FILE instead of
                      standard output
  --steps N           how many steps; usually 200
  --rate R            the learning rate; usually 0.1
  --optimiser NAME    adam (the usual one), momentum or gradient, as torch.optim has
                      them: Adam, SGD with momentum, and SGD
  --momentum M        the share of the last move that momentum keeps, from 0 to
                      below 1; usually 0.9
  --betas B1 B2       the betas of adam, each from 0 to below 1; usually 0.9 0.999
  --epsilon E         the epsilon of adam, above 0; usually 1e-8
  --learn INPUTS      the inputs that learn, as in X,W_Q/0; usually every input
                      but X, M and target
  --weight-decay R    add R times each number to its gradient; usually 0
  --seed N            begin with new numbers: np.random.seed(N), then randn for each
                      matrix that learns, divided by the root of its number of rows;
                      inputs of one row keep their numbers; none begins with the
                      numbers of the document, as is usual
  --curve FILE        write the loss before the first step and after each: a table
                      as .csv, or the curve as .svg, .pdf or .png
  --logarithmic       the curve shows the loss by powers of ten
  -h, --help          print this help and exit
  --version           print the version and exit

If the loss is not finite after a step, the command ends with the number of the step
and a rate to try, and nothing is written.

If you leave an option out, the settings of the document decide, or the usual value
if the document has none. The written document keeps the settings it was trained
with. With a seed, the next training starts over; to go on, give --seed none.

Examples:
  attention-lab train my.attn -o learned.attn --curve loss.csv
  attention-lab train my.attn --optimiser gradient --rate 0.5 --learn W_Q,W_K
)";

// The help of the commands that print numbers: show, explain, gradient.

inline constexpr std::string_view show =
    R"(Prints one stage of a document's calculation, or all of them.

Usage: attention-lab show DOCUMENT [OPTIONS]

DOCUMENT is the name of a preset or of a file, or "-" for standard input.

Options:
  --stage NAME      one of X, W_Q, W_K, W_V, Q, K, V, scores, scaled, masked,
                    weights, weighted_values (one matrix for each query word),
                    output; with joined heads also W_O, joined and attention;
                    with biases, positions, other scores, a memory or a block
                    also their stages, which show without --stage lists. If
                    there are several heads, "weights/1" is the stage of head
                    1; heads count from 0. Without this option the command
                    prints all stages, as text or JSON.
  --format FORMAT   text   aligned, for people (the default)
                    csv    with row and column names
                    json   {"stage", "shape", "rows_are", "columns_are", "rows",
                           "columns", "values", "row_sums"}; all stages:
                           {"stages": [ … ]}
                    npy    NumPy's file format, 64-bit floats
  --precision N     print N decimals, 0 to 17. The default is 4 for text and as
                    many as the number has for csv and json.
  -o, --output FILE write to FILE instead of standard output
  -h, --help        print this help and exit
  --version         print the version and exit

If the document writes words as columns, every matrix is printed that way: the
rows of the weights are then key words and their columns query words. JSON says
so in "rows_are" and "columns_are". A place such as weights[0,2] means row 0 and
column 2 of the matrix as it is printed, here, in explain and in export.

Examples:
  attention-lab show three-inputs
  attention-lab show three-inputs --stage weighted_values --precision 8
  attention-lab show my.attn --stage weights --format npy -o weights.npy
)";

inline constexpr std::string_view explain =
    R"(Says where a number comes from: its formula with the live numbers, then the formulas
of every number it is made of, back to X and the weight matrices.

Usage: attention-lab explain DOCUMENT PLACE [OPTIONS]

DOCUMENT is the name of a preset or of a file, or "-" for standard input. PLACE
is a stage with a row and a column, counted from 0, as show prints them:
weights[1,4]. In head 1 it is weights/1[1,4]. The weighted values have one matrix
for each query word; the query comes first: weighted_values[1,4,0].

Options:
  --format FORMAT   text   for people (the default)
                    latex  a formula for each matrix, no wider than the column;
                           it needs amsmath and graphicx
  --precision N     print N decimals, 0 to 17; the default is 4
  -o, --output FILE write to FILE instead of standard output
  -h, --help        print this help and exit
  --version         print the version and exit

A long sum shows its largest terms; the others are counted and added up. If the
rounded terms do not add up to the result, they get more digits.

Examples:
  attention-lab explain the-cat-chased-the-mouse 'weights[1,4]'
  attention-lab explain my.attn 'output[0,2]' --format latex -o output.tex
)";

inline constexpr std::string_view gradient =
    R"(Says what every input does to one number: the derivative of that number with
respect to each number of the inputs. If the derivative is 0.5, the number grows
by about 0.005 when that input grows by 0.01.

Usage: attention-lab gradient DOCUMENT PLACE [OPTIONS]

DOCUMENT is the name of a preset or of a file, or "-" for standard input. PLACE
is the number, as explain names it: weights[1,4].

Options:
  --stage NAME      only the derivatives with respect to this stage, computed or
                    given; it must come before the stage of PLACE
  --steps           the backward pass: every stage from the number back to the
                    inputs, each with the formula of its gradient
  --explain CELL    where one derivative comes from, with its terms: W_Q[0,1]
  --format FORMAT   text   aligned, for people (the default)
                    csv    with row and column names
                    json   as show writes it; the stages are called d.X, d.W_Q, …
                    npy    NumPy's file format, 64-bit floats
                    csv and npy hold one stage and need --stage
  --precision N     print N decimals, 0 to 17. The default is 4 for text and as
                    many as the number has for csv and json.
  -o, --output FILE write to FILE instead of standard output
  -h, --help        print this help and exit
  --version         print the version and exit

Examples:
  attention-lab gradient the-cat-chased-the-mouse 'weights[1,4]'
  attention-lab gradient my.attn 'output[0,2]' --stage scores --format json
  attention-lab gradient four-words 'weights[0,2]' --explain 'W_Q[0,1]'
)";

} // namespace app::cli::help

namespace app::cli {
namespace {

/// The commands in the order of the help.
constexpr std::pair<std::string_view, std::string_view> summaries[] = {
    {"presets", "list the presets: name and title"},
    {"new", "make a document from a sentence; a seed draws its numbers"},
    {"show", "print one stage of the calculation, or all"},
    {"explain", "say where a number comes from"},
    {"gradient", "say what every input does to a number"},
    {"next", "say which words come next, and how likely each is"},
    {"give", "give the numbers of a computed stage: weights, Q, an output"},
    {"release", "compute a given stage again"},
    {"mark", "mark what a class answered on worksheets"},
    {"seek", "find inputs that bring computed numbers to given values"},
    {"train", "make the loss of a document smaller, step by step"},
    {"export", "write a picture, a table, a program or a copy to a file"},
    {"import", "make a document from arrays, or from a model or a layer of it"},
    {"capture", "print a Python file that takes a layer out of a PyTorch model"},
    {"lesson", "list, print, check or export lessons"},
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
       attention-lab export DOCUMENT --all FOLDER
       attention-lab export DOCUMENT --forget NAME
       attention-lab export DOCUMENT --into MODEL -o FILE

DOCUMENT is the name of a preset or of a file, or "-" for standard input. It may
also be a file of arrays that holds attention weights, or Q, K and V. FILE is "-"
for standard output, or its name ends in
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
  --keep NAME        also keep this figure, worksheet or table in the document, an
                     .attn file, with all its options; one of the same name is
                     replaced
  --forget NAME      remove a kept figure from the document
  --all FOLDER       write every kept figure to this folder, as NAME.pdf and so on,
                     replacing what earlier calls wrote
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
                     training/query, stream (a block), stream/query, layers, lens
                     (what each layer would say), effects or effects/PLACE (what
                     each head does to the likeliest next word or to a number),
                     spotlight/STAGE or spotlight/PLACE (a matrix or a
                     number with what it is made of), and enlarged/STAGE; a stage,
                     step/1 to step/14 (more with joined heads, positions or a
                     block), a place such as
                     weights[1,4] (where its number comes from), sensitivity/PLACE
                     (what moves its number: the gradient of every matrix),
                     sensitivity/loss, comparison, or mistake/NAME beside the right
                     result; with @1 or cross. it shows another attention of a
                     block, as in canvas@1 or cross.heads
  --against DOCUMENT the document that a comparison shows beside the first
  --name-a TEXT --name-b TEXT
                     what a comparison calls the other document and this one; the
                     default is their titles
  --no-changes       leave out the list of the largest changes below a comparison
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
                     0 to 1, of more than 16 words as rounded), rounded (weights
                     from 0 to a round number above the largest), 0..1 (weights),
                     symmetric (scores, with 0 in the middle) or log (weights and
                     signed numbers, by their powers of ten)
  --range LOW HIGH   the numbers at the ends of the colour map
  --shared-range     one range for all signed matrices
  --numbers KIND     automatic (the default: a matrix of whole numbers without
                     decimals, any other with them), decimals, significant
                     (digits), fraction, or scientific (1.2e6). If decimals would
                     hide the numbers of a matrix or make it too wide, the matrix
                     gets one of the other kinds
  --mark PLACE       frame a cell, in LaTeX as well; give it again for each cell
  --title TEXT       the title in place of the default one; "" for none
  --caption TEXT     a text below the cells
  --gap N            the space between cells
  --no-labels --no-numbers --no-colour-bar
                     leave these out
  --blank-blocked    leave cells that a mask blocks empty instead of grey
  --outlines         in SVG, draw letters as outlines instead of text

Options of worksheets:
  --worksheet        as .pdf, write a page with empty boxes to fill in by hand; as
                     .html, a form that marks itself and writes the answers as the
                     file that "attention-lab mark" reads
  --key              write the answers instead; the worksheet holds none of them
  --variants N       write N worksheets, 1 to 500 (a form: 100), each with other
                     numbers: small whole ones, so that scores are whole and can be
                     worked out by hand. Each has a code such as 7-03, and its key
                     has the same
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
  attention-lab export three-inputs class.html --worksheet --variants 30 --level row
  attention-lab export four-words handout.html --lesson four-words
  attention-lab export four-words hot.gif --stage weights --sweep temperature=0.2:3
  attention-lab export four-words - --format svg --figure weights
  attention-lab export four-words moves.png --figure 'sensitivity/weights[0,2]'
  attention-lab export lecture.attn fig-2.pdf --figure weights --keep fig-2
  attention-lab export lecture.attn --all figures
  attention-lab export head.attn --into model.safetensors -o changed.safetensors
)";

constexpr std::string_view lesson_help =
    R"(Lists the lessons; prints one as Markdown: what each step says, with its
numbers, and the speaker's notes; says whether one can be told, and if not, where
and why; or writes one as slides, as a page for browsers, as Markdown, or inside
the document that it begins with.

Usage: attention-lab lesson list
       attention-lab lesson notes NAME
       attention-lab lesson check NAME
       attention-lab lesson export NAME OUTPUT [--handout]

NAME is a lesson that comes with the program, or a file: a name with a folder or
the ending .lesson, or a document or a picture that carries a lesson. The ending
of OUTPUT says what is written: .pdf has a step a page, .html is a page for
browsers with the lesson in it, .md is what notes prints, .attn is a document that
carries the lesson, .lesson is the lesson alone.

Options:
  --handout    two steps a page of A4, each with its notes
  -h, --help   print this help and exit
  --version    print the version and exit

Examples:
  attention-lab lesson notes why-the-root
  attention-lab lesson check my.lesson
  attention-lab lesson export my.lesson slides.pdf
  attention-lab lesson export my.lesson my.attn
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
    {"gradient", help::gradient}, {"next", help::next},
    {"give", help::give},         {"release", help::release},
    {"mark", help::mark},         {"seek", help::seek},
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
