import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A project of as many parts as are asked for, each of which uses the one before it. */
export function makeParts(root: string, count: number): void {
  mkdirSync(path.join(root, 'src'), { recursive: true });
  for (let part = 0; part < count; part += 1) {
    const before = part === 0 ? 'main' : `part-${part - 1}`;
    writeFileSync(
      path.join(root, `src/part-${part}.ts`),
      [
        `import { startPart${part - 1} } from './${before}.ts';`,
        '',
        `export class Part${part} {`,
        '  begin(): void {',
        `    startPart${part - 1}();`,
        '  }',
        '}',
        '',
        `export function startPart${part}(): void {`,
        `  new Part${part}().begin();`,
        '}',
        '',
      ].join('\n'),
    );
  }
}

export function commitAll(root: string, message = 'feat: parts'): void {
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root, stdio: 'ignore' });
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('-c', 'user.name=Ana', '-c', 'user.email=ana@example.com', 'commit', '-q', '-m', message);
}
