import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Workspaces } from '../../../src/contracts/workspaces.ts';
import { createWorkspaces } from '../../../src/git/workspaces/workspaces.ts';

let top: string;
const at = (...names: string[]): string => path.join(top, ...names);

beforeEach(() => {
  top = realpathSync(mkdtempSync(path.join(tmpdir(), 'wasap-projects-')));
  for (const name of ['main', 'projects/shop', 'projects/blog', 'elsewhere/secret', 'data', 'config'])
    mkdirSync(at(name), { recursive: true });
});
afterEach(() => rmSync(top, { recursive: true }));

function open(change: { readonly usual?: string; readonly root?: string | undefined } = {}): Workspaces {
  return createWorkspaces({
    usual: at('main'),
    root: at('projects'),
    ownFolders: [at('data'), at('config')],
    environment: {},
    ...change,
  });
}

const namesIn = (workspaces: Workspaces) => workspaces.list().found.map(({ name }) => name);

test('the usual project comes first, then the folders of PROJECTS_ROOT by name', () => {
  expect(open().list()).toEqual({
    found: [
      { name: 'main', path: at('main') },
      { name: 'blog', path: at('projects/blog') },
      { name: 'shop', path: at('projects/shop') },
    ],
    leftOut: 0,
  });
});

test('without PROJECTS_ROOT there is the usual one alone', () => {
  expect(open({ root: undefined }).list()).toEqual({
    found: [{ name: 'main', path: at('main') }],
    leftOut: 0,
  });
});

test('a usual project that lies in PROJECTS_ROOT is there once', () => {
  expect(namesIn(open({ usual: at('projects/shop') }))).toEqual(['shop', 'blog']);
});

test('files, hidden folders and links that lead out are none; a link to a project is that project', () => {
  writeFileSync(at('projects/notes.txt'), '');
  mkdirSync(at('projects/.cache'));
  symlinkSync(at('elsewhere/secret'), at('projects/innocent'));
  symlinkSync('/', at('projects/all'));
  symlinkSync(at('nowhere'), at('projects/dangling'));
  mkdirSync(at('projects/shop/inner'));
  symlinkSync(at('projects/shop/inner'), at('projects/inner'));
  symlinkSync('shop', at('projects/alias'));
  const workspaces = open();
  expect({
    list: workspaces.list().found.map(({ name }) => name),
    leftOut: workspaces.list().leftOut,
    stand: ['innocent', 'all', 'dangling', 'inner', 'alias', '.cache', 'notes.txt'].map((name) =>
      workspaces.isWorkspace(at('projects', name)),
    ),
  }).toEqual({ list: ['main', 'blog', 'shop'], leftOut: 0, stand: Array(7).fill(false) });
});

test('folders with names that cannot be told apart are left out, and counted', () => {
  for (const name of ['shоp', '-rf', 'CON', 'main']) mkdirSync(at('projects', name));
  const { found, leftOut } = open().list();
  expect([found.map(({ name }) => name), leftOut]).toEqual([['main', 'blog', 'shop'], 4]);
});

test.each(['data', 'config'])('the own folder %s is no project, wherever it lies', (own) => {
  rmSync(at(own), { recursive: true });
  mkdirSync(at('projects', own, 'inner'), { recursive: true });
  const workspaces = createWorkspaces({
    usual: at('main'),
    root: at('projects'),
    ownFolders: [at('projects', own)],
    environment: {},
  });
  const inside = createWorkspaces({
    usual: at('main'),
    root: at('projects', own),
    ownFolders: [at('projects', own)],
    environment: {},
  });
  expect([workspaces.list(), workspaces.isWorkspace(at('projects', own)), namesIn(inside)]).toEqual([
    { found: [expect.anything(), expect.anything(), expect.anything()], leftOut: 0 },
    false,
    ['main'],
  ]);
});

test('no project lies in another: PROJECT_ROOT around PROJECTS_ROOT is none, and neither is a folder around it', () => {
  mkdirSync(at('projects/shop/inner'));
  const shelf = open({ usual: at('projects') });
  const inner = open({ usual: at('projects/shop/inner') });
  expect([
    namesIn(shelf),
    shelf.isWorkspace(at('projects')),
    namesIn(open({ usual: top })),
    inner.list(),
    inner.isWorkspace(at('projects/shop')),
  ]).toEqual([
    ['blog', 'shop'],
    false,
    ['blog', 'shop'],
    {
      found: [
        { name: 'inner', path: at('projects/shop/inner') },
        { name: 'blog', path: at('projects/blog') },
      ],
      leftOut: 0,
    },
    false,
  ]);
});

test.each([
  ['shop', 'shop'],
  ['Shop', 'shop'],
  ['main', 'main'],
  ['sho', undefined],
  ['', undefined],
  ['../elsewhere/secret', undefined],
  ['shop/../../elsewhere', undefined],
  ['/etc', undefined],
  ['shop\0', undefined],
  ['x'.repeat(300), undefined],
  ['CON', undefined],
  ['shоp', undefined],
  ['-shop', undefined],
  ['.', undefined],
  ['projects', undefined],
])('typed as %j it is %s', (typed, name) => {
  expect(open().findByName(typed)?.name).toBe(name);
});

test('capitals decide between two that differ in nothing else', () => {
  mkdirSync(at('projects/Shop'));
  const workspaces = open();
  expect(['shop', 'Shop', 'SHOP'].map((name) => workspaces.findByName(name)?.path)).toEqual([
    at('projects/shop'),
    at('projects/Shop'),
    undefined,
  ]);
});

test('a project stands until its folder goes, or a link takes its place', () => {
  const workspaces = open();
  const shop = at('projects/shop');
  const first = workspaces.isWorkspace(shop);
  renameSync(shop, at('elsewhere/shop'));
  const moved = workspaces.isWorkspace(shop);
  symlinkSync(at('elsewhere/shop'), shop);
  expect([first, moved, workspaces.isWorkspace(shop), workspaces.isWorkspace(at('elsewhere/shop'))]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
