import path from 'node:path';
import { transformJSONSchema } from '@anthropic-ai/sdk/lib/transform-json-schema';
import { afterEach, describe, expect, test } from 'vitest';
import { tokensOfText } from '../../../src/agent/context/token-counts.ts';
import { fillPrompt } from '../../../src/agent/prompt/prompt.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { isLatin1 } from '../../../src/core/text.ts';
import { commandName } from '../../../src/features/jobs/catalog.ts';
import { outputSchemas } from '../../../src/features/jobs/check/check-graph.ts';
import {
  type AskParts,
  commandPromptValues,
  isCommandAgentOutput,
  makeInput,
  makePlan,
  replySchema,
  routingText,
} from '../../../src/features/jobs/planning/make-plan.ts';
import { catalogueText, orchestrateRequest } from '../../../src/features/jobs/planning/orchestrator.ts';
import { anthropicAt } from '../../models/support.ts';
import { says } from '../../support/messages-server/replies.ts';
import type { Reply } from '../../support/messages-server/reply.ts';
import { type MessagesServer, startMessagesServer } from '../../support/messages-server/server.ts';
import { catalog, check, graphOf, written } from './support.ts';

const PROMPTS = path.resolve(import.meta.dirname, '../../../config/prompts');

function prompt(file: string, values: Readonly<Record<string, string>>): string {
  return fillPrompt(path.join(PROMPTS, file), values);
}

let server: MessagesServer | undefined;
afterEach(() => server?.close());

/** Asks a server that answers one question after the other with these. */
async function asking(...script: readonly Reply[]): Promise<AskParts> {
  server = await startMessagesServer({ script });
  return {
    model: anthropicAt(server.url),
    modelId: 'claude-sonnet-5-5',
    catalog,
    check,
    prompt,
    sessionId: 'job/1',
    signal: new AbortController().signal,
  };
}

const ROUTING = {
  id: 'task-1',
  service: 'files',
  command: 'read_lines',
  prompt: 'Read the first five lines of {{task-0.output.paths.0}}',
  dependsOn: ['task-0'],
};
const OUTPUTS = outputSchemas(
  [{ id: 'task-0', service: 'files', command: 'list_source_files' }, ROUTING],
  catalog,
);
const GOOD = {
  id: 'task-1',
  service: 'files',
  command: 'read_lines',
  input: { path: '{{task-0.output.paths.0}}', start: 1, end: 5 },
  dependsOn: ['task-0'],
};

function replies(reply: unknown): Reply {
  return says(JSON.stringify(reply));
}

function questions(): readonly string[] {
  return (server?.requests ?? []).map(({ body }) => JSON.stringify(Reflect.get(body as object, 'messages')));
}

describe('the prompt for one command', () => {
  test('has the structure of the specification, here with its own example', async () => {
    const values = commandPromptValues({
      description: 'Create a Firestore document with the specified data',
      input: {
        type: 'object',
        properties: {
          path: {
            type: 'string',
            pattern: '^firestore/[^/]+/data/[^/]+$',
            description: 'Firestore path in format firestore/{database}/data/{collection}',
          },
          documentId: { type: 'string', description: 'Document ID to create' },
          data: { type: 'object', description: 'Document data to write' },
          merge: { type: 'boolean', description: 'Whether to merge with existing document' },
        },
        required: ['path', 'documentId', 'data'],
      },
      examples: [
        {
          description: 'Create user document',
          input: {
            path: 'firestore/(default)/data/users',
            documentId: 'user-123',
            data: { name: 'John Doe', email: 'john@example.com' },
          },
        },
      ],
    });
    await expect(prompt('job-command.md', values)).toMatchFileSnapshot('command-prompt.golden.txt');
  });

  test('asks with the routing as JSON, and with nothing else', () => {
    expect(JSON.parse(routingText(ROUTING))).toEqual(ROUTING);
  });

  test.each(catalog.commands.map((one) => [commandName(one), one] as const))(
    '%s takes less than 2.7k tokens with routing and reply, in Latin-1, in a form that the API takes',
    (_, command) => {
      const system = prompt('job-command.md', commandPromptValues(command));
      const schema = replySchema(command);
      const tokens = tokensOfText(system) + tokensOfText(JSON.stringify(schema)) + 200 + 500;
      expect([tokens < 2_700, isLatin1(system), typeof transformJSONSchema({ ...schema })]).toEqual([
        true,
        true,
        'object',
      ]);
    },
  );

  test('AI Response Schema: the routing, the input of that one command, and all of it required', () => {
    const input: JsonObject = {
      type: 'object',
      properties: { path: { type: 'string' } },
      required: ['path'],
    };
    expect(replySchema({ input })).toEqual({
      type: 'object',
      properties: {
        id: { type: 'string' },
        service: { type: 'string' },
        command: { type: 'string' },
        input,
        dependsOn: { type: 'array', items: { type: 'string' } },
      },
      required: ['id', 'service', 'command', 'input', 'dependsOn'],
      additionalProperties: false,
    });
  });

  test('the reply may have a reference wherever no free text is taken', () => {
    const { input } = catalog.find('shell', 'run_command') ?? { input: {} };
    const reference = { type: 'string', description: 'A reference: {{task-0.output.field}}' };
    expect(replySchema({ input }).properties).toMatchObject({
      input: {
        properties: {
          command: { type: 'string' },
          args: { anyOf: [{ type: 'array', items: { type: 'string' } }, reference] },
          timeout: { anyOf: [{ type: 'integer' }, reference] },
          background: { anyOf: [{ type: 'boolean' }, reference] },
        },
      },
    });
  });
});

describe('the type guard', () => {
  test('takes the object of the specification', () => {
    expect(isCommandAgentOutput(GOOD)).toBe(true);
  });

  test.each<[string, unknown]>([
    ['no object', 'x'],
    ['null', null],
    ['no id', { ...GOOD, id: undefined }],
    ['a service that is no text', { ...GOOD, service: 1 }],
    ['a command that is no text', { ...GOOD, command: null }],
    ['an input that is null', { ...GOOD, input: null }],
    ['an input that is a text', { ...GOOD, input: '{}' }],
    ['an input that is a list', { ...GOOD, input: [] }],
    ['dependsOn that is no list', { ...GOOD, dependsOn: 'task-0' }],
    ['dependsOn with a number', { ...GOOD, dependsOn: [0] }],
    ['members that are only inherited', Object.create(GOOD)],
  ])('refuses %s', (_, reply) => {
    expect(isCommandAgentOutput(reply)).toBe(false);
  });
});

describe('the command agent', () => {
  test.each<[string, unknown]>([
    ['no id', { ...ROUTING, id: '' }],
    ['no service', { ...ROUTING, service: undefined }],
    ['no command', { ...ROUTING, command: undefined }],
    ['no prompt', { ...ROUTING, prompt: '' }],
    ['nothing', undefined],
  ])('refuses an input with %s before it asks', async (_, task) => {
    const made = await makeInput(task, OUTPUTS, await asking());
    expect([made.kind === 'failed' && made.reason, server?.requests.length]).toEqual([
      'Command agent failed: Invalid input: id, service, command, and prompt are required',
      0,
    ]);
  });

  test('keeps references as strings', async () => {
    const made = await makeInput(ROUTING, OUTPUTS, await asking(replies(GOOD)));
    expect(made).toMatchObject({ kind: 'made', output: GOOD, spent: { requests: 1 } });
  });

  test('tells what was wrong and takes the corrected reply', async () => {
    const wrong = { ...GOOD, input: { path: 'a', start: '1' } };
    const made = await makeInput(ROUTING, OUTPUTS, await asking(replies(wrong), replies(GOOD)));
    expect([made.kind, made.spent.requests, questions()[1]]).toEqual([
      'made',
      2,
      expect.stringContaining('Parameter validation failed: /end is required; /start must be integer'),
    ]);
  });

  test.each<[string, unknown, string]>([
    ['no usable form', { id: 1 }, 'Command agent failed: Invalid AI response format'],
    [
      'a missing parameter',
      { ...GOOD, input: { path: 'a', start: 1 } },
      'Command agent failed: Parameter validation failed: /end is required',
    ],
    ['the id of another task', { ...GOOD, id: 'task-0' }, 'Command agent failed: id must be task-1'],
    [
      'another command than was asked for',
      { ...GOOD, service: 'shell', command: 'run_command', input: { command: 'rm -rf .' } },
      'Command agent failed: service must be files; command must be read_lines',
    ],
    [
      'a reference to nothing',
      { ...GOOD, input: { ...GOOD.input, path: '{{task-0.output.files}}' } },
      'Command agent failed: {{task-0.output.files}}: task-0.output has no files; it has paths, left_out',
    ],
    [
      'a dependency on nothing',
      { ...GOOD, dependsOn: ['task-7'] },
      'Command agent failed: there is no task task-7; did you mean task-0?',
    ],
    [
      'prototype names',
      JSON.parse(
        '{"id":"task-1","service":"files","command":"read_lines","input":{"__proto__":{}},"dependsOn":[]}',
      ),
      'Command agent failed: __proto__: this name is taken by the language itself',
    ],
  ])('gives up after three replies with %s', async (_, reply, reason) => {
    const parts = await asking(replies(reply), replies(reply), replies(reply), replies(GOOD));
    const made = await makeInput(ROUTING, OUTPUTS, parts);
    expect([made.kind === 'failed' && made.reason, made.spent.requests]).toEqual([reason, 3]);
  });

  test('gives up after three replies that are no JSON', async () => {
    const made = await makeInput(ROUTING, OUTPUTS, await asking(says('Sure!'), says('Sure!'), says('Sure!')));
    expect(made).toMatchObject({
      kind: 'failed',
      reason: 'Command agent failed: Invalid AI response format',
    });
  });
});

describe('a plan from prompts', () => {
  const graph = graphOf(
    written(
      { id: 'task-0', service: 'files', command: 'list_source_files', input: {} },
      ROUTING,
      { id: 'task-2', dependsOn: ['task-1'] },
      { id: 'task-3' },
    ),
  );

  test('has the parameters that the model made, and runs nothing', async () => {
    const parts = await asking(replies(GOOD));
    const made = await makePlan(graph, { catalog, check, ask: () => parts });
    expect(made.kind === 'plan' && made.plan.tasks.find(({ id }) => id === 'task-1')).toEqual({
      ...GOOD,
      tool: 'read_lines',
      effect: 'reads',
    });
  });

  test('keeps a task whose parameters cannot be made as failed, and the others', async () => {
    const parts = await asking(says('no'), says('no'), says('no'));
    const made = await makePlan(graph, { catalog, check, ask: () => parts });
    expect(made.kind === 'plan' && made.plan.tasks.map(({ id, fault }) => [id, fault])).toEqual([
      ['task-0', undefined],
      ['task-3', undefined],
      ['task-1', 'Command agent failed: Invalid AI response format'],
      ['task-2', undefined],
    ]);
  });

  test('is refused when what the model made closes a ring', async () => {
    const ring = graphOf(
      written({ id: 'task-0', dependsOn: ['task-1'] }, { ...ROUTING, prompt: 'Read a', dependsOn: [] }),
    );
    const parts = await asking(replies({ ...GOOD, input: { path: 'a', start: 1, end: 2 } }));
    const made = await makePlan(ring, { catalog, check, ask: () => parts });
    expect(made.kind === 'refused' && made.problems.map(({ fault }) => fault.in('en'))).toEqual([
      'these tasks wait for each other: task-0 -> task-1 -> task-0',
    ]);
  });
});

describe('the orchestrator', () => {
  const TASK = { id: 'task-0', service: 'git', command: 'status', prompt: 'See what changed', dependsOn: [] };

  test('makes tasks of a request', async () => {
    const split = await orchestrateRequest(
      'what changed?',
      await asking(replies({ name: 'look', description: 'Looks.', tasks: [TASK] })),
    );
    expect(split).toMatchObject({
      kind: 'graph',
      graph: { name: 'look', description: 'Looks.', tasks: [TASK] },
    });
  });

  test('is told what is wrong with its tasks and may correct them', async () => {
    const wrong = {
      name: 'look',
      description: '',
      tasks: [{ ...TASK, command: 'stat', dependsOn: ['task-1'] }],
    };
    const right = { name: 'look', description: '', tasks: [TASK] };
    const split = await orchestrateRequest('x', await asking(replies(wrong), replies(right)));
    expect([split.kind, split.spent.requests, questions()[1]]).toEqual([
      'graph',
      2,
      expect.stringContaining('task task-0, command: git has no command stat; did you mean status?'),
    ]);
  });

  test('ends clearly after three unusable graphs', async () => {
    const wrong = replies({ name: 'a', description: '', tasks: [{ ...TASK, service: 'mail' }] });
    const split = await orchestrateRequest('x', await asking(wrong, wrong, wrong));
    expect([split.kind, split.kind === 'failed' && split.reason]).toEqual([
      'failed',
      expect.stringContaining('there is no service mail'),
    ]);
  });

  test('may say that it cannot be done', async () => {
    const split = await orchestrateRequest(
      'cook',
      await asking(replies({ name: 'a', description: 'Nothing here cooks.', tasks: [] })),
    );
    expect(split).toMatchObject({ kind: 'impossible', reason: 'Nothing here cooks.' });
  });

  test('sees every command with parameters, effect and what can be referred to', async () => {
    await expect(catalogueText(catalog)).toMatchFileSnapshot('catalogue.golden.txt');
  });

  test('is told all of it in Latin-1 and within 4k tokens', () => {
    const text = prompt('job-orchestrator.md', { reference: 'x', catalogue: catalogueText(catalog) });
    expect([isLatin1(text), tokensOfText(text) < 4_000]).toEqual([true, true]);
  });
});
