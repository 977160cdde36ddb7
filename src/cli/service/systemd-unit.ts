import type { ServiceProgram } from './service-program.ts';

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
