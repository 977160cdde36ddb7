import { silentLog } from '../../core/log.ts';
import type { TakeOutside } from '../answer-control.ts';
import { type ControlServer, serveControl } from '../control/control-server.ts';

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
