import { statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { findProgram } from '../../processes/command-environment.ts';
import type { Settings } from '../../settings/settings.ts';

/** What a service starts, and where. All paths are absolute. */
export interface ServiceProgram {
  readonly node: string;
  readonly launcher: string;
  /** Its working folder: the project, where PROJECT_ROOT names no other. */
  readonly project: string;
  /** A service gets no variables of a shell. No secrets: anybody who reads the file would have them. */
  readonly environment: Readonly<Record<string, string>>;
  /** True where bubblewrap gets its rights by setuid: without new privileges it could make no sandbox. */
  readonly needsPrivileges: boolean;
}

/** This installation, with the project, the folders and the programs that this shell would use. */
export function serviceProgram(
  { workspace, folders, hostEnvironment }: Pick<Settings, 'workspace' | 'folders' | 'hostEnvironment'>,
  packageRoot: string,
): ServiceProgram {
  const path = (hostEnvironment.PATH ?? '').split(':').filter(isLasting).join(':');
  return {
    node: process.execPath,
    launcher: join(packageRoot, 'dist', 'wasap.cjs'),
    project: workspace.projectRoot,
    // A service has no terminal: without this one it would end with its input, at once.
    environment: {
      CHANNELS: 'whatsapp',
      PATH: path,
      DATA_DIR: folders.data,
      CONFIG_DIR: folders.config,
      // Otherwise one that a file names would win over the working folder.
      ...(hostEnvironment.PROJECT_ROOT ? { PROJECT_ROOT: workspace.projectRoot } : {}),
    },
    needsPrivileges: isSetuid(findProgram('bwrap', path)),
  };
}

/** npm and npx add folders that serve one project, or one run. */
function isLasting(folder: string): boolean {
  return isAbsolute(folder) && !folder.includes('/node_modules/');
}

const SETUID = 0o4000;

function isSetuid(program: string | undefined): boolean {
  return program !== undefined && (statSync(program).mode & SETUID) !== 0;
}

/** Its name in launchd, and of its file. */
const LABEL = 'wasap';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

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

interface ServiceHost {
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
}: ServiceHost): ServiceManager | undefined {
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

/** A LaunchAgent of the user. Commands outlive the program, as under systemd. */
export function launchAgent(
  label: string,
  { node, launcher, project, environment }: Omit<ServiceProgram, 'needsPrivileges'>,
): string {
  const variables = Object.entries(environment).map(
    ([name, value]) => `    <key>${escapeXml(name)}</key>\n    <string>${escapeXml(value)}</string>`,
  );
  const words = [node, launcher, 'start'].map((word) => `    <string>${escapeXml(word)}</string>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<!-- Written by wasap service install. -->
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${label}</string>
  <key>ProgramArguments</key>
  <array>
${words.join('\n')}
  </array>
  <key>WorkingDirectory</key>
  <string>${escapeXml(project)}</string>
  <key>EnvironmentVariables</key>
  <dict>
${variables.join('\n')}
  </dict>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <true/>
  <key>ThrottleInterval</key>
  <integer>10</integer>
  <key>ExitTimeOut</key>
  <integer>60</integer>
  <key>AbandonProcessGroup</key>
  <true/>
</dict>
</plist>
`;
}

function escapeXml(text: string): string {
  return text.replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign);
}

/**
 * A unit of the user's own systemd. Of its protections only those are used that leave bubblewrap what it needs (mounts,
 * namespaces) and the agent what it works on (any project of the user).
 */
export function systemdUnit({
  node,
  launcher,
  project,
  environment,
  needsPrivileges,
}: ServiceProgram): string {
  const variables = Object.entries(environment).map(
    ([name, value]) => `Environment=${quoteWord(`${name}=${value}`)}`,
  );
  return `# Written by wasap service install.
[Unit]
Description=wasap-agent

[Service]
ExecStart=${quoteWord(node)} ${quoteArgument(launcher)} start
WorkingDirectory=${specifiersEscaped(project)}
${variables.join('\n')}
Restart=always
RestartSec=10
# What it returns when it was asked to end.
SuccessExitStatus=1
# Commands outlive the program and are taken up by the next one: only it is stopped.
KillMode=process
TimeoutStopSec=60
# A command that needs too much memory ends alone.
OOMPolicy=continue
# The memory of the program holds keys.
LimitCORE=0
${needsPrivileges ? '# Without NoNewPrivileges=yes: bubblewrap is setuid here.' : 'NoNewPrivileges=yes\nRestrictRealtime=yes'}

[Install]
WantedBy=default.target
`;
}

/** One word in double quotes, in which systemd still reads backslashes and specifiers (`%h`). */
function quoteWord(text: string): string {
  return `"${specifiersEscaped(text).replace(/["\\]/g, '\\$&')}"`;
}

/** As `quoted`, where variables are replaced as well. */
function quoteArgument(text: string): string {
  return quoteWord(text.replaceAll('$', '$$$$'));
}

function specifiersEscaped(text: string): string {
  return text.replaceAll('%', '%%');
}
