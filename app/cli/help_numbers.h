// SPDX-License-Identifier: MIT
// The help of the commands that print numbers: show, explain, gradient.
#pragma once

#include <string_view>

namespace app::cli::help {

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
