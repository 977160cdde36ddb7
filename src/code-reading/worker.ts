import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../core/failure.ts';
import type { ReadingAnswer, ReadingOrder, ThreadResult } from './code-reader.ts';
import { runUnoptimized } from './run-unoptimized.ts';
import { createReader } from './thread-reader.ts';

/** Compiles the parser itself, with a small grammar, in a way that lets V8 optimise it: see `unoptimised`. */
const BROKEN_GO = 'package a\nfunc a() {\n';

// Only the thread that `code-reader.ts` starts has a port: merely imported, this does nothing.
if (parentPort !== null) answerOrders(parentPort);

function answerOrders(port: MessagePort): void {
  instantiateHere();
  const reader = createReader(workerData as string);
  const warm = reader.outline('a.go', BROKEN_GO).catch(() => undefined);
  port.on('message', (order: ReadingOrder) => {
    warm
      .then(() => runUnoptimized(() => carryOutOrder(reader, order)))
      .then(
        (value) => port.postMessage({ value } satisfies ReadingAnswer),
        (error: unknown) => port.postMessage({ error: messageOf(error) } satisfies ReadingAnswer),
      );
  });
}

function carryOutOrder(reader: ReturnType<typeof createReader>, order: ReadingOrder): Promise<ThreadResult> {
  switch (order.kind) {
    case 'outline':
      return reader.outline(order.path, order.text);
    case 'pieces':
      return reader.areSound(order.path, order.pieces);
    case 'faults':
      return reader.newFaults(order.path, order.before, order.after);
  }
}

/** Compiling asynchronously waits for V8's few threads, which may be busy for seconds; this thread waits anyway. */
function instantiateHere(): void {
  const inThread = async (bytes: Uint8Array<ArrayBuffer>, imports?: WebAssembly.Imports) => {
    const module = new WebAssembly.Module(bytes);
    return { module, instance: new WebAssembly.Instance(module, imports) };
  };
  Object.assign(WebAssembly, { instantiate: inThread });
}
