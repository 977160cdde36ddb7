/**
 * `npm run bench [-- --install] [--lines <file>] [start] [first-request] [messages] [rounds] [commands] [checkpoints]
 * [sandbox] [edits] [outlines] [map] [search] [policy] [crons] [library] [secretary] [mcp] [whatsapp] [standing]
 * [console] [cluster] [drain]`: ours beside a bare loop on the same client library, on the same scripted replies, in
 * one run. Medians; times and sizes depend on the machine, ratios hardly do. Figures, not assertions: exits 0 when it
 * ran. `--lines` are judged in place of the own ones (JSON lines with `cmd`). `--install` measures `npm ci --omit=dev`
 * too, which takes a minute.
 */
import { parseArgs } from 'node:util';
import { checkpointFigures } from './checkpoints.ts';
import { clusterFigures } from './cluster.ts';
import { drainFigures } from './cluster-drain.ts';
import { commandFigures } from './commands.ts';
import { consoleFigures } from './console.ts';
import { cronFigures } from './crons.ts';
import { editFigures } from './edits.ts';
import { type Figure, isOver, tableOf } from './figure.ts';
import { firstRequestFigures } from './first-request.ts';
import { installFigures } from './install.ts';
import { jobFigures } from './jobs.ts';
import { libraryFigures } from './library.ts';
import { mapFigures } from './maps.ts';
import { mcpFigures } from './mcp.ts';
import { messageFigures } from './messages.ts';
import { outlineFigures } from './outlines.ts';
import { policyFigures } from './policy.ts';
import { makeRig, type Rig } from './rig.ts';
import { roundFigures } from './rounds.ts';
import { sandboxFigures } from './sandbox.ts';
import { searchFigures } from './search.ts';
import { secretaryFigures } from './secretary.ts';
import { standingFigures } from './standing.ts';
import { startUpFigures } from './start-up.ts';
import { whatsappFigures } from './whatsapp.ts';

const { values, positionals } = parseArgs({
  options: { install: { type: 'boolean', default: false }, lines: { type: 'string' } },
  allowPositionals: true,
});

const PARTS = {
  start: startUpFigures,
  'first-request': firstRequestFigures,
  messages: messageFigures,
  rounds: roundFigures,
  commands: commandFigures,
  checkpoints: checkpointFigures,
  sandbox: sandboxFigures,
  edits: editFigures,
  outlines: outlineFigures,
  map: mapFigures,
  search: searchFigures,
  policy: (of: Rig) => policyFigures(of, values.lines),
  crons: cronFigures,
  jobs: jobFigures,
  library: libraryFigures,
  secretary: secretaryFigures,
  mcp: mcpFigures,
  whatsapp: whatsappFigures,
  standing: standingFigures,
  console: consoleFigures,
  cluster: clusterFigures,
  drain: drainFigures,
};

const rig = await makeRig();
try {
  const figures: Figure[] = [];
  const show = (part: readonly Figure[]): void => {
    figures.push(...part);
    // At once: a part that fails must not take the figures of all others with it.
    console.log(`${tableOf(part)}\n`);
  };
  for (const [name, figuresOf] of Object.entries(PARTS)) {
    if (positionals.length === 0 || positionals.includes(name)) show(await figuresOf(rig));
  }
  if (values.install) show(installFigures(rig));
  const judged = figures.filter(({ bar }) => bar !== undefined);
  const over = judged.filter(isOver);
  console.log(
    `${judged.length - over.length} of ${judged.length} within their bar · node ${process.version}`,
  );
} finally {
  rig.remove();
}
