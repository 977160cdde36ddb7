import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { MovingFeature } from '../../src/contracts/machines.ts';
import { systemClock } from '../../src/core/clock.ts';
import type { InstanceId } from '../../src/core/ids.ts';
import type { Locale } from '../../src/core/texts/texts.ts';
import { movingFeatures } from '../../src/features/moving.ts';
import { readSource } from '../architecture/read-source.ts';
import { openTestStore } from '../support/test-store.ts';

function features(): readonly MovingFeature[] {
  const store = openTestStore({ path: ':memory:' });
  onTestFinished(() => store.close());
  return movingFeatures({
    store,
    instance: 'here' as InstanceId,
    clock: systemClock,
    placeOf: () => undefined,
    owners: { folder: '/nowhere', isOwner: () => false },
    followedRepository: undefined,
    notify: () => undefined,
  });
}

test('machines of two versions know each state and each kind of work by these names', () => {
  const all = features();
  expect(
    {
      told: all.flatMap(({ told }) => told?.name ?? []),
      states: all.flatMap(({ state }) => state?.name ?? []),
      kinds: all.flatMap(({ unfinished }) => unfinished?.kinds ?? []),
    },
    'Add a new name here, in the order of features/moving.ts. Never rename one: a machine of another version knows the old.',
  ).toEqual({
    told: ['schedules'],
    states: ['model', 'quiet', 'voice', 'fresh', 'pulls', 'follow-ups', 'notes', 'held'],
    kinds: ['project', 'undo', 'rewind', 'merge', 'pull-request', 'put-away', 'plan', 'routing'],
  });
});

function lineOf(kind: string, locale: Locale, url?: string): string | undefined {
  const works = features().find(({ unfinished }) => unfinished?.kinds.includes(kind))?.unfinished;
  return works?.line({ kind, task: '#4', name: 'web', url }, locale);
}

test.each<[string, Locale, string]>([
  ['rewind', 'en', 'A rewind of #4\nHere it stands as before. To try again: /rewind'],
  ['rewind', 'es', 'Rebobinar #4\nAquí está como antes. Para intentarlo otra vez: /rebobinar'],
  ['pull-request', 'es', 'El pull request de #4\nNo sé si se abrió. Míralo antes en GitHub.'],
  ['put-away', 'es', 'Ordenar la copia de #4\nSe queda en la otra máquina.'],
  ['project', 'es', 'Un proyecto nuevo, web: /proyecto agregar web'],
  ['plan', 'en', 'A plan: web'],
  ['plan', 'es', 'Un plan: web'],
  ['routing', 'en', 'Choosing who does this: web'],
  ['routing', 'es', 'Elegir quién hace esto: web'],
])('work of the kind %s is worded by its feature in %s', (kind, locale, line) => {
  expect(lineOf(kind, locale)).toBe(line);
});

test('the code that moves chats names no feature', () => {
  const folder = path.resolve(import.meta.dirname, '../../src/features/machines/moving');
  const named = readdirSync(folder).flatMap((file) =>
    readSource(file, readFileSync(path.join(folder, file), 'utf8')).imports.map(({ specifier }) => specifier),
  );
  expect(named).toContain('../../../contracts/machines.ts');
  expect(
    named.filter((specifier) => specifier?.includes('/features/')),
    'Let the feature say it, with a line in features/moving.ts.',
  ).toEqual([]);
});
