/**
 * One of the long runs.
 * @module-tag full
 */
import { expect, test } from 'vitest';
import { expectGolden } from '../support/golden.ts';
import { says } from '../support/messages-server/replies.ts';
import type { MessagesServer } from '../support/messages-server/server.ts';
import { useScenes } from '../support/scene.ts';

const scene = useScenes();

/** The first message of each request, as one text. */
function firstMessages({ requests }: MessagesServer): readonly string[] {
  return requests.map(({ body }) => {
    const [first] = body.messages as readonly { content: readonly { text?: string }[] }[];
    return (first?.content ?? []).map(({ text = '' }) => text).join('\n');
  });
}

const digestIn = (text: string) => /Earlier in this chat[\s\S]*?(?=\n\n)/.exec(text)?.[0] ?? '';

test('a talk, "do it", its yes, and what the next task knows of it', async () => {
  const { start, server, folder } = await scene({
    script: [
      says('src/login.js:3 compares the e-mail with its capitals. I would lower-case both.'),
      says('I looked again; nothing had to change.'),
      says('Nothing else to do.'),
    ],
  });
  const program = start();
  program.say('why does the login refuse Ana@Example.com?');
  await program.heard(/lower-case both/);
  program.say('ok do it');
  await program.heard(/yes \w\w, no \w\w/);
  program.say('status?');
  await program.heard(/Model:/);
  program.say('yes');
  await program.heard(/nothing had to change/);
  program.say('STOP!!');
  await program.heard(/Nothing is running/);
  program.say('#7 hello');
  await program.heard(/no task #7/);
  program.say('/agent look at the logout');
  await program.heard(/Nothing else to do/);
  program.say('/new');
  await program.heard(/Fresh start/);
  await program.hangUp();
  const [talk = '', task = '', next = ''] = firstMessages(server);
  const digest = digestIn(next);
  expect([server.requests.length, digestIn(talk), Buffer.byteLength(digest) <= 1000]).toEqual([3, '', true]);
  expect(task).toMatch(
    /Task: why does the login refuse Ana@Example\.com\?\nMessage from the person:\nok do it/,
  );
  expect(digest).toContain('> done: why does the login refuse Ana@Example.com?');
  expect(digest).toContain('> you: src/login.js:3 compares the e-mail with its capitals.');
  expect(server.requests.map(({ body }) => JSON.stringify(body).length > 14_000)).toEqual([
    false,
    false,
    false,
  ]);
  await expectGolden(
    'conversation',
    program.conversation.replaceAll(/(yes|no) \d[a-z]\b/g, '$1 <code>'),
    folder,
  );
});
