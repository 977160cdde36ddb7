import path from 'node:path';
import { expect, test } from 'vitest';
import { misnamedEventsIn } from './log-events.ts';
import { makeTree } from './make-tree.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

test('an event of the log is called after the part that writes it', () => {
  expect(misnamedEventsIn(path.join(ROOT, 'src'))).toEqual([]);
});

test.each(['undo', 'features', 'undo_worker'])('%s is a name of its file', (part) => {
  const root = makeTree({ 'features/undo/undo-worker.ts': `log.warn('${part}.failed', {});\n` });
  expect(misnamedEventsIn(root)).toEqual([]);
});

test('another part is named, also where the call goes over lines', () => {
  const root = makeTree({ 'features/undo/undo-worker.ts': "log.warn(\n  'gateway.undo.failed',\n  {});\n" });
  expect(misnamedEventsIn(root)).toEqual([
    'src/features/undo/undo-worker.ts writes an event of "gateway". Call it after its folder or feature: features, undo, undo_worker.',
  ]);
});
