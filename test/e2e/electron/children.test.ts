import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { MAX_INLINE_BYTES } from '#core/exchange/zip-uploads/rules'
import { copiedKey } from '#test/kit/desktop-key'
import { type Desktop, type DesktopLab, openDesktopLab } from '#test/kit/electron'
import { NO_ELECTRON } from '#test/kit/electron-runtime'
import { freePort } from '#test/kit/free-port'
import { drawnPage } from '#test/kit/toy-models/text/ocr-page'
import { fromRoot } from '../../../scripts/kit/paths.mjs'

const WORDS = [{ stripes: '-r-g-b-y--', left: 280, top: 100, stripe: 10 }]

/** The program cannot run as Node, so its main process starts other processes for the core. */
describe.skipIf(NO_ELECTRON)('processes beside the core of the desktop', () => {
  let lab: DesktopLab
  let desktop: Desktop
  let page: Page
  let inference: string
  let management: string
  let apiKey: string

  beforeAll(async () => {
    lab = await openDesktopLab()
    const ports = { inference: await freePort(), management: await freePort() }
    inference = `http://127.0.0.1:${ports.inference}`
    management = `http://127.0.0.1:${ports.management}`
    const flags = ['--inference-port', String(ports.inference), '--management-port', String(ports.management)]
    desktop = await lab.launch(['--only', 'inference,management', ...flags])
    page = await desktop.app.firstWindow()
    await page.getByRole('textbox', { name: 'Name of the project' }).waitFor()
  })
  afterAll(() => lab?.close())

  test('models run in one, which is restarted when it is killed', async () => {
    const before = await readText()
    const pid = await pidOf('Tessera models')
    process.kill(pid ?? 0, 'SIGKILL')
    await expect.poll(() => pidOf('Tessera models')).toBe(undefined)
    const after = await readText()

    expect(before).toMatchObject({ engine: 'tesseract' })
    expect(after).toMatchObject({ engine: 'tesseract' })
    expect(await pidOf('Tessera models')).not.toBe(pid)
  })

  test('each provider is tried in a process of its own, which exits after its answer', async () => {
    await page.getByRole('link', { name: 'Models' }).first().click()
    await page.getByRole('button', { name: 'This machine' }).click()
    await page.getByText('It works.').first().waitFor()

    await expect.poll(() => pidOf('Tessera model trial')).toBe(undefined)
    await page.getByRole('button', { name: 'Done' }).click()
  })

  test('annotations from files are read in one', async () => {
    apiKey = await copiedKey(desktop)
    const project = Created.parse(await post('/root/projects', { name: 'Cups', type: 'object-detection' })).id.split(
      '/',
    )[1]
    const form = new FormData()
    form.append('name', 'coffee.jpg')
    form.append('file', new Blob([readFileSync(fromRoot('test/fixtures/photos/coffee.jpg'))]), 'coffee.jpg')
    const { id } = Created.parse(await post(`/dataset/${project}/upload`, form))
    // A short file is read in the receiving process, without another one.
    const annotationFile = '0 0.5 0.5 0.5 0.5\n'.repeat(Math.ceil(MAX_INLINE_BYTES / 10))
    const labels = { annotationFile, labelmap: { 0: 'cup' } }
    const answer = await post(`/dataset/${project}/annotate/${id}?name=boxes.txt`, labels)

    expect(answer).toMatchObject({ success: true })
    expect(await pidOf('Tessera datasets')).toBeGreaterThan(0)
  })

  test('none is left when the program has quit', async () => {
    const pids = (await processes()).map(({ pid }) => pid)
    await lab.close()

    await expect.poll(() => pids.filter(isRunning)).toEqual([])
  })

  async function processes() {
    return desktop.app.evaluate(({ app }) => app.getAppMetrics().map(({ name, pid }) => ({ name, pid })))
  }

  async function pidOf(wanted: string): Promise<number | undefined> {
    return (await processes()).find(({ name }) => name === wanted)?.pid
  }

  async function readText(): Promise<unknown> {
    const image = await drawnPage({ width: 512, height: 384, words: WORDS }).png().toBuffer()
    const body = JSON.stringify({ image: { type: 'base64', value: image.toString('base64') } })
    const headers = { 'content-type': 'application/json' }
    return (await fetch(`${inference}/doctr/ocr`, { method: 'POST', headers, body })).json()
  }

  async function post(path: string, body: object): Promise<unknown> {
    const authorization = `Bearer ${apiKey}`
    const sent =
      body instanceof FormData
        ? { headers: { authorization }, body }
        : { headers: { authorization, 'content-type': 'application/json' }, body: JSON.stringify(body) }
    return (await fetch(`${management}${path}`, { method: 'POST', ...sent })).json()
  }
})

const Created = z.object({ id: z.string() })

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
