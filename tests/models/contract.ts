import { expect, test } from 'vitest';
import type { Model, ModelMessage, ModelReply } from '../../src/contracts/model.ts';
import { ask, request } from './support.ts';

/** Speaks the same conversation whatever stands behind it: a call of `read_lines`, then the words "All green." */
export interface ModelUnderTest {
  readonly model: Model;
  /** Answers the next request only after so long a time that it must be stopped. */
  slowModel(): Model;
  close(): Promise<void>;
}

/** What every model must do; run once for each implementation. */
export function modelContract(open: () => Promise<ModelUnderTest>): void {
  const withModel = async (run: (parts: ModelUnderTest) => Promise<void>): Promise<void> => {
    const parts = await open();
    await run(parts).finally(() => parts.close());
  };

  test('a call arrives with its id, name and input, and stands in the content as it was', () =>
    withModel(async ({ model }) => {
      const reply = await replyOf(model, []);
      const id = reply.calls[0]?.id;
      expect(reply).toMatchObject({
        content: [
          { type: 'text', text: 'I will look.' },
          { type: 'tool_use', id, name: 'read_lines', input: { path: 'a.ts' } },
        ],
        text: 'I will look.',
        calls: [{ id, name: 'read_lines', input: { path: 'a.ts' } }],
        stopReason: 'tool_use',
        usage: { inputTokens: 100, outputTokens: 20, cacheReadTokens: 7, cacheWriteTokens: 3 },
      });
      expect(id).toMatch(/^[a-zA-Z0-9_-]+$/);
    }));

  test('the second reply follows from a history with the first one', () =>
    withModel(async ({ model }) => {
      const first = await replyOf(model, []);
      const second = await replyOf(model, historyAfter(first));
      expect(second).toMatchObject({ text: 'All green.', calls: [], stopReason: 'end_turn' });
    }));

  test('the same history gets the same reply again, as after a restart', () =>
    withModel(async (parts) => {
      const first = await replyOf(parts.model, []);
      const again = await replyOf(parts.model, []);
      expect(again).toEqual(first);
    }));

  test('content survives being stored as JSON', () =>
    withModel(async ({ model }) => {
      const { content } = await replyOf(model, []);
      expect(JSON.parse(JSON.stringify(content))).toEqual(content);
    }));

  test('a stop ends a reply that is on its way', () =>
    withModel(async ({ slowModel }) => {
      const stop = new AbortController();
      const asked = ask(slowModel(), request({ signal: stop.signal }));
      setTimeout(() => stop.abort(), 50);
      expect((await asked).answer).toEqual({ kind: 'fault', fault: { kind: 'stopped' } });
    }));

  test('a request that was stopped before is not answered', () =>
    withModel(async ({ model }) => {
      const { answer } = await ask(model, request({ signal: AbortSignal.abort() }));
      expect(answer).toEqual({ kind: 'fault', fault: { kind: 'stopped' } });
    }));
}

async function replyOf(model: Model, later: readonly ModelMessage[]): Promise<ModelReply> {
  const asked = request();
  const { answer } = await ask(model, { ...asked, messages: [...asked.messages, ...later] });
  if (answer.kind === 'fault') throw new Error(`expected a reply, got ${JSON.stringify(answer.fault)}`);
  return answer.reply;
}

function historyAfter({ content, calls }: ModelReply): readonly ModelMessage[] {
  const results = calls.map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: 'L1: x' }));
  return [
    { role: 'assistant', content },
    { role: 'user', content: results },
  ];
}
