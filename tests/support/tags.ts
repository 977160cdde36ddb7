import { findProgram } from '../../src/processes/command-environment.ts';
import { LEVEL } from './level.ts';
import { postgresProblem } from './postgres-place.ts';
import { UNREAD_FILES } from './unread-files.ts';
import { sandboxProblem } from './working-sandbox.ts';

/** What a test may need; where that is missing, it is left out, and the run says so in its last line. */
export interface Tag {
  readonly name: string;
  /** How the last line names the tests that were left out. */
  readonly description: string;
  /** Missing where it is there: of the tags of one test, the last one that names it would decide for all. */
  readonly skip?: true;
}

export async function testTags(): Promise<readonly Tag[]> {
  const problem = await sandboxProblem();
  const noPostgres = postgresProblem();
  return [
    {
      name: 'full',
      description: `are part of \`npm run test:full\`${unread()}`,
      ...skipIf(LEVEL === 'quick'),
    },
    {
      name: 'sandbox',
      description: `need a sandbox that works (${problem})`,
      ...skipIf(problem !== undefined),
    },
    {
      name: 'postgres',
      description: `need a PostgreSQL (${noPostgres})`,
      ...skipIf(noPostgres !== undefined),
    },
    needing('ripgrep', 'rg'),
    needing('python', 'python3'),
    needing('systemd', 'systemd-analyze'),
    needing('chromium', 'chromium'),
  ];
}

function unread(): string {
  return UNREAD_FILES.length === 0 ? '' : `, as are all of ${UNREAD_FILES.length} other files`;
}

function needing(name: string, program: string): Tag {
  const isMissing = findProgram(program, process.env.PATH ?? '') === undefined;
  return { name, description: `need ${program}`, ...skipIf(isMissing) };
}

function skipIf(isMissing: boolean): Pick<Tag, 'skip'> {
  return isMissing ? { skip: true } : {};
}
