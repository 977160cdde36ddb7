import { expect, test } from 'vitest';
import { ofCell } from '../../../src/features/metrics/prometheus/serve-figures.ts';

test('every sample names its cell, and nothing else changes', () => {
  const text = [
    '# HELP wasap_x {what} it is 1',
    '# TYPE wasap_x summary',
    'wasap_x{quantile="0.5"} 2.5',
    'wasap_x_bucket{le="+Inf"} 0',
    'wasap_y 7',
    '',
  ].join('\n');
  expect(ofCell(text, 'big-one').split('\n')).toEqual([
    '# HELP wasap_x {what} it is 1',
    '# TYPE wasap_x summary',
    'wasap_x{quantile="0.5",cell="big-one"} 2.5',
    'wasap_x_bucket{le="+Inf",cell="big-one"} 0',
    'wasap_y{cell="big-one"} 7',
    '',
  ]);
});
