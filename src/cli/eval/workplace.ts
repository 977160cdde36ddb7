import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { codeOf } from '../../core/failure.ts';
import { createCommandRecords } from '../../processes/command-record.ts';
import { endGroups, type GroupEnding } from '../../processes/end-groups.ts';

const OURS = 'wasap-eval-';
/** Number and start mark of the program that works there; kept folders have neither. */
const WORKED_IN = /^wasap-eval-(\d+)-(.+)-[A-Za-z0-9]{6}$/;

/** The folders of one attempt. */
export interface AttemptFolders {
  readonly folder: string;
  /** Named like the task, because the agent may see the name. */
  readonly project: string;
  readonly data: string;
  /** The copy that is checked. */
  readonly checked: string;
  /** Records of the check commands. */
  readonly checks: string;
}

/** A new folder of this program, named so that a later program knows whether it is still used. */
export async function makeWorkplace(keep: boolean, { processes }: GroupEnding): Promise<string> {
  const mark = (await processes.markOf(process.pid)) ?? '0';
  return mkdtempSync(join(tmpdir(), keep ? `${OURS}kept-` : `${OURS}${process.pid}-${mark}-`));
}

export function placeIn(workplace: string, task: string, run: number): AttemptFolders {
  const folder = join(workplace, `${task}-${run}`);
  const data = join(folder, 'data');
  const place = {
    folder,
    project: join(folder, task),
    data,
    checked: join(folder, 'checked', task),
    checks: join(data, 'checks'),
  };
  for (const made of [place.project, place.data, place.checked])
    mkdirSync(made, { recursive: true, mode: 0o700 });
  return place;
}

/** Ends commands that an attempt left running, and removes its folder. */
export async function removePlace(folder: string, ending: GroupEnding): Promise<void> {
  await endCommands(folder, ending);
  removeFolder(folder);
}

export async function endCommands(folder: string, ending: GroupEnding): Promise<void> {
  for (const kind of ['processes', 'checks']) {
    const records = createCommandRecords(join(folder, 'data', kind));
    for (const id of records.list()) {
      const leader = records.leader(id);
      if (leader !== undefined) await endGroups(ending, id, leader);
    }
  }
}

/** Removes folders of killed evaluations. Kept folders and those of others stay. */
export async function removeStrays(ending: GroupEnding): Promise<void> {
  const root = tmpdir();
  for (const name of readdirSync(root)) {
    const [, pid, mark] = WORKED_IN.exec(name) ?? [];
    if (pid === undefined || mark === undefined || !isOurFolder(join(root, name))) continue;
    if (await ending.processes.isAlive({ pid: Number(pid), mark })) continue;
    await removeStray(join(root, name), ending);
  }
}

async function removeStray(folder: string, ending: GroupEnding): Promise<void> {
  const places = readdirSync(folder);
  for (const place of places) await endCommands(join(folder, place), ending);
  removeFolder(folder);
}

/** As far as possible: a command may have made its folders read-only, and nothing depends on it. */
function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
  }
}

/** In a world-writable folder the name proves nothing. */
function isOurFolder(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === userInfo().uid;
}
