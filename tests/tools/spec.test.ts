import { expect, test } from 'vitest';
import * as z from 'zod';
import { defineTool } from '../../src/contracts/tool.ts';
import { isLatin1 } from '../../src/core/text.ts';
import { entryOf, texts } from '../../src/core/texts/texts.ts';
import { describedTools } from '../../src/features/contributions.ts';
import { toolSpec } from '../../src/tools/toolbox.ts';
import { UNLISTED } from '../support/unlisted.ts';

const specs = JSON.stringify(describedTools().map(toolSpec));

/** Bytes that a tool may add to every request; a larger one stands below with its reason. */
const MAX_BYTES = 400;
const LARGER: Readonly<Record<string, number>> = {
  // How commands run, what is asked, and what the sandbox can open, before the first refusal.
  run_command: 800,
  // Schedules have three forms.
  create_cron: 600,
  // An edit that fails costs more than the words that prevent it.
  apply_patch: 450,
  preview_patch: 450,
  // One tool for four actions is smaller than four tools.
  manage_process: 450,
};

test.each(describedTools().map((tool) => [tool.name, LARGER[tool.name] ?? MAX_BYTES, tool] as const))(
  '%s takes at most %d bytes of every request',
  (_name, most, tool) => {
    expect(Buffer.byteLength(JSON.stringify(toolSpec(tool)))).toBeLessThanOrEqual(most);
  },
);

test('what the model reads of the tools is Latin-1', () => {
  expect(isLatin1(specs)).toBe(true);
});

test.each(describedTools().map(({ name, doing }) => [name, doing] as const))(
  'the progress card says what %s does, in each language',
  (_name, { en, es }) => {
    expect([en.trim(), es.trim()]).not.toContain('');
    expect(es).not.toBe(en);
  },
);

test('a question for a tool that may ask has a headline of its own', () => {
  const { headline } = texts('en').approvals;
  const asking = describedTools().filter(({ review }) => review !== undefined);
  expect(asking.map(({ name }) => name).filter((name) => entryOf(headline, name) === undefined)).toEqual([]);
});

test('the tools stand in name order, each name once', () => {
  const names = describedTools().map(({ name }) => name);
  expect(names).toEqual([...new Set(names)].sort());
});

test('a spec holds the schema without what tells the model nothing', () => {
  const tool = defineTool({
    name: 'example',
    description: 'An example.',
    effect: 'reads',
    ...UNLISTED,
    input: z.object({ count: z.int(), lines: z.int().min(1).optional(), kind: z.enum(['a', 'b']) }),
    output: z.object({}),
    run: async () => ({ text: '', data: {} }),
  });
  expect(toolSpec(tool)).toEqual({
    name: 'example',
    description: 'An example.',
    input_schema: {
      type: 'object',
      properties: {
        count: { type: 'integer' },
        lines: { type: 'integer', minimum: 1 },
        kind: { type: 'string', enum: ['a', 'b'] },
      },
      required: ['count', 'kind'],
    },
  });
});

test('every tool has the effect that policy decides on', () => {
  const effects = {
    apply_patch: 'writes',
    create_cron: 'asks',
    create_task_plan: 'reads',
    delegate: 'reads',
    delegate_work: 'writes',
    delete_cron: 'asks',
    delete_file: 'writes',
    get_eval_summary: 'reads',
    get_file_outline: 'reads',
    get_task_plan: 'reads',
    get_workspace_info: 'reads',
    git_commit: 'writes',
    git_create_branch: 'writes',
    git_create_pr: 'network',
    git_diff: 'reads',
    git_fetch: 'network',
    git_history: 'reads',
    git_integrate: 'writes',
    git_push: 'network',
    git_status: 'reads',
    list_allowed_commands: 'reads',
    list_crons: 'reads',
    list_source_files: 'reads',
    list_workspaces: 'reads',
    load_command: 'reads',
    move_file: 'writes',
    preview_patch: 'reads',
    read_document: 'reads',
    read_image: 'reads',
    read_lines: 'reads',
    read_source_file: 'reads',
    remember: 'asks',
    request_user_approval: 'asks',
    run_command: 'executes',
    search_source_code: 'reads',
    switch_workspace: 'asks',
    update_task_status: 'reads',
    web_fetch: 'network',
    write_source_file: 'writes',
  };
  const tools = describedTools().filter(({ effect }) => typeof effect === 'string');
  const found = Object.fromEntries(tools.map(({ name, effect }) => [name, effect]));
  expect(found, 'Policy decides by the effect of a tool: write it into this table, too.').toEqual(effects);
});

test.each([
  ['list', 'reads'],
  ['save', 'writes'],
  ['restore', 'writes'],
])('git_stash %s: %s', (action, effect) => {
  const tool = describedTools().find(({ name }) => name === 'git_stash');
  expect(typeof tool?.effect === 'function' && tool.effect({ action })).toBe(effect);
});

test.each([
  ['list', 'reads'],
  ['poll', 'reads'],
  ['log', 'reads'],
  ['kill', 'executes'],
])('manage_process %s: %s', (action, effect) => {
  const tool = describedTools().find(({ name }) => name === 'manage_process');
  expect(typeof tool?.effect === 'function' && tool.effect({ action })).toBe(effect);
});
