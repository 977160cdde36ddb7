/** @module-tag full */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { accessibilityFaults, faultsAnywhere, overflow, useBrowser, WIDTHS } from '../support/browser.ts';
import { isServed, linkInto, type Served, serveConsoleOf, signedIn } from '../support/console-scene.ts';
import { calls, says } from '../support/messages-server/replies.ts';
import { byKeyword } from '../support/messages-server/script.ts';
import { useScenes } from '../support/scene.ts';

const scene = useScenes();
const context = useBrowser();
const IN_BROWSER = { tags: 'chromium', timeout: 120_000 };

const ASKED = { command: 'touch made.txt && touch made-too.txt' };
const TASK = [
  calls(['create_task_plan', { steps: ['Read the project', 'Make the files'] }], ['list_source_files', {}]),
  calls(['read_source_file', { path: 'src/login.js' }]),
  calls([
    'apply_patch',
    { path: 'src/login.js', search: 'if (user.password', replace: 'if (user?.password' },
  ]),
  calls(['run_command', ASKED], ['update_task_status', { step: 1, status: 'done' }]),
  calls(['update_task_status', { step: 2, status: 'done' }]),
  says('The files are there.'),
];

/** Pages about the program, each as it looks when something is asked of it. */
const OF_THE_PROGRAM = [
  '/audit',
  '/audit?check=chain',
  '/audit?q=touch&action=ask_approved',
  '/money',
  '/people',
  '/policy',
  '/policy?line=git+push+--force',
  '/doctor',
  '/settings',
];

const served = (env: Readonly<Record<string, string>> = {}): Promise<Served> =>
  serveConsoleOf(scene, TASK, { TIMEZONE: 'Europe/Madrid', ...env });

/** Something on every page: a schedule, a job that waits, and what a project may bring along. */
async function furnish({ scene: opened, program }: Served): Promise<void> {
  mkdirSync(path.join(opened.configDir, 'jobs'), { recursive: true });
  writeFileSync(path.join(opened.configDir, 'jobs', 'notes.yaml'), JOB);
  for (const [file, text] of Object.entries(BROUGHT)) {
    const full = path.join(opened.workspace, file);
    mkdirSync(path.dirname(full), { recursive: true });
    writeFileSync(full, text);
  }
  program.say('/cron add "0 9 * * 1-5" /agent run the tests and fix what fails');
  await program.heard(/Scheduled as|Programada como/);
  program.say('/job run notes');
  await program.heard(/"run"|"ejecuta"/);
}

const JOB = `
name: notes
description: Keeps what the project is called.
tasks:
  - id: project
    service: git
    command: status
  - id: look
    service: files
    command: read_lines
    input: { path: src/login.js, start: 1, end: 2 }
  - id: keep
    service: files
    command: write_source_file
    input: { path: NOTES.md, content: Something to keep. }
    dependsOn: [project, look]
`;
const BROUGHT: Readonly<Record<string, string>> = {
  '.claude/skills/greeting/SKILL.md':
    '---\nname: greeting\ndescription: Greets people in the house style.\nallowed-tools: Read, Bash(npm test)\n---\n\nGreet.\n',
  '.claude/commands/deploy.md':
    '---\ndescription: Ships the site\nargument-hint: "[where]"\nallowed-tools: Bash(npm run deploy)\n---\n\nShip it.\n',
  '.claude/agents/fixer.md':
    '---\nname: fixer\ndescription: Mends what is broken, with a test.\ntools: Read, Edit, Bash\n---\n\nYou mend.\n',
};

/** Every page, with something on it: begins at the first one. */
async function placesOn(page: Page, address: string): Promise<readonly string[]> {
  const linkOn = async (to: string, below: string): Promise<string> => {
    await page.goto(`${address}${to}`);
    return (await page.locator(`a[href^="${below}/"]`).first().getAttribute('href')) ?? '';
  };
  const task = await linkOn('/', '/tasks');
  const lists = ['/schedules', '/jobs', '/projects'];
  const ones: string[] = [];
  for (const list of lists) ones.push(await linkOn(list, list));
  return [
    ...['/', '/tasks', '/questions', task, `${task}/changes`, `${task}/trace`, '/nothing'],
    ...['/schedules?words=every%20weekday%20at%209%20stand-up', ...lists, ...ones],
    ...['/skills', '/commands', '/specialists'],
    ...OF_THE_PROGRAM,
  ];
}

test('from a link to a finished task: its question is answered in the browser', IN_BROWSER, async () => {
  const at = await served();
  const browser = await context({ viewport: WIDTHS.desk });
  const faults: string[] = [];
  const page = await signedIn(at, browser);
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  at.program.say('/agent make the files');
  // Nothing is reloaded: the question comes by itself.
  await page.getByRole('link', { name: /touch made/ }).click();
  await page.getByRole('button', { name: 'Yes, once' }).click();
  await page.getByText('Allowed. Continuing.').waitFor();
  await page.getByRole('link', { name: 'Tasks' }).click();
  await page.getByRole('link', { name: 'make the files' }).click();
  await page.getByText('The files are there.').first().waitFor();
  const plan = await page.locator('.plan li').filter({ hasText: 'Make the files' }).textContent();
  const cookies = await browser.cookies();
  expect({
    plan: plan?.includes('✓'),
    cookies: cookies.map(({ name, httpOnly, sameSite }) => ({ name, httpOnly, sameSite })),
    address: page.url().includes('#'),
    faults,
  }).toEqual({
    plan: true,
    cookies: [{ name: 'wasap', httpOnly: true, sameSite: 'Strict' }],
    address: false,
    faults: [],
  });
});

test.each([
  ['en', ['light', 'dark']],
  ['es', ['light']],
] as const)(
  'in %s every page fits on a phone and on a desk, and can be used by everybody',
  { ...IN_BROWSER, timeout: 300_000 },
  async (locale, schemes) => {
    const at = await served({ LOCALE: locale });
    await furnish(at);
    at.program.say('/agent make the files');
    await at.program.heard(/\/approve ...,|\/aprobar ...,/);
    const page = await (await context()).newPage();
    await page.goto(`${at.address}/enter`);
    const faults: Record<string, readonly string[]> = { '/enter': await faultsAnywhere(page, schemes) };
    await page.goto(await linkInto(at));
    await page.waitForURL(`${at.address}/`);
    for (const to of await placesOn(page, at.address)) {
      await page.goto(`${at.address}${to}`);
      for (const summary of await page.locator('main summary').all()) await summary.click();
      faults[to] = await faultsAnywhere(page, schemes);
    }
    expect(Object.entries(faults).filter(([, found]) => found.length > 0)).toEqual([]);
  },
);

test(
  'without any script: a schedule is looked at, set, run, deleted and taken back',
  IN_BROWSER,
  async () => {
    const at = await served();
    const browser = await context({ javaScriptEnabled: false });
    const page = await browser.newPage();
    const [to = '', code = ''] = (await linkInto(at)).split('#');
    await page.goto(to);
    await page.getByLabel('Code of the link').fill(code);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.goto(`${at.address}/schedules`);
    await page.getByLabel('When, and what').fill('every weekday at 9 stand-up');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('Monday to Friday at 09:00').waitFor();
    await page.getByRole('button', { name: 'Schedule it' }).click();
    await page.getByText('Scheduled as').waitFor();
    await page.getByRole('link', { name: 'Message: stand-up' }).click();
    for (const button of ['Run now', 'Pause', 'Resume', 'Delete', 'Undo the deletion'])
      await page.getByRole('button', { name: button }).click();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    const runs = await page.locator('.card:has(#history-title) li').count();
    expect([runs, at.program.output.includes('stand-up')]).toEqual([1, true]);
  },
);

test('a job that is run in the browser fills its graph by itself', IN_BROWSER, async () => {
  const at = await served();
  await furnish(at);
  const page = await signedIn(at, await context());
  await page.getByText('Work', { exact: true }).click();
  await page.getByRole('link', { name: 'Jobs' }).click();
  await page.getByRole('link', { name: 'notes' }).click();
  await page.getByRole('button', { name: 'Run exactly this' }).click();
  await page.evaluate('window.notReloaded = true');
  await page.locator('.node-done').nth(2).waitFor();
  await page.getByRole('img', { name: 'Tasks done: 3 of 3.' }).waitFor();
  expect(await page.evaluate('window.notReloaded')).toBe(true);
});

test('kill -9 with the page open: it says so, and heals by itself', IN_BROWSER, async () => {
  const at = await served();
  const page = await signedIn(at, await context());
  at.program.say('/agent make the files');
  await page.getByRole('link', { name: /touch made/ }).waitFor();
  await page.evaluate('window.notReloaded = true');
  await at.program.kill();
  await page.getByText('Connection lost').waitFor();
  const again = at.scene.start();
  await isServed(again);
  await page.getByText('Connection lost').waitFor({ state: 'hidden' });
  const code = /\/approve (...),/.exec(at.program.output)?.[1];
  again.say(`/approve ${code}`);
  await page.getByText('No task is waiting for you.').waitFor();
  expect(await page.evaluate('window.notReloaded')).toBe(true);
});

test('a link in another program leads to the page, for whoever has signed in', IN_BROWSER, async () => {
  const at = await served();
  const browser = await context();
  await signedIn(at, browser);
  const elsewhere = await pageOfOthers(`<a href="${at.address}/questions?x=1">look</a>`);
  const page = await browser.newPage();
  await page.goto(elsewhere);
  await page.getByRole('link', { name: 'look' }).click();
  await page.getByRole('heading', { name: 'Questions' }).waitFor();
  expect(page.url()).toBe(`${at.address}/questions?x=1`);
});

test('a page of others can neither frame it, nor press its buttons, nor read it', IN_BROWSER, async () => {
  const at = await served();
  const browser = await context();
  await signedIn(at, browser);
  at.program.say('/agent make the files');
  await at.program.heard(/\/approve ...,/);
  const elsewhere = await pageOfOthers(
    `<iframe src="${at.address}/questions"></iframe>
     <form method="post" action="${at.address}/leave"><button>leave</button></form>`,
  );
  const page = await browser.newPage();
  await page.goto(elsewhere);
  const framed = await page
    .frames()[1]
    ?.content()
    .catch(() => '');
  const read = await page.evaluate(
    `fetch('${at.address}/questions', { credentials: 'include' }).then(() => 'read', () => 'refused')`,
  );
  await page.getByRole('button', { name: 'leave' }).click();
  await page.getByText('another page').waitFor();
  const own = await browser.newPage();
  await own.goto(`${at.address}/questions`);
  expect({
    framed: framed?.includes('touch made'),
    read,
    isStillIn: await own.getByRole('button', { name: 'Yes, once' }).isVisible(),
  }).toEqual({ framed: false, read: 'refused', isStillIn: true });
});

test('without any script it can be signed in to, read and answered', IN_BROWSER, async () => {
  const at = await served();
  const browser = await context({ javaScriptEnabled: false });
  const page = await browser.newPage();
  const [to = '', code = ''] = (await linkInto(at)).split('#');
  await page.goto(to);
  await page.getByLabel('Code of the link').fill(code);
  await page.getByRole('button', { name: 'Sign in' }).click();
  at.program.say('/agent make the files');
  await at.program.heard(/\/approve ...,/);
  await page.getByRole('link', { name: 'Questions' }).click();
  await page.getByRole('button', { name: 'No', exact: true }).click();
  await page.getByText('Nothing waits for an answer.').waitFor();
  expect(await page.getByRole('status').allTextContents()).toContainEqual(expect.stringMatching(/\S/));
});

test('with the keyboard alone: past the navigation, to the answer, and it is given', IN_BROWSER, async () => {
  const at = await served();
  const page = await signedIn(at, await context());
  at.program.say('/agent make the files');
  await at.program.heard(/\/approve ...,/);
  await page.goto(`${at.address}/questions`);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const skipped = await page.evaluate('document.activeElement.id');
  for (let press = 0; press < 10; press += 1) {
    await page.keyboard.press('Tab');
    if ((await page.evaluate('document.activeElement.textContent')) === 'Yes, once') break;
  }
  await page.keyboard.press('Enter');
  await page.getByText('Allowed. Continuing.').waitFor();
  expect(skipped).toBe('content');
});

test(
  'a question that was answered elsewhere leaves nothing of the next one under the keyboard',
  IN_BROWSER,
  async () => {
    const asking = (keyword: string) => ({
      keyword,
      steps: [calls(['run_command', { command: `touch ${keyword} && touch ${keyword}-too` }]), says('Done.')],
    });
    const at = await serveConsoleOf(scene, byKeyword([asking('apples'), asking('pears')]));
    const page = await signedIn(at, await context());
    const codes = () => [
      ...new Set([...at.program.output.matchAll(/\/approve (\w{3})\b/g)].map(([, code]) => code)),
    ];
    for (const [index, keyword] of ['apples', 'pears'].entries()) {
      at.program.say(`/agent ${keyword}`);
      await expect.poll(() => codes().length, { timeout: 20_000 }).toBe(index + 1);
    }
    await page.goto(`${at.address}/questions`);
    const yes = page.getByRole('button', { name: 'Yes, once' });
    await expect.poll(() => yes.count()).toBe(2);
    await yes.first().focus();
    const isApples =
      (await page.locator('.question').first().textContent())?.includes('touch apples') === true;
    at.program.say(`/approve ${codes()[isApples ? 0 : 1]}`);
    await expect.poll(() => yes.count()).toBe(1);
    expect(await page.evaluate('document.activeElement.tagName')).toBe('MAIN');
  },
);

test(
  'the parts of the navigation open one at a time, and close when they are left; all of it with the keyboard alone',
  IN_BROWSER,
  async () => {
    const at = await served();
    const page = await signedIn(at, await context({ viewport: WIDTHS.phone }));
    const open = page.locator('.top nav details[open] > summary');
    await page.locator('.top nav summary', { hasText: 'Program' }).focus();
    await page.keyboard.press('Enter');
    const [wide, faults] = [await overflow(page), await accessibilityFaults(page)];
    const first = await open.allTextContents();
    await page.keyboard.press('Escape');
    const afterEscape = await open.count();
    await page.locator('.top nav summary', { hasText: 'Records' }).click();
    await page.locator('.top nav summary', { hasText: 'Program' }).click();
    const second = await open.allTextContents();
    // Beside everything.
    await page.mouse.click(2, 700);
    const afterClick = await open.count();
    await page.locator('.top nav summary', { hasText: 'Program' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/(?:policy|doctor|people|settings)$/);
    expect({
      wide: wide > 0,
      faults,
      first,
      afterEscape,
      second,
      afterClick,
      here: await page.locator('.top nav [aria-current]').allTextContents(),
      shut: await open.count(),
    }).toEqual({
      wide: false,
      faults: [],
      first: ['Program'],
      afterEscape: 0,
      second: ['Program'],
      afterClick: 0,
      here: ['Program', expect.any(String)],
      shut: 0,
    });
  },
);

test('without any script every page of the program is reached and read', IN_BROWSER, async () => {
  const at = await served();
  const browser = await context({ javaScriptEnabled: false, viewport: WIDTHS.phone });
  const page = await browser.newPage();
  const [to = '', code = ''] = (await linkInto(at)).split('#');
  await page.goto(to);
  await page.getByLabel('Code of the link').fill(code);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const titles = [];
  for (const [part, name] of [
    ['Records', 'Audit'],
    ['Records', 'Money'],
    ['Program', 'Policy'],
    ['Program', 'People'],
    ['Program', 'Settings'],
    ['Program', 'Doctor'],
  ] as const) {
    await page.locator('.top nav summary', { hasText: part }).click();
    await page.getByRole('link', { name, exact: true }).click();
    titles.push(await page.locator('h1').textContent());
  }
  expect(titles).toEqual(['Audit', 'Money', 'Policy', 'People and access', 'Settings', 'Doctor']);
});

test(
  'what was run is verified and taken along, and a line is tried, in the browser',
  IN_BROWSER,
  async () => {
    const at = await served();
    const page = await signedIn(at, await context({ viewport: WIDTHS.desk }));
    at.program.say('/agent make the files');
    await page.getByRole('link', { name: /touch made/ }).click();
    await page.getByRole('button', { name: 'Yes, once' }).click();
    await page.getByText('Allowed. Continuing.').waitFor();
    await page.goto(`${at.address}/audit`);
    await page.locator('.call summary', { hasText: 'touch made' }).first().waitFor();
    await page.getByRole('link', { name: 'Verify the record' }).click();
    await page.getByText(/The record is intact/).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    const lines = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\n');
    await page.goto(`${at.address}/policy`);
    await page.getByLabel('Command line').fill('sudo ls');
    await page.getByRole('button', { name: 'Try', exact: true }).click();
    await page.getByText('Never runs').waitFor();
    expect([
      download.suggestedFilename().replace(/\d/g, '0'),
      lines.some((line) => JSON.parse(line).command.includes('touch made.txt')),
    ]).toEqual(['audit-0000-00-00.jsonl', true]);
  },
);

test('/web in the chat gives a link, and /web off signs the open page out', IN_BROWSER, async () => {
  const at = await served();
  at.program.say('/web');
  const said = await at.program.heard(/\/enter#\S+/);
  const page = await (await context()).newPage();
  await page.goto(/http\S+\/enter#\S+/.exec(said)?.[0] ?? '');
  await page.waitForURL(`${at.address}/`);
  at.program.say('/web off');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
});

const others: Server[] = [];
afterEach(() => {
  for (const server of others.splice(0)) server.close();
});

/** A page under another name of this machine: another site for the browser. */
function pageOfOthers(body: string): Promise<string> {
  return new Promise((resolve) => {
    const server = createServer((_request, response) =>
      response.setHeader('content-type', 'text/html').end(`<!doctype html><title>other</title>${body}`),
    ).listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      resolve(`http://localhost:${port}/`);
    });
    others.push(server);
  });
}
