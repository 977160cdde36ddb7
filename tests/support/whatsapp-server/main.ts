/**
 * The server as a process of its own: `main.mjs --phone <number> --lid <lid> [--crashes]`
 *
 * Prints `listening <url>`. Then each line of standard input is a command as JSON (see `commands.ts`), answered in
 * order by a line `{"done": …}` or `{"failed": "…"}`; what people receive is printed between them as `{"received":
 * "<name>", …}`, bytes as base64. Ends when its standard input closes, so that it never outlives the test that started
 * it.
 */
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

import { carryOut, type Stage } from './commands.ts';
import type { Person } from './person.ts';
import { startWhatsAppServer } from './server.ts';

/** The longest time a timer can be set to. */
const FOR_EVER_MS = 2 ** 31 - 1;

const { values } = parseArgs({
  options: {
    phone: { type: 'string' },
    lid: { type: 'string' },
    crashes: { type: 'boolean', default: false },
  },
});
if (values.phone === undefined || values.lid === undefined) {
  throw new Error('--phone <number> and --lid <lid> are needed.');
}

const account = { phone: values.phone, lid: values.lid };
const server = await startWhatsAppServer({ account, expectsCrashes: values.crashes });
const stage: Stage = { server, people: new Map(), joined: (person) => void notify(person) };
print(`listening ${server.url}`);
for await (const line of createInterface({ input: process.stdin })) {
  try {
    print(JSON.stringify({ done: (await carryOut(stage, JSON.parse(line))) ?? null }));
  } catch (error) {
    print(JSON.stringify({ failed: error instanceof Error ? error.message : String(error) }));
  }
}
await server.stop();

async function notify(person: Person): Promise<void> {
  for (let count = 0; ; count += 1) {
    const next = await server
      .until(() => person.received[count], 'a message', FOR_EVER_MS)
      .catch(() => undefined);
    if (next === undefined) return;
    const { id, chat, copy, content } = next;
    const shown = 'bytes' in content ? { ...content, bytes: content.bytes.toString('base64') } : content;
    print(JSON.stringify({ received: person.name, id, chat, copy, content: shown }));
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
