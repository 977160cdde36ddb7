import path from 'node:path';
import { expect, test } from 'vitest';
import { createCodeReader } from '../../src/code-reading/code-reader.ts';
import { listed, markedFile } from './marked-file.ts';

const reader = createCodeReader({ folder: path.resolve(import.meta.dirname, '../../dist/code-reading') });

test.each([
  'sample.c',
  'sample.cpp',
  'sample.cs',
  'sample.go',
  'sample.java',
  'sample.jsx',
  'sample.kt',
  'sample.php',
  'sample.py',
  'sample.rb',
  'sample.rs',
  'sample.sh',
  'sample.swift',
  'sample.ts',
  'sample.tsx',
])('every declaration of %s is found with its lines, and nothing else', async (name) => {
  const file = markedFile(name);
  const { items } = await reader.outline(file.path, file.text);
  expect(listed(items)).toEqual(file.declared);
});
