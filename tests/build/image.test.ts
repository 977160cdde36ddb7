import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { texts } from '../../src/core/texts/texts.ts';
import { dockerfileFaults, stagesOf } from './dockerfile-rules.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (name: string): string => readFileSync(path.join(ROOT, name), 'utf8');
const DIGEST = `sha256:${'0123456789abcdef'.repeat(4)}`;
const SOUND = `FROM node:22-slim@${DIGEST} AS one
RUN apt-get update && apt-get install -y --no-install-recommends git && rm -rf /var/lib/apt/lists/*
FROM node:22-slim@${DIGEST}
WORKDIR /app
COPY --from=one /a /b
USER node
HEALTHCHECK --interval=60s CMD ["true"]
CMD ["start"]
`;

test('the Dockerfile keeps the rules', () => {
  expect(dockerfileFaults(read('Dockerfile'))).toEqual([]);
});

test('the rules say nothing of a sound one', () => {
  expect(dockerfileFaults(SOUND)).toEqual([]);
});

test.each<[string, string, string]>([
  ['the base has no tag, or one that moves', 'FROM node:22-slim@', 'FROM node@'],
  ['the base has no tag, or one that moves', 'FROM node:22-slim@', 'FROM node:latest@'],
  ['the base has no tag, or one that moves', 'FROM node:22-slim@', 'FROM node:slim@'],
  ['the base has no digest', `@${DIGEST} AS`, ' AS'],
  ['the base has no digest', `@${DIGEST} AS`, '@sha256:abc AS'],
  ['ADD is no instruction that is wanted here', 'COPY', 'ADD'],
  ['WORKDIR is not absolute', 'WORKDIR /app', 'WORKDIR app'],
  ['CMD is not in JSON form', 'CMD ["start"]', 'CMD start'],
  ['HEALTHCHECK is not in JSON form', 'CMD ["true"]', 'CMD true'],
  ['sudo', 'apt-get update', 'sudo apt-get update'],
  ['cd in place of WORKDIR', 'RUN ', 'RUN cd /tmp && '],
  ['apt is for people', 'apt-get update', 'apt list && apt-get update'],
  ['apt-get installs without -y', ' -y', ''],
  ['apt-get installs what is only recommended', ' --no-install-recommends', ''],
  ['apt-get installs from old lists', 'apt-get update && ', ''],
  ['the lists of apt stay in the layer', ' && rm -rf /var/lib/apt/lists/*', ''],
  ['a pipe hides what failed', 'RUN ', 'RUN echo a | cat && '],
  ['npm ci is what follows the lock file', 'RUN ', 'RUN npm install && '],
  ['two RUN in a row', 'RUN ', 'RUN true\nRUN '],
  ['CMD stands there twice', 'CMD ["start"]', 'CMD ["start"]\nCMD ["stop"]'],
  ['it runs as root', 'USER node', 'USER root'],
  ['it runs as root', 'USER node\n', ''],
  ['nobody asks how it is', 'HEALTHCHECK --interval=60s CMD ["true"]\n', ''],
  ['there is no stage two', '--from=one', '--from=two'],
])('%s: seen when %j is %j', (fault, from, to) => {
  expect(dockerfileFaults(SOUND.replace(from, to))).toEqual([fault]);
});

test('tini is the first process, and starts the program', () => {
  const image = stagesOf(read('Dockerfile')).at(-1) ?? [];
  const of = (name: string) => image.find((one) => one.name === name)?.rest;
  expect({ entry: of('ENTRYPOINT'), command: of('CMD'), user: of('USER') }).toEqual({
    entry: '["/usr/bin/tini", "--", "node", "/app/dist/wasap.cjs"]',
    command: '["start"]',
    user: 'node',
  });
  expect(image.find(({ name }) => name === 'RUN')?.rest).toMatch(
    /bubblewrap .*git ripgrep tini .* && git config --system --add safe\.directory '\*' &&/,
  );
});

test('what a person names as EXTRA_PACKAGES is installed in the image that runs', () => {
  const image = stagesOf(read('Dockerfile')).at(-1) ?? [];
  const compose = ComposeFile.parse(parse(read('docker-compose.yml'))).services.wasap;
  expect({
    asked: image.find(({ name }) => name === 'ARG')?.rest,
    installed: image.find(({ name }) => name === 'RUN')?.rest.match(/install -y .* (\$\w+) &&/)?.[1],
    from: compose?.build.args,
  }).toEqual({
    asked: 'EXTRA_PACKAGES=""',
    installed: '$EXTRA_PACKAGES',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the syntax of that file.
    from: { EXTRA_PACKAGES: '${EXTRA_PACKAGES:-}' },
  });
});

test('the container has no privilege, and says how bubblewrap gets what it needs', () => {
  const { services } = ComposeFile.parse(parse(read('docker-compose.yml')));
  const { cap_drop, security_opt, mem_limit, pids_limit, cpus } = services.wasap ?? {};
  // The three switches are those that `/status` names in a container where no sandbox works.
  const named = [...texts('en').sandbox.how.container.matchAll(/--security-opt (\S+=unconfined)/g)].map(
    ([, one]) => one,
  );
  const commented = [...read('docker-compose.yml').matchAll(/^ *# - (\S+=unconfined)$/gm)].map(
    ([, one]) => one,
  );
  expect({ cap_drop, security_opt, mem_limit, pids_limit, cpus, commented }).toEqual({
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the syntax of that file.
    mem_limit: '${MEMORY_LIMIT:-4g}',
    pids_limit: 4096,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as above.
    cpus: '${CPU_LIMIT:-2}',
    commented: named,
  });
  expect(named).toHaveLength(3);
});

test('whoever asks how it is waits longer than `wasap health` does', () => {
  const asked = stagesOf(read('Dockerfile'))
    .flat()
    .find(({ name }) => name === 'HEALTHCHECK')?.rest;
  expect(asked).toBe(
    '--interval=60s --timeout=15s --start-period=60s --retries=3 CMD ["node", "/app/dist/wasap.cjs", "health"]',
  );
});

const Duration = z.string().regex(/^(\d+(h|ms?|s|us))+$/);
const Variables = z.record(z.string().regex(/^[A-Z_]+$/), z.string());
/** `name:/path` or `./folder:/path`, where the left side may be a variable with its default. */
const Mount = z.string().regex(/^(\$\{[A-Z_]+:-[\w./-]+\}|[\w./-]+):\/\w+(:ro)?$/);
/** The part of the compose specification that the file uses; whatever else stands there is a mistake or unchecked. */
const ComposeFile = z.strictObject({
  services: z.record(
    z.string().regex(/^[a-zA-Z0-9._-]+$/),
    z.strictObject({
      build: z.strictObject({ context: z.string(), args: Variables }),
      cap_drop: z.array(z.string()),
      security_opt: z.array(z.string()),
      mem_limit: z.string(),
      pids_limit: z.int(),
      cpus: z.string(),
      restart: z.enum(['no', 'always', 'on-failure', 'unless-stopped']),
      stop_grace_period: Duration,
      env_file: z.string(),
      environment: Variables,
      volumes: z.array(Mount),
    }),
  ),
  volumes: z.record(z.string(), z.null()),
});

test('the compose file is of that form: one service without a terminal, three places that outlive it', () => {
  expect(ComposeFile.parse(parse(read('docker-compose.yml')))).toMatchObject({
    services: {
      wasap: {
        build: { context: '.' },
        restart: 'unless-stopped',
        stop_grace_period: '30s',
        env_file: '.env',
        environment: { CHANNELS: 'whatsapp', DATA_DIR: '/data', CONFIG_DIR: '/config' },
        volumes: [
          'data:/data',
          // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the syntax of that file.
          '${CONFIG_FOLDER:-config}:/config',
          // biome-ignore lint/suspicious/noTemplateCurlyInString: as above.
          '${PROJECTS_FOLDER:-./projects}:/projects',
        ],
      },
    },
    volumes: { data: null, config: null },
  });
});

test('what is mounted is where the image keeps it, and every volume is declared', () => {
  const { services, volumes } = ComposeFile.parse(parse(read('docker-compose.yml')));
  const mounts = services.wasap?.volumes.map((mount) => mount.replace(/\$\{\w+:-([^}]+)\}/, '$1').split(':'));
  const named = mounts?.map(([from = '']) => from).filter((from) => /^\w/.test(from));
  const image = stagesOf(read('Dockerfile')).at(-1) ?? [];
  const made = image.find(({ name }) => name === 'RUN')?.rest.match(/mkdir -p ([^&]+?) &&/)?.[1];
  expect({ named, targets: mounts?.map(([, to]) => to) }).toEqual({
    named: Object.keys(volumes),
    targets: made?.split(' '),
  });
});
