// SPDX-License-Identifier: MIT
// The help of the commands that find numbers: seek, train.
#pragma once

#include <string_view>

namespace app::cli::help {

inline constexpr std::string_view seek =
    R"(Finds inputs that bring computed numbers to given values, and moves them as little
as it can.

Usage: attention-lab seek DOCUMENT PLACE=VALUE… [OPTIONS]

DOCUMENT is the name of a preset or of a file, or "-" for standard input. PLACE is
a computed number, as explain names it, and VALUE what it should be:
weights[1,4]=0.8. All of them are to hold at once.

Options:
  --free INPUTS      what may move, as in X,W_Q/0; the default is every input but
                     target
  --accept-nearest   write the nearest that was found where a value is not reached
  -o, --output FILE  write the document to FILE instead of standard output
  -h, --help         print this help and exit
  --version          print the version and exit

A value is reached where the number differs from it by less than 1e-6. If one is
not reached, the command says how near it came and fails, and nothing is written.

Examples:
  attention-lab seek the-cat-chased-the-mouse 'weights[1,4]=0.8' -o sought.attn
  attention-lab seek my.attn 'output[0,0]=1' 'output[0,1]=0' --free W_V
)";

inline constexpr std::string_view train =
    R"(Learns: makes the loss of a document smaller, step by step, by changing inputs
against their gradients. Standard error gets a line of progress.

Usage: attention-lab train DOCUMENT [OPTIONS]

DOCUMENT is the name of a preset or of a file, or "-" for standard input. Its model
says with "target" which stage is compared, "output" or "weights/1", and with "loss"
how: "squared" or "cross_entropy". Its input "target" has the shape of that stage.

Options:
  -o, --output FILE   write the document with what was learned to FILE instead of
                      standard output
  --steps N           how many steps; the default is 200
  --rate R            the learning rate; the default is 0.1
  --optimiser NAME    adam (the default), momentum or gradient, as torch.optim has
                      them: Adam, SGD with momentum 0.9, and SGD
  --learn INPUTS      what learns, as in X,W_Q/0; the default is every input but X,
                      M and target
  --weight-decay R    so much of each number is added to its gradient; the default
                      is 0
  --seed N            begin with new numbers, np.random.seed(N) and randn of each
                      matrix that learns, divided by the root of its rows; inputs of
                      one row begin as they are
  --curve FILE        write the loss before the first step and after each: a table
                      as .csv, or the curve as .svg, .pdf or .png
  --logarithmic       the curve shows the loss by powers of ten
  -h, --help          print this help and exit
  --version           print the version and exit

A loss that is not finite ends the command with the step and a rate to try, and
nothing is written.

Examples:
  attention-lab train my.attn -o learned.attn --curve loss.csv
  attention-lab train my.attn --optimiser gradient --rate 0.5 --learn W_Q,W_K
)";

} // namespace app::cli::help
