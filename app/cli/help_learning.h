// SPDX-License-Identifier: MIT
// The help of the commands that find numbers: seek, train.
#pragma once

#include <string_view>

namespace app::cli::help {

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

} // namespace app::cli::help
