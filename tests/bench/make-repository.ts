import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const AREAS = 20;
const PARTS = 25;

/** A git repository of so many real sources under names of their own, in 500 folders. @returns its folder */
export function makeRepository(root: string, files: number): string {
  const texts = execFileSync('git', ['ls-files', '-z', 'src'], { encoding: 'utf8' })
    .split('\0')
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(file, 'utf8'));
  for (let file = 0; file < files; file += 1) {
    const folder = path.join(root, `area${file % AREAS}/part${Math.floor(file / AREAS) % PARTS}`);
    mkdirSync(folder, { recursive: true });
    const text = (texts[file % texts.length] ?? '').replace(
      /^export (function|class|interface|const) (\w+)/gm,
      (_, what, name) => `export ${what} ${name}${file}`,
    );
    writeFileSync(path.join(folder, `file-${Math.floor(file / AREAS / PARTS)}.ts`), text);
  }
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root, stdio: 'ignore' });
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('-c', 'user.name=Ana', '-c', 'user.email=ana@example.com', 'commit', '-q', '-m', 'feat: parts');
  return root;
}
