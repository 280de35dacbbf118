// SPDX-License-Identifier: MIT
#include "core/io/document/picture_memory.h"

#include "core/io/journal/file.h"

#include <libdeflate.h>
#include <zlib.h>

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cstdint>
#include <memory>
#include <vector>

namespace attn::io {
namespace {

constexpr std::string_view png_signature = "\x89PNG\r\n\x1a\n";
constexpr std::string_view keyword = "attention-lab";
constexpr std::string_view svg_begin = "<metadata id=\"attention-lab\" data-crc32=\"";
constexpr std::string_view svg_end = "</metadata>";
constexpr std::string_view pdf_begin =
    "/Type /EmbeddedFile /Subtype /application#2Fvnd.attention-lab+json";

Error damaged() {
    return Error{"the document inside the picture is damaged; open the document's own file"};
}

std::string big_endian(std::uint32_t value) {
    std::string bytes;
    for (int shift = 24; shift >= 0; shift -= 8)
        bytes += static_cast<char>(value >> shift & 0xFF);
    return bytes;
}

std::uint32_t read_big_endian(std::string_view bytes) {
    std::uint32_t value = 0;
    for (const char byte : bytes.substr(0, 4))
        value = value << 8 | static_cast<unsigned char>(byte);
    return value;
}

/// One level higher saves one percent and takes longer than everything else in a small picture.
constexpr int level = 6;

std::string compressed(std::string_view text) {
    const std::unique_ptr<libdeflate_compressor, decltype(&libdeflate_free_compressor)> compressor(
        libdeflate_alloc_compressor(level), &libdeflate_free_compressor);
    assert(compressor && "there is memory for a compressor");
    std::string bytes(libdeflate_zlib_compress_bound(compressor.get(), text.size()), '\0');
    const std::size_t size = libdeflate_zlib_compress(compressor.get(), text.data(), text.size(),
                                                      bytes.data(), bytes.size());
    assert(size > 0 && "the bound is large enough");
    bytes.resize(size);
    return bytes;
}

Result<std::string> decompressed(std::string_view bytes) {
    z_stream stream{};
    if (inflateInit(&stream) != Z_OK)
        return damaged();
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    std::string text;
    char part[65536];
    int status = Z_OK;
    while (status == Z_OK && text.size() <= max_document_bytes) {
        stream.next_out = reinterpret_cast<Bytef*>(part);
        stream.avail_out = sizeof part;
        status = inflate(&stream, Z_NO_FLUSH);
        text.append(part, sizeof part - stream.avail_out);
    }
    inflateEnd(&stream);
    if (status != Z_STREAM_END || text.size() > max_document_bytes)
        return damaged();
    return text;
}

std::uint32_t checksum(std::string_view bytes) {
    return libdeflate_crc32(0, bytes.data(), bytes.size());
}

std::string chunk(std::string_view type, std::string_view data) {
    const std::string body = std::string(type) + std::string(data);
    const std::uint32_t sum = checksum(body);
    return big_endian(static_cast<std::uint32_t>(data.size())) + body + big_endian(sum);
}

Result<std::string> in_png(std::string_view bytes) {
    for (std::size_t at = png_signature.size(); at + 12 <= bytes.size();) {
        const std::size_t length = read_big_endian(bytes.substr(at));
        if (length > bytes.size() - at - 12)
            return damaged();
        const std::string_view body = bytes.substr(at + 4, length + 4);
        const std::string_view data = body.substr(4);
        const std::string_view head("attention-lab\0\1\0\0\0", 18);
        if (body.starts_with("iTXt") && data.starts_with(head)) {
            if (read_big_endian(bytes.substr(at + 8 + length)) != checksum(body))
                return damaged();
            return decompressed(data.substr(head.size()));
        }
        at += length + 12;
    }
    return Error{"this picture does not remember the document it shows"};
}

/// Replaces "&amp;" and similar by characters, and back.
constexpr std::pair<std::string_view, char> entities[] = {
    {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}};

/// Escapes U+FFFE and U+FFFF, which XML lacks; inside JSON texts their code numbers can be written.
std::string with_letters_of_xml(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t from = 0;;) {
        const std::size_t at = std::min(text.find("\xEF\xBF", from), text.size());
        out += text.substr(from, at - from);
        if (at == text.size())
            return out;
        const std::string_view letter = text.substr(at, 3);
        out += letter == "\uFFFE" ? "\\ufffe" : letter == "\uFFFF" ? "\\uffff" : letter;
        from = at + letter.size();
    }
}

std::string escaped(std::string_view text) {
    const auto entity_of = [](char letter) {
        return std::find_if(std::begin(entities), std::end(entities),
                            [&](const auto& entity) { return entity.second == letter; });
    };
    std::string out;
    out.reserve(text.size());
    for (auto at = text.begin();;) {
        const auto stop = std::find_if(
            at, text.end(), [&](char letter) { return entity_of(letter) != std::end(entities); });
        out.append(at, stop);
        if (stop == text.end())
            return out;
        out += entity_of(*stop)->first;
        at = stop + 1;
    }
}

std::string unescaped(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (;;) {
        const std::size_t plain = std::min(text.find('&'), text.size());
        out += text.substr(0, plain);
        text.remove_prefix(plain);
        if (text.empty())
            return out;
        const auto found =
            std::find_if(std::begin(entities), std::end(entities),
                         [&](const auto& entity) { return text.starts_with(entity.first); });
        const bool is_known = found != std::end(entities);
        out += is_known ? found->second : text.front();
        text.remove_prefix(is_known ? found->first.size() : 1);
    }
}

/// Returns eight digits: the checksum in the element's attribute.
std::string hexadecimal(std::uint32_t value) {
    std::string digits;
    for (int shift = 28; shift >= 0; shift -= 4)
        digits += "0123456789abcdef"[value >> shift & 0xF];
    return digits;
}

/// Normalises line ends, because XML has one kind and another system may have written two bytes.
std::string with_plain_lines(std::string text) {
    std::erase(text, '\r');
    return text;
}

Result<std::string> in_svg(std::string_view bytes) {
    const auto begin = bytes.find(svg_begin);
    if (begin == std::string_view::npos)
        return Error{"this picture does not remember the document it shows"};
    const std::string_view rest = bytes.substr(begin + svg_begin.size());
    constexpr std::size_t digits = 8;
    const auto end = rest.find(svg_end);
    if (end == std::string_view::npos || !rest.substr(digits).starts_with("\">"))
        return damaged();
    const std::string text = with_plain_lines(unescaped(rest.substr(digits + 2, end - digits - 2)));
    if (rest.substr(0, digits) != hexadecimal(checksum(text)))
        return damaged();
    return text;
}

/// Returns the whole number after the last `key` in the text.
std::optional<std::size_t> number_after(std::string_view text, std::string_view key) {
    const auto at = text.rfind(key);
    if (at == std::string_view::npos)
        return std::nullopt;
    const auto from = std::min(text.find_first_not_of(" \r\n", at + key.size()), text.size());
    std::size_t value = 0;
    const auto [end, fault] = std::from_chars(text.data() + from, text.data() + text.size(), value);
    if (fault != std::errc{})
        return std::nullopt;
    return value;
}

Result<std::string> in_pdf(std::string_view bytes) {
    const auto at = bytes.rfind(pdf_begin);
    if (at == std::string_view::npos)
        return Error{"this picture does not remember the document it shows"};
    const std::string_view rest = bytes.substr(at);
    const auto begin = rest.find("stream\n");
    const auto length = begin == std::string_view::npos
                            ? std::nullopt
                            : number_after(rest.substr(0, begin), "/Length");
    if (!length || *length > rest.size() - begin - 7)
        return damaged();
    return decompressed(rest.substr(begin + 7, *length));
}

} // namespace

Result<std::string> remember_in_png(std::string_view png, std::string_view document, int dpi) {
    constexpr std::size_t header_end = 8 + 25; // the signature and the IHDR chunk
    if (!png.starts_with(png_signature) || png.size() < header_end)
        return Error{"the picture library did not write a PNG"};
    const auto per_metre = static_cast<std::uint32_t>(dpi / 0.0254 + 0.5);
    std::string text(keyword);
    text.append("\0\1\0\0\0", 5); // compressed by method 0, no language, no translated keyword
    const std::string chunks = chunk("sRGB", std::string_view("\0", 1)) +
                               chunk("pHYs", big_endian(per_metre) + big_endian(per_metre) + "\1") +
                               chunk("iTXt", text + compressed(document));
    std::string bytes;
    bytes.reserve(png.size() + chunks.size());
    return bytes.append(png.substr(0, header_end)).append(chunks).append(png.substr(header_end));
}

Result<std::string> remember_in_svg(std::string_view svg, std::string_view document) {
    const auto element = svg.find("<svg");
    const auto end = element == std::string_view::npos ? element : svg.find('>', element);
    if (end == std::string_view::npos)
        return Error{"the picture library did not write an SVG"};
    const std::string text = with_letters_of_xml(document);
    const std::string sum = hexadecimal(checksum(with_plain_lines(text)));
    std::string bytes;
    bytes.reserve(svg.size() + text.size() + text.size() / 8);
    bytes.append(svg.substr(0, end + 1)).append("\n").append(svg_begin).append(sum).append("\">");
    bytes.append(escaped(text)).append(svg_end).append(svg.substr(end + 1));
    return bytes;
}

Result<std::string> remember_in_pdf(std::string_view pdf, std::string_view document) {
    const Error unknown{
        "the picture library wrote a PDF of a form that nothing can be attached to"};
    const auto trailer = pdf.rfind("trailer");
    if (trailer == std::string_view::npos)
        return unknown;
    const auto count = number_after(pdf.substr(trailer), "/Size");
    const auto root = number_after(pdf.substr(trailer), "/Root");
    const auto information = number_after(pdf.substr(trailer), "/Info");
    const auto previous = number_after(pdf, "startxref");
    if (!count || !root || !information || !previous)
        return unknown;
    const std::string begin = "\n" + std::to_string(*root) + " 0 obj";
    const auto catalog = pdf.rfind(begin);
    const auto open = catalog == std::string_view::npos ? catalog : pdf.find("<<", catalog);
    const auto close = open == std::string_view::npos ? open : pdf.find("endobj", open);
    if (close == std::string_view::npos)
        return unknown;
    std::string entries(pdf.substr(open, close - open));
    const auto last = entries.rfind(">>");
    if (last == std::string::npos)
        return unknown;

    std::string bytes(pdf);
    if (bytes.back() != '\n')
        bytes += '\n';
    std::vector<std::pair<std::size_t, std::size_t>> offsets; // object number, place
    const auto add = [&](std::size_t number, const std::string& object) {
        offsets.emplace_back(number, bytes.size());
        bytes += std::to_string(number) + " 0 obj\n" + object + "\nendobj\n";
    };
    const std::string packed = compressed(document);
    const std::string file = std::to_string(*count), name = std::to_string(*count + 1);
    add(*root, entries.substr(0, last) + "   /Names << /EmbeddedFiles << /Names [(document.attn) " +
                   name + " 0 R] >> >>\n>>");
    add(*count, "<< " + std::string(pdf_begin) + " /Filter /FlateDecode /Params << /Size " +
                    std::to_string(document.size()) + " >> /Length " +
                    std::to_string(packed.size()) + " >>\nstream\n" + packed + "\nendstream");
    add(*count + 1, "<< /Type /Filespec /F (document.attn) /UF (document.attn) /Desc (The document "
                    "this picture shows, for Attention Lab) /EF << /F " +
                        file + " 0 R >> >>");
    const std::size_t table = bytes.size();
    bytes += "xref\n";
    for (const auto& [number, offset] : offsets) {
        const std::string place = std::to_string(offset);
        bytes += std::to_string(number) + " 1\n" + std::string(10 - place.size(), '0') + place +
                 " 00000 n \n";
    }
    bytes += "trailer\n<< /Size " + std::to_string(*count + 2) + " /Root " + std::to_string(*root) +
             " 0 R /Info " + std::to_string(*information) + " 0 R /Prev " +
             std::to_string(*previous) + " >>\nstartxref\n" + std::to_string(table) + "\n%%EOF\n";
    return bytes;
}

bool is_picture(std::string_view bytes) {
    return bytes.starts_with(png_signature) || bytes.starts_with("%PDF-") ||
           (bytes.starts_with("<?xml") && bytes.substr(0, 1000).find("<svg") != bytes.npos) ||
           bytes.starts_with("<svg");
}

Result<std::string> remembered(std::string_view bytes) {
    if (bytes.starts_with(png_signature))
        return in_png(bytes);
    if (bytes.starts_with("%PDF-"))
        return in_pdf(bytes);
    return in_svg(bytes);
}

} // namespace attn::io
