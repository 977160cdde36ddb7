import { codeOf, messageOf } from '../core/failure.ts';
import {
  PROCESS_STARTER,
  type StartedProgram,
  type StarterAnswer,
  type StarterRequest,
  startFromHere,
} from './started-program.ts';

if (process.argv[2] === PROCESS_STARTER) serveRequests();

function serveRequests(): void {
  const send = (answer: StarterAnswer): void => void process.send?.(answer);
  const fail =
    (id: number) =>
    (error: unknown): void =>
      send({ kind: 'failed', id, code: codeOf(error), message: messageOf(error) });
  const running = new Map<number, StartedProgram>();
  // The program has ended or was killed. What runs finishes by itself, as it would without this process.
  process.once('disconnect', () => process.exit());
  process.on('message', (request: StarterRequest) => {
    const { id } = request;
    if (request.kind === 'stop') return running.get(id)?.stop();
    try {
      const program = startFromHere(request.start, {
        started: (pid) => send({ kind: 'started', id, pid }),
        stdout: (bytes) => send({ kind: 'output', id, stream: 'stdout', bytes }),
        stderr: (bytes) => send({ kind: 'output', id, stream: 'stderr', bytes }),
      });
      running.set(id, program);
      program.ended
        .then((code) => send({ kind: 'ended', id, code }), fail(id))
        .finally(() => running.delete(id));
    } catch (error) {
      // Arguments that no program can be given.
      fail(id)(error);
    }
  });
  send({ kind: 'ready' });
}
