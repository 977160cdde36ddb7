import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isLatin1 } from '../../src/core/text.ts';
import { calls, says, slow } from '../support/messages-server/replies.ts';
import { useScenes } from '../support/scene.ts';
import { commitsIn } from '../support/wal-commits.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const MAX_BYTES = 14_000;
const MAX_COMMITS = 4;

const scene = useScenes();

/** Reads, an edit, a command, the person's words in between, a question, and a wrong call. */
const SESSION = [
  calls(['list_source_files', {}], ['read_source_file', { path: 'src/login.js' }]),
  calls(['create_task_plan', { steps: ['Mend the login', 'Look around'] }]),
  slow(
    calls(['apply_patch', { path: 'src/login.js', search: 'user.password', replace: 'user?.password' }]),
    400,
  ),
  calls(['run_command', { command: 'ls src' }], ['read_source_file', { path: 'src/gone.js' }]),
  calls(['request_user_approval', { question: 'Shall I go on?' }]),
  says('The login refuses unknown e-mails.'),
];

test('each request is the beginning of the next, small at first, and one byte a character', {
  tags: 'full',
}, async () => {
  const { start, server } = await scene({ script: SESSION });
  const program = start();
  program.say('/agent fix the login');
  await server.waitForRequest(3);
  program.say('leave the tests alone');
  await program.heard(/\/approve/);
  program.say('yes');
  await program.heard(/✅/u);
  expect(await program.hangUp()).toBe(1);
  const bodies = server.requests.map(({ rawBody }) => rawBody);
  const unlike = bodies.slice(1).filter((body, at) => !body.startsWith(beginningOf(bodies[at])));
  expect({
    requests: bodies.length,
    refusals: server.refusals,
    firstIsSmall: Buffer.byteLength(bodies[0] ?? '') <= MAX_BYTES,
    unlike,
    notLatin1: bodies.filter((body) => !isLatin1(body)),
  }).toEqual({ requests: SESSION.length, refusals: [], firstIsSmall: true, unlike: [], notLatin1: [] });
});

/** Up to the end of its messages; nothing behind them holds a bracket. */
function beginningOf(body = ''): string {
  return body.slice(0, body.lastIndexOf(']'));
}

test('a round that only reads costs at most four commits', { tags: 'full' }, async () => {
  const commitsAfter = async (rounds: number): Promise<number> => {
    const read = (_: unknown, round: number) =>
      calls(['read_source_file', { path: 'src/login.js', offset: 1 + (round % 4), limit: 1 + round }]);
    const script = [...Array.from({ length: rounds }, read), says('Read.')];
    const { start, dataDir } = await scene({ script, env: { AGENT_MAX_ROUNDS: '20' } });
    const program = start();
    program.say('/agent read the login');
    await program.heard(/✅[\s\S]*⏱️/u);
    return commitsIn(path.join(dataDir, 'wasap.db-wal'));
  };
  const [few, more] = [await commitsAfter(2), await commitsAfter(8)];
  expect((more - few) / 6).toBeLessThanOrEqual(MAX_COMMITS);
});

/** Prompts, tools, and the folders whose refusals and results are read by the model. */
const TOLD_TO_THE_MODEL = [
  'config/prompts',
  'src/agent',
  'src/tools',
  'src/policy',
  'src/processes',
  'src/sandbox',
  'src/git',
  'src/files',
  'src/contracts',
];

test('whatever is written for the model fits into Latin-1: one other character doubles every request', () => {
  const files = TOLD_TO_THE_MODEL.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name)),
  );
  const wider = files.filter((file) => !isLatin1(readFileSync(file, 'utf8')));
  expect({ some: files.length > 50, wider }).toEqual({ some: true, wider: [] });
});
