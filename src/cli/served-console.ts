import { join } from 'node:path';
import type { AppParts } from '../app.ts';
import { linkWord } from '../channels/whatsapp/link-state.ts';
import type { CliHost } from '../contracts/sub-command.ts';
import type { Settings } from '../settings/settings.ts';
import type { ProgramLinks } from './program-link.ts';

/** The port of the console unless WEB_PORT is set. */
const USUAL_PORT = 8790;

interface ConsoleSources {
  /** Shows lines to the person at the terminal. */
  notice(lines: readonly string[]): void;
  readonly links: Pick<ProgramLinks, 'current'>;
}

/** How `wasap start` serves the console in the browser; undefined: it does not. */
export function servedConsole(
  { webConsole: { port, host, origin, tls } }: Pick<Settings, 'webConsole'>,
  { packageRoot, output }: Pick<CliHost, 'packageRoot' | 'output'>,
  { notice, links }: ConsoleSources,
): AppParts['console'] {
  if (port === 'off' || (port === undefined && !output.isTTY)) return undefined;
  return {
    listen: { port: port ?? USUAL_PORT, host, origin, tls },
    isWanted: port !== undefined,
    assets: join(packageRoot, 'dist', 'web-server'),
    notice,
    link() {
      const link = links.current();
      return link && linkWord(link.report().state);
    },
  };
}
