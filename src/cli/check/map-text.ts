import { projectMap } from '../../agent/prompt/project-map.ts';
import { environmentOf } from '../../app/host-context.ts';
import { projectMaps } from '../../app/reading.ts';
import { createRedaction } from '../../app/redaction.ts';
import { silentLog } from '../../core/log.ts';
import { readSettings } from '../../settings/settings.ts';

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
    ownFolders: [folders.data, folders.config],
    log: silentLog,
  });
  const map = await maps?.draw(workspace.projectRoot);
  await learnSecrets(workspace.projectRoot);
  return map && projectMap(map, { tokens: mapTokens, redact: redactor.redact });
}
