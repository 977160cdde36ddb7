import { silentLog } from '../core/log.ts';
import { type ControlServer, serveControl } from './control-server.ts';

/** Answers `wasap health` for a program without a link. If another one answers already, that is enough. */
export async function serveHealth(folder: string): Promise<ControlServer | undefined> {
  return await serveControl(folder, {
    answer: async ({ ask }, reply) =>
      reply(ask === 'link' ? { say: 'no link' } : { say: 'refused', why: 'WhatsApp is not used here.' }),
    log: silentLog,
    socket: 'console.sock',
  });
}
