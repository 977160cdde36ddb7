import * as z from 'zod';
import type { StashEntry } from '../contracts/git.ts';
import {
  type CallRecovery,
  defineTool,
  type Review,
  type ToolAnswer,
  type ToolContext,
} from '../contracts/tool.ts';
import { Failure } from '../core/failure.ts';
import { escapeHidden } from '../policy/display.ts';
import { assertReviewed } from './assert-reviewed.ts';
import { changedFiles, sortByMaker } from './uncommitted-files.ts';

const Input = z.object({
  action: z.enum(['save', 'restore', 'list']),
  paths: z.array(z.string()).optional().describe('Default: all tracked'),
});
type Input = z.infer<typeof Input>;

const Output = z.object({
  action: z.enum(['save', 'restore', 'list']),
  /** Commit of what was put away or brought back. */
  stash: z.string().nullable(),
  paths: z.array(z.string()),
  conflicts: z.array(z.string()),
});
type Output = z.infer<typeof Output>;

/** `message` identifies what this very call puts away; `hash` what it brings back. */
const PlannedStash = z.discriminatedUnion('action', [
  z.object({ action: z.literal('save'), message: z.string(), paths: z.array(z.string()) }),
  z.object({ action: z.literal('restore'), hash: z.string() }),
  z.object({ action: z.literal('list') }),
]);
type PlannedStash = z.infer<typeof PlannedStash>;

type Context = Pick<ToolContext, 'workspace' | 'ledger' | 'session' | 'callId'>;

export const gitStash = defineTool({
  name: 'git_stash',
  description:
    'Put uncommitted changes away, and restore them before the end. The person is asked about theirs.',
  effect: ({ action }) => (action === 'list' ? 'reads' : 'writes'),
  hasOneAim: true,
  doing: { en: 'stash:', es: 'cambios apartados:' },
  subAgents: 'none',
  claudeCode: [],
  service: 'git',
  examples: [{ description: 'Bring back what was put away', input: { action: 'restore' } }],
  input: Input,
  output: Output,

  async review(input, context) {
    const planned = await planStash(input, context);
    return planned.action === 'save' ? saveReview(planned, context) : allowReview(planned);
  },

  async prepare(input, context, reviewed) {
    const planned = await planStash(input, context);
    assertReviewed(planned, reviewed);
    return planned;
  },

  async recover(_input, context, prepared) {
    return recoverStash(PlannedStash.parse(prepared), context);
  },

  async run(input, context, prepared) {
    const { stash } = context.workspace.git;
    // Reading needs no state from before.
    const planned = prepared === null ? await planStash(input, context) : PlannedStash.parse(prepared);
    switch (planned.action) {
      case 'save':
        return saveAnswer(planned.paths, await stash.save(planned.message, planned.paths));
      case 'restore':
        return restoreAnswer(planned.hash, await stash.restore(planned.hash), context);
      case 'list':
        return listAnswer(await stash.list());
    }
  },
});

async function planStash({ action, paths }: Input, context: Context): Promise<PlannedStash> {
  if (action === 'list') return { action };
  if (action === 'save')
    return {
      action,
      message: `${stashMark(context)}/${context.callId}`,
      paths: [...(await toSave(paths, context))],
    };
  const [newest] = (await context.workspace.git.stash.list()).filter(({ message }) =>
    message.includes(`${stashMark(context)}/`),
  );
  if (newest === undefined) throw new Failure('not-found', 'This task has put nothing away.');
  return { action, hash: newest.hash };
}

/** In the message of every stash of this session; nobody else's is brought back. */
function stashMark({ session }: Context): string {
  return `wasap ${session.id}`;
}

async function toSave(named: readonly string[] | undefined, context: Context): Promise<readonly string[]> {
  const { git, guard } = context.workspace;
  const status = await git.status();
  if (status.unfinished !== undefined)
    throw new Failure(
      'conflict',
      `A ${status.unfinished} is under way: nothing can be put away before its end.`,
    );
  for (const path of named ?? []) await guard.resolve(path, 'read');
  const known = named === undefined ? changedFiles(status) : status.changes;
  const paths = known
    .map(({ path }) => path)
    .filter((path) => named?.some((one) => path === one || path.startsWith(`${one}/`)) ?? true);
  if (paths.length === 0) throw new Failure('not-found', 'Nothing there is uncommitted.');
  return paths.sort();
}

async function saveReview(
  planned: Extract<PlannedStash, { action: 'save' }>,
  context: Context,
): Promise<Review> {
  const { others } = await sortByMaker(planned.paths, context);
  if (others.length === 0) return allowReview(planned);
  return {
    verdict: {
      kind: 'ask',
      rule: 'stash-foreign',
      reason: 'Put changes away that were not made in this task? They come back before its end.',
      risk: { writesOutsideGit: 'no', network: 'no', undoable: 'yes' },
    },
    binding: planned,
    details: others.map(escapeHidden).join('\n'),
  };
}

function allowReview(planned: PlannedStash): Review {
  return { verdict: { kind: 'allow', rule: 'own-changes' }, binding: planned, details: '' };
}

async function recoverStash(planned: PlannedStash, context: Context): Promise<CallRecovery<Output>> {
  const { git } = context.workspace;
  const entries = await git.stash.list();
  switch (planned.action) {
    case 'save': {
      const made = entries.find(({ message }) => message.endsWith(planned.message));
      return made === undefined
        ? { kind: 'rerun' }
        : { kind: 'done', answer: saveAnswer(planned.paths, made) };
    }
    case 'restore': {
      if (!entries.some(({ hash }) => hash === planned.hash))
        return { kind: 'done', answer: await restoreAnswer(planned.hash, [], context) };
      const isUntouched = changedFiles(await git.status()).length === 0;
      if (isUntouched) return { kind: 'rerun' };
      return {
        kind: 'unknown',
        detail: 'What was put away is still kept, and files are changed: compare them.',
      };
    }
    case 'list':
      return { kind: 'rerun' };
  }
}

function saveAnswer(paths: readonly string[], { hash, name }: StashEntry): ToolAnswer<Output> {
  return {
    text: `Put away as ${name}: ${paths.join(', ')}. git_stash restore brings it back.`,
    data: { action: 'save', stash: hash, paths: [...paths], conflicts: [] },
  };
}

async function restoreAnswer(
  hash: string,
  conflicts: readonly string[],
  { workspace: { git } }: Context,
): Promise<ToolAnswer<Output>> {
  const data: Output = { action: 'restore', stash: hash, paths: [], conflicts: [...conflicts] };
  if (conflicts.length === 0) return { text: 'Brought back.', data };
  const kept = (await git.stash.list()).find((entry) => entry.hash === hash)?.name ?? 'a stash';
  return {
    text: `Brought back, but both sides changed ${conflicts.join(', ')}: marks are in it. Resolve them so that nothing of the person is lost, do not commit theirs, and report that their version is kept as ${kept}.`,
    data,
  };
}

function listAnswer(entries: readonly StashEntry[]): ToolAnswer<Output> {
  const lines = entries.map(({ name, message }) => `${name} ${message}`);
  return {
    text: lines.length === 0 ? 'Nothing is put away.' : lines.join('\n'),
    data: { action: 'list', stash: entries[0]?.hash ?? null, paths: [], conflicts: [] },
  };
}
