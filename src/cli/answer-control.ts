import type { LinkRequest } from '../channels/whatsapp/relinkable.ts';
import type { LinkCheck } from '../channels/whatsapp/whatsapp-channel.ts';
import { isFailure, unreachable } from '../core/failure.ts';
import { silentLog } from '../core/log.ts';
import type { Locale } from '../core/texts/texts.ts';
import { doctorWords } from '../features/doctor/texts/texts.ts';
import type { CallRequest } from '../features/mcp-serve/outside-call.ts';
import type { Settings } from '../settings/settings.ts';
import type { ControlRequest, LinkReport } from './control/control-protocol.ts';
import { type ControlAnswerer, type ControlServer, serveControl } from './control/control-server.ts';
import type { ProgramLink } from './program-link.ts';

/** Takes a call of another agent. */
export type TakeOutside = (request: CallRequest) => Promise<void>;

/** Answers other commands' requests to the running program. */
export function answerControl(
  link: ProgramLink,
  { terminalLocale }: Pick<Settings, 'terminalLocale'>,
  takeOutside: TakeOutside,
): ControlAnswerer {
  return async (request, reply, signal) => {
    switch (request.ask) {
      case 'outside':
        await takeOutside(request.request);
        return reply({ say: 'taken' });
      case 'doctor': {
        const check = await checkOf(link, terminalLocale);
        reply({ say: 'doctor', link: link.report(), ...(check === undefined ? {} : { check }) });
        return;
      }
      case 'link':
      case 'pair':
      case 'relink':
        return await showLink(link, request, {
          notify: (report) => reply({ say: 'link', link: report }),
          signal,
        });
      default:
        unreachable(request);
    }
  };
}

async function showLink(
  link: ProgramLink,
  request: ControlRequest,
  { notify, signal }: { notify(report: LinkReport): void; readonly signal: AbortSignal },
): Promise<void> {
  const wanted = relinkWanted(request, link.report());
  if (wanted !== undefined) await link.channel.relink(wanted);
  const isEnough = request.ask === 'link' ? () => false : isSettled;
  await followLink(link, notify, { isEnough, signal });
  // The person who wanted another device left without linking one, so the previous one is used again.
  const isLeft = wanted?.fresh === true && !isSettled(link.report());
  if (isLeft) await link.channel.relink({ pairingPhone: undefined, fresh: false });
}

/** Tests the link, if there is one; it may break at that very moment. */
export async function checkOf({ channel }: ProgramLink, locale: Locale): Promise<LinkCheck | undefined> {
  if (channel.state.at !== 'open') return undefined;
  try {
    return await channel.check(doctorWords(locale).doctor.ownChat, locale);
  } catch (error) {
    if (!isFailure(error)) throw error;
    return undefined;
  }
}

/** How the connection has to be restarted for this request; undefined when it may continue. */
export function relinkWanted(request: ControlRequest, { state }: LinkReport): LinkRequest | undefined {
  if (request.ask === 'relink') return { pairingPhone: request.phone, fresh: true };
  if (request.ask !== 'pair') return undefined;
  const again: LinkRequest = { pairingPhone: request.phone, fresh: false };
  if (state.at === 'terminal' || state.at === 'stopped') return again;
  // It shows codes of the other kind, or a code for another number.
  const isOther = state.at === 'pairing' && (request.phone !== undefined || state.by === 'code');
  return isOther ? again : undefined;
}

function isSettled({ state }: LinkReport): boolean {
  return state.at === 'open' || state.at === 'terminal';
}

/** Sends the state and each change of it, until a state ends the request or the other side hangs up. */
function followLink(
  link: ProgramLink,
  notify: (report: LinkReport) => void,
  { isEnough, signal }: { isEnough(report: LinkReport): boolean; readonly signal: AbortSignal },
): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      unwatch();
      resolve();
    };
    const changed = (report: LinkReport): void => {
      notify(report);
      if (isEnough(report)) end();
    };
    const unwatch = link.watch(changed);
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
    else changed(link.report());
  });
}

/**
 * Answers `wasap health`, and takes calls of other agents, for a program without a link. If another one answers
 * already, that is enough.
 */
export async function serveHealth(
  folder: string,
  takeOutside: TakeOutside,
): Promise<ControlServer | undefined> {
  return await serveControl(folder, {
    async answer(request, reply) {
      if (request.ask === 'link') return reply({ say: 'no link' });
      if (request.ask !== 'outside') return reply({ say: 'refused', why: 'WhatsApp is not used here.' });
      await takeOutside(request.request);
      reply({ say: 'taken' });
    },
    log: silentLog,
    socket: 'console.sock',
  });
}
