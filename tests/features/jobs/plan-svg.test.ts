import path from 'node:path';
import { expect, test } from 'vitest';
import { imageFormatOf } from '../../../src/core/media-format.ts';
import { planSvg } from '../../../src/features/jobs/plan/plan-svg.ts';
import { renderSvg } from '../../../src/pictures/render-diff.ts';
import { planFor } from './support.ts';

const PLAN = planFor(
  { id: 'first' },
  { id: 'second', dependsOn: ['first'] },
  { id: 'a-name-that-is-much-longer-than-a-box-is-wide', dependsOn: ['first'] },
  { id: 'last', dependsOn: ['second', 'first'] },
);
const textsIn = (svg = '') => [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);
const count = (svg: string | undefined, part: string) => (svg ?? '').split(part).length - 1;

test('each task is a box with its name and command, and each dependency an arrow', () => {
  const svg = planSvg(PLAN);
  expect({ texts: textsIn(svg), arrows: count(svg, 'C'), unresolved: count(svg, 'NaN') }).toEqual({
    texts: [
      'first',
      'git.status',
      'second',
      'git.status',
      'a-name-that-i…',
      'git.status',
      'last',
      'git.status',
    ],
    arrows: 4,
    unresolved: 0,
  });
});

test('a box says by a tick how its task stands', () => {
  const svg = planSvg(PLAN, ['done', 'failed', 'in_progress', 'skipped']);
  expect(textsIn(svg).filter((text) => text?.length === 1)).toEqual(['✓', '✗', '…', '−']);
});

test('no arrow goes upwards, and no box leaves the picture', () => {
  const svg = planSvg(PLAN) ?? '';
  const paths = [...svg.matchAll(/d="M\S+ (\d+)C.* \S+ (\d+)" fill="none"/g)];
  const boxes = [...svg.matchAll(/<rect x="([\d.]+)" y="(\d+)" width="([\d.]+)" height="116"/g)];
  expect({
    upwards: paths.filter(([, from, to]) => Number(from) >= Number(to)),
    outside: boxes.filter(([, x, , width]) => Number(x) < 0 || Number(x) + Number(width) > 1080),
    boxes: boxes.length,
  }).toEqual({ upwards: [], outside: [], boxes: 4 });
});

test('however many tasks and long names there are, no box lies on another and no text leaves its box', () => {
  const tasks = Array.from({ length: 30 }, (_, at) => ({ id: `t${at}-${'x'.repeat(60)}` }));
  const svg = planSvg(planFor(...tasks), Array(30).fill('done')) ?? '';
  const boxes = [...svg.matchAll(/<rect x="([\d.]+)" y="(\d+)" width="([\d.]+)" height="116"/g)].map(
    ([, x, y, width]) => ({ left: Number(x), top: Number(y), right: Number(x) + Number(width) }),
  );
  const overlaps = boxes.flatMap((one, at) =>
    boxes
      .slice(at + 1)
      .filter(
        (other) => one.left < other.right && other.left < one.right && Math.abs(one.top - other.top) < 116,
      ),
  );
  // The font is one of equal widths: 0.602 of its size.
  const written = [...svg.matchAll(/<text [^>]*x="([\d.]+)" y="(\d+)" font-size="(\d+)"[^>]*>([^<]*)</g)].map(
    ([, x, y, size, text = '']) => ({
      left: Number(x),
      right: Number(x) + text.length * Number(size) * 0.602,
      bottom: Number(y),
    }),
  );
  const homeless = written.filter(
    ({ left, right, bottom }) =>
      !boxes.some(
        (box) => left > box.left && right < box.right && bottom > box.top && bottom < box.top + 116,
      ),
  );
  expect({ boxes: boxes.length, texts: written.length, overlaps, homeless }).toEqual({
    boxes: 30,
    texts: 90,
    overlaps: [],
    homeless: [],
  });
});

test('a plan that no phone could show is not drawn', () => {
  const tasks = Array.from({ length: 40 }, (_, at) => ({ id: `t${at}` }));
  expect(planSvg(planFor(...tasks))).toBeUndefined();
});

test('the picture is drawn as wide as a phone wants it, the same each time, and not empty', {
  tags: 'full',
}, async () => {
  const svg = planSvg(PLAN, ['done', 'failed', 'in_progress', 'skipped']) ?? '';
  const folder = path.resolve(import.meta.dirname, '../../../dist/pictures');
  const [first, second] = [await renderSvg(svg, folder), await renderSvg(svg, folder)];
  expect({
    ...imageFormatOf(Buffer.from(first)),
    isSame: Buffer.from(first).equals(Buffer.from(second)),
    // A white page of this size has fewer than two kilobytes.
    isDrawn: first.length > 6000,
  }).toEqual({ mediaType: 'image/png', width: 1080, height: 544, isSame: true, isDrawn: true });
});
