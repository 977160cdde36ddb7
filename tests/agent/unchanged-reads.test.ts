import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import {
  type CallWithResult,
  SentReads,
  withoutUnchanged,
  withWholeReads,
} from '../../src/agent/calls/unchanged-reads.ts';
import type { Block, ModelMessage } from '../../src/contracts/model.ts';
import { type AnyTool, defineTool } from '../../src/contracts/tool.ts';
import type { JsonObject } from '../../src/core/json.ts';
import { anthropicAt } from '../models/support.ts';
import { type AgentRig, agentRig, Crash, type RigOptions, SESSION } from '../support/agent-rig.ts';
import { calls, says } from '../support/messages-server/replies.ts';
import { startMessagesServer } from '../support/messages-server/server.ts';
import { UNLISTED } from '../support/unlisted.ts';

const BODY = 'const value = 1;\n'.repeat(20);
const WHOLE = `src/a.ts: lines 1-20 of 20.\n${BODY}`;
const LINES = BODY.split('\n')
  .map((line, at) => `L${at + 1}: ${line}`)
  .join('\n');

const unchanged = (what: string, ago: string): string =>
  `${what} Unchanged: you read the same ${ago}, and its result still stands above: use that.`;

describe('an unchanged read of the same lines becomes a line that says where they stand', () => {
  const source = { path: 'src/a.ts' };
  const lines = { path: 'src/a.ts', start: 1, end: 20 };

  test.each<[string, CallWithResult[], CallWithResult, string]>([
    [
      'in the reply before',
      [read('read_source_file', source, WHOLE)],
      read('read_source_file', source, WHOLE),
      unchanged('src/a.ts: lines 1-20 of 20.', 'in your reply before this one'),
    ],
    [
      'some replies ago, behind a version that was undone',
      [
        read('read_source_file', source, WHOLE),
        read('read_source_file', source, `${WHOLE}// new\n`),
        read('look', {}, 'something else'),
      ],
      read('read_source_file', source, WHOLE),
      unchanged('src/a.ts: lines 1-20 of 20.', '3 replies ago'),
    ],
    [
      'the path spelled in another way',
      [read('read_source_file', source, WHOLE)],
      read('read_source_file', { path: './src/a.ts' }, WHOLE),
      unchanged('src/a.ts: lines 1-20 of 20.', 'in your reply before this one'),
    ],
    [
      'numbered lines',
      [read('read_lines', lines, LINES)],
      read('read_lines', lines, LINES),
      unchanged('src/a.ts: lines 1-20.', 'in your reply before this one'),
    ],
    [
      'the third read names the first, which has the text',
      [
        read('read_lines', lines, LINES),
        read('read_lines', lines, unchanged('src/a.ts: lines 1-20.', 'in your reply before this one')),
      ],
      read('read_lines', lines, LINES),
      unchanged('src/a.ts: lines 1-20.', '2 replies ago'),
    ],
  ])('%s', (_what, earlier, now, expected) => {
    expect(withoutUnchanged(readsIn(earlier), [now])).toEqual([{ ...now.block, content: expected }]);
  });

  test('the second of two in one reply', () => {
    const [one, two] = [read('read_lines', lines, LINES), read('read_lines', lines, LINES)];
    expect(withoutUnchanged(readsIn([]), [one, two])).toEqual([
      one.block,
      { ...two.block, content: unchanged('src/a.ts: lines 1-20.', 'in this very reply') },
    ]);
  });
});

describe('everything else is sent whole', () => {
  const lines = { path: 'src/a.ts', start: 1, end: 20 };

  test.each<[string, CallWithResult[], CallWithResult]>([
    ['a first read', [], read('read_lines', lines, LINES)],
    ['a changed file', [read('read_lines', lines, LINES)], read('read_lines', lines, `${LINES}!`)],
    [
      'the same lines of another file',
      [read('read_lines', lines, LINES)],
      read('read_lines', { ...lines, path: 'src/b.ts' }, LINES),
    ],
    ['another tool', [read('look', lines, LINES)], read('look', lines, LINES)],
    [
      'a read that failed twice',
      [read('read_lines', lines, LINES, true)],
      read('read_lines', lines, LINES, true),
    ],
    [
      'what is shorter than the note',
      [read('read_lines', lines, 'L1: x')],
      read('read_lines', lines, 'L1: x'),
    ],
    [
      'the text in a result of another tool',
      [read('run_command', {}, LINES)],
      read('read_lines', lines, LINES),
    ],
    [
      'a result that a compaction cut',
      [read('read_lines', lines, `${LINES.slice(0, 50)}\n[200 characters left out]`)],
      read('read_lines', lines, LINES),
    ],
  ])('%s', (_what, earlier, now) => {
    expect(withoutUnchanged(readsIn(earlier), [now])).toEqual([now.block]);
  });
});

test('each message is looked through once, however many rounds follow', () => {
  const lines = { path: 'src/a.ts', start: 1, end: 20 };
  const messages: ModelMessage[] = [];
  const sent = new SentReads(messages);
  let looks = 0;
  const add = (...round: readonly ModelMessage[]): void => {
    for (const { role, content } of round) {
      const watched = {
        role,
        get content() {
          looks += 1;
          return content;
        },
      };
      messages.push(watched);
    }
  };
  for (let round = 0; round < 50; round += 1) {
    const now = read('read_lines', lines, `${LINES}${round}`);
    const [reply, results] = roundOf(now);
    add(reply);
    expect(withoutUnchanged(sent, [now])).toEqual([now.block]);
    add(results);
  }
  // Nobody has asked since the last results.
  expect(looks).toBe(messages.length - 1);
});

test('what stays behind a compaction has its text again, from the records or with a word that it is gone', () => {
  const note = unchanged('src/a.ts: lines 1-20 of 20.', '9 replies ago');
  const kept = historyOf([
    read('read_source_file', { path: 'src/a.ts' }, note, false, 'known'),
    read('read_source_file', { path: 'src/a.ts' }, note, false, 'unknown'),
    read('run_command', {}, 'Exit code 0', false, 'other'),
  ]);
  const record = { id: 'known', result: { text: WHOLE, data: null, ok: true, durationMs: 1 } };
  const results = withWholeReads(kept, [record as never])
    .flatMap(({ content }) => content)
    .flatMap(({ type, content }) => (type === 'tool_result' ? [content] : []));
  expect(results).toEqual([
    WHOLE,
    '(this was read here, unchanged, and is no longer sent: read it again where you need it)',
    'Exit code 0',
  ]);
});

describe('in a session', () => {
  let rig: AgentRig;
  afterEach(() => rig.remove());
  const again = { calls: [['read_source_file', { path: 'src/a.ts' }]] as const };

  function begin(options: Omit<RigOptions, 'tools'>, text = (): string => WHOLE): void {
    rig = agentRig({ ...options, tools: [fileTool(text)] });
    rig.create();
  }

  test('three unchanged reads are still a loop, although the model is sent the text once', async () => {
    begin({ steps: [again, again, again, { text: 'ok' }] });
    await rig.run();
    const messages = rig.requests.at(-1)?.messages;
    expect(seenIn(messages)).toEqual({ whole: 1, notes: 2 });
    expect(JSON.stringify(messages)).toContain('Warning: read_source_file was called 3 times');
    expect(rig.store.calls.all(SESSION).map(({ result }) => result?.text)).toEqual([WHOLE, WHOLE, WHOLE]);
  });

  test('a change is seen whole, and so is what was there before it when that no longer stands there', async () => {
    let version = WHOLE;
    begin(
      {
        steps: [again, again, { text: 'ok' }],
        onRequest: (_request, at) => (version = at > 0 ? `${WHOLE}!` : WHOLE),
      },
      () => version,
    );
    await rig.run();
    expect(seenIn(rig.requests.at(-1)?.messages)).toEqual({ whole: 2, notes: 0 });
  });

  test('a restarted program finds what stood there, and sends the same', async () => {
    const steps = [again, again, { text: 'ok' }];
    begin({ steps });
    await rig.run();
    const [undisturbed, commits] = [sentBy(rig), rig.commits()];
    for (let commit = 1; commit <= commits; commit += 1) {
      rig.remove();
      begin({ steps });
      rig.crashAtCommit(commit);
      await expect(rig.run()).rejects.toThrow(Crash);
      rig.crashAtCommit(Number.POSITIVE_INFINITY);
      await rig.run();
      expect({ commit, sent: sentBy(rig) }).toEqual({ commit, sent: undisturbed });
    }
  });

  test('what stays of a compacted history has its text again, and a later read names that', {
    tags: 'full',
  }, async () => {
    const read = calls(['read_source_file', { path: 'src/a.ts' }]);
    const replies = [read, calls(['look', {}]), read, says('SUMMARY'), read, says('ok')];
    const server = await startMessagesServer({
      strictPrefix: true,
      script: (_request, index) => {
        if (index === 2) rig.store.contexts.setRequest(SESSION, { words: '', backTo: undefined });
        return replies[index];
      },
    });
    begin({ steps: [], model: anthropicAt(server.url) });
    await rig.run();
    await server.close();
    expect(server.requests.map(({ body }) => seenIn(body.messages))).toEqual([
      { whole: 0, notes: 0 },
      { whole: 1, notes: 0 },
      { whole: 1, notes: 0 },
      // The wish for a summary; then without what was folded; then with one more read.
      { whole: 1, notes: 1 },
      { whole: 1, notes: 0 },
      { whole: 1, notes: 1 },
    ]);
  });
});

let ids = 0;

function read(
  name: string,
  input: JsonObject,
  text: string,
  hasFailed = false,
  id = `c${ids++}`,
): CallWithResult {
  const block = { type: 'tool_result', tool_use_id: id, content: text };
  return { name, input, block: hasFailed ? { ...block, is_error: true } : block };
}

/** Each read in a reply of its own; then the reply whose calls are looked at. */
function historyOf(reads: readonly CallWithResult[]): readonly ModelMessage[] {
  return [
    { role: 'user', content: [{ type: 'text', text: 'task' }] },
    ...reads.flatMap(roundOf),
    { role: 'assistant', content: [{ type: 'text', text: 'now' }] },
  ];
}

function roundOf({ name, input, block }: CallWithResult): [ModelMessage, ModelMessage] {
  return [
    { role: 'assistant', content: [{ type: 'tool_use', id: block.tool_use_id, name, input } as Block] },
    { role: 'user', content: [block] },
  ];
}

function readsIn(reads: readonly CallWithResult[]): SentReads {
  return new SentReads(historyOf(reads));
}

function fileTool(text: () => string): AnyTool {
  return defineTool({
    name: 'read_source_file',
    description: 'Reads.',
    effect: 'reads',
    ...UNLISTED,
    input: z.object({ path: z.string() }),
    output: z.object({ path: z.string() }),
    run: async ({ path }) => ({ text: text(), data: { path } }),
  });
}

function seenIn(messages: readonly { readonly content: unknown }[] = []) {
  const sent = JSON.stringify(messages);
  return {
    whole: sent.split(JSON.stringify(WHOLE).slice(1, -1)).length - 1,
    notes: sent.split('Unchanged: you read the same').length - 1,
  };
}

function sentBy({ requests, folder }: AgentRig): string {
  return JSON.stringify(requests.at(-1)?.messages).replaceAll(path.basename(folder), 'folder');
}
