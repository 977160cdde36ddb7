/**
 * Pages that are made from the code. `npm run docs` writes them anew; the difference is then read like any other.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandsOf } from '../../src/features/contributions.ts';
import { variableNames } from '../../src/settings/variables.ts';
import { fakeMachines } from '../features/machines/scene.ts';
import { type GatewayRig, gatewayRig } from '../support/gateway-rig.ts';
import { cliPage } from './cli-page.ts';
import { commandsPage } from './commands-page.ts';
import { exitCodesPage } from './exit-codes-page.ts';
import { DOCUMENTS, read } from './markdown.ts';
import { markdownOf, type Page } from './page.ts';
import { settingsPage } from './settings-page.ts';

let rig: GatewayRig;
beforeAll(async () => {
  // A cell has a command more.
  rig = await gatewayRig({ machines: fakeMachines() });
});
afterAll(() => rig.remove());

test.each<[string, () => Page | Promise<Page>]>([
  ['commands', () => commandsPage(commandsOf(rig.features))],
  ['cli', cliPage],
  ['settings', settingsPage],
  ['exit-codes', exitCodesPage],
])('docs/reference/%s.md is what the code says (npm run docs writes it anew)', async (name, page) => {
  await expect(markdownOf(await page())).toMatchFileSnapshot(`../../docs/reference/${name}.md`);
});

/** They name every command, or lead whoever changes the program. */
const NO_GUIDES =
  /^docs\/(reference|decisions|conversations)\/|^docs\/(errors|map|voice)\.md$|^(AGENTS|CHANGELOG)\.md$/;

const guides = DOCUMENTS.filter((document) => !NO_GUIDES.test(document))
  .map(read)
  .join('\n');

test('every setting is told of in a page that somebody wrote', () => {
  const untold = variableNames().filter((name) => !new RegExp(`(?<!\\w)${name}(?!\\w)`).test(guides));
  expect(untold, 'Say in docs/guide what it is good for.').toEqual([]);
});

test('every chat command is told of in a page that somebody wrote', () => {
  const untold = commandsOf(rig.features)
    .map(({ name }) => `/${name}`)
    .filter((command) => !new RegExp(`(?<![\\w/.-])${command}(?![\\w/-])`).test(guides));
  expect(untold, 'Say in docs/guide what people can do with it, and in CHANGELOG.md.').toEqual([]);
});
