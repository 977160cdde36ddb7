import type { App } from '../app.ts';
import { systemClock } from '../core/clock.ts';
import type { OutsideChannel } from '../features/mcp-serve/running/outside-channel.ts';
import type { Settings } from '../settings/settings.ts';
import type { TakeOutside } from './answer-control.ts';
import type { ControlServer } from './control/control-server.ts';
import type { ProgramLinks } from './program-link.ts';

/** Where other commands ask this program: `wasap pair`, `doctor`, `health` and `mcp serve`. */
export interface Controls {
  /** A program without a link listens only from now on: its first message does not wait for that. */
  settled(): void;
  close(): Promise<void>;
}

interface ControlledProgram {
  readonly links: Pick<ProgramLinks, 'current'>;
  readonly settings: Settings;
  /** Where calls of other agents come in. */
  readonly outside: Pick<OutsideChannel, 'take'>;
}

/** What is needed to answer is loaded with the socket that it is needed for. */
export async function openControls(
  { store, log }: Pick<App, 'log' | 'store'>,
  { links, settings, outside }: ControlledProgram,
): Promise<Controls> {
  const takeOutside: TakeOutside = async (request) => {
    const { takeCall } = await import('../features/mcp-serve/running/take-call.ts');
    await takeCall(request, { channel: outside, store, clock: systemClock });
  };
  const control = await controlOfLink(links, settings, { log, takeOutside });
  let standIn: Promise<ControlServer | undefined> | undefined;
  return {
    settled() {
      if (links.current() === undefined) standIn = standInFor(settings, takeOutside);
    },
    async close() {
      await control?.close();
      await (await standIn)?.close();
    },
  };
}

/** Undefined without a link. */
async function controlOfLink(
  { current }: ControlledProgram['links'],
  settings: Settings,
  { log, takeOutside }: Pick<App, 'log'> & { readonly takeOutside: TakeOutside },
): Promise<ControlServer | undefined> {
  const link = current();
  if (link === undefined) return undefined;
  const { serveControl } = await import('./control/control-server.ts');
  const { answerControl } = await import('./answer-control.ts');
  const answer = answerControl(link, settings, takeOutside);
  return await serveControl(settings.folders.data, { answer, log });
}

/** If there is a link, its socket answers this too. */
async function standInFor(
  { folders }: Settings,
  takeOutside: TakeOutside,
): Promise<ControlServer | undefined> {
  const { serveHealth } = await import('./answer-control.ts');
  return await serveHealth(folders.data, takeOutside);
}
