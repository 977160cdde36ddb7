import { describe, expect, test } from 'vitest';
import {
  checkInterpretation,
  type InterpretationReply,
  interpretText,
} from '../../../../src/features/secretary/routing/model-questions.ts';
import { QUALITY, SECURITY, specialist } from './support.ts';

const REPLY: InterpretationReply = {
  intent: 'Review auth for security',
  context: '',
  requirements: [],
  keywords: ['security'],
  questions: [],
};
const CLEAR = { intent: 'Review auth for security', context: '', requirements: [], keywords: ['security'] };

describe('what is asked of the model', () => {
  test('the request, and descriptions for their language, as data', async () => {
    const text = interpretText('revisa auth\nfor "security"\u202e', [], [SECURITY, QUALITY]);
    await expect(`${text}\n`).toMatchFileSnapshot('golden/interpret.golden.txt');
  });

  test('answers stand beside their questions, words that were added alone', async () => {
    const answers = [
      { question: 'Which part?', answer: 'The login' },
      { question: '', answer: 'and hurry' },
    ];
    await expect(`${interpretText('fix it', answers, [SECURITY])}\n`).toMatchFileSnapshot(
      'golden/interpret-answers.golden.txt',
    );
  });

  test('of many specialists eight speak for all of them, and a long request is cut', () => {
    const many = Array.from({ length: 200 }, (_, at) =>
      specialist(`p:a${at}`, `Number ${at} ${'x'.repeat(500)}`),
    );
    const text = interpretText('y'.repeat(100_000), [], many);
    expect([[...text.matchAll(/Number (\d+)/g)].map(([, at]) => at), text.length < 12_000]).toEqual([
      ['0', '25', '50', '75', '100', '125', '150', '175'],
      true,
    ]);
  });
});

describe('what counts of the reply', () => {
  test('"review auth for security" is clear: no clarification needed', () => {
    expect(checkInterpretation(REPLY, 'review auth for security', false)).toEqual({
      kind: 'clear',
      interpretation: CLEAR,
    });
  });

  test('an ambiguous request is asked about, with at most three questions of at most four options', () => {
    const question = (text: string) => ({ question: text, options: ['a', 'b', 'b', ' ', 'c', 'd', 'e'] });
    const reply = { ...REPLY, questions: ['', 'one', 'two', 'three', 'four'].map(question) };
    const options = ['a', 'b', 'c', 'd'];
    expect(checkInterpretation(reply, 'make it better', false)).toEqual({
      kind: 'unclear',
      questions: [
        { question: 'one', options },
        { question: 'two', options },
        { question: 'three', options },
      ],
      interpretation: CLEAR,
    });
  });

  test('after answers nothing more is asked: the best reading counts', () => {
    const reply = { ...REPLY, questions: [{ question: 'And what else?', options: [] }] };
    expect(checkInterpretation(reply, 'make it better', true)).toEqual({
      kind: 'clear',
      interpretation: CLEAR,
    });
  });

  test('without an intent the request stands for itself', () => {
    expect(checkInterpretation({ ...REPLY, intent: ' ' }, 'fix\n the login', false)).toMatchObject({
      interpretation: { intent: 'fix the login' },
    });
  });

  test('an answer without measure is cut', () => {
    const long = 'x'.repeat(10_000);
    const many = Array.from({ length: 50 }, () => long);
    const reply = { intent: long, context: long, requirements: many, keywords: many, questions: [] };
    const { interpretation } = checkInterpretation(reply, '', false);
    expect([
      interpretation.intent.length,
      interpretation.context.length,
      interpretation.requirements.map(({ length }) => length),
      interpretation.keywords.length,
    ]).toEqual([500, 1500, Array.from({ length: 10 }, () => 300), 12]);
  });
});
