// SPDX-License-Identifier: MIT
#include "core/io/document/command_json.h"
#include "core/io/document/lesson.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>

using namespace attn;

namespace {

Matrix two_by_two() {
    Matrix matrix(2, 2);
    matrix << 1, -0.0, 0.1, 1e-300;
    return matrix;
}

/// One command of each kind; the compiler checks their number.
KeptFigure figure_of_weights() {
    KeptFigure made;
    made.name = made.figure = "weights";
    return made;
}

std::string lesson_of_one_step() {
    Lesson lesson;
    lesson.title = "Ours";
    lesson.steps.resize(1);
    lesson.steps[0].title = "Look";
    lesson.steps[0].text = written_text("It is **{weights[0,1]}**.");
    return io::write_lesson(lesson);
}

std::vector<Command> one_of_each() {
    Flags flags(2, 2);
    flags << true, false, false, true;
    std::vector<Command> list = {
        SetCell{{{Stage::W_Q, 1}, 2, 3}, 0.1},
        SetMatrix{{Stage::W_K}, two_by_two(), "Fill W_K"},
        RenameToken{1, "d\"o\ng ü"},
        InsertToken{2, "new", two_by_two()},
        RemoveToken{1},
        MoveToken{0, 1},
        SetWidth{Width::Value, 3},
        SetProjections{Projections::None},
        SetScale{{Scale::Kind::Number, 2.5}},
        SetMask{{Mask::Kind::Painted, flags}},
        SetMaskCell{1, 0, false},
        SetNormaliser{Normaliser::NaiveSoftmax},
        SetAxis{Axis::Columns},
        SetTemperature{0.3},
        SetTitle{"A title"},
        SetNotes{"Some *notes*"},
        AddHead{},
        RemoveHead{1},
        Replace{new_document(), "Open it"},
        SetKept{2},
        SetConvention{Convention::TokensAsColumns},
        SetJoin{Join::WO},
        SetOptions{{.has_biases = true,
                    .has_memory = true,
                    .loss = Loss{{Stage::Weights, 1}, Loss::Kind::CrossEntropy}},
                   "Options"},
        SetRow{{Stage::X}, 1, Matrix(two_by_two().row(0))},
        SetTraining{{.optimiser = Optimiser::Momentum,
                     .rate = 0.25,
                     .momentum = 0.8,
                     .seed = 3,
                     .learned = {{Stage::W_Q, 1}}}},
        SetCovers{{Region{{Stage::Weights}, {0, 1}, {}}}, "Cover weights[0,:]"},
        SetFigures{{figure_of_weights()}, "Keep weights"},
        SetLesson{lesson_of_one_step()},
        Give{{Stage::Weights, 1}, two_by_two()},
        Release{{Stage::Weights, 1}},
        SetWords{{"the", "d\"o\ng ü", ""}},
    };
    EXPECT_EQ(list.size(), std::variant_size_v<Command::variant>);
    return list;
}

/// The commands that have variants for films and new vectors.
std::vector<Command> of_other_lists() {
    Matrix one_row(1, 2);
    one_row << 5, 0;
    return {RenameToken{1, "Titanic", Names::Columns},
            InsertToken{0, "Alien", {}, Names::Columns},
            RemoveToken{2, Names::Columns},
            RenameToken{0, "P10", Names::Vectors},
            InsertToken{2, "P11", one_row, Names::Vectors},
            RemoveToken{1, Names::Vectors}};
}

std::string fault(const std::string& json) {
    const auto command = io::read_command(json, "log:3");
    return command ? "" : command.error().text();
}

} // namespace

TEST(CommandJson, APaintedMaskAmongOthersKeepsItsSize) {
    Flags flags(2, 3);
    flags << true, false, false, false, true, false;
    Mask window{Mask::Kind::Window, {}};
    window.number = 2;
    const Mask painted{Mask::Kind::Painted, flags}, causal{Mask::Kind::Causal, {}};
    for (const std::vector<Mask>& masks : std::vector<std::vector<Mask>>{
             {painted, window}, {window, painted}, {causal, window, painted}, {causal, window}}) {
        Mask all{Mask::Kind::All, {}};
        all.all = masks;
        const std::string text = io::write_command(SetMask{all});
        const auto read = io::read_command(text, "command");
        ASSERT_TRUE(read) << text << ": " << read.error().text();
        EXPECT_EQ(io::write_command(*read), text);
        EXPECT_EQ(std::get<SetMask>(*read).mask, all) << text;
    }
}

TEST(CommandJson, DistinguishesFilmsAndNewVectorsFromWords) {
    for (const Command& command : of_other_lists()) {
        const std::string json = io::write_command(command);
        const auto back = io::read_command(json, "log");
        ASSERT_TRUE(back) << back.error().text();
        EXPECT_EQ(back->index(), command.index());
        EXPECT_EQ(io::write_command(*back), json);
        EXPECT_NE(json.find("\"of\":"), std::string::npos) << json;
    }
    EXPECT_EQ(io::write_command(RemoveToken{1}).find("\"of\""), std::string::npos);
}

TEST(CommandJson, ReadsBackWhatItWrites) {
    std::size_t kind = 0;
    for (const Command& command : one_of_each()) {
        EXPECT_EQ(command.index(), kind++);
        const std::string json = io::write_command(command);
        EXPECT_EQ(json.find('\n'), std::string::npos);
        const auto back = io::read_command(json, "test");
        ASSERT_TRUE(back) << json << ": " << back.error().text();
        EXPECT_EQ(back->index(), command.index());
        EXPECT_EQ(io::write_command(*back), json);
    }
}

TEST(CommandJson, KeepsEveryDigitAndNonFiniteNumbers) {
    for (const Real value : {0.1, -0.0, 1e-300, 5e-324, std::numeric_limits<Real>::infinity(),
                             std::numeric_limits<Real>::quiet_NaN()}) {
        const SetCell set{{}, value};
        const auto back = io::read_command(io::write_command(set), "test");
        ASSERT_TRUE(back);
        const Real read = std::get<SetCell>(*back).value;
        EXPECT_EQ(std::memcmp(&read, &value, sizeof value), 0) << value;
    }
}

TEST(CommandJson, BothFormsDoTheSame) {
    const SetMatrix set{{Stage::X}, two_by_two(), "Fill X"};
    const auto back = io::read_command(io::write_command(set), "test");
    ASSERT_TRUE(back);
    EXPECT_EQ(*attn::apply(new_document(), *back), *attn::apply(new_document(), set));
}

TEST(CommandJson, NamesTheKeyThatIsWrong) {
    EXPECT_NE(fault(R"({"command": "explode"})").find("no command \"explode\""), std::string::npos);
    EXPECT_NE(fault(R"({"comand": "add_head"})").find("\"command\" is missing"), std::string::npos);
    EXPECT_NE(fault(R"({"command": "set_cell", "place": "W_Q[2", "value": 1})").find("log:3.place"),
              std::string::npos);
    EXPECT_NE(fault(R"({"command": "set_cell", "place": "X[0,0]"})").find("\"value\" is missing"),
              std::string::npos);
    EXPECT_NE(fault(R"({"command": "add_head", "head": 1})").find("no key \"head\""),
              std::string::npos);
    EXPECT_NE(fault(R"({"command": "remove_token", "row": -1})").find("log:3.row"),
              std::string::npos);
    EXPECT_NE(fault("[1]"), "");
    EXPECT_NE(fault("{"), "");
}
