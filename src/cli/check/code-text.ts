import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectMap } from '../../agent/prompt/project-map.ts';
import { environmentOf } from '../../app/host-context.ts';
import { projectMaps } from '../../app/reading.ts';
import { createRedaction } from '../../app/redaction.ts';
import { createCodeReader } from '../../code-reading/code-reader.ts';
import { codeOf, Failure } from '../../core/failure.ts';
import { silentLog } from '../../core/log.ts';
import { fault } from '../../core/texts/faults.ts';
import { decodeText } from '../../files/confined-file.ts';
import { ownFoldersOf } from '../../settings/own-folders.ts';
import { readSettings } from '../../settings/settings.ts';

export interface OutlineJson {
  /** One line. */
  readonly json: string;
  /** Why no grammar read a file that has one. */
  readonly problem: string | undefined;
}

/** Throws Failure when the file cannot be read as text. */
export async function outlineJson(file: string, packageRoot: string): Promise<OutlineJson> {
  const code = createCodeReader({ folder: join(packageRoot, 'dist', 'code-reading') });
  const { items, problem } = await code.outline(file, decodeText(await bytesOf(file), file).text);
  const entries = items.map(({ name, kind, start, end }) => ({ name, kind, start, end }));
  return { json: `${JSON.stringify(entries)}\n`, problem };
}

async function bytesOf(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    throw new Failure('not-found', fault('no-text-file', file, code), { cause: error });
  }
}

/**
 * The map that a session in this folder would get; undefined when it would be empty. Stores nothing.
 * @param tokens as a person typed it; undefined: as configured
 * @throws Failure for wrong settings
 */
export async function mapText(
  folder: string,
  tokens: string | undefined,
  packageRoot: string,
): Promise<string | undefined> {
  const overrides = { PROJECT_ROOT: folder, ...(tokens === undefined ? {} : { AGENT_MAP_TOKENS: tokens }) };
  const settings = await readSettings({ packageRoot, overrides });
  const { folders, mapTokens, workspace } = settings;
  const { redactor, learnSecrets } = createRedaction(settings);
  const maps = projectMaps({
    packageRoot,
    environment: environmentOf(settings),
    tokens: mapTokens,
    ownFolders: ownFoldersOf(folders, packageRoot),
    log: silentLog,
  });
  const map = await maps?.draw(workspace.projectRoot);
  await learnSecrets(workspace.projectRoot);
  return map && projectMap(map, mapTokens, redactor.redact);
}
