import { mkdirSync, symlinkSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sha256 } from '../../src/core/json.ts';
import { gifBytes, pngBytes } from '../support/picture-files.ts';
import { toolBench } from '../support/tools-context.ts';

test.each([
  ['docs/a.png', pngBytes(640, 480), 'image/png', 'PNG, 640 x 480 pixels'],
  ['a name that lies.txt', gifBytes(1, 8000), 'image/gif', 'GIF, 1 x 8000 pixels'],
])('%s is told by its content', async (file, bytes, mediaType, size) => {
  const bench = toolBench({ files: { [file]: bytes } });
  const { text, data } = await bench.call('read_image', { path: file });
  expect(text).toBe(`${file}: ${size}. The picture follows the results.`);
  expect(data).toMatchObject({ path: file, media_type: mediaType, hash: sha256(bytes) });
  expect(bench.ledger.lastSeen(file)).toBe(sha256(bytes));
});

test.each([
  ['a text', 'text.png', 'invalid', /is no PNG, JPEG, GIF or WebP picture, whatever its name says/],
  ['an SVG', 'a.svg', 'invalid', /An SVG is text: read_source_file/],
  ['an empty file', 'empty.png', 'invalid', /is no PNG/],
  ['one that is cut off', 'cut.png', 'invalid', /is no PNG/],
  ['one with a side too long', 'wide.png', 'invalid', /PNG, 8001 x 2 pixels; at most 8000 a side/],
  ['one with too many bytes', 'large.png', 'invalid', /at most 3700000/],
  ['a folder', 'src', 'invalid', /src is a folder/],
  ['nothing', 'gone.png', 'not-found', /does not exist/],
  ['what is outside', '../outside.png', 'denied', /outside the workspace/],
  ['a link that leads outside', 'link.png', 'denied', /outside the workspace/],
  ['what is in .git', '.git/a.png', 'denied', /\.git/],
  ['a secret', '.env', 'denied', /may hold secrets/],
])('%s is refused', async (_what, file, kind, message) => {
  const picture = pngBytes(2, 2);
  const bench = toolBench({
    files: {
      'text.png': 'hello',
      'a.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'empty.png': '',
      'cut.png': picture.subarray(0, 20),
      'wide.png': pngBytes(8001, 2),
      'large.png': picture,
      '../outside.png': picture,
      '.git/a.png': picture,
      '.env': picture,
    },
  });
  mkdirSync(path.join(bench.root, 'src'));
  symlinkSync('../outside.png', path.join(bench.root, 'link.png'));
  truncateSync(path.join(bench.root, 'large.png'), 3_700_001);
  await expect(bench.call('read_image', { path: file })).rejects.toMatchObject({
    kind,
    message: expect.stringMatching(message),
  });
});
