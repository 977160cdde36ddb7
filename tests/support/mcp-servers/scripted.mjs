/**
 * An MCP server over its standard streams that does what a test wants, well or badly. Its one argument is a JSON file:
 * `{ tools, answers, prompts, resources, instructions, greeting, log, pidFile, forks, ignoresEnd, exitAtOnce }`.
 * `answers` by tool: `{ text | content, isError }`, `{ repeat, times }`, `{ hang }`, `{ exit }`, `{ env }` (its
 * variables), `{ cwd }`, `{ write: path }`, `{ change: tools, silent }` (its tools are others from now on), `{ flood:
 * messages }`. `forks`: it starts one more process, which writes its number and ignores every end.
 */
import { spawn } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { createInterface } from 'node:readline';

/** @type {any} */
const setup = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
let tools = setup.tools ?? [];

if (setup.pidFile) appendFileSync(setup.pidFile, `${process.pid}\n`);
if (setup.ignoresEnd) {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
  setInterval(() => undefined, 1000);
}
if (setup.greeting) process.stdout.write(`${setup.greeting}\n`);
if (setup.exitAtOnce) process.exit(3);
if (setup.forks) {
  const stay = `require('node:fs').appendFileSync(${JSON.stringify(setup.pidFile)}, process.pid + '\\n');
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
    setInterval(() => undefined, 1000);`;
  spawn(process.execPath, ['-e', stay], { detached: true, stdio: 'ignore' }).unref();
}

/** @param {object} message */
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

/** @param {any} answer */
const answerOf = (answer) => {
  if (answer.repeat) return { content: [{ type: 'text', text: answer.repeat.repeat(answer.times) }] };
  if (answer.env) return { content: [{ type: 'text', text: JSON.stringify(process.env) }] };
  if (answer.cwd) return { content: [{ type: 'text', text: process.cwd() }] };
  if (answer.write) {
    try {
      writeFileSync(answer.write, 'written by a server\n');
      return { content: [{ type: 'text', text: 'written' }] };
    } catch (error) {
      return { content: [{ type: 'text', text: String(error) }], isError: true };
    }
  }
  return {
    content: answer.content ?? [{ type: 'text', text: answer.text ?? '' }],
    ...(answer.isError ? { isError: true } : {}),
  };
};

/** @type {Record<string, (params: any) => object | undefined>} */
const methods = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    serverInfo: { name: 'scripted', version: '1.0.0' },
    instructions: setup.instructions ?? '',
    capabilities: {
      tools: { listChanged: true },
      ...(setup.prompts ? { prompts: {} } : {}),
      ...(setup.resources ? { resources: {} } : {}),
    },
  }),
  ping: () => ({}),
  'tools/list': () => ({ tools }),
  'prompts/list': () => ({
    prompts: setup.prompts?.map((/** @type {any} */ { text: _, ...prompt }) => prompt) ?? [],
  }),
  'prompts/get': ({ name, arguments: given }) => ({
    messages: [
      {
        role: 'user',
        content: {
          type: 'text',
          text: `${setup.prompts.find((/** @type {any} */ one) => one.name === name).text} ${JSON.stringify(given ?? {})}`,
        },
      },
    ],
  }),
  'resources/read': ({ uri }) => ({ contents: [{ uri, text: setup.resources[uri] ?? '' }] }),
  'tools/call'({ name, arguments: input }) {
    const answer = setup.answers?.[name] ?? { text: `did ${name} with ${JSON.stringify(input)}` };
    if (setup.log) appendFileSync(setup.log, `${name}\n`);
    if (answer.hang) return undefined;
    if (answer.exit) process.exit(1);
    if (answer.change) {
      tools = answer.change;
      if (!answer.silent) send({ method: 'notifications/tools/list_changed' });
    }
    if (answer.flood)
      for (let i = 0; i < answer.flood; i += 1)
        send({ method: 'notifications/message', params: { level: 'info', data: 'x' } });
    return answerOf(answer);
  },
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params = {} } = JSON.parse(line);
  if (id === undefined || method === undefined) return;
  const run = methods[method];
  if (run === undefined) {
    send({ id, error: { code: -32601, message: `no ${method}` } });
    return;
  }
  const result = run(params);
  if (result !== undefined) send({ id, result });
});
