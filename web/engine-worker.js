// The engine as WebAssembly in a Worker: one message is the compiled program, an object names the
// game of which a network will be wanted, and all others are lines, in and out. wasm_exec.js comes with
// Go and looks for the file system of Node; here its standard streams are messages. The Worker's name
// has the arguments of the program.
"use strict";

const encoder = new TextEncoder();

// What has arrived and was not read yet, and the read that waits for more.
let input = new Uint8Array(0);
let waiting = null;

function feed() {
  if (!waiting || input.length === 0) return;
  const { buffer, offset, length, done } = waiting;
  const n = Math.min(length, input.length);
  buffer.set(input.subarray(0, n), offset);
  input = input.subarray(n);
  waiting = null;
  done(null, n);
}

onmessage = ({ data }) => {
  if (data instanceof WebAssembly.Module) return run(data);
  if (data.network) return void (ahead[data.network] ??= download(data.network));
  const line = encoder.encode(data + "\n");
  const both = new Uint8Array(input.length + line.length);
  both.set(input);
  both.set(line, input.length);
  input = both;
  feed();
};

// A stream of bytes that is cut into lines.
function lines(take) {
  const decoder = new TextDecoder();
  let rest = "";
  return (bytes) => {
    const parts = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = parts.pop();
    parts.forEach(take);
  };
}

let complaint = "";
const streams = {
  1: lines((line) => postMessage(line)),
  2: lines((line) => {
    complaint ||= line;
    console.error(line);
  }),
};

const refuse = (...args) => args.at(-1)(Object.assign(new Error("there are no files"), { code: "ENOSYS" }));

globalThis.fs = new Proxy({
  constants: { O_WRONLY: -1, O_RDWR: -1, O_CREAT: -1, O_TRUNC: -1, O_APPEND: -1, O_EXCL: -1, O_DIRECTORY: -1 },
  read(fd, buffer, offset, length, position, done) {
    if (fd !== 0) return refuse(done);
    waiting = { buffer, offset, length, done };
    queueMicrotask(feed); // once Go waits
  },
  write(fd, buffer, offset, length, position, done) {
    if (!(fd in streams)) return refuse(done);
    streams[fd](buffer.subarray(offset, offset + length));
    done(null, length);
  },
  writeSync(fd, buffer) { // the runtime's own messages
    streams[fd]?.(buffer);
    return buffer.length;
  },
}, { get: (known, call) => known[call] ?? refuse });

// The networks that were fetched before the program wants them.
const ahead = {};

// network is asked by the program for the file of a game's network, once for each game.
globalThis.network = (game) => ahead[game] ??= download(game);

async function download(game) {
  const file = game + ".net";
  try {
    const response = await fetch(file);
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    postMessage(JSON.stringify({ engine: "network" }));
    return bytes;
  } catch (error) {
    lost(`${file} cannot be had: ${error.message}`);
    return new Promise(() => {}); // who waits for it is ended
  }
}

let over = false;

function lost(why) {
  if (over) return;
  over = true;
  postMessage(JSON.stringify({ engine: "lost", why }));
}

onerror = (event) => lost(complaint || String(event.message ?? event));
onunhandledrejection = ({ reason }) => lost(complaint || String(reason));

async function run(module) {
  importScripts("wasm_exec.js");
  const go = new Go();
  // A script that a service worker kept has lost its search; the name stays.
  go.argv = ["nitoryu", ...self.name.split(" ").filter(Boolean)];
  let code = 0;
  go.exit = (n) => { code = n; };
  const instance = await WebAssembly.instantiate(module, go.importObject);
  const ended = go.run(instance);
  postMessage(JSON.stringify({ engine: "ready" }));
  await ended;
  lost(complaint || (code === 0 ? "it left" : `exit status ${code}`));
}
