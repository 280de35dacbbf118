// SPDX-License-Identifier: MIT
// Titles and sentences, with live numbers, for the steps of concepts.
#include "core/document/step.h"

#include <cmath>

namespace attn {
namespace {

std::string counted(Index count, const std::string& one, const std::string& many) {
    return std::to_string(count) + " " + (count == 1 ? one : many);
}

std::string concepts(Index count) {
    return counted(count, "concept", "concepts");
}

/// Writes one sentence piece by piece.
struct ConceptTelling {
    const Document& document;
    const ConceptTrace& trace;
    const View& view;
    Prose prose;

    ConceptTelling& text(std::string piece) {
        prose.push_back({std::move(piece)});
        return *this;
    }
    ConceptTelling& number(Real value) {
        prose.push_back({spoken(value, view.numbers), Tone::Number});
        return *this;
    }
    ConceptTelling& share(Real value) {
        prose.push_back({percent(value), Tone::Number});
        return *this;
    }
    ConceptTelling& name(Names of, Index at) {
        prose.push_back({names(document, of)[static_cast<std::size_t>(at)],
                         of == Names::Rows && at == view.query ? Tone::QueryWord : Tone::Word});
        return *this;
    }

    /// Returns the film a concept is about: the one with the largest number in its row of Vᵀ. Among
    /// equal ones, which rounding may order differently on each machine, returns the first.
    Index main_film(Index concept_at) const {
        constexpr Real tie = 1e-9;
        const auto row = trace.svd.vt.row(concept_at);
        const Real most = row.maxCoeff();
        Index film = 0;
        while (row(film) < most - tie)
            ++film;
        return film;
    }
    Real kept_share() const { return trace.share.leftCols(document.concepts.kept).sum(); }

    void rate() {
        Index film = 0;
        document.embeddings->row(view.query).maxCoeff(&film);
        name(Names::Rows, view.query).text(" rates ").name(Names::Columns, film);
        text(" highest, with ").number((*document.embeddings)(view.query, film)).text(".");
    }
    void decompose() {
        text("Concept 0 has size ").number(trace.svd.s(0, 0)).text(" and is mostly about ");
        name(Names::Columns, main_film(0));
        if (trace.svd.rank > 1) {
            text("; concept 1 has size ").number(trace.svd.s(0, 1)).text(" and is mostly about ");
            name(Names::Columns, main_film(1));
        }
        text(".");
    }
    void keep() {
        const Index kept = document.concepts.kept;
        text("The " + counted(kept, "kept concept holds ", "kept concepts hold "));
        share(kept_share());
        text(" of the squared ratings; dropping the others leaves an error of ");
        number(trace.error(0, 0)).text(".");
    }
    void rebuild() {
        Index row = 0, column = 0;
        const Real worst = trace.difference.cwiseAbs().maxCoeff(&row, &column);
        if (worst == 0) {
            text("Nothing is lost: the reconstruction equals the ratings.");
            return;
        }
        text("The largest difference is ").number(trace.difference(row, column)).text(": ");
        name(Names::Rows, row).text(" gave ").name(Names::Columns, column).text(" ");
        number((*document.embeddings)(row, column)).text(", but the concepts say ");
        number(trace.reconstruction(row, column)).text(".");
    }
    void map() {
        name(Names::Rows, view.query).text(" stands at ").number(trace.people(view.query, 0));
        if (trace.people.cols() > 1)
            text(" along concept 0 and ")
                .number(trace.people(view.query, 1))
                .text(" along concept 1.");
        else
            text(" along the only concept.");
    }
    void compare() {
        name(Names::Vectors, 0).text(" and ").name(Names::Vectors, 1);
        if (trace.no_direction[0] || trace.no_direction[1]) {
            text(" have no cosine: one of them rated nothing.");
            return;
        }
        text(" have the cosine ").number(trace.cosine(0, 1)).text(" by their ratings");
        if (trace.no_concept_direction[0] || trace.no_concept_direction[1]) {
            text("; they have no cosine in the kept concepts, because one of them has no part "
                 "there.");
            return;
        }
        text(" and ").number(trace.concept_cosine(0, 1));
        text(" in the " + counted(document.concepts.kept, "kept concept.", "kept concepts."));
    }
};

} // namespace

std::string concept_title(const Document& document, StepKind kind) {
    const Index kept = document.concepts.kept;
    switch (kind) {
    case StepKind::Rate:
        return counted(token_count(document), "person rates", "people rate") + " " +
               counted(d_model(document), "film", "films");
    case StepKind::Decompose:
        return "The ratings are taken apart into people, sizes and films";
    case StepKind::Keep:
        return "Of " + concepts(concept_count(document)) + ", " + std::to_string(kept) +
               (kept == 1 ? " is kept" : " are kept");
    case StepKind::Rebuild:
        return "The ratings are rebuilt from " + concepts(kept);
    case StepKind::Map:
        return "Everybody has a place among the concepts";
    default:
        return "New people are compared, by ratings and by concepts";
    }
}

Prose concept_sentence(const Document& document, const Trace& trace, const View& view,
                       StepKind kind) {
    ConceptTelling telling{document, trace.concepts, view, {}};
    if (trace.concepts.svd.rank == 0) {
        telling.text("Every rating is 0: there is no concept to find.");
        return telling.prose;
    }
    switch (kind) {
    case StepKind::Rate:
        telling.rate();
        break;
    case StepKind::Decompose:
        telling.decompose();
        break;
    case StepKind::Keep:
        telling.keep();
        break;
    case StepKind::Rebuild:
        telling.rebuild();
        break;
    case StepKind::Map:
        telling.map();
        break;
    default:
        telling.compare();
    }
    return telling.prose;
}

} // namespace attn
