import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';

const FILE = path.resolve(import.meta.dirname, '../../docker-compose.cluster.yml');

const Service = z.object({
  command: z.array(z.string()).optional(),
  profiles: z.array(z.string()).optional(),
  env_file: z.string().optional(),
  volumes: z.array(z.string()),
});
const Compose = z.object({
  services: z.record(z.string(), Service),
  volumes: z.record(z.string(), z.unknown()),
});

const { services, volumes } = Compose.parse(parse(readFileSync(FILE, 'utf8'), { merge: true }));
const programs = Object.entries(services).filter(([name]) => name !== 'postgres');

test('a number has two fronts of one name; the second one only where it is asked for', () => {
  expect(
    programs.map(([name, { command, profiles = [] }]) => [name, command?.join(' '), ...profiles]),
  ).toEqual([
    ['front', 'front --name support'],
    ['front-standby', 'front --name support', 'standby'],
    ['cell-one', 'cell --name one'],
    ['cell-two', 'cell --name two'],
  ]);
});

test('each program has a data folder of its own, that is kept, and the settings of all', () => {
  const data = programs.map(([, one]) => one.volumes.find((volume) => volume.endsWith(':/data')) ?? '');
  expect(new Set(data).size).toBe(programs.length);
  expect(data.filter((volume) => !(volume.replace(':/data', '') in volumes))).toEqual([]);
  expect(programs.map(([, one]) => one.env_file)).toEqual(programs.map(() => '.env'));
});
