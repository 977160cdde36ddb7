import { hostname } from 'node:os';
import { join } from 'node:path';
import { createTranscripts } from '../../agent/transcript.ts';
import { projectFolders, projectNames } from '../../app/projects.ts';
import { type CellName, cellName } from '../../cluster/names.ts';
import type { CliHost } from '../../contracts/sub-command.ts';
import { Failure } from '../../core/failure.ts';
import { readSettings } from '../../settings/settings.ts';
import { startWith } from '../start/run-start.ts';
import { cellLink } from './cell-link.ts';
import { type ClusterTexts, clusterWords } from './texts/texts.ts';
import { clusterUrl } from './with-cluster.ts';

export interface CellOptions {
  readonly name?: string;
}

/** @returns the exit code */
export async function runCell(host: CliHost, { name }: CellOptions): Promise<number> {
  const { packageRoot, version } = host;
  const settings = await readSettings({ packageRoot });
  const { cluster: words } = clusterWords(settings.terminalLocale);
  const url = clusterUrl(settings, words);
  const projects = projectFolders(settings);
  const link = cellLink({
    name: cellNamed(name, hostname(), words),
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

/**
 * The typed name, else that of the machine, which need not be one: a container's often begins with a digit.
 * @throws Failure `invalid` when it can be no name in the cluster
 */
export function cellNamed(typed: string | undefined, machine: string, words: ClusterTexts): CellName {
  const text = typed ?? machine.toLowerCase().replace(/\..*$/, '');
  const name = cellName(text);
  if (name !== undefined) return name;
  throw new Failure('invalid', typed === undefined ? words.wrongMachineName(text) : words.wrongName(text));
}
