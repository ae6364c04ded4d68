/** Non-npm parts of the executable: runtime, ripgrep, and tables derived from third-party data. */

export interface NativePart {
  name: string;
  /** SPDX expression if possible. */
  license: string;
  url: string;
  /** As stated by the project. */
  copyright?: string;
  version?: string;
}

/** Statically linked into Bun, from its LICENSE.md. */
export const BUN_LIBRARIES: readonly NativePart[] = [
  ["JavaScriptCore and WebKit", "LGPL-2.0-or-later AND BSD-2-Clause", "https://github.com/oven-sh/webkit"],
  ["BoringSSL", "Apache-2.0 AND ISC AND OpenSSL", "https://boringssl.googlesource.com/boringssl"],
  ["brotli", "MIT", "https://github.com/google/brotli"],
  ["libarchive", "BSD-2-Clause", "https://github.com/libarchive/libarchive"],
  ["lol-html", "BSD-3-Clause", "https://github.com/cloudflare/lol-html"],
  ["ls-hpack", "MIT", "https://github.com/litespeedtech/ls-hpack"],
  ["ls-qpack", "MIT", "https://github.com/litespeedtech/ls-qpack"],
  ["lsquic", "MIT AND BSD-3-Clause", "https://github.com/litespeedtech/lsquic"],
  ["mimalloc", "MIT", "https://github.com/microsoft/mimalloc"],
  ["picohttpparser", "MIT", "https://github.com/h2o/picohttpparser"],
  ["zstd", "BSD-3-Clause", "https://github.com/facebook/zstd"],
  ["simdutf", "Apache-2.0", "https://github.com/simdutf/simdutf"],
  ["tinycc", "LGPL-2.1-or-later", "https://github.com/tinycc/tinycc"],
  ["uSockets", "Apache-2.0", "https://github.com/uNetworking/uSockets"],
  ["uWebSockets", "Apache-2.0", "https://github.com/jarred-sumner/uwebsockets"],
  ["zlib-ng", "Zlib", "https://github.com/zlib-ng/zlib-ng"],
  ["c-ares", "MIT", "https://github.com/c-ares/c-ares"],
  ["ICU", "Unicode-3.0", "https://github.com/unicode-org/icu"],
  ["base64", "BSD-2-Clause", "https://github.com/aklomp/base64"],
  ["libuv", "MIT", "https://github.com/libuv/libuv"],
  ["libdeflate", "MIT", "https://github.com/ebiggers/libdeflate"],
  ["libjpeg-turbo", "IJG AND BSD-3-Clause AND Zlib", "https://github.com/libjpeg-turbo/libjpeg-turbo"],
  ["libspng", "BSD-2-Clause", "https://github.com/randy408/libspng"],
  ["libwebp", "BSD-3-Clause", "https://github.com/webmproject/libwebp"],
  ["highway", "Apache-2.0", "https://github.com/google/highway"],
  ["uucode", "MIT", "https://github.com/jacobsandlund/uucode"],
  ["TigerBeetle (parts of its IO code)", "Apache-2.0", "https://github.com/tigerbeetle/tigerbeetle"],
  ["LLVM libc++abi (one function)", "Apache-2.0 WITH LLVM-exception", "https://github.com/llvm/llvm-project"],
  ["esbuild (ported transpiler, lexer and resolver)", "MIT", "https://github.com/evanw/esbuild"],
].map(([name = "", license = "", url = ""]) => ({ name, license, url }));

/** Packages embedded in Bun as replacements for Node's modules, from its LICENSE.md. All MIT. */
export const BUN_POLYFILLS =
  "acorn acorn-walk assert browserify-zlib buffer constants-browserify crypto-browserify domain-browser events https-browserify os-browserify path-browserify process punycode querystring-es3 stream-browserify stream-http string_decoder timers-browserify tty-browserify url util vm-browserify".split(
    " ",
  );

/** Linked into ripgrep, from the Cargo.lock of 15.0.0 without build dependencies. */
export const RIPGREP_CRATES =
  "aho-corasick anyhow bstr cfg-if crossbeam-channel crossbeam-deque crossbeam-epoch crossbeam-utils encoding_rs encoding_rs_io globset grep grep-cli grep-matcher grep-pcre2 grep-printer grep-regex grep-searcher ignore itoa lexopt libc log memchr memmap2 pcre2 regex regex-automata regex-syntax ryu same-file serde serde_core serde_json termcolor textwrap tikv-jemallocator walkdir winapi-util windows-link windows-sys".split(
    " ",
  );

/** C libraries in ripgrep. */
export const RIPGREP_LIBRARIES: readonly NativePart[] = [
  {
    name: "PCRE2",
    license: "BSD-3-Clause",
    url: "https://github.com/PCRE2Project/pcre2",
    copyright:
      "Copyright (c) 1997-2007 University of Cambridge, 2007-2024 Philip Hazel; just-in-time compiler Copyright (c) 2009-2024 Zoltan Herczeg",
  },
  {
    name: "jemalloc (Linux with musl)",
    license: "BSD-2-Clause",
    url: "https://github.com/jemalloc/jemalloc",
    copyright: "Copyright (c) 2002-present Jason Evans, 2007-2012 Mozilla Foundation, 2009-present Facebook, Inc.",
  },
];

/** Tables derived from third-party data. */
export const TABLES: readonly NativePart[] = [
  {
    name: "tokei's table of languages",
    license: "MIT OR Apache-2.0",
    url: "https://github.com/XAMPPRocky/tokei",
    copyright: "Its license is printed below",
  },
  {
    name: "tiktoken's vocabulary o200k_base",
    license: "MIT",
    url: "https://github.com/openai/tiktoken",
    copyright: "Copyright (c) 2022 OpenAI, Shantanu Jain",
  },
];
