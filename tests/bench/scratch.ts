import { existsSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { answered, startLinked } from './linked.ts';
import { makeRig } from './rig.ts';
import { preciseNowMs } from './running.ts';
import { median } from './statistics.ts';

const MARKS = process.env.MARKS_FILE ?? '';
const rig0 = await makeRig();
const N = Number(process.env.N ?? 15);
const rig =
  MARKS === ''
    ? rig0
    : ({
        ...rig0,
        startWith: (s: Record<string, string>, ...a: string[]) =>
          rig0.startWith(
            {
              ...s,
              NODE_OPTIONS: `--require /tmp/perf-scratch/marks.cjs ${process.env.EXTRA ?? ''}`,
              MARKS_FILE: MARKS,
            },
            ...a,
          ),
      } as typeof rig0);
try {
  if (MARKS && existsSync(MARKS)) rmSync(MARKS);
  const linked = await startLinked(rig, 1);
  const [ana] = linked.people;
  if (ana === undefined) throw new Error('x');
  await sleep(Number(process.env.WARM ?? 1500));
  const said: number[] = [];
  const delivered: number[] = [];
  for (let t = 1; t <= N; t++) {
    said.push(preciseNowMs());
    await ana.says(`/agent read the sources ${t}`);
    delivered.push(preciseNowMs());
    await answered(linked, ana, t);
    await sleep(100);
  }
  const req = linked.model.requests();
  const t = req.map(({ timeMs }, i) => timeMs - (said[i] ?? NaN));
  console.log(
    'first',
    t[0]?.toFixed(1),
    'later',
    median(t.slice(1)).toFixed(1),
    t
      .slice(1)
      .map((x) => x.toFixed(0))
      .join(' '),
  );
  await linked.end();
  if (MARKS) {
    const marks: [string, number][] = readFileSync(MARKS, 'utf8')
      .trim()
      .split('\n')
      .map((l) => JSON.parse(l));
    const rows: Map<string, number>[] = [];
    for (let i = 0; i < N; i++) {
      const from = said[i] ?? 0;
      const to = req[i]?.timeMs ?? 0;
      const row = new Map<string, number>();
      row.set('says-done', (delivered[i] ?? 0) - from);
      for (const [n, at] of marks) if (at >= from && at <= to + 5 && !row.has(n)) row.set(n, at - from);
      row.set('REQUEST', to - from);
      rows.push(row);
    }
    const names = [...(rows[1]?.keys() ?? [])];
    for (const n of names) {
      console.log(
        n.padEnd(16),
        'first',
        (rows[0]?.get(n) ?? NaN).toFixed(1).padStart(6),
        ' later',
        median(rows.slice(1).map((r) => r.get(n) ?? NaN))
          .toFixed(1)
          .padStart(6),
        ' min',
        Math.min(...rows.slice(1).map((r) => r.get(n) ?? NaN)).toFixed(1),
      );
    }
  }
} finally {
  rig0.remove();
}
