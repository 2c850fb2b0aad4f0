import { once } from 'node:events'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { copiedKey } from '#test/kit/desktop-key'
import { type Desktop, type DesktopLab, openDesktopLab } from '#test/kit/electron'
import { NO_ELECTRON } from '#test/kit/electron-runtime'
import { freePort } from '#test/kit/free-port'

const Created = z.object({ id: z.string() })
const KEEP = 0
const QUIT = 1

describe.skipIf(NO_ELECTRON)('ending the desktop while tasks run', () => {
  let lab: DesktopLab
  let desktop: Desktop
  let management: string

  beforeAll(async () => {
    lab = await openDesktopLab()
    const port = await freePort()
    management = `http://127.0.0.1:${port}`
    desktop = await lab.launch(['--only', 'management', '--management-port', String(port)])
    await (await desktop.app.firstWindow()).getByRole('textbox', { name: 'Name of the project' }).waitFor()
  })
  afterAll(() => lab?.close())

  test('quitting says what will pause, and can be cancelled', async () => {
    await startLongVersion(await copiedKey(desktop))
    const asked = answerWith(KEEP)
    const shown = desktop.app.waitForEvent('window')
    await closeWindow()

    expect(await asked).toMatchObject({
      message: 'Tasks are running. If you quit, they pause until Tessera is started again.',
      detail: expect.stringMatching(/^Generate a version/),
      buttons: ['Cancel', 'Quit'],
    })
    await (await shown).getByRole('banner').waitFor()
  })

  test('or quit it all the same', async () => {
    const ended = once(desktop.app.process(), 'exit')
    void answerWith(QUIT).catch(() => undefined)
    await closeWindow()

    expect(await ended).toEqual([0, null])
  })

  /** Answers the next question of the program; resolves with the question. */
  function answerWith(response: number): Promise<unknown> {
    return desktop.app.evaluate(
      ({ dialog }, given) =>
        new Promise((resolve) => {
          dialog.showMessageBox = async (...args: unknown[]) => {
            resolve(args.at(-1))
            return { response: given, checkboxChecked: false }
          }
        }),
      response,
    )
  }

  async function closeWindow(): Promise<void> {
    await desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
  }

  /** Many outputs of a large image take longer than the test. */
  async function startLongVersion(apiKey: string): Promise<void> {
    const { id } = Created.parse(await post('/root/projects', { name: 'Quays', type: 'object-detection' }))
    const project = id.split('/')[1]
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const image = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: 'grey', noise } })
      .jpeg()
      .toBuffer()
    const form = new FormData()
    form.append('name', 'quay.jpg')
    form.append('split', 'train')
    form.append('file', new Blob([new Uint8Array(image)]), 'quay.jpg')
    const uploaded = Created.parse(await post(`/dataset/${project}/upload`, form)).id
    const labels = { annotationFile: '0 0.5 0.5 0.5 0.5', labelmap: { 0: 'crate' } }
    await post(`/dataset/${project}/annotate/${uploaded}?name=boxes.txt`, labels)
    const augmentation = { image: { versions: 50 }, blur: { pixels: 20 } }
    expect(await post(`/root/${project}/generate`, { preprocessing: {}, augmentation })).toMatchObject({ version: 1 })

    async function post(path: string, body: object): Promise<unknown> {
      const authorization = `Bearer ${apiKey}`
      const sent =
        body instanceof FormData
          ? { headers: { authorization }, body }
          : { headers: { authorization, 'content-type': 'application/json' }, body: JSON.stringify(body) }
      return (await fetch(`${management}${path}`, { method: 'POST', ...sent })).json()
    }
  }
})
