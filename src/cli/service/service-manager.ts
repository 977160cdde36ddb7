import { join } from 'node:path';
import { launchAgent } from './launch-agent.ts';
import type { ServiceProgram } from './service-program.ts';
import { systemdUnit } from './systemd-unit.ts';

/** Its name in launchd, and of its file. */
const LABEL = 'wasap';

export type ServiceCommand = readonly [program: string, ...args: string[]];

/** How this system keeps a program of one user running. */
export interface ServiceManager {
  readonly name: 'systemd' | 'launchd';
  /** The file that describes the service: absolute. */
  readonly file: string;
  describe(program: ServiceProgram): string;
  /** Fails where this manager does not serve this user. */
  readonly probe: ServiceCommand;
  /** Run once the file is written, also over an older one. */
  start(isActive: boolean): readonly ServiceCommand[];
  /** Run before the file is removed. */
  stop(isActive: boolean): readonly ServiceCommand[];
  /** Run after it. */
  readonly forget: readonly ServiceCommand[];
  /** Exit code 0: it runs. */
  readonly isActive: ServiceCommand;
  /** What a person runs to let it go on after they log out; undefined where it does by itself, or cannot. */
  readonly linger: string | undefined;
}

export interface ManagerPlace {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  /** XDG_CONFIG_HOME. */
  readonly configHome: string | undefined;
  readonly userId: number;
}

/** Undefined where no manager is known. */
export function serviceManager({
  platform,
  home,
  configHome,
  userId,
}: ManagerPlace): ServiceManager | undefined {
  if (platform === 'linux') return systemd(configHome || join(home, '.config'));
  return platform === 'darwin' ? launchd(home, `gui/${userId}`) : undefined;
}

function systemd(configHome: string): ServiceManager {
  const unit = 'wasap.service';
  const systemctl = (...args: readonly string[]): ServiceCommand => ['systemctl', '--user', ...args];
  return {
    name: 'systemd',
    file: join(configHome, 'systemd', 'user', unit),
    describe: systemdUnit,
    probe: systemctl('show-environment'),
    start: () => [systemctl('daemon-reload'), systemctl('enable', unit), systemctl('restart', unit)],
    stop: () => [systemctl('disable', '--now', unit)],
    forget: [systemctl('daemon-reload')],
    isActive: systemctl('is-active', '--quiet', unit),
    linger: 'loginctl enable-linger',
  };
}

function launchd(home: string, domain: string): ServiceManager {
  const file = join(home, 'Library', 'LaunchAgents', `${LABEL}.plist`);
  const bootout: ServiceCommand = ['launchctl', 'bootout', `${domain}/${LABEL}`];
  return {
    name: 'launchd',
    file,
    describe: (program) => launchAgent(LABEL, program),
    probe: ['launchctl', 'print', domain],
    start: (isActive) => [...(isActive ? [bootout] : []), ['launchctl', 'bootstrap', domain, file]],
    stop: (isActive) => (isActive ? [bootout] : []),
    forget: [],
    isActive: ['launchctl', 'print', `${domain}/${LABEL}`],
    linger: undefined,
  };
}
