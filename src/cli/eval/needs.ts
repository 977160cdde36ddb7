import { type CheckPlace, commandReasons } from './check-commands.ts';

const MAX_SECONDS = 20;

/** Returns why a program that a task needs cannot be used; undefined = it can. */
export type NeedsCheck = (programs: readonly string[], place: CheckPlace) => Promise<string | undefined>;

/**
 * Starts each program once where the check commands run: an existing program may not run there, which must not count
 * against the agent.
 */
export function createNeeds(): NeedsCheck {
  const known = new Map<string, string | undefined>();
  return async (programs, place) => {
    for (const program of programs) {
      if (!known.has(program)) known.set(program, await problemOf(program, place));
    }
    const problems = programs.flatMap((program) => known.get(program) ?? []);
    return problems.length === 0 ? undefined : `needs ${problems.join('; ')}`;
  };
}

async function problemOf(program: string, place: CheckPlace): Promise<string | undefined> {
  const run = `${program} --version`;
  const [reason] = await commandReasons([{ run, exit: 0, says: undefined, seconds: MAX_SECONDS }], place);
  return reason === undefined ? undefined : `${program}: ${reason}`;
}
