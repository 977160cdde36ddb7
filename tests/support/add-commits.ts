import { execFileSync } from 'node:child_process';

/** By their names; null removes one. */
export type CommittedFiles = Readonly<Record<string, string | null>>;

interface AddedCommit {
  /** Is moved to it. */
  readonly reference: string;
  readonly message: string;
  readonly files: CommittedFiles;
}

/** Commits of Bea on top of `main`, beside each other, made by one git. The files of the project stay as they are. */
export function addCommits(folder: string, commits: readonly AddedCommit[]): void {
  execFileSync('git', ['fast-import', '--quiet'], { cwd: folder, input: commits.map(streamOf).join('') });
}

function streamOf({ reference, message, files }: AddedCommit): string {
  const changes = Object.entries(files).map(([name, content]) =>
    content === null ? `D ${name}\n` : `M 100644 inline ${name}\n${data(content)}`,
  );
  const who = 'committer Bea <bea@example.com> 1700000000 +0000\n';
  return `commit ${reference}\n${who}${data(message)}from refs/heads/main^0\n${changes.join('')}\n`;
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}
