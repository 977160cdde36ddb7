import type { SandboxState } from '../contracts/exec.ts';
import type { Environment } from '../processes/command-environment.ts';
import { findProgram } from '../processes/find-program.ts';
import { bubblewrap, bubblewrapOptions } from './bubblewrap.ts';
import { bubblewrapVersion, probeSandbox } from './probe.ts';
import type { SandboxProvider } from './provider.ts';
import { findSandboxRuntime, type RuntimePlaces } from './sandbox-runtime.ts';

export interface SandboxPlaces {
  readonly environment: Environment;
  /** Path of bubblewrap. Default: the system's own. */
  readonly program?: string | undefined;
  /** Where the second choice may be installed. Missing: it is not searched for. */
  readonly runtime?: RuntimePlaces;
}

export interface FoundSandbox {
  readonly state: SandboxState;
  /** Undefined when none works. */
  readonly provider: SandboxProvider | undefined;
}

/** The distribution's own comes first: Ubuntu permits namespaces only for that one. */
const SYSTEM_FOLDERS = '/usr/bin:/bin';

/**
 * Bubblewrap, else Anthropic's package if it is installed, else none: the first that passes the probe. Never throws.
 */
export async function findSandbox(places: SandboxPlaces): Promise<FoundSandbox> {
  const first = process.platform === 'linux' ? await tryBubblewrap(places) : unsupported();
  if (first.provider !== undefined) return first;
  const second = await tryRuntime(places);
  if (second === undefined) return first;
  if (second.provider !== undefined) return second;
  return { state: both(first.state, second.state), provider: undefined };
}

async function tryBubblewrap(places: SandboxPlaces): Promise<FoundSandbox> {
  const { environment } = places;
  const program =
    'program' in places
      ? places.program
      : findProgram('bwrap', `${SYSTEM_FOLDERS}:${environment.PATH ?? ''}`);
  if (program === undefined) return off('missing', '');
  const told = await bubblewrapVersion(program, environment);
  if ('detail' in told) return off('broken', told.detail);
  let found: FoundSandbox | undefined;
  for (const options of bubblewrapOptions(told.version)) {
    found = await tried(bubblewrap(program, told.version, options), environment);
    if (found.provider !== undefined) break;
  }
  return found ?? off('broken', '');
}

async function tryRuntime({ environment, runtime }: SandboxPlaces): Promise<FoundSandbox | undefined> {
  const found = runtime && findSandboxRuntime(runtime);
  if (found === undefined) return undefined;
  return 'detail' in found ? off('broken', found.detail) : tried(found, environment);
}

async function tried(provider: SandboxProvider, environment: Environment): Promise<FoundSandbox> {
  const state = await probeSandbox(provider, environment);
  return { state, provider: state.kind === 'on' ? provider : undefined };
}

function unsupported(): FoundSandbox {
  return off('unsupported', process.platform);
}

function off(problem: Extract<SandboxState, { kind: 'off' }>['problem'], detail: string): FoundSandbox {
  return { state: { kind: 'off', problem, detail }, provider: undefined };
}

/** The problem of the first one is the one to fix. */
function both(first: SandboxState, second: SandboxState): SandboxState {
  if (first.kind === 'on' || second.kind === 'on') return first;
  return { ...first, detail: [first.detail, second.detail].filter((detail) => detail !== '').join('; ') };
}
