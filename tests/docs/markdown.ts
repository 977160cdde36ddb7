import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '../..');

/** The documents of the repository, by their path in it. */
export const DOCUMENTS = execFileSync(
  'git',
  ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
  {
    cwd: ROOT,
    encoding: 'utf8',
  },
)
  .split('\0')
  .filter((file) => /^(README|AGENTS|CHANGELOG|docs\/.*)\.md$/.test(file));

export function read(document: string): string {
  return readFileSync(path.join(ROOT, document), 'utf8');
}

/** Addresses of links and pictures, without those in code. */
export function linksIn(markdown: string): readonly string[] {
  const text = withoutCode(markdown);
  return [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)].map(
    ([, inBrackets, inTag]) => inBrackets ?? inTag ?? '',
  );
}

/** What a link can name in a document, as GitHub makes it of the headings. */
export function anchorsIn(markdown: string): readonly string[] {
  const seen = new Map<string, number>();
  return [...withoutFences(markdown).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => {
    const anchor = heading
      .toLowerCase()
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
      .replaceAll(' ', '-');
    const before = seen.get(anchor) ?? 0;
    seen.set(anchor, before + 1);
    return before === 0 ? anchor : `${anchor}-${before}`;
  });
}

/** Blocks that are meant for a shell, each as its lines without comments. */
export function shellBlocksIn(markdown: string): readonly (readonly string[])[] {
  return [...markdown.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) =>
    block
      .split('\n')
      .map((line) => line.replace(/\s+# .*$/, '').trim())
      .filter((line) => line !== ''),
  );
}

function withoutCode(markdown: string): string {
  return withoutFences(markdown).replace(/`[^`\n]*`/g, '');
}

function withoutFences(markdown: string): string {
  return markdown.replace(/^(`{3,})[^\n]*\n.*?^\1$/gms, '');
}
