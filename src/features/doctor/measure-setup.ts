import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { SECOND_MS } from '../../core/clock.ts';
import { isKnownZone } from '../../core/time-zone.ts';
import type { PortFacts } from './facts.ts';

const WITHIN_MS = 2 * SECOND_MS;
/** Prefix of all our metrics. */
const OURS = 'wasap_';

/** What is served on METRICS_PORT, and to whom; undefined when it is not set. */
export async function metricsPortOf(port: number | undefined): Promise<PortFacts | undefined> {
  if (port === undefined) return undefined;
  const [served, elsewhere] = await Promise.all([probePort(port), openAddress(port)]);
  if (served === 'served' && elsewhere !== undefined) return { at: 'open', port, address: elsewhere };
  return { at: served, port };
}

async function probePort(port: number): Promise<'served' | 'free' | 'taken'> {
  if (!(await takesConnections(port, '127.0.0.1'))) return 'free';
  const signal = AbortSignal.timeout(WITHIN_MS);
  const answer = fetch(`http://127.0.0.1:${port}/metrics`, { signal, redirect: 'manual' });
  const text = answer.then((response) => (response.ok ? response.text() : ''));
  // Not HTTP, or no answer in time: another program, whatever it claims to be.
  return (await text.catch(() => '')).includes(OURS) ? 'served' : 'taken';
}

/** An address of this machine that others can reach and that accepts connections, too. */
async function openAddress(port: number): Promise<string | undefined> {
  const addresses = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ internal, scopeid = 0 }) => !internal && scopeid === 0)
    .map(({ address }) => address);
  const open = await Promise.all(addresses.map((address) => takesConnections(port, address)));
  return addresses.find((_, at) => open[at]);
}

function takesConnections(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host });
    const end = (isOpen: boolean) => (): void => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.setTimeout(WITHIN_MS, end(false));
    socket.once('connect', end(true));
    socket.once('error', end(false));
  });
}

/** The value of TZ if it is not a known time zone. */
export function wrongZoneIn(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const zone = environment.TZ?.replace(/^:/, '');
  return zone === undefined || zone === '' || isKnownZone(zone) ? undefined : zone;
}
