import type { ServiceProgram } from './service-program.ts';

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

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function escapeXml(text: string): string {
  return text.replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign);
}
