// SPDX-License-Identifier: MIT
// The help of import and capture: arrays, folders of models, and running models.
#pragma once

#include <string_view>

namespace app::cli::help {

inline constexpr std::string_view import_ =
    R"(Makes a document from arrays (.npy, .npz, .safetensors, .csv, .tsv), or from a
layer of a model. Without -o it lists the arrays: name, shape and type.

Usage: attention-lab import FILE… [-o DOCUMENT]
       attention-lab import FOLDER --layer N --text TEXT -o DOCUMENT

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
                         joined by W_O; for arrays with several heads it is 0
  --block                take the model's whole block, with its norms and MLP
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
  --mask NAME            the array that is the mask; "none" for none
  --mask-true WHAT       what a true cell of the mask says about its key: blocked or
                         takes-part; by default its cells and its name decide
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
An axis of length 1 is dropped. A bias beside a weight (query.bias) is imported with
it. If keys have fewer columns than queries, heads share them in groups. An archive
with X, W_Q/0, W_K/0 and W_V/0 gives all its heads.

Text of any name is read by its content: a table, arrays as programs print them,
program text, LaTeX, Markdown or JSON. A number is written in digits (1,234.5 has a
mark of thousands), as a fraction (1/2), as a percentage or as arithmetic
(sqrt(2)/2). What stands beside a matrix, such as "* 0.5" or ".T", is applied and
reported. If the command cannot apply it, or finds a cell such as N/A or NaN, the
error names the line and the column. For files of other kinds, such as .pt or .gguf,
the error says how to convert them.

Examples:
  attention-lab import gpt2 --layer 3 --head 5 --text "The cat sat" -o head.attn
  attention-lab import bert --layer 0 --token-ids 101,1996,4937,102 -o layer.attn
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

} // namespace app::cli::help
