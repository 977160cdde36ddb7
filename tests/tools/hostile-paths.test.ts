import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { Json } from '../../src/core/json.ts';
import { describedTools } from '../../src/features/contributions.ts';
import { type Bench, gitBench } from '../support/tools-context.ts';

/** A field of a tool that names files, and the rest of an input with which the tool would act on such a file. */
interface PathField {
  readonly tool: string;
  readonly field: string;
  input(hostile: string): Json;
  /** The field may find nothing instead of being refused: a pattern, not a path. */
  readonly isPattern?: true;
}

/** In every closed place; a tool that shows it has read what is closed. */
const PLANTED = 'planted-in-a-closed-place';

const field = (tool: string, name: string, more: { readonly [field: string]: Json } = {}): PathField => ({
  tool,
  field: name,
  input: (hostile) => ({ ...more, [name]: hostile }),
});
const fields = (tool: string, name: string, more: { readonly [field: string]: Json } = {}): PathField => ({
  tool,
  field: name,
  input: (hostile) => ({ ...more, [name]: [hostile] }),
});

const PATH_FIELDS: readonly PathField[] = [
  field('apply_patch', 'path', { search: PLANTED, replace: 'y' }),
  field('delete_file', 'path'),
  field('get_file_outline', 'path'),
  fields('git_commit', 'paths', { message: 'feat: a' }),
  fields('git_diff', 'paths'),
  field('git_history', 'path'),
  field('git_history', 'path', { start: 1, end: 1 }),
  fields('git_stash', 'paths', { action: 'save' }),
  { ...field('list_source_files', 'glob'), isPattern: true },
  field('list_source_files', 'path'),
  field('move_file', 'path', { to: 'b.txt' }),
  field('move_file', 'to', { path: 'a.txt' }),
  field('preview_patch', 'path', { search: PLANTED, replace: 'y' }),
  field('read_document', 'path'),
  field('read_image', 'path'),
  field('read_lines', 'path', { start: 1, end: 1 }),
  field('read_source_file', 'path'),
  { ...field('search_source_code', 'glob', { pattern: PLANTED }), isPattern: true },
  field('search_source_code', 'path', { pattern: PLANTED }),
  field('write_source_file', 'path', { content: 'x' }),
];

/** Fields of text that never name a file of the project. What a command line names is judged by policy. */
const OTHER_FIELDS: Readonly<Record<string, readonly string[]>> = {
  apply_patch: ['replace', 'search'],
  create_cron: ['expr', 'message', 'phone_number', 'schedule', 'timezone'],
  create_task_plan: ['steps'],
  delegate: ['specialist', 'task'],
  delegate_work: ['specialist', 'task'],
  delete_cron: ['id'],
  get_workspace_info: ['name'],
  git_commit: ['message'],
  git_create_branch: ['name'],
  git_create_pr: ['base', 'body', 'title'],
  git_diff: ['from', 'to'],
  git_fetch: ['remote'],
  git_history: ['revision'],
  git_integrate: ['from'],
  git_push: ['branch', 'remote'],
  list_allowed_commands: ['commands'],
  load_command: ['arguments', 'name'],
  manage_process: ['process_id'],
  preview_patch: ['replace', 'search'],
  remember: ['line'],
  request_user_approval: ['question'],
  run_command: ['args', 'command'],
  search_source_code: ['pattern'],
  switch_workspace: ['name'],
  update_task_status: ['note'],
  web_fetch: ['url'],
  write_source_file: ['content'],
};

/** Tools that are made for a session, and so are not among the described ones: what holds them. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'features/mcp/tools/server-tools.ts': 'its input goes to a server, whose rights are those of its program',
  'features/skills/use-skill.ts': 'tests/features/skills/planted-skills.test.ts',
  'features/web/tools/web-search.ts': 'names no file',
};

/** Every field that takes text or a list of texts, however deep it lies; choices of a few words are none. */
function textFieldsOf(schema: unknown, name = ''): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const node: Readonly<Record<string, unknown>> = { ...schema };
  const own = node.type === 'string' && node.enum === undefined && node.const === undefined ? [name] : [];
  const { properties = {}, anyOf = [], oneOf = [], allOf = [], items, additionalProperties } = node;
  const alternatives = [anyOf, oneOf, allOf].flat();
  return [
    ...own,
    ...Object.entries(Object(properties)).flatMap(([key, value]) => textFieldsOf(value, key)),
    ...[...alternatives, items, additionalProperties].flatMap((value) => textFieldsOf(value, name)),
  ];
}

test('every text field of a tool is known to name files, or to name none', () => {
  const known = (tool: string): readonly string[] => [
    ...PATH_FIELDS.filter((one) => one.tool === tool).map((one) => one.field),
    ...(OTHER_FIELDS[tool] ?? []),
  ];
  const unknown = describedTools().flatMap(({ name, input }) =>
    textFieldsOf(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }))
      .filter((one) => !known(name).includes(one))
      .map((one) => `${name}: ${one}`),
  );
  expect(
    unknown,
    'Give each a row in PATH_FIELDS, which holds it against hostile paths; in OTHER_FIELDS only if it can never name a file.',
  ).toEqual([]);
});

test('no row is about a field that is not there', () => {
  const there = new Map(
    describedTools().map(({ name, input }) => [
      name,
      textFieldsOf(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })),
    ]),
  );
  const rows = [
    ...PATH_FIELDS.map((one) => [one.tool, one.field] as const),
    ...Object.entries(OTHER_FIELDS).flatMap(([tool, names]) => names.map((name) => [tool, name] as const)),
  ];
  expect(
    rows.filter(([tool, name]) => !there.get(tool)?.includes(name)),
    'No listed tool has these fields: take the rows away, or list the tool in `src/tools/index.ts` or `src/features/contributions.ts`.',
  ).toEqual([]);
});

test('a tool that no list describes is held against such paths elsewhere', () => {
  const src = path.resolve(import.meta.dirname, '../../src');
  const described = describedTools().map(({ name }) => `'${name}'`);
  const others = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => file.endsWith('.ts') && file !== 'contracts/tool.ts')
    .filter((file) => {
      const text = readFileSync(path.join(src, file), 'utf8');
      return text.includes('defineTool(') && !described.some((name) => text.includes(name));
    });
  expect(
    others.sort(),
    'A new tool is missing in `src/tools/index.ts` or, if it is of a feature, in `src/features/contributions.ts`. Only one that is made for a session belongs into ELSEWHERE.',
  ).toEqual(Object.keys(ELSEWHERE));
});

const HOSTILE = {
  'above the workspace': ['../outside.txt', 'denied'],
  'an absolute path': ['/etc/passwd', 'denied'],
  'a link that leads outside': ['link', 'denied'],
  'a linked folder outside': ['linked', 'denied'],
  'a file in a linked folder': ['linked/in.txt', 'denied'],
  'the environment of a process': ['/proc/self/environ', 'denied'],
  'the repository': ['.git/config', 'denied'],
  secrets: ['.env', 'denied'],
  'a NUL': ['a\0.txt', 'invalid'],
  nothing: ['', 'invalid'],
} as const;

const CLOSED_FILES = ['../outside.txt', '../outside/in.txt', '.git/config', '.env'];

/** A repository with one changed file, in which every closed place holds what must not be shown. */
function plantedBench(): Bench {
  const bench = gitBench({ files: { '.env': `KEY=${PLANTED}\n` } });
  bench.write('a.txt', 'two\n');
  bench.write('.env', `KEY=${PLANTED}, changed\n`);
  bench.write('.git/config', `${bench.read('.git/config')}[planted]\n\tvalue = ${PLANTED}\n`);
  bench.write('../outside.txt', PLANTED);
  bench.write('../outside/in.txt', PLANTED);
  symlinkSync('../outside.txt', path.join(bench.root, 'link'));
  symlinkSync('../outside', path.join(bench.root, 'linked'));
  return bench;
}

/** What each call comes to: the kind of its refusal, or the whole answer. */
async function outcomeOf(bench: Bench, { tool, input }: PathField, hostile: string): Promise<string> {
  return bench.call(tool, input(hostile)).then(
    (answer) => JSON.stringify(answer),
    (error: { readonly kind?: string; readonly message: string }) => error.kind ?? error.message,
  );
}

/** What is in the closed places besides what was planted there. */
const ALSO_CLOSED = /root:x?:0|PATH=/;

describe.each(PATH_FIELDS.map((one) => [one.tool, one.field, one] as const))(
  '%s, %s',
  (_tool, _name, row) => {
    test.each(Object.entries(HOSTILE))('is closed to %s', async (_what, [hostile, kind]) => {
      const bench = plantedBench();
      const before = CLOSED_FILES.map((file) => bench.read(file));
      const outcome = await outcomeOf(bench, row, hostile);
      expect(CLOSED_FILES.map((file) => bench.read(file))).toEqual(before);
      expect(outcome).not.toContain(PLANTED);
      expect(outcome).not.toMatch(ALSO_CLOSED);
      // An empty pattern is none: all files that are open.
      if (row.isPattern === undefined) expect(outcome).toBe(kind);
      else if (hostile !== '') expect(outcome).toMatch(/"(?:No files|No matches)\."/);
    });
  },
);

/** The model has written what the file now holds. */
const WRITTEN_BY_MODEL = ['apply_patch', 'write_source_file'];

/** A later edit is refused by what was noted here. */
test.each(
  PATH_FIELDS.filter(({ tool }) => !WRITTEN_BY_MODEL.includes(tool)).map((row) => [row.tool, row] as const),
)('%s notes a file as seen only if its answer shows it', async (_name, row) => {
  const bench = plantedBench();
  const content = 'content of an open file';
  bench.write('open.txt', `${content}\n`);
  bench.git('add', 'open.txt');
  const outcome = await outcomeOf(bench, row, 'open.txt');
  const seen = ['open.txt', 'b.txt', 'a.txt'].filter((file) => bench.ledger.lastSeen(file) !== undefined);
  expect(seen).toEqual(outcome.includes(content) ? seen.filter((file) => file === 'open.txt') : []);
});
