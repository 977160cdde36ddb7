import { join } from 'node:path';
import { projectFolders, projectNames } from '../app/host-context.ts';
import { createRedaction } from '../app/redaction.ts';
import { SECOND_MS, systemClock } from '../core/clock.ts';
import { Failure } from '../core/failure.ts';
import { createKeyedQueue } from '../core/work-queues.ts';
import type { OpenMcpServe } from '../features/mcp-serve/cli/serve.ts';
import type { CallRequest } from '../features/mcp-serve/outside-call.ts';
import { createOutsideTaskStore } from '../features/mcp-serve/outside-task-store.ts';
import { readSettings } from '../settings/settings.ts';
import { openStore } from '../store/open.ts';
import { askOn } from './control/control-client.ts';
import type { ControlSocket } from './control/control-protocol.ts';

const TAKEN_WITHIN_MS = 15 * SECOND_MS;
/** The socket of a program with WhatsApp comes first: there the questions reach a phone. */
const SOCKETS: readonly ControlSocket[] = ['control.sock', 'console.sock'];

/** The rows of this data folder, and the program that runs on it, if one does. */
export const openMcpServe: OpenMcpServe = async ({ packageRoot, version }) => {
  const settings = await readSettings({ packageRoot });
  const { redactor } = createRedaction(settings);
  const { data } = settings.folders;
  const store = openStore({ path: join(data, 'wasap.db') });
  // One connection at a time, however many calls come at once: the program has few of them.
  const queue = createKeyedQueue();
  return {
    locale: settings.terminalLocale,
    token: settings.mcpServeToken,
    hasProjects: settings.workspace.projectsRoot !== undefined,
    projectNames: () => projectNames(projectFolders(settings)),
    agents: store.outsideAgents,
    ports: {
      version,
      store,
      rows: createOutsideTaskStore(store.database),
      redact: redactor.redact,
      clock: systemClock,
      handIn: (request) => queue.run('hand-in', () => handIn(data, request)),
    },
    close: () => store.close(),
  };
};

async function handIn(folder: string, request: CallRequest): Promise<void> {
  const signal = AbortSignal.timeout(TAKEN_WITHIN_MS);
  for (const socket of SOCKETS) {
    const answers = await askOn({ folder, socket }, { ask: 'outside', request }, signal);
    if (answers === undefined) continue;
    for await (const answer of answers) {
      if (answer.say === 'taken') return;
      throw new Failure(
        'denied',
        answer.say === 'refused'
          ? answer.why
          : 'The running program gave no answer that I know. Restart it, then call again.',
      );
    }
  }
  throw new Failure(
    'unavailable',
    'wasap is not running on this machine, so nothing was started. Its owner starts it: wasap start',
  );
}
