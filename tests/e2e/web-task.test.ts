import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { useBrowser, WIDTHS } from '../support/browser.ts';
import { serveConsoleOf, signedIn } from '../support/console-scene.ts';
import { calls, says } from '../support/messages-server/replies.ts';
import { byKeyword } from '../support/messages-server/script.ts';
import { git } from '../support/sample-project.ts';
import { useScenes } from '../support/scene.ts';

const scene = useScenes();
const context = useBrowser();
const IN_BROWSER_IN_FULL = { tags: ['chromium', 'full'], timeout: 120_000 };

/** The first asks something and so keeps the project; the second works beside it, on a branch. */
const SCRIPT = byKeyword([
  {
    keyword: 'first',
    steps: [calls(['run_command', { command: 'touch a && touch b' }]), says('Left as it is.')],
  },
  {
    keyword: 'second',
    steps: [
      calls(['create_task_plan', { steps: ['Mend the login'] }], ['list_source_files', {}]),
      calls(['read_source_file', { path: 'src/login.js' }]),
      calls([
        'apply_patch',
        { path: 'src/login.js', search: 'if (user.password', replace: 'if (user?.password' },
      ]),
      calls(['run_command', { command: 'touch made.txt && touch made-too.txt' }]),
      calls(['git_commit', { message: 'fix: login', paths: ['src/login.js'] }]),
      calls(['update_task_status', { step: 1, status: 'done' }]),
      says('The login is mended.'),
    ],
  },
]);

test(
  'from a request to a merged change: asked, answered, looked at and merged in the browser',
  IN_BROWSER_IN_FULL,
  async () => {
    const at = await serveConsoleOf(scene, SCRIPT);
    const { workspace } = at.scene;
    const browser = await context({ viewport: WIDTHS.desk });
    const faults: string[] = [];
    const page = await signedIn(at, browser);
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    at.program.say('/agent the first task');
    await at.program.heard(/May I run this command/);
    at.program.say('/agent the second task');
    await page.getByRole('link', { name: /touch made/ }).click();
    await page
      .locator('.question')
      .filter({ hasText: 'touch made' })
      .getByRole('button', { name: 'Yes, once' })
      .click();
    await page.getByText('Allowed. Continuing.').waitFor();
    await page.getByRole('link', { name: 'Tasks', exact: true }).click();
    await page.getByRole('link', { name: 'the second task' }).click();
    const address = page.url();
    await page.getByText('The login is mended.').first().waitFor();
    // The first task still holds the project: nothing can be merged into it.
    const early = await page.getByRole('button', { name: 'Merge' }).count();
    const other = await browser.newPage();
    await other.goto(address);
    await page.getByRole('link', { name: 'See its changes' }).click();
    const [before, after] = [page.locator('td.removed').nth(1), page.locator('td.added').nth(1)];
    const diff = [
      await before.textContent(),
      await after.textContent(),
      await after.locator('.code-keyword').count(),
    ];
    await page.getByRole('link', { name: 'the second task' }).click();
    at.program.say('#1 no');
    await at.program.heard(/Left as it is/);
    // The button comes by itself once the project is free.
    await page.getByRole('button', { name: 'Merge' }).click();
    await page.getByText('Merged').first().waitFor();
    // The other window has followed, and has nothing more to press.
    await other.getByText('Merged').first().waitFor();
    expect({
      early,
      diff,
      plan: (await page.locator('.plan li').textContent())?.includes('✓'),
      login: readFileSync(path.join(workspace, 'src/login.js'), 'utf8').includes('user?.password'),
      subjects: git(workspace, 'log', '--format=%s', 'main').includes('fix: login'),
      leftToPress: await other.getByRole('button', { name: 'Merge' }).count(),
      faults,
    }).toEqual({
      early: 0,
      diff: [expect.stringContaining('if (user.password'), expect.stringContaining('if (user?.password'), 2],
      plan: true,
      login: true,
      subjects: true,
      leftToPress: 0,
      faults: [],
    });
  },
);
