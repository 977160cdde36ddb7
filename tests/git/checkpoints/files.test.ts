import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { eachInFull } from '../../support/each-in-full.ts';
import { gitEnvironment, treeOf, undoRig } from './rig.ts';

const LINES = Array.from({ length: 20 }, (_, n) => `line ${n}`);
const text = (change: Readonly<Record<number, string>> = {}): string =>
  `${LINES.map((line, n) => change[n] ?? line).join('\n')}\n`;

function fill(folder: string): void {
  mkdirSync(path.join(folder, 'src'));
  writeFileSync(path.join(folder, 'src/a.txt'), text());
  writeFileSync(path.join(folder, 'run.sh'), '#!/bin/sh\n', { mode: 0o755 });
  writeFileSync(path.join(folder, 'bytes.bin'), Buffer.from([0, 255, 13, 10, 200]));
  writeFileSync(path.join(folder, 'windows.txt'), 'one\r\ntwo\r\n');
  symlinkSync('src/a.txt', path.join(folder, 'link'));
}

for (const git of [true, false]) {
  test(`everything a task did to files is taken back, ${git ? 'in a repository' : 'without one'}`, async () => {
    const rig = undoRig(fill, { git });
    const before = treeOf(rig.workspace);
    await rig.step(() => {
      writeFileSync(rig.at('src/a.txt'), text({ 3: 'changed' }));
      mkdirSync(rig.at('new/deep'), { recursive: true });
      writeFileSync(rig.at('new/deep/file.txt'), 'new');
    });
    await rig.step(() => {
      rmSync(rig.at('bytes.bin'));
      chmodSync(rig.at('run.sh'), 0o644);
      rmSync(rig.at('link'));
      writeFileSync(rig.at('link'), 'no link any more');
      writeFileSync(rig.at('windows.txt'), 'one\ntwo\n');
    });
    const result = await rig.undo();
    expect(treeOf(rig.workspace)).toEqual(before);
    expect(existsSync(rig.at('new'))).toBe(false);
    expect({ ...result, restored: [...result.restored].sort() }).toEqual({
      restored: ['bytes.bin', 'link', 'run.sh', 'src/a.txt', 'windows.txt'],
      removed: ['new/deep/file.txt'],
      merged: [],
      kept: [],
      dropped: [],
      branchRemoved: null,
      commitsKept: null,
      unknownSteps: 0,
    });
  });
}

const HOSTILE = [
  'new\nline.txt',
  '-rf',
  'ñandú 🦆.txt',
  ' spaces  in ',
  'quote"\'\\.txt',
  'tab\there',
  '*?[a]',
  ':(top)x',
];

test('names that would mislead a command line come back like any other', { tags: 'full' }, async () => {
  const rig = undoRig((folder) => {
    for (const name of HOSTILE) writeFileSync(path.join(folder, name), `content of ${name}`);
  });
  const before = treeOf(rig.workspace);
  await rig.step(() => {
    for (const [place, name] of HOSTILE.entries()) {
      if (place % 2 === 0) rmSync(rig.at(name));
      else writeFileSync(rig.at(name), 'changed');
      writeFileSync(rig.at(`${name}.made`), 'made');
    }
  });
  const { kept } = await rig.undo();
  expect(kept).toEqual([]);
  expect(treeOf(rig.workspace)).toEqual(before);
});

test('what the person edits elsewhere in a file afterwards is kept, and the rest of it taken back', async () => {
  const rig = undoRig(fill);
  await rig.step(() => writeFileSync(rig.at('src/a.txt'), text({ 3: 'of the task' })));
  writeFileSync(rig.at('src/a.txt'), text({ 3: 'of the task', 15: 'of the person' }));
  const { merged, kept } = await rig.undo();
  expect(readFileSync(rig.at('src/a.txt'), 'utf8')).toBe(text({ 15: 'of the person' }));
  expect({ merged, kept }).toEqual({ merged: ['src/a.txt'], kept: [] });
});

test('what the person edited between two steps of the task is kept as well', { tags: 'full' }, async () => {
  const rig = undoRig(fill);
  await rig.step(() => writeFileSync(rig.at('src/a.txt'), text({ 3: 'of the task' })));
  writeFileSync(rig.at('src/a.txt'), text({ 3: 'of the task', 15: 'of the person' }));
  await rig.step(() => writeFileSync(rig.at('src/a.txt'), text({ 3: 'once more', 15: 'of the person' })));
  await rig.undo();
  expect(readFileSync(rig.at('src/a.txt'), 'utf8')).toBe(text({ 15: 'of the person' }));
});

test('a file that the person changed in the same lines is left alone and named', async () => {
  const rig = undoRig(fill);
  await rig.step(() => writeFileSync(rig.at('src/a.txt'), text({ 3: 'of the task' })));
  writeFileSync(rig.at('src/a.txt'), text({ 3: 'of the person' }));
  const { restored, merged, kept } = await rig.undo();
  expect(readFileSync(rig.at('src/a.txt'), 'utf8')).toBe(text({ 3: 'of the person' }));
  expect({ restored, merged, kept }).toEqual({
    restored: [],
    merged: [],
    kept: [{ path: 'src/a.txt', why: 'edited' }],
  });
});

test('what the task wrote is taken back under the name that the person gave the file since', {
  tags: 'full',
}, async () => {
  const rig = undoRig(fill);
  await rig.step(() => writeFileSync(rig.at('src/a.txt'), text({ 3: 'of the task' })));
  await rig.step(() => writeFileSync(rig.at('src/a.txt'), text({ 3: 'of the task', 5: 'again' })));
  renameSync(rig.at('src/a.txt'), rig.at('odd "name"\n.txt'));
  writeFileSync(rig.at('odd "name"\n.txt'), text({ 3: 'of the task', 5: 'again', 15: 'of the person' }));
  const { restored, merged, kept } = await rig.undo();
  expect({
    text: readFileSync(rig.at('odd "name"\n.txt'), 'utf8'),
    isBack: existsSync(rig.at('src/a.txt')),
    outcome: { restored, merged, kept },
  }).toEqual({
    text: text({ 15: 'of the person' }),
    isBack: false,
    outcome: { restored: [], merged: ['odd "name"\n.txt'], kept: [] },
  });
});

test('a file that the task renamed gets its name back with what the person wrote in it since', {
  tags: 'full',
}, async () => {
  const rig = undoRig(fill);
  await rig.step(() => {
    renameSync(rig.at('src/a.txt'), rig.at('b.txt'));
    writeFileSync(rig.at('new.txt'), 'new');
  });
  writeFileSync(rig.at('b.txt'), text({ 15: 'of the person' }));
  const { removed, merged, kept } = await rig.undo();
  expect({
    text: readFileSync(rig.at('src/a.txt'), 'utf8'),
    outcome: { removed: [...removed].sort(), merged, kept },
  }).toEqual({
    text: text({ 15: 'of the person' }),
    outcome: { removed: ['b.txt', 'new.txt'], merged: ['src/a.txt'], kept: [] },
  });
});

test('a file stays as long as its content cannot go where it belongs', { tags: 'full' }, async () => {
  const rig = undoRig(fill);
  await rig.step(() => renameSync(rig.at('src/a.txt'), rig.at('b.txt')));
  writeFileSync(rig.at('b.txt'), text({ 15: 'of the person' }));
  const plan = await rig.plan();
  writeFileSync(rig.at('src/a.txt'), 'something new of the person');
  const { removed, merged, kept } = await rig.checkpoints.apply(rig.workspace, structuredClone(plan));
  expect({ text: readFileSync(rig.at('b.txt'), 'utf8'), outcome: { removed, merged, kept } }).toEqual({
    text: text({ 15: 'of the person' }),
    outcome: {
      removed: [],
      merged: [],
      kept: [
        { path: 'b.txt', why: 'blocked' },
        { path: 'src/a.txt', why: 'edited' },
      ],
    },
  });
});

test('where the same lines were changed under another name, nothing of the person goes', {
  tags: 'full',
}, async () => {
  const rig = undoRig(fill);
  await rig.step(() => {
    rmSync(rig.at('src/a.txt'));
    writeFileSync(rig.at('b.txt'), text({ 3: 'of the task' }));
  });
  writeFileSync(rig.at('b.txt'), text({ 3: 'of the person' }));
  const { restored, kept } = await rig.undo();
  expect({
    mine: readFileSync(rig.at('b.txt'), 'utf8'),
    outcome: { restored, kept },
  }).toEqual({
    mine: text({ 3: 'of the person' }),
    outcome: { restored: ['src/a.txt'], kept: [{ path: 'b.txt', why: 'edited' }] },
  });
});

test('a file that the task made and the person changed since stays, whatever else is like it', {
  tags: 'full',
}, async () => {
  const rig = undoRig(fill);
  await rig.step(() => writeFileSync(rig.at('made.txt'), text({ 3: 'made' })));
  writeFileSync(rig.at('made.txt'), text({ 3: 'changed' }));
  writeFileSync(rig.at('like.txt'), text({ 3: 'made' }));
  const { removed, kept } = await rig.undo();
  expect({ removed, kept, like: existsSync(rig.at('like.txt')) }).toEqual({
    removed: [],
    kept: [{ path: 'made.txt', why: 'edited' }],
    like: true,
  });
});

test('a file that only the person made or deleted afterwards stays so', { tags: 'full' }, async () => {
  const rig = undoRig(fill);
  await rig.step(() => writeFileSync(rig.at('src/a.txt'), text({ 3: 'of the task' })));
  writeFileSync(rig.at('mine.txt'), 'mine');
  rmSync(rig.at('run.sh'));
  await rig.undo();
  expect({ mine: existsSync(rig.at('mine.txt')), run: existsSync(rig.at('run.sh')) }).toEqual({
    mine: true,
    run: false,
  });
});

test('a file that was ignored before is not removed because the task stopped ignoring it', {
  tags: 'full',
}, async () => {
  const rig = undoRig((folder) => {
    writeFileSync(path.join(folder, '.gitignore'), 'secret.txt\nlogs/\n');
    writeFileSync(path.join(folder, 'secret.txt'), 'precious');
    mkdirSync(path.join(folder, 'logs'));
    writeFileSync(path.join(folder, 'logs/today'), 'log');
  });
  await rig.step(() => writeFileSync(rig.at('.gitignore'), ''));
  const { kept, restored } = await rig.undo();
  expect(readFileSync(rig.at('secret.txt'), 'utf8')).toBe('precious');
  expect({ restored, kept: [...kept].sort((a, b) => (a.path < b.path ? -1 : 1)) }).toEqual({
    restored: ['.gitignore'],
    kept: [
      { path: 'logs/today', why: 'ignored' },
      { path: 'secret.txt', why: 'ignored' },
    ],
  });
});

test('a large file is not kept: it is named when it changed, and never removed when it shrank', {
  tags: 'full',
}, async () => {
  const large = Buffer.alloc(2 * 1024 * 1024 + 1, 'x');
  const rig = undoRig((folder) => {
    writeFileSync(path.join(folder, 'changes.dat'), large);
    writeFileSync(path.join(folder, 'shrinks.dat'), large);
    writeFileSync(path.join(folder, 'grows.dat'), 'small');
  });
  await rig.step(() => {
    writeFileSync(rig.at('changes.dat'), Buffer.concat([large, large]));
    writeFileSync(rig.at('shrinks.dat'), 'small now');
    writeFileSync(rig.at('grows.dat'), large);
    writeFileSync(rig.at('made.dat'), large);
  });
  const { kept, removed, restored } = await rig.undo();
  expect({ kept: [...kept].sort((a, b) => (a.path < b.path ? -1 : 1)), removed, restored }).toEqual({
    kept: [
      { path: 'changes.dat', why: 'large' },
      { path: 'shrinks.dat', why: 'large' },
    ],
    removed: ['made.dat'],
    restored: ['grows.dat'],
  });
  expect(readFileSync(rig.at('shrinks.dat'), 'utf8')).toBe('small now');
});

test('a folder that has become a link to elsewhere is not followed', async () => {
  const rig = undoRig(fill);
  const outside = path.join(rig.data, 'outside');
  mkdirSync(outside, { recursive: true });
  writeFileSync(path.join(outside, 'a.txt'), 'not of this project');
  await rig.step(() => writeFileSync(rig.at('src/a.txt'), text({ 3: 'of the task' })));
  const plan = await rig.plan();
  renameSync(rig.at('src'), rig.at('moved'));
  symlinkSync(outside, rig.at('src'));
  const { kept, restored } = await rig.checkpoints.apply(rig.workspace, plan);
  expect(readFileSync(path.join(outside, 'a.txt'), 'utf8')).toBe('not of this project');
  expect({ kept, restored }).toEqual({ kept: [{ path: 'src/a.txt', why: 'blocked' }], restored: [] });
});

test('a key that was deleted comes back for its owner alone', { tags: 'full' }, async () => {
  const rig = undoRig((folder) => writeFileSync(path.join(folder, 'id_rsa'), 'key', { mode: 0o600 }));
  const before = treeOf(rig.workspace);
  await rig.step(() => rmSync(rig.at('id_rsa')));
  await rig.undo();
  expect(treeOf(rig.workspace)).toEqual(before);
});

test('a link is restored as a link, to wherever it led', { tags: 'full' }, async () => {
  const rig = undoRig((folder) => symlinkSync('/etc/hostname', path.join(folder, 'host')));
  const before = treeOf(rig.workspace);
  await rig.step(() => rmSync(rig.at('host')));
  await rig.undo();
  expect(treeOf(rig.workspace)).toEqual(before);
});

test('a folder that became a link, and a file that became a folder, come back', {
  tags: 'full',
}, async () => {
  const rig = undoRig(fill);
  const before = treeOf(rig.workspace);
  await rig.step(() => {
    renameSync(rig.at('src'), rig.at('elsewhere'));
    symlinkSync('elsewhere', rig.at('src'));
    rmSync(rig.at('run.sh'));
    mkdirSync(rig.at('run.sh'));
    writeFileSync(rig.at('run.sh/inside'), 'x');
  });
  const { kept } = await rig.undo();
  expect(kept).toEqual([]);
  expect(treeOf(rig.workspace)).toEqual(before);
});

test('files of a nested repository and of a sub-module come back; their own .git is not touched', {
  tags: 'full',
}, async () => {
  const rig = undoRig((folder) => {
    fill(folder);
    for (const [name, home] of [
      ['nested', folder],
      ['library', path.dirname(folder)],
    ] as const) {
      const inner = path.join(home, name);
      mkdirSync(inner);
      const git = (...args: readonly string[]) =>
        execFileSync('git', args, { cwd: inner, env: gitEnvironment(folder), stdio: 'pipe' });
      git('init', '-q', '-b', 'main');
      writeFileSync(path.join(inner, 'inner.txt'), 'inner');
      git('add', '-A');
      git('commit', '-q', '-m', 'inner');
    }
  });
  rig.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', '../library', 'module');
  rig.git('commit', '-q', '-m', 'module');
  const before = treeOf(rig.workspace);
  const heads = () => [
    rig.git('-C', 'nested', 'rev-parse', 'HEAD'),
    rig.git('-C', 'module', 'status', '--short'),
  ];
  const headsBefore = heads();
  await rig.step(() => {
    writeFileSync(rig.at('nested/inner.txt'), 'changed');
    writeFileSync(rig.at('nested/more.txt'), 'more');
    writeFileSync(rig.at('module/inner.txt'), 'changed');
  });
  const { removed, kept } = await rig.undo();
  expect(treeOf(rig.workspace)).toEqual(before);
  expect({ heads: heads(), removed, kept }).toEqual({
    heads: headsBefore,
    removed: ['nested/more.txt'],
    kept: [],
  });
});

eachInFull([
  ['', 'src/a.txt'],
  [', also for a file with another name', 'src/b.txt'],
])('nothing that the repository configures is run%s', async (_, name) => {
  const rig = undoRig((folder) => {
    fill(folder);
    writeFileSync(
      path.join(folder, '.gitattributes'),
      '* filter=evil text=auto eol=crlf\n*.txt merge=evil diff=evil ident\n',
    );
  });
  const mark = path.join(rig.data, 'was-here');
  mkdirSync(rig.data, { recursive: true });
  const evil = `sh -c 'touch "${mark}"; cat'`;
  for (const key of [
    'filter.evil.clean',
    'filter.evil.smudge',
    'merge.evil.driver',
    'diff.evil.textconv',
    'core.fsmonitor',
  ])
    rig.git('config', key, evil);
  for (const hook of ['post-index-change', 'reference-transaction', 'post-checkout']) {
    mkdirSync(rig.at('.git/hooks'), { recursive: true });
    writeFileSync(rig.at(`.git/hooks/${hook}`), `#!/bin/sh\ntouch "${mark}"\n`, { mode: 0o755 });
  }
  rmSync(mark, { force: true });
  const before = treeOf(rig.workspace);
  await rig.step(() => writeFileSync(rig.at('src/a.txt'), text({ 3: '$Id$ of the task' })));
  rmSync(rig.at('src/a.txt'));
  writeFileSync(rig.at(name), text({ 3: '$Id$ of the task', 15: 'mine' }));
  const { merged } = await rig.undo();
  writeFileSync(rig.at(name), readFileSync(rig.at(name), 'utf8').replace('mine', 'line 15'));
  renameSync(rig.at(name), rig.at('src/a.txt'));
  expect(merged).toEqual([name]);
  expect({ tree: treeOf(rig.workspace), ran: existsSync(mark) }).toEqual({ tree: before, ran: false });
});

test('a plan that was carried out in part is finished by carrying it out again', async () => {
  const rig = undoRig(fill);
  const before = treeOf(rig.workspace);
  await rig.step(() => {
    writeFileSync(rig.at('src/a.txt'), 'changed');
    writeFileSync(rig.at('made.txt'), 'made');
    rmSync(rig.at('run.sh'));
  });
  const plan = await rig.plan();
  await rig.checkpoints.apply(rig.workspace, { ...plan, files: plan.files.slice(0, 1) });
  const again = await rig.checkpoints.apply(rig.workspace, plan);
  expect({ tree: treeOf(rig.workspace), kept: again.kept }).toEqual({ tree: before, kept: [] });
});
