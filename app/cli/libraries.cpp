// SPDX-License-Identifier: MIT
#include "app/cli/libraries.h"

#include <CLI/Version.hpp>
#include <Eigen/Core>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>
#include <nlohmann/json_fwd.hpp>

namespace app::cli {
namespace {

std::string dotted(int major, int minor, int patch) {
    return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(patch);
}

} // namespace

std::vector<Library> libraries() {
    return {
        {"Dear ImGui", IMGUI_VERSION},
        {"GLFW", dotted(GLFW_VERSION_MAJOR, GLFW_VERSION_MINOR, GLFW_VERSION_REVISION)},
        {"Eigen", dotted(EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION)},
        {"nlohmann-json", dotted(NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR,
                                 NLOHMANN_JSON_VERSION_PATCH)},
        {"CLI11", CLI11_VERSION},
    };
}

} // namespace app::cli
