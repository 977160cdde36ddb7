import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { createTranscripts } from '../../agent/transcript.ts';
import { projectFolders } from '../../app/projects.ts';
import { type CellName, cellName } from '../../cluster/names.ts';
import type { CliHost } from '../../contracts/sub-command.ts';
import type { Workspaces } from '../../contracts/workspaces.ts';
import { Failure } from '../../core/failure.ts';
import { readSettings } from '../../settings/settings.ts';
import { startWith } from '../start/run-start.ts';
import { cellLink } from './cell-link.ts';
import { clusterUrl } from './cluster-url.ts';
import { type ClusterTexts, clusterWords } from './texts/texts.ts';

export interface CellOptions {
  readonly name?: string;
}

/** @returns the exit code */
export async function runCell(host: CliHost, { name }: CellOptions): Promise<number> {
  const { packageRoot, version } = host;
  const settings = await readSettings({ packageRoot });
  const { cluster: words } = clusterWords(settings.locale ?? 'en');
  const url = clusterUrl(settings, words);
  const projects = projectFolders(settings);
  const link = cellLink({
    name: nameOf(name ?? hostname().toLowerCase().replace(/\..*$/, ''), words),
    url,
    version,
    projectNames: () => projectNames(projects),
    projects,
    transcriptOf: createTranscripts(join(settings.folders.data, 'agent_sessions')).pathOf,
    settings,
    words,
  });
  try {
    // People write on WhatsApp, whichever machine has its link.
    return await startWith({ ...settings, channels: ['whatsapp'] }, host, { links: link });
  } finally {
    await link.close();
  }
}

function nameOf(text: string, words: ClusterTexts): CellName {
  const name = cellName(text);
  if (name === undefined) throw new Failure('invalid', words.wrongName(text));
  return name;
}

function projectNames({ usual, list }: Pick<Workspaces, 'list' | 'usual'>): readonly string[] {
  return [...new Set([usual, ...list().found.map(({ path }) => path)])].map((path) => basename(path));
}
