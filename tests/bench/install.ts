import { execFileSync } from 'node:child_process';
import { cpSync, lstatSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Figure } from './figure.ts';
import type { Rig } from './rig.ts';

const BYTES_PER_MB = 1_000_000;

/** What `npm ci --omit=dev` puts on the disk of a user; takes a minute, because SQLite is compiled. */
export function installFigures({ folder }: Rig): readonly Figure[] {
  const copy = path.join(folder, 'install');
  mkdirSync(copy);
  const { files } = JSON.parse(readFileSync('package.json', 'utf8'));
  const shipped: string[] = files.filter((file: string) => !file.startsWith('!'));
  for (const file of [...shipped, 'package.json', 'package-lock.json', '.npmrc', 'esbuild.config.mjs']) {
    cpSync(file, path.join(copy, file), { recursive: true });
  }
  execFileSync('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], { cwd: copy, stdio: 'ignore' });
  const installed = readFileSync(path.join(copy, 'node_modules/.package-lock.json'), 'utf8');
  return [
    {
      name: 'npm ci --omit=dev',
      unit: 'MB',
      ours: sizeOf(copy) / BYTES_PER_MB,
      bar: { of: 'ours', limit: 160 },
    },
    {
      name: 'npm ci --omit=dev, packages',
      unit: '',
      ours: Object.keys(JSON.parse(installed).packages).length,
      bar: { of: 'ours', limit: 190 },
    },
  ];
}

function sizeOf(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.reduce((sum, entry) => sum + lstatSync(path.join(entry.parentPath, entry.name)).size, 0);
}
