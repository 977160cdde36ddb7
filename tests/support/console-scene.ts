import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { freePort } from './free-port.ts';
import type { Script } from './messages-server/script.ts';
import type { Program } from './program.ts';
import type { Scene, SceneOptions } from './scene.ts';

/** A program that serves the console. */
export interface Served {
  readonly scene: Scene;
  readonly program: Program;
  readonly address: string;
  readonly env: Readonly<Record<string, string>>;
}

export async function serveConsoleOf(
  scene: (options: SceneOptions) => Promise<Scene>,
  script: Script,
  env: Readonly<Record<string, string>> = {},
): Promise<Served> {
  const port = String(await freePort());
  const all = { WEB_PORT: port, ...env };
  const opened = await scene({ script, env: all });
  const program = opened.start();
  await isServed(program);
  return { scene: opened, program, address: `http://127.0.0.1:${port}`, env: all };
}

/** Notices of a program without a terminal go where its errors go. */
export async function isServed(program: Program): Promise<void> {
  await expect.poll(() => program.errors, { timeout: 20_000 }).toMatch(/http:\/\/127\.0\.0\.1:\d+/);
}

/** The command of the guide. */
const GUIDE = readFileSync(path.resolve(import.meta.dirname, '../../docs/guide/browser.md'), 'utf8');
const LINK = (/```sh\nwasap (.*)\n```/.exec(GUIDE)?.[1] ?? '').split(' ');

export async function linkInto({ scene }: Pick<Served, 'scene'>): Promise<string> {
  const command = scene.start({ args: LINK });
  await command.exit;
  return command.output.trim();
}

export async function signedIn(at: Served, browser: BrowserContext): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(await linkInto(at));
  await page.waitForURL(`${at.address}/`);
  return page;
}
