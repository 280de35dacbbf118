// Unpacks what the page holds: bytes are letters in base 85 (unpack.cpp); LZMA packs the core and the
// typefaces, gzip the documents.

const chunk = 65536; // bytes that are unpacked at a time

const unpacker = WebAssembly.compile(Uint8Array.from(
  atob(document.getElementById("unpacker").textContent), (letter) => letter.charCodeAt(0)));

// Makes an unpacker that holds the letters of an element, with room for `length` bytes beside them.
async function unpackerOf(element, length) {
  const { exports } = await WebAssembly.instantiate(await unpacker), said = element.textContent;
  const at = exports.room(said.length, length);
  new TextEncoder().encodeInto(said, new Uint8Array(exports.memory.buffer, at, said.length));
  return { ...exports, letters: said.length };
}

async function packedBytes(element) {
  const { memory, read, letters } = await unpackerOf(element, 0);
  return new Uint8Array(memory.buffer, read(letters), Number(element.dataset.size));
}

async function fromGzip(packed) {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

// Streams the bytes of an element that LZMA packed.
function fromLzma(element, length) {
  let lab, at;
  return new ReadableStream({
    async start() {
      lab = await unpackerOf(element, length);
      at = lab.begin(lab.letters, length);
    },
    pull(taker) {
      const end = lab.advance(chunk);
      if (end === at) return taker.close();
      taker.enqueue(new Uint8Array(lab.memory.buffer.slice(at, end)));
      at = end;
    },
  });
}
