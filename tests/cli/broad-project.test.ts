import { homedir } from 'node:os';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { confirmBroadProject } from '../../src/cli/confirm.ts';

type Asked = Parameters<typeof confirmBroadProject>;

/** A person at a terminal, who types this. */
function atTerminal(typed: string): { readonly host: Asked[1]; readonly shown: () => string } {
  const streams = [new PassThrough(), new PassThrough()] as const;
  const [input, output] = streams.map((stream) => Object.assign(stream, { isTTY: true }));
  input?.write(`${typed}\r`);
  return { host: { input, output } as unknown as Asked[1], shown: () => String(output?.read() ?? '') };
}

const settingsOf = (projectRoot: string, writeEnabled = true): Asked[0] =>
  ({
    access: { writeEnabled },
    workspace: { projectRoot },
    hostEnvironment: { HOME: homedir() },
    locale: 'en',
  }) as unknown as Asked[0];

test.each([
  ['the home', homedir(), 'y', true],
  ['the disk', '/', 'sí', true],
  ['the home', homedir(), 'n', false],
  ['the disk', '/', '', false],
])(
  'with write access in %s (%s) a person is asked first, and %j starts it: %s',
  async (_, root, typed, starts) => {
    const { host, shown } = atTerminal(typed);
    const asking = confirmBroadProject(settingsOf(root), host);
    if (starts) await asking;
    else await expect(asking).rejects.toMatchObject({ kind: 'denied' });
    expect(shown()).toContain('Start here anyway? (y/N)');
  },
);

test('a project, and one that may only be looked at, asks nobody', async () => {
  const { host, shown } = atTerminal('n');
  await confirmBroadProject(settingsOf('/srv/projects/shop'), host);
  await confirmBroadProject(settingsOf('/', false), host);
  expect(shown()).toBe('');
});
