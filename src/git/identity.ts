import { openRepository, type RepositoryParts } from './repository.ts';

export interface GitIdentity {
  readonly name: string;
  readonly email: string;
}

/** Author of commits: as the person configured it for git, else the program's own name. */
export async function gitIdentity(parts: RepositoryParts): Promise<GitIdentity | undefined> {
  const repository = await openRepository(parts);
  const { code, stdout } = await repository.run(['var', 'GIT_AUTHOR_IDENT']);
  const [, name, email] = /^(.*) <(.*)> \d+ [+-]\d+$/.exec(stdout.trim()) ?? [];
  return code === 0 && name !== undefined && email !== undefined ? { name, email } : undefined;
}
