import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Stats } from 'node:fs'
import { mkdtemp, stat, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPage } from '../../kit/chromium.ts'
import { freePort } from '../../kit/free-port.ts'
import { removeFolder } from '../../kit/remove-folder.ts'

let folder: string
let program: ChildProcess
let page: Page
let lines: Interface

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-dev-'))
  const servers = ['--only', 'studio,management', '--management-port', '0', '--studio-port', String(await freePort())]
  program = spawn(process.execPath, ['scripts/dev.mjs', '--library', join(folder, 'library'), ...servers], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (!program.stdout) throw new Error('The program has no output')
  lines = createInterface(program.stdout)
  const link = await lineWith('The studio, with hot reload: ')
  page = await openPage()
  // The page waits until all packages are bundled.
  await page.goto(link)
  await page.getByRole('main').waitFor()
})

afterAll(async () => {
  await page.context().close()
  const ended = once(program, 'exit')
  program.kill('SIGTERM')
  await ended
  for (const [path, { atime, mtime }] of touched) await utimes(path, atime, mtime)
  await removeFolder(folder)
})

/** Waits for a line with this start; returns the rest of it. */
async function lineWith(start: string): Promise<string> {
  for (;;) {
    const [line] = await once(lines, 'line')
    if (String(line).startsWith(start)) return String(line).slice(start.length)
  }
}

const touched = new Map<string, Stats>()

/** Makes file watchers see a source as changed without a change. */
async function touch(path: string): Promise<void> {
  touched.set(path, await stat(path))
  await utimes(path, new Date(), new Date())
}

test('a changed source of the page is applied without a reload', async () => {
  const updated = page.waitForEvent('console', (message) => message.text().includes('hot updated: /shell/app.tsx'))
  await page.evaluate(() => Object.assign(window, { stayed: true }))

  await touch('renderer/shell/app.tsx')
  await updated

  expect(await page.evaluate(() => Reflect.get(window, 'stayed'))).toBe(true)
})

test('the station restarts when its sources change, and the page reconnects', async () => {
  const restarted = lineWith('The station runs its changed sources.')
  await touch('main/core/ports.ts')
  await restarted
  await page.reload()

  await expect.poll(() => page.getByLabel('Name of the project').isVisible()).toBe(true)
})

test('the gallery shows the working controls', async () => {
  await page.goto(`${new URL(page.url()).origin}/gallery.html`)
  await page.getByRole('heading', { name: 'Controls', level: 1 }).waitFor()
  await page.screenshot({ path: 'test-results/gallery.png' })
  await page.getByRole('button', { name: 'Dialog' }).click()

  await expect.poll(() => page.getByRole('dialog', { name: 'Move to trash?' }).isVisible()).toBe(true)
})
