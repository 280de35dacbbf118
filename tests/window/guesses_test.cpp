// SPDX-License-Identifier: MIT
// Guesses each usual mistake for a covered number, in the window.
#include "core/base/number_text.h"
#include "core/document/explaining/derivation.h"
#include "core/document/telling/mistake.h"
#include "core/document/telling/step.h"
#include "core/io/document/document_json.h"
#include "tests/support/lab_driver.h"
#include "tests/support/mistake_documents.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

using namespace attn::test;

namespace {

using attn::Mistake;
using attn::MistakeInfo;

/// A number that a mistake gives, and its place.
struct Guess {
    Mistake mistake;
    std::string title, sheet, typed;
    attn::Place at;
};

/// The mistakes' numbers in a document, if they read differently from the right ones.
std::vector<Guess> guesses_in(const attn::Document& document) {
    const attn::NumberFormat shown = attn::View{}.numbers;
    const attn::Trace trace = attn::evaluate(document);
    std::vector<Guess> guesses;
    for (const MistakeInfo& about : attn::mistakes()) {
        const auto made = attn::make_mistake(document, about.mistake, 0, 1);
        if (!made || made->is_prepared)
            continue;
        const attn::Place at = made->place;
        const auto cells = attn::cells_of(made->wrong.document, made->wrong.trace, at.sheet);
        const attn::Real wrong = cells(at.row, at.column);
        if (attn::spoken(wrong, shown) == attn::spoken(attn::value_at(document, trace, at), shown))
            continue;
        guesses.push_back({about.mistake, std::string(about.title), attn::to_text(at.sheet),
                           attn::shortest(wrong), at});
    }
    return guesses;
}

void guess(LabDriver& lab, const Guess& one, const std::string& context) {
    SCOPED_TRACE(one.title + " in " + one.sheet + context);
    const int row = static_cast<int>(one.at.row), column = static_cast<int>(one.at.column);
    const Json before = lab.settled();
    lab.click(lab.cell(one.sheet, row, column));
    lab.press("c");
    lab.until("a cover", [](const Json& now) {
        return !now["document"].value("covers", Json::array()).empty();
    });
    lab.type(one.typed);
    lab.until("what is expected", [&](const Json& now) {
        return now["editing"].is_object() && now["editing"]["text"] == one.typed;
    });
    lab.press("Return");
    const Json seen = lab.until("a reveal", [](const Json& now) {
        return now["document"].value("covers", Json::array()).empty();
    });
    const std::string message = seen["message"];
    EXPECT_NE(message.find(" comes out of a usual mistake: " + one.title + "."), std::string::npos)
        << message;
    lab.settled();
    EXPECT_EQ(document_text(lab.probe()), document_text(before)) << "a guess changes nothing";
}

/// Guesses each mistake that is not yet in `named`, over a covered number, and adds it.
void guess_all(bool has_loss, std::set<Mistake>& named) {
    const TempDir folder;
    int number = 0;
    for (attn::Document document : attn::test::documents_of_mistakes()) {
        if (has_loss)
            document = attn::test::with_loss(document);
        std::vector<Guess> left;
        for (const Guess& one : guesses_in(document))
            if (!named.contains(one.mistake))
                left.push_back(one);
        if (left.empty())
            continue;
        const std::string file = folder.file("mistakes-" + std::to_string(number++) + ".attn",
                                             attn::io::write_document(document));
        LabDriver lab({file, 1600, 1000});
        lab.settled();
        for (const Guess& one : left) {
            if (one.sheet == "block") {
                lab.click(lab.control("page.block"));
                lab.until("the page of the block",
                          [](const Json& now) { return now["page"] == "block"; });
            }
            guess(lab, one, has_loss ? ", with a loss" : "");
            named.insert(one.mistake);
        }
        EXPECT_EQ(lab.quit(), "");
    }
    for (const MistakeInfo& about : attn::mistakes())
        EXPECT_TRUE(about.mistake == Mistake::NaiveOverflow || // It gives no number to be typed.
                    named.contains(about.mistake))
            << about.title << " was tried in no document";
}

} // namespace

TEST(Guesses, OfEachUsualMistakeAreNamed) {
    std::set<Mistake> named;
    guess_all(false, named);
}

TEST(Guesses, OfEachUsualMistakeAreNamedWithALoss) {
    std::set<Mistake> named;
    guess_all(true, named);
}
