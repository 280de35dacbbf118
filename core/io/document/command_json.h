// SPDX-License-Identifier: MIT
// Reads and writes commands as JSON, for lessons and for replaying a user's work. Objects with the
// key "command":
//
//   {"command": "set_cell", "place": "W_Q[2,3]", "value": 0.5}
//   {"command": "set_matrix", "sheet": "W_K", "matrix": [[1, 0], [0, 1]], "what": "Fill W_K"}
//   {"command": "rename_token", "row": 1, "name": "dog"}
//   {"command": "insert_token", "row": 1, "name": "dog", "embedding": [[1, 0]]}
//   {"command": "remove_token", "row": 1}
//     for films, new vectors or a memory: the same with "of": "columns", "vectors" or "memory"
//   {"command": "set_k", "to": 2}
//   {"command": "set_join", "to": "w_o"}
//   {"command": "set_options", "to": {"positions": "alibi"}, "what": "Add positions"}
//     all options of the model at once, as in a document; missing ones are off
//   {"command": "set_training", "to": {"optimiser": "momentum", "steps": 300}}
//     all settings at once, as in a document (core/io/document/option_json.h); missing ones have
//     their defaults
//   {"command": "set_figures", "to": [ … ], "what": "Keep the figure fig-2"}
//     all kept figures at once, as in a document (core/io/document/figure_json.h)
//   {"command": "move_token", "from": 1, "to": 0}
//   {"command": "set_width", "width": "d_model" | "d_k" | "d_v", "size": 4}
//   {"command": "set_projections" | "set_scale" | "set_mask" | "set_normaliser" | "set_axis" |
//               "set_convention" | "set_temperature" | "set_title" | "set_notes", "to": …}  (as in
//               a document)
//   {"command": "set_mask_cell", "row": 0, "column": 1, "blocked": true}
//   {"command": "add_head"}, {"command": "remove_head", "head": 1}
//   {"command": "replace", "document": { … }, "what": "Open a document"}
#pragma once

#include "core/document/commands/command.h"

#include <string>
#include <string_view>

namespace attn::io {

/// Reads the command in one JSON text. The error's `where` begins with `name` and the key path.
/// Does not check whether the command can be done; apply() does.
Result<Command> read_command(std::string_view json, std::string_view name);

/// Writes one line of JSON that read_command reads back as an equal command.
std::string write_command(const Command& command);

} // namespace attn::io
