/**
 * One of the long runs.
 * @module-tag full
 * @module-tag postgres
 */
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { conversationId } from '../../src/core/ids.ts';
import { type ClusterScene, useClusters } from '../support/cluster-scene.ts';
import { calls, says } from '../support/messages-server/replies.ts';
import type { Reply } from '../support/messages-server/reply.ts';
import type { PhoneChat } from '../support/phone-chat.ts';
import { freshDatabase } from '../support/postgres.ts';
import { makeSampleProject } from '../support/sample-project.ts';
import { addStoredCrons } from '../support/stored-crons.ts';
import { storedRows } from '../support/stored-rows.ts';

const WITHIN = { timeout: 60_000 };
const LIMIT = { timeout: 240_000 };

const open = useClusters();

async function isRunning(machines: ClusterScene, cell: string): Promise<void> {
  await expect.poll(() => machines.run('cluster', 'status'), WITHIN).toMatch(new RegExp(`${cell} +running`));
}

/** How many messages that buzz have these words. */
function times({ buzzes }: PhoneChat, words: string): number {
  return buzzes().filter(({ content }) => JSON.stringify(content).includes(words)).length;
}

test(
  'a living cell is drained: its task is parked and goes on in the other one, and all is told and runs once',
  LIMIT,
  async () => {
    let isHeld = false;
    const { machines, ana } = await open(await freshDatabase(), {
      script(request) {
        const texts = JSON.stringify(request.messages);
        if (texts.includes('go on please')) return says('I went on here.');
        if (!texts.includes('tool_result'))
          return calls(['write_source_file', { path: 'half.txt', content: 'half of it\n' }]);
        isHeld = true;
        return new Promise(() => undefined);
      },
    });
    machines.startCell('left');
    await machines.startFront();
    // Half a day away from now, so that nothing waits for its end.
    const hour = (new Date().getHours() + 12) % 24;
    await ana.says(`/quiet ${hour}-${(hour + 1) % 24}`);
    await ana.reads(/Quiet hours here/, 60_000);
    await ana.says('/agent write half.txt');
    await expect.poll(() => isHeld, WITHIN).toBe(true);
    const Written = z.object({ chat: z.string(), sender: z.string() });
    const [written] = storedRows(machines.dataOf('left'), 'SELECT chat, sender FROM inbox', Written);
    if (written === undefined) throw new Error('the message is not in the inbox');
    const conversation = conversationId('whatsapp', written.chat);
    addStoredCrons(machines.dataOf('left'), [
      { inMs: 3000, name: 'kd', message: 'stand up', conversation, sender: written.sender },
    ]);
    machines.startCell('right');
    await isRunning(machines, 'right');
    const drained = await machines.run('cluster', 'drain', 'left', '--move', '--within', '0s');
    await expect.poll(() => times(ana, '📦'), WITHIN).toBe(1);
    await expect.poll(() => times(ana, 'stand up'), WITHIN).toBe(1);
    await ana.says('/agent-resume 1 go on please');
    await ana.reads(/I went on here\./, 60_000);
    await ana.says('/quiet');
    await ana.reads(new RegExp(`Quiet hours: ${String(hour).padStart(2, '0')}:00-`), 60_000);
    const told = ana.buzzes().find(({ content }) => JSON.stringify(content).includes('📦'));
    expect({
      drained: drained.trimEnd().replaceAll(written.chat, '<chat>').split('\n'),
      told: ana
        .states(told?.id ?? '')
        .at(-1)
        ?.text.split('\n'),
      wrote: ['left', 'right'].filter((cell) => existsSync(path.join(machines.projectOf(cell), 'half.txt'))),
      times: ['📦', 'stand up', 'I went on here.'].map((words) => times(ana, words)),
      twice: ana.buzzes().filter(({ copy }) => copy > 1),
    }).toEqual({
      drained: [
        '✅ left gets no new chats. Chats to move: 1',
        '📦 1/1 front:<chat> → right',
        '✅ left has no chats any more. Chats moved: 1',
        'Now stop it, upgrade it and start it. Then:',
        'wasap cluster drain left --end',
      ],
      told: [
        '📦 This chat moved to another machine.',
        'These tasks can continue here:',
        '/agent-resume 1 · write half.txt',
        '📁 It works in shop here.',
        '⏰ Its schedules came along: kd',
        expect.stringMatching(/^Not here: /),
        '#1 changed without a commit: half.txt',
      ],
      wrote: ['left'],
      times: [1, 1, 1],
      twice: [],
    });
  },
);

test('a chat goes to the cell that has its project, when nothing is open any more', LIMIT, async () => {
  let answer: ((reply: Reply) => void) | undefined;
  const { machines, ana } = await open(await freshDatabase(), {
    script(request) {
      if (JSON.stringify(request.messages).includes('from there')) return says('I am in the web.');
      return new Promise((resolve) => {
        answer = resolve;
      });
    },
  });
  const projects = path.join(path.dirname(machines.projectOf('right')), 'projects');
  mkdirSync(path.join(projects, 'web'), { recursive: true });
  makeSampleProject(path.join(projects, 'web'));
  machines.startCell('right', { PROJECTS_ROOT: projects });
  await machines.startFront();
  await isRunning(machines, 'right');
  machines.startCell('left');
  await isRunning(machines, 'left');
  await ana.says('/agent take your time');
  await expect.poll(() => answer !== undefined, WITHIN).toBe(true);
  await ana.says('/workspace switch web');
  const held = await ana.reads(/still open here/, 60_000);
  answer?.(says('I took it.'));
  await ana.reads(/I took it\./, 60_000);
  await ana.says('/workspace switch web');
  const moved = await ana.reads(/^📦/, 60_000);
  await ana.says('/agent say hello from there');
  await ana.reads(/I am in the web\./, 60_000);
  const Task = z.object({ task: z.string(), project: z.string() });
  const tasksOf = (cell: string) =>
    storedRows(
      machines.dataOf(cell),
      'SELECT task, project FROM sessions JOIN session_texts ON session = id ORDER BY seq',
      Task,
    ).map(({ task, project }) => `${task} in ${path.basename(project)}`);
  expect({
    held: ana.states(held.id).at(-1)?.text.split('\n').at(-1),
    moved: ana.states(moved.id).at(-1)?.text.split('\n')[2],
    left: tasksOf('left'),
    right: tasksOf('right').at(-1),
    times: times(ana, '📦'),
  }).toEqual({
    held: 'Then this chat can move to right: /workspace switch web',
    moved: '📁 It works in web here.',
    left: ['take your time in shop'],
    right: 'say hello from there in web',
    times: 1,
  });
});
