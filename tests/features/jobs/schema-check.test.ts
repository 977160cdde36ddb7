import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';
import { validationFault } from '../../../src/features/jobs/check/schema-check.ts';
import { check } from './support.ts';

/** The command of the specification. */
const CREATE_DOCUMENT: JsonObject = {
  type: 'object',
  properties: {
    path: { type: 'string', pattern: '^firestore/[^/]+/data/[^/]+$' },
    documentId: { type: 'string' },
    data: { type: 'object' },
    merge: { type: 'boolean' },
  },
  required: ['path', 'documentId', 'data'],
};
const USER: JsonObject = {
  type: 'object',
  properties: {
    email: { type: 'string', format: 'email' },
    port: { type: 'number', minimum: 1 },
    status: { enum: ['on', 'off'] },
    phone: { type: 'string', pattern: '^[0-9]+$' },
    tags: { type: 'array', items: { type: 'string', maxLength: 3 } },
    place: { type: 'object', properties: { zip: { type: 'integer' } } },
    owner: {
      anyOf: [
        { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
        { type: 'null' },
      ],
    },
  },
  required: ['email'],
};

function failure(schema: JsonObject, input: JsonObject): string {
  return validationFault(check.problems(schema, input, 'open')).in('en');
}

describe('the error texts of the specification', () => {
  test.each([
    ['missing required parameter', {}, 'Parameter validation failed: /email is required'],
    ['type mismatch', { email: 'a@b.co', port: '80' }, 'Parameter validation failed: /port must be number'],
    ['format violation', { email: 'nobody' }, 'Parameter validation failed: /email must match pattern'],
    [
      'format violation of a pattern',
      { email: 'a@b.co', phone: 'x' },
      'Parameter validation failed: /phone must match pattern',
    ],
    [
      'enum constraint',
      { email: 'a@b.co', status: 'maybe' },
      'Parameter validation failed: /status must be equal to one of the allowed values',
    ],
    [
      'all errors at once, joined',
      { port: '80', status: 'maybe' },
      'Parameter validation failed: /email is required; /port must be number; /status must be equal to one of the allowed values',
    ],
  ])('%s', (_, input, text) => {
    expect(failure(USER, input)).toBe(text);
  });
});

describe('what Ajv checks, as the specification lists it', () => {
  test.each<[string, JsonObject, string]>([
    ['minimum', { email: 'a@b.co', port: 0 }, '/port must be >= 1'],
    ['object property', { email: 'a@b.co', place: { zip: 'x' } }, '/place/zip must be integer'],
    ['array items', { email: 'a@b.co', tags: ['abcd'] }, '/tags/0 must NOT have more than 3 characters'],
  ])('%s', (_, input, problem) => {
    expect(check.problems(USER, input, 'open')).toEqual([problem]);
  });

  test('the example of the specification is taken', () => {
    const input = {
      path: 'firestore/(default)/data/users',
      documentId: 'user-123',
      data: { name: 'John Doe', email: 'john@example.com' },
    };
    expect(check.problems(CREATE_DOCUMENT, input, 'open')).toEqual([]);
  });

  test('a parameter that the command does not have is named', () => {
    const closed: JsonObject = { type: 'object', properties: {}, additionalProperties: false };
    expect(check.problems(closed, { 'a/b': 1 }, 'open')).toEqual(['/a~1b is not known']);
  });
});

describe('a reference', () => {
  const WHOLE = '{{task-0.output.x}}';

  test.each<[string, JsonObject]>([
    ['of a number', { email: 'a@b.co', port: WHOLE }],
    ['of a format', { email: WHOLE }],
    ['of an enum', { email: 'a@b.co', status: WHOLE }],
    ['of a list', { email: 'a@b.co', tags: WHOLE }],
    ['of an item', { email: 'a@b.co', tags: [WHOLE] }],
    ['of a union', { email: 'a@b.co', owner: WHOLE }],
    ['within a union', { email: 'a@b.co', owner: { id: WHOLE } }],
    ['in a longer text with a format', { email: `${WHOLE}@b.co` }],
  ])('in place %s is not judged before it is resolved', (_, input) => {
    expect(check.problems(USER, input, 'open')).toEqual([]);
  });

  test('does not excuse what is wrong beside it', () => {
    expect(check.problems(USER, { email: WHOLE, port: 'x' }, 'open')).toEqual(['/port must be number']);
  });

  test('in a longer text is a text, whatever is expected', () => {
    expect(check.problems(USER, { email: 'a@b.co', port: `1${WHOLE}` }, 'open')).toEqual([
      '/port must be number',
    ]);
  });

  test('is a text like any other once everything is resolved', () => {
    expect(check.problems(USER, { email: 'a@b.co', port: WHOLE }, 'resolved')).toEqual([
      '/port must be number',
    ]);
  });
});
