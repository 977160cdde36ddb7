import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTranscripts, type Transcripts } from '../../src/agent/transcript.ts';
import type { ModelMessage } from '../../src/contracts/model.ts';
import { sessionRecord } from '../support/session-record.ts';

const session = sessionRecord();
const first: ModelMessage = { role: 'user', content: [{ type: 'text', text: 'Task: añadí un test' }] };
const second: ModelMessage = { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] };

let folder: string;
let transcripts: Transcripts;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'wasap-transcript-'));
  transcripts = createTranscripts(folder);
  file = transcripts.pathOf(session.id);
});
afterEach(() => rmSync(folder, { recursive: true }));

function types(): readonly string[] {
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => String((JSON.parse(line) as Record<string, unknown>).type));
}

test('a torn last line is cut, kept beside the file, and written again', () => {
  transcripts.open(session, { messages: [first], compactions: [], takenBack: [] }).close();
  appendFileSync(file, '{"type":"message","seq":1,"role":"assi');
  transcripts.open(session, { messages: [first, second], compactions: [], takenBack: [] }).close();
  expect(types()).toEqual(['session', 'message', 'message']);
  expect(readFileSync(`${file}.torn`, 'utf8')).toBe('{"type":"message","seq":1,"role":"assi');
});

test('what a crash left out between commit and line is added, once', () => {
  transcripts.open(session, { messages: [first], compactions: [], takenBack: [] }).close();
  transcripts.open(session, { messages: [first, second], compactions: [], takenBack: [] }).close();
  transcripts.open(session, { messages: [first, second], compactions: [], takenBack: [] }).close();
  expect(types()).toEqual(['session', 'message', 'message']);
});

test('a whole file is left as it is', () => {
  transcripts.open(session, { messages: [first, second], compactions: [], takenBack: [] }).close();
  const before = readFileSync(file, 'utf8');
  transcripts.open(session, { messages: [first, second], compactions: [], takenBack: [] }).close();
  expect(readFileSync(file, 'utf8')).toBe(before);
  expect(existsSync(`${file}.torn`)).toBe(false);
});

test('messages that a power cut took from the rows are cut from the file, and what was done again stands there once', () => {
  const lost: ModelMessage = { role: 'assistant', content: [{ type: 'text', text: 'Lost.' }] };
  transcripts.open(session, { messages: [first, lost, first], compactions: [], takenBack: [] }).close();
  transcripts.open(session, { messages: [first, second], compactions: [], takenBack: [] }).close();
  const messages = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line) as unknown);
  expect(messages).toEqual([
    { type: 'message', seq: 0, ...first },
    { type: 'message', seq: 1, ...second },
  ]);
  expect(readFileSync(`${file}.torn`, 'utf8')).toContain('Lost.');
});
