import { expect, test } from 'vitest';
import { DAY_MS } from '../../../src/core/clock.ts';
import { type LogFields, silentLog } from '../../../src/core/log.ts';
import { removeOldSpans } from '../../../src/features/tracing/tracing-feature.ts';
import { freshStore } from '../../store/store-file.ts';
import { FakeClock } from '../../support/fake-clock.ts';

test.each([
  [30 * DAY_MS, [['tracing.removed', { count: 2 }]]],
  [undefined, []],
])('spans go when they are older than %s ms, whosesoever they are', async (tracesMs, logged) => {
  const store = freshStore();
  const clock = new FakeClock();
  const nowMs = clock.nowMs();
  const events: [string, LogFields | undefined][] = [];
  const log = {
    ...silentLog,
    info: (event: string, fields?: LogFields) => void events.push([event, fields]),
  };
  const span = {
    traceId: 't',
    parentId: undefined,
    session: undefined,
    name: 'shell:npm',
    kind: 'tool',
    endMs: undefined,
    status: 'ok',
    input: undefined,
    output: undefined,
    attributes: '{}',
  } as const;
  const days = [31, 40, 29];
  store.traces.write(
    days.map((age, n) => ({ ...span, spanId: `s${n}`, startMs: nowMs - age * DAY_MS })),
    [],
  );
  await removeOldSpans({ store, keep: { tracesMs }, clock, log });
  expect(events).toEqual(logged);
});
