import { setTimeout as sleep } from 'node:timers/promises';
import { answered, startBareLinked } from './linked.ts';
import { makeRig } from './rig.ts';
import { preciseNowMs } from './running.ts';
import { talkingScript } from './script.ts';
import { median } from './statistics.ts';

const rig = await makeRig();
try {
  const model = await rig.model(talkingScript());
  const linked = await startBareLinked(rig, 1, model);
  const [ana] = linked.people;
  if (!ana) throw new Error('x');
  await sleep(1500);
  const said: number[] = [];
  for (let t = 1; t <= 15; t++) {
    said.push(preciseNowMs());
    await ana.says(`/agent read the sources ${t}`);
    await answered(linked, ana, t);
    await sleep(100);
  }
  const t = model.requests().map(({ timeMs }, i) => timeMs - (said[i] ?? NaN));
  console.log(
    'BARE first',
    t[0]?.toFixed(1),
    'later',
    median(t.slice(1)).toFixed(1),
    t
      .slice(1)
      .map((x) => x.toFixed(0))
      .join(' '),
  );
  await linked.end();
  await model.end();
} finally {
  rig.remove();
}
