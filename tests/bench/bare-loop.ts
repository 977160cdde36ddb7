/**
 * What everything is measured against: the least that works on the same client library. Each line of standard input
 * is a task: asks the model, runs its calls, appends, until it calls nothing more. Nothing is stored or checked.
 * `bare-loop.cjs <workspace> <url>`
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import Anthropic from '@anthropic-ai/sdk';

const MAX_LINES = 2000;

const [workspace = '.', baseURL] = process.argv.slice(2);
const client = new Anthropic({ apiKey: 'test-key', baseURL });

const tools: Anthropic.Tool[] = [
  {
    name: 'read_source_file',
    description: 'Read lines of a text file.',
    input_schema: {
      type: 'object',
      properties: { path: { type: 'string' }, offset: { type: 'integer' }, limit: { type: 'integer' } },
      required: ['path'],
    },
  },
  {
    name: 'apply_patch',
    description: 'Replace one passage of a file.',
    input_schema: {
      type: 'object',
      properties: { path: { type: 'string' }, search: { type: 'string' }, replace: { type: 'string' } },
      required: ['path', 'search', 'replace'],
    },
  },
  {
    name: 'run_command',
    description: 'Run a command.',
    input_schema: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] },
  },
];

interface Input {
  readonly path: string;
  readonly offset?: number;
  readonly limit?: number;
  readonly search: string;
  readonly replace: string;
  readonly command: string;
}

async function run({ name, input: given }: Anthropic.ToolUseBlock): Promise<string> {
  const input = given as Input; // the script sends nothing else
  if (name === 'run_command') return runCommand(input.command);
  if (name === 'apply_patch') return applyPatch(input);
  const { path: file, offset = 1, limit = MAX_LINES } = input;
  const lines = (await readFile(path.join(workspace, file), 'utf8')).split('\n');
  return lines.slice(offset - 1, offset - 1 + limit).join('\n');
}

async function applyPatch({ path: name, search, replace }: Input): Promise<string> {
  const file = path.join(workspace, name);
  const text = await readFile(file, 'utf8');
  const at = text.indexOf(search);
  if (at < 0 || text.includes(search, at + 1)) return 'The search text is missing or not unique.';
  await writeFile(file, text.slice(0, at) + replace + text.slice(at + search.length));
  return `Edited ${name}.`;
}

async function runCommand(command: string): Promise<string> {
  const [file = '', ...args] = command.split(' ');
  const child = spawn(file, args, { cwd: workspace, stdio: ['ignore', 'ignore', 'ignore'] });
  return `exit code ${(await once(child, 'exit'))[0]}`;
}

async function answer(task: string): Promise<string> {
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: task }];
  for (;;) {
    const stream = client.messages.stream({ model: 'scripted-model', max_tokens: 32_000, tools, messages });
    const { content } = await stream.finalMessage();
    messages.push({ role: 'assistant', content });
    const results: Anthropic.ToolResultBlockParam[] = [];
    for (const block of content) {
      if (block.type !== 'tool_use') continue;
      results.push({ type: 'tool_result', tool_use_id: block.id, content: await run(block) });
    }
    if (results.length === 0)
      return content.map((block) => (block.type === 'text' ? block.text : '')).join('');
    messages.push({ role: 'user', content: results });
  }
}

async function chat(): Promise<void> {
  for await (const task of createInterface({ input: process.stdin })) console.log(await answer(task));
}

void chat();
