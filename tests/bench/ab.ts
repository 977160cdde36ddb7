import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { makeRig } from './rig.ts';
import { Running } from './running.ts';
import * as S from './script.ts';
import { median, steps } from './statistics.ts';
const { values, positionals } = parseArgs({ options: { script: { type: 'string', default: 'read' }, rounds: { type: 'string', default: '50' }, repeats: { type: 'string', default: '5' }, nodeargs: { type: 'string', default: '' }, rows: { type: 'boolean', default: false } }, allowPositionals: true });
const rig = await makeRig();
const cpu = (pid: number) => { const f = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '').split(' '); return { u: Number(f[11]) * 10, s: Number(f[12]) * 10 }; };
const rounds = Number(values.rounds);
const script = values.script === 'read' ? S.readingScript(rounds) : S.patchingScript(rounds);
const results = new Map<string, any[]>();
async function one(name: string, dir: string | undefined) {
  const model = await rig.model(script);
  const dataDir = rig.newDataDir();
  const ws = values.script === 'patch' ? rig.newWorkspace() : rig.workspace;
  const program: any = dir === undefined ? rig.start('bare', model, { dataDir, workspace: ws }) : new Running({ argv: [...values.nodeargs.split(' ').filter(Boolean), path.join(dir, 'dist/wasap.cjs'), 'start'], cwd: ws, env: { PATH: process.env.PATH, HOME: rig.folder, ANTHROPIC_API_KEY: 'test-key', ANTHROPIC_BASE_URL: model.url, AGENT_MODEL: 'scripted-model', AGENT_WRITE_ENABLED: 'true', AGENT_MAX_ROUNDS: '500', PROJECT_ROOT: ws, DATA_DIR: dataDir, CONFIG_DIR: path.join(rig.folder, 'config'), LOCALE: 'en', TL: process.env.TL } });
  program.say(dir === undefined ? 'read the sources' : '/agent read the sources');
  await program.hear(S.LAST_WORDS);
  const c = cpu(program.pid);
  await program.end();
  const requests = model.requests();
  await model.end();
  if (requests.length !== rounds + 1) throw new Error(`${name}: ${requests.length} requests`);
  const ms = steps(requests.map(({ timeMs }: any) => timeMs));
  const list = results.get(name) ?? []; results.set(name, list);
  list.push({ ms, mean: ms.reduce((a: number, b: number) => a + b, 0) / rounds, ...c });
}
const variants: [string, string | undefined][] = [['bare', undefined], ...positionals.map((p): [string, string] => [p.split('=')[0]!, p.split('=')[1]!])];
let f = 1, q = 1, m = 1;
try {
  for (let r = 0; r < Number(values.repeats); r++) for (const [n, d] of variants) await one(n, d);
  for (const [n, list] of results) {
    const cols = list[0].ms.map((_: number, i: number) => list.map((x) => x.ms[i]).sort((a: number, b: number) => a - b));
    const avg = (pick: (c: number[]) => number) => cols.reduce((a: number, c: number[]) => a + pick(c), 0) / rounds;
    const floor = avg((c) => c[0]!), q25 = avg((c) => c[Math.floor(c.length / 4)]!), settled = median(cols.slice(20).map((c: number[]) => median(c))), mean = median(list.map((x) => x.mean));
    if (n === 'bare') { f = floor; q = settled; m = mean; }
    console.log(n.padEnd(10), 'floor', floor.toFixed(2), (floor / f).toFixed(2), 'settled', settled.toFixed(2), (settled / q).toFixed(2), 'mean', mean.toFixed(2), (mean / m).toFixed(2), 'cpu', median(list.map((x) => x.u)), median(list.map((x) => x.s)));
    if (values.rows) console.log('   ', cols.map((c: number[]) => median(c).toFixed(1)).join(' '));
  }
} finally { rig.remove(); }
