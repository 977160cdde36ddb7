import { expect, test } from 'vitest';
import type { ModelMessage } from '../../../src/contracts/model.ts';
import type { SessionId } from '../../../src/core/ids.ts';
import { lastReply } from '../../../src/gateway/tasks/session-text.ts';

const SESSION = '20261120-00000001' as SessionId;
const message = (role: ModelMessage['role'], text: string): ModelMessage => ({
  role,
  content: [{ type: 'text', text }],
});

/** What it says, and how many messages were read at most for that. */
function read(...newestFirst: readonly ModelMessage[]): readonly [string, number] {
  let most = 0;
  const newest = (_session: SessionId, count: number) => {
    most = Math.max(most, count);
    return newestFirst.slice(0, count);
  };
  return [lastReply(SESSION, { listNewest: newest }), most];
}

const RESULTS = message('user', 'long results');

test.each([
  ['ends with it', [message('assistant', 'Fixed.'), RESULTS, message('assistant', 'I look.')], ['Fixed.', 1]],
  ['was broken off behind its calls', [RESULTS, message('assistant', 'I look.')], ['I look.', 3]],
  ['has said nothing', [message('user', 'Task: fix it')], ['', 3]],
] as const)(
  'the last reply of a task that %s is found with no more read than needed',
  (_, messages, found) => {
    expect(read(...messages)).toEqual(found);
  },
);
