/** A phone is linked in the browser: the real client, a WhatsApp server on loopback, a real Chromium. */
import type { Page } from 'playwright-core';
import { encode } from 'uqr';
import { afterEach, expect, test } from 'vitest';
import { faultsAnywhere, useBrowser, WIDTHS } from '../support/browser.ts';
import { freePort } from '../support/free-port.ts';
import type { Program } from '../support/program.ts';
import { type Scene, useScenes } from '../support/scene.ts';
import { BOT, whatsappEnv } from '../support/whatsapp-scene.ts';
import { startWhatsAppServer, type WhatsAppServer } from '../support/whatsapp-server/server.ts';

const scene = useScenes();
const context = useBrowser();
const IN_BROWSER_IN_FULL = { tags: ['chromium', 'full'], timeout: 120_000 };

let world: WhatsAppServer;
afterEach(async () => {
  world.verify();
  await world.stop();
});

interface Served {
  readonly scene: Scene;
  readonly program: Program;
  readonly env: Readonly<Record<string, string>>;
}

async function served(more: Readonly<Record<string, string>> = {}): Promise<Served> {
  world = await startWhatsAppServer({ account: BOT });
  const env = { ...whatsappEnv(world), WEB_PORT: String(await freePort()), ...more };
  const opened = await scene({ script: [], env });
  const program = opened.start();
  await expect
    .poll(() => program.output + program.errors, { timeout: 20_000 })
    .toMatch(/http:\/\/127\.0\.0\.1:\d+/);
  return { scene: opened, program, env };
}

async function link({ scene: opened }: Served, ...args: readonly string[]): Promise<string> {
  const command = opened.start({ args: ['web', 'link', ...args] });
  await command.exit;
  return command.output.trim();
}

/** The dark modules of the picture, row by row, as its lines are drawn. */
async function modulesOn(page: Page): Promise<string> {
  const drawn = await page.locator('svg.qr path').getAttribute('d');
  return (drawn ?? '')
    .split(/(?=M)/)
    .map((line) =>
      [...line.matchAll(/([hm])(\d+)/g)]
        .map(([, how, length]) => (how === 'h' ? '#' : '.').repeat(Number(length)))
        .join(''),
    )
    .join('\n');
}

function modulesOf(content: string): string {
  return encode(content, { border: 4 })
    .data.map((row) => row.map((isDark) => (isDark ? '#' : '.')).join(''))
    .join('\n');
}

test(
  'the page shows the code, the phone scans it, and the page says that it is connected',
  IN_BROWSER_IN_FULL,
  async () => {
    const at = await served();
    const page = await (await context()).newPage();
    await page.goto(await link(at));
    await page.locator('svg.qr').waitFor();
    await page.evaluate('window.notReloaded = true');
    // The same code, as text.
    const asking = at.scene.start({ args: ['pair', '--json'] });
    const printed = await asking.heard(/\{"qr":"[^"]+"\}/);
    const { qr } = JSON.parse(printed.trim().split('\n').at(-1) ?? '') as { qr: string };
    await expect.poll(() => modulesOn(page)).toBe(modulesOf(qr));
    await world.phone.scan(qr);
    await page.getByText('connected', { exact: true }).waitFor();
    expect({
      notReloaded: await page.evaluate('window.notReloaded'),
      code: await page.locator('svg.qr').count(),
      form: await page.locator('input[name=phone]').count(),
      paired: await asking.exit,
    }).toEqual({ notReloaded: true, code: 0, form: 0, paired: 0 });
  },
);

test(
  'a code to type is asked for on the page, shown there, and typed on the phone',
  IN_BROWSER_IN_FULL,
  async () => {
    const at = await served({ LOCALE: 'es' });
    const page = await (await context({ viewport: WIDTHS.phone })).newPage();
    await page.goto(await link(at));
    await page.getByLabel('El número del teléfono').fill(`+${BOT.phone}`);
    await page.getByRole('button', { name: 'Pedir un código' }).click();
    const code = await page.locator('.pairing-code').textContent();
    await world.phone.enterCode(code ?? '');
    await page.getByText('conectado', { exact: true }).waitFor();
    expect([
      /^[A-Z0-9]{4}-[A-Z0-9]{4}$/.test(code ?? ''),
      await page.locator('.pairing-code').count(),
    ]).toEqual([true, 0]);
  },
);

test.each(['en', 'es'] as const)(
  'in %s the code fits on a phone and on a desk, and everybody can use the form',
  IN_BROWSER_IN_FULL,
  async (locale) => {
    const at = await served({ LOCALE: locale });
    const page = await (await context()).newPage();
    await page.goto(await link(at));
    await page.locator('svg.qr').waitFor();
    expect(await faultsAnywhere(page)).toEqual([]);
  },
);
