/** @module-tag full */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { faultsAnywhere, useBrowser, WIDTHS } from '../support/browser.ts';
import { freePort } from '../support/free-port.ts';
import { calls, says } from '../support/messages-server/replies.ts';
import type { Program } from '../support/program.ts';
import { git } from '../support/sample-project.ts';
import { type Scene, useScenes } from '../support/scene.ts';

const scene = useScenes();
const context = useBrowser();
const IN_BROWSER = { tags: 'chromium', timeout: 120_000 };

const TASK = [
  calls(['create_task_plan', { steps: ['Mend the login', 'Commit'] }]),
  calls([
    'apply_patch',
    { path: 'src/login.js', search: 'if (user.password', replace: 'if (user?.password' },
  ]),
  calls(['run_command', { command: 'touch made.txt && touch made-too.txt' }]),
  calls(['git_commit', { message: 'fix: unknown people are refused', paths: ['src/login.js'] }]),
  says('The login refuses unknown people, and that is committed.'),
];

interface Served {
  readonly scene: Scene;
  readonly program: Program;
  readonly address: string;
}

async function served(env: Readonly<Record<string, string>> = {}): Promise<Served> {
  const port = String(await freePort());
  const opened = await scene({ script: TASK, env: { WEB_PORT: port, ...env } });
  const program = opened.start();
  await isServed(program);
  return { scene: opened, program, address: `http://127.0.0.1:${port}` };
}

async function isServed(program: Program): Promise<void> {
  await expect.poll(() => program.errors, { timeout: 20_000 }).toMatch(/http:\/\/127\.0\.0\.1:\d+/);
}

async function link({ scene: opened }: Served): Promise<string> {
  const command = opened.start({ args: ['web', 'link'] });
  await command.exit;
  return command.output.trim();
}

/** Signed in, and in the chat. */
async function inChat(at: Served, browser: BrowserContext): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(await link(at));
  await page.waitForURL(`${at.address}/`);
  await page.goto(`${at.address}/chat`);
  return page;
}

async function say(page: Page, text: string): Promise<void> {
  await page.locator('#text').fill(text);
  await page.locator('#text').press('Enter');
}

const REPORT = 'The login refuses unknown people, and that is committed.';

test(
  'from a request to a commit, all in the chat; the program is killed in the middle with the page open',
  IN_BROWSER,
  async () => {
    const at = await served();
    const page = await inChat(at, await context({ viewport: WIDTHS.desk }));
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    await page.evaluate('window.notReloaded = true');
    await say(page, '/agent the login crashes for unknown people, fix and commit');
    await page.getByRole('button', { name: 'Yes, once' }).waitFor();
    await page.locator('#text').fill('half a thought');
    await at.program.kill();
    await page.getByText('Connection lost').waitFor();
    await isServed(at.scene.start());
    await page.getByText('Connection lost').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Yes, once' }).click();
    await page.getByText(REPORT).first().waitFor();
    await page.getByRole('button', { name: 'Yes, once' }).waitFor({ state: 'detached' });
    const said = await page.locator('.said').allTextContents();
    expect({
      requests: said.filter((words) => words.includes('fix and commit') && words.startsWith('You')).length,
      reports: said.filter((words) => words.includes(REPORT)).length,
      draft: await page.locator('#text').inputValue(),
      isReloaded: (await page.evaluate('window.notReloaded')) !== true,
      subjects: git(at.scene.workspace, 'log', '--format=%s'),
      faults,
    }).toEqual({
      requests: 1,
      reports: 1,
      draft: 'half a thought',
      isReloaded: false,
      subjects: 'fix: unknown people are refused\nfeat: login',
      faults: [],
    });
  },
);

test(
  'what is typed is kept: while a message is on its way, on another page, and for a reply',
  IN_BROWSER,
  async () => {
    const at = await served();
    const page = await inChat(at, await context({ viewport: WIDTHS.phone }));
    const typed = () => page.locator('#text').inputValue();
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/chat', async (route) => {
      if (route.request().method() === 'POST') await held;
      await route.continue();
    });
    await page.locator('#text').fill('/status');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('#text').pressSequentially(' and then /help');
    letGo();
    await page.getByText('No task is open').first().waitFor();
    await expect.poll(typed).toBe('and then /help');
    await page.goto(`${at.address}/tasks`);
    await page.goto(`${at.address}/chat`);
    const back = await typed();
    await page.getByRole('link', { name: 'Reply to: ' }).last().click();
    await page.locator('.quote').waitFor();
    await expect.poll(typed).toBe('and then /help');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('.quote').waitFor({ state: 'detached' });
    const sent = await typed();
    await page.locator('#text').fill('a secret of mine');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.locator('form.enter').waitFor();
    expect({ back, sent, left: await page.evaluate('sessionStorage.length') }).toEqual({
      back: 'and then /help',
      sent: '',
      left: 0,
    });
  },
);

test(
  'a lost connection is told in sight, at the end of a long chat on a phone, too',
  IN_BROWSER,
  async () => {
    const at = await served();
    const page = await inChat(at, await context({ viewport: WIDTHS.phone }));
    for (const text of ['/help everything', '/status']) await say(page, text);
    await page.getByText('No task is open').first().waitFor();
    await at.program.kill();
    const lost = page.getByText('Connection lost');
    await lost.waitFor();
    const { y = -1 } = (await lost.boundingBox()) ?? {};
    const scrolled = await page.evaluate<number>('scrollY');
    expect([scrolled > WIDTHS.phone.height, y >= 0 && y < WIDTHS.phone.height]).toEqual([true, true]);
  },
);

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('files are dropped, sent and shown; Shift+Enter is a new line', IN_BROWSER, async () => {
  const at = await served();
  const page = await inChat(at, await context({ viewport: WIDTHS.phone }));
  await page.locator('#text').focus();
  await page.keyboard.type('/status');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('second line');
  expect(await page.locator('#text').inputValue()).toBe('/status\nsecond line');
  await page.evaluate(`{
    const files = new DataTransfer();
    files.items.add(new File(['dropped'], 'notes.txt', { type: 'text/plain' }));
    document.dispatchEvent(new DragEvent('drop', { dataTransfer: files, cancelable: true }));
  }`);
  await page.locator('#text').fill('');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('link', { name: 'notes.txt', exact: true }).waitFor();
  await page.locator('#files').setInputFiles([{ name: 'pixel.png', mimeType: 'image/png', buffer: PIXEL }]);
  await page.getByRole('button', { name: 'Send' }).click();
  const picture = page.getByRole('img', { name: 'Picture: pixel.png' });
  await picture.waitFor();
  const inbox = path.join(at.scene.workspace, '.wasap', 'inbox');
  await expect.poll(() => existsSync(inbox) && readdirSync(inbox)).toContain('notes.txt');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'notes.txt', exact: true }).click();
  expect([
    await page.evaluate("document.querySelector('img').naturalWidth"),
    (await download).suggestedFilename(),
  ]).toEqual([1, 'notes.txt']);
});

test(
  'by keyboard: a message is reacted to, an own one is changed and another taken back',
  IN_BROWSER,
  async () => {
    const at = await served();
    const page = await inChat(at, await context({ viewport: WIDTHS.phone }));
    await say(page, '/status');
    await page.getByText('React').first().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: '👎 No' }).press('Enter');
    await page.locator('.said-program .reacted').waitFor();
    const isClosed = (await page.locator('details[open]').count()) === 0;
    await page.getByRole('link', { name: 'Edit: /status' }).press('Enter');
    await page.locator('.quote').waitFor();
    await page.locator('#text').fill('/status now');
    await page.locator('#text').press('Enter');
    await page.getByText('edited').waitFor();
    await page.getByText('Remove', { exact: true }).first().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Yes, remove it' }).first().press('Enter');
    await page.getByText('This message was removed.').waitFor();
    expect([isClosed, new URL(page.url()).search, await page.locator('#text').inputValue()]).toEqual([
      true,
      '',
      '',
    ]);
  },
);

test('two windows agree, and whoever is too late is told so', IN_BROWSER, async () => {
  const at = await served();
  const browser = await context();
  const [first, second] = [await inChat(at, browser), await browser.newPage()];
  await say(first, '/agent fix the login and commit');
  await first.getByRole('button', { name: 'Yes, once' }).waitFor();
  // A window that hears of nothing goes on showing the buttons.
  await second.route(/[?&]live=/, (route) => route.abort());
  await second.goto(`${at.address}/chat`);
  await first.getByRole('button', { name: 'Yes, once' }).click();
  await first.getByText(REPORT).first().waitFor();
  await second.getByRole('button', { name: 'No', exact: true }).click();
  await first.locator('.said').getByText('Already allowed: ').waitFor();
  await second.unroute(/[?&]live=/);
  await second.goto(`${at.address}/chat`);
  const [one, other] = await Promise.all([first, second].map((page) => page.locator('.said').count()));
  expect(one).toBe(other);
});

test('without any script: a task is written, asked about, answered and reported', IN_BROWSER, async () => {
  const at = await served();
  const page = await (await context({ javaScriptEnabled: false })).newPage();
  const [to = '', code = ''] = (await link(at)).split('#');
  await page.goto(to);
  await page.getByLabel('Code of the link').fill(code);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.goto(`${at.address}/chat`);
  await page.getByLabel('Message').fill('/agent fix the login and commit');
  await page.locator('#files').setInputFiles([{ name: 'pixel.png', mimeType: 'image/png', buffer: PIXEL }]);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect
    .poll(
      async () => {
        await page.goto(`${at.address}/chat`);
        return await page.getByRole('button', { name: 'Yes, once' }).count();
      },
      { timeout: 30_000, interval: 500 },
    )
    .toBe(1);
  await page.getByRole('button', { name: 'Yes, once' }).click();
  await expect
    .poll(
      async () => {
        await page.goto(`${at.address}/chat`);
        return await page.locator('.said').allTextContents();
      },
      { timeout: 30_000, interval: 500 },
    )
    .toContainEqual(expect.stringContaining(REPORT));
});

const LONG = 'long-word-'.repeat(15);
const DETAILS = `
1. See [the issue](https://a.example/1) and https://a.example/${LONG}
   - [x] \`${LONG}\`
   - [ ] ${LONG}
2. Then
   \`\`\`sh
   npm test ${LONG}
   \`\`\``;

test.each(['en', 'es'] as const)(
  'in %s the chat fits on a phone and on a desk, and can be used by everybody',
  IN_BROWSER,
  async (locale) => {
    const at = await served({ LOCALE: locale });
    const page = await inChat(at, await context({ viewport: WIDTHS.phone }));
    const empty = await faultsAnywhere(page);
    await page.locator('#files').setInputFiles([
      { name: 'pixel.png', mimeType: 'image/png', buffer: PIXEL },
      { name: `${'long-name-'.repeat(15)}.txt`, mimeType: 'text/plain', buffer: Buffer.from('x') },
    ]);
    await say(page, `/agent fix the login and commit${DETAILS}`);
    await page.locator('button[name=choice]').first().waitFor();
    const question = await faultsAnywhere(page);
    await page.locator('.touch a').last().click();
    await page.locator('.quote').waitFor();
    expect({ empty, question, reply: await faultsAnywhere(page) }).toEqual({
      empty: [],
      question: [],
      reply: [],
    });
  },
);
