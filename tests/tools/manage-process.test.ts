import { expect, test } from 'vitest';
import { tools } from '../../src/tools/index.ts';
import { type Bench, toolBench } from '../support/tools-context.ts';

async function ended(bench: Bench, command: string): Promise<string> {
  const { data } = await bench.call('run_command', { command, background: true });
  const id = (data as { process_id: string }).process_id;
  const isRunning = async (): Promise<boolean> =>
    (await bench.call('manage_process', { action: 'list' })).text.includes('running');
  await expect.poll(isRunning).toBe(false);
  return id;
}

test.each([0, 201, 2.5])('a log of %d lines is refused with the limits', (limit) => {
  const tool = tools.find(({ name }) => name === 'manage_process');
  const parsed = tool?.input.safeParse({ action: 'log', process_id: 'p-aaaaaa', limit });
  expect(parsed?.error?.issues.map(({ message }) => message)).toEqual(['A log has 1 to 200 lines.']);
});

test('a log shows the last 200 lines of a long output, and where the rest is', { tags: 'full' }, async () => {
  const bench = toolBench();
  const id = await ended(bench, 'seq 1 90000;');
  const { text } = await bench.call('manage_process', { action: 'log', process_id: id, limit: 200 });
  const lines = text.split('\n');
  expect([lines.length, lines[1], lines.at(-2), lines.at(-1)]).toEqual([
    201,
    '89802',
    '90000',
    expect.stringMatching(/^The whole output \(528894 bytes\) is kept in .* for 10 minutes after its end\.$/),
  ]);
});

test('a log of very long lines stays within what the model sees', { tags: 'full' }, async () => {
  const bench = toolBench();
  const id = await ended(bench, "head -c 2000000 /dev/zero | tr '\\0' x;");
  const { text } = await bench.call('manage_process', { action: 'log', process_id: id, limit: 200 });
  expect(text.length).toBeLessThan(30_200);
});

test('whoever finds an end records it once, and it is known without its files from then on', async () => {
  const bench = toolBench();
  const id = await ended(bench, 'echo bye; exit 3;');
  await bench.context.supervisor.collect(-1);
  const [process] = bench.context.processes.list();
  const { text } = await bench.call('manage_process', { action: 'poll', process_id: id });
  expect([process?.fate?.kind, text.split('\n')[0]]).toEqual([
    'exited',
    expect.stringMatching(/^p-\w+ \u00b7 Exit code: 3 \u00b7 /),
  ]);
});

async function startedInBackground(bench: Bench, command: string): Promise<string> {
  const { data } = await bench.call('run_command', { command, background: true });
  return (data as { process_id: string }).process_id;
}

test.each(['poll', 'log'])('%s waits for output', { tags: 'full' }, async (action) => {
  const bench = toolBench();
  const id = await startedInBackground(bench, 'sleep 0.6; echo ready; sleep 60;');
  const { text } = await bench.call('manage_process', { action, process_id: id });
  expect(text).toBe(`${id} \u00b7 running\nready`);
});

test.each(['poll', 'log'])(
  '%s that has shown everything waits for the end',
  { tags: 'full' },
  async (action) => {
    const bench = toolBench();
    const id = await startedInBackground(bench, 'echo ready; sleep 1; exit 3;');
    await bench.call('manage_process', { action, process_id: id });
    const { text } = await bench.call('manage_process', { action, process_id: id });
    expect(text).toMatch(/Exit code: 3/);
  },
);

test.each(['poll', 'log'])('%s waits for 30 s at most, while its command says nothing', async (action) => {
  const bench = toolBench();
  const id = await startedInBackground(bench, 'sleep 60;');
  let waitedMs = 0;
  const pause = async (ms: number): Promise<void> => {
    waitedMs += ms;
  };
  const context = { ...bench.context, clock: { ...bench.context.clock, pause } };
  const tool = tools.find(({ name }) => name === 'manage_process');
  const answer = await tool?.run({ action, process_id: id, limit: 20 }, context, null);
  expect([answer?.text.split('\n')[0], waitedMs]).toEqual([`${id} \u00b7 running`, 30_000]);
});

test('a word of the person ends the waiting', async () => {
  const bench = toolBench({ isSpokenTo: () => true });
  const id = await startedInBackground(bench, 'sleep 60;');
  const { text } = await bench.call('manage_process', { action: 'poll', process_id: id });
  expect(text).toBe(`${id} \u00b7 running\n(no new output)`);
});

test('keeping a command after its task asks, also where the command itself would not', async () => {
  const bench = toolBench();
  const asked = await bench.review('run_command', { command: 'sleep 60', background: true, keep: true });
  expect([asked?.verdict.kind, asked?.offers, asked?.grant]).toEqual(['ask', undefined, undefined]);
});
