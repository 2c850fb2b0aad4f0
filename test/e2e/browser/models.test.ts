import { createServer, type Server } from 'node:http'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MODEL_CATALOGUE } from '#inference/store/catalogue'
import { addCupsAndBoats, openStudioPage, type StudioPage } from '../../kit/studio-page.ts'
import { colourClassifier } from '../../kit/toy-models/classifier.ts'
import { pickyDetector, yoloDetector } from '../../kit/toy-models/detector.ts'
import { uslsToy } from '../../kit/toy-models/sam/concepts.ts'

let opened: StudioPage
let page: Page
let mirror: Server
const faults: string[] = []

beforeAll(async () => {
  mirror = createServer((request, response) => {
    const { url = '' } = request
    const bytes = mirrored().get(url)
    // A host that sends some bytes and then stalls.
    if (url.includes('sam2_hiera_small_encoder')) response.writeHead(200).write(Buffer.alloc(2_000_000))
    else response.writeHead(bytes ? 200 : 404).end(bytes)
  })
  await new Promise<void>((resolve) => void mirror.listen(0, '127.0.0.1', resolve))
  opened = await openStudioPage()
  ;({ page } = opened)
  page.on('pageerror', (failure) => faults.push(failure.message))
  await addCupsAndBoats(opened.station)
  await page.goto(opened.station.urls.studio)
  await page.getByRole('link', { name: 'Models' }).click()
})

afterAll(async () => {
  await opened.close()
  mirror.closeAllConnections()
  mirror.close()
})

/** Serves a toy model under the addresses of SAM 3's files, for which the publisher states no checksum. */
function mirrored(): ReadonlyMap<string, Uint8Array> {
  const { files = [] } = MODEL_CATALOGUE.find(({ id }) => id === 'sam3/sam3_final') ?? {}
  const toys = new Map(Object.values(uslsToy()))
  return new Map(
    files.flatMap(({ path, url }) => {
      const bytes = toys.get(path)
      return bytes ? [[`/${url}`, bytes] as const] : []
    }),
  )
}

async function importFile(name: string, bytes: Uint8Array) {
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Import a model' }).click()
  await page.getByRole('menuitem', { name: 'Files…' }).click()
  await (await chosen).setFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) })
}

const row = (name: string | RegExp) => page.getByRole('table', { name: 'Models' }).getByRole('button', { name })
const panel = (name: string) => page.getByRole('complementary', { name })
const install = () => page.getByRole('dialog').getByRole('button', { name: 'Install model' })

test('an empty library says what can be dropped, and what works without a model', async () => {
  await page.getByText('None yet. Drop a model file or folder here').waitFor()
  await row('Tesseract, English').waitFor()
  await row('SAM 2.1 tiny').click()

  await panel('SAM 2.1 tiny').getByText('Apache-2.0').first().waitFor()
  expect(await row(/./).count()).toBe(1 + MODEL_CATALOGUE.length)
})

test('a file that is dropped is recognised, named and installed', async () => {
  await importFile('toys.onnx', yoloDetector({ side: 64, batch: 'batch' }))
  const dialog = page.getByRole('dialog', { name: 'Import toys' })
  await dialog.getByText('red, green').waitFor()
  await dialog.getByRole('textbox', { name: 'Id' }).fill('toys/1')
  await dialog.getByRole('textbox', { name: 'License' }).fill('CC0')

  await install().click()

  await page.getByText('toys is installed').waitFor()
  await row(/^toys/).click()
  await panel('toys').getByText('CC0').waitFor()
  await panel('toys').getByText("curl -s -F 'file=@image.jpg'").waitFor()
  const [toys] = await opened.station.studio.models.list()
  expect(toys).toMatchObject({ manifest: { id: 'toys/1', classNames: ['red', 'green'] }, origin: 'own' })
})

test('missing facts about a model are asked for before it is installed', async () => {
  await importFile('colours.onnx', colourClassifier())
  const dialog = page.getByRole('dialog', { name: 'Import colours' })
  await dialog.getByText('What does colours.onnx output?').first().waitFor()
  expect(await install().getAttribute('aria-disabled')).toBe('true')

  await dialog.getByRole('button', { name: /What does colours\.onnx output/ }).click()
  await page.getByRole('option', { name: 'One class for an image' }).click()
  await dialog.getByRole('textbox', { name: 'Names, one per line' }).fill('red\ngreen\nblue')
  await dialog.getByRole('button', { name: 'Use these names' }).click()
  await dialog.getByText('red, green, blue').waitFor()
  await expect.poll(() => install().getAttribute('aria-disabled')).toBe(null)
  await install().click()

  await row(/^colours/).waitFor()
})

test('a file that is not a model is refused with the reason', async () => {
  await importFile('notes.onnx', Buffer.from('no network'))

  await page
    .getByRole('alert')
    .getByText(/notes\.onnx/)
    .waitFor()
  expect(await install().count()).toBe(0)
  await page.keyboard.press('Escape')
})

test('a model is loaded and unloaded manually, and the arrow keys move through the list', async () => {
  await row(/^toys/).click()
  await panel('toys').getByRole('button', { name: 'Load', exact: true }).click()
  await panel('toys').getByText('Processor (CPU)').waitFor()

  await panel('toys').getByRole('button', { name: 'Unload' }).click()
  await panel('toys').getByText('On disk').waitFor()
  await row(/^toys/).focus()
  await page.keyboard.press('ArrowUp')

  await panel('colours').waitFor()
  expect(page.url()).toContain('model=colours')
})

test('a model goes to the trash, and is restored by Undo or from the list of removed models', async () => {
  await row(/^colours/).click()
  await panel('colours').getByRole('button', { name: 'More of colours' }).click()
  await page.getByRole('menuitem', { name: 'Move to the trash' }).click()
  await expect.poll(trashed).toEqual(['colours/1'])

  await page.getByRole('button', { name: 'Undo' }).click()

  await row('colours colours/1').waitFor()
  await expect.poll(trashed).toEqual([])
  await panel('colours').getByRole('button', { name: 'More of colours' }).click()
  await page.getByRole('menuitem', { name: 'Move to the trash' }).click()
  await expect.poll(trashed).toEqual(['colours/1'])
  await expect.poll(() => row(/^colours/).count()).toBe(1)
  await row(/^colours/).click()
  await page.getByRole('button', { name: 'Restore' }).click()
  await panel('colours').getByRole('button', { name: 'Load', exact: true }).waitFor()
})

async function trashed() {
  return (await opened.station.studio.models.trashed()).map(({ manifest }) => manifest.id)
}

test('the provider of models is shown in words, and can be limited to the CPU', async () => {
  await page.getByRole('button', { name: 'This machine' }).click()
  const ways = page.getByRole('list', { name: 'Ways to run models' })
  await ways.getByText('Works, and is used').waitFor()

  await page.getByText('Use the processor only').click()
  await expect.poll(async () => (await providers()).choice.cpuOnly).toBe(true)
  await page.getByRole('button', { name: 'Test again' }).click()
  await expect.poll(async () => (await providers()).verdicts.map(({ provider }) => provider)).toContain('cpu')
})

function providers() {
  return opened.station.studio.models.providers({ again: false })
}

test('a mirror is set, and an invalid one is refused', async () => {
  const field = page.getByRole('textbox', { name: 'Address of a mirror' })
  await field.fill('not an address')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('"not an address" cannot be a mirror').waitFor()

  const address = mirror.address()
  const port = typeof address === 'object' ? address?.port : 0
  await field.fill(`http://127.0.0.1:${port}`)
  await page.getByRole('button', { name: 'Save' }).click()

  await page.getByText(`Models are fetched from http://127.0.0.1:${port}`).waitFor()
  expect(await opened.station.studio.models.mirror()).toEqual({ mirror: `http://127.0.0.1:${port}/` })
  await page.getByRole('button', { name: 'Done' }).click()
})

test('a licence that must be accepted is shown first; then the model is fetched, and can be tried', async () => {
  await row('SAM 3 for phrases and examples').click()
  await page.getByRole('button', { name: 'Download SAM 3 for phrases and examples' }).click()
  const dialog = page.getByRole('dialog')
  const fetching = dialog.getByRole('button', { name: 'Download it' })
  await dialog.getByText('https://github.com/facebookresearch/sam3/blob/main/LICENSE').waitFor()
  expect(await fetching.getAttribute('aria-disabled')).toBe('true')

  await dialog.getByText('I have read the SAM License and accept it').click()
  await fetching.click()

  await page.getByText('SAM 3 for phrases and examples is installed').waitFor()
  await page.getByText(/SAM License, accepted/).waitFor()
  await panel('SAM 3 for phrases and examples').getByRole('button', { name: 'Try it' }).click()
  await page.getByRole('heading', { name: 'Playground' }).waitFor()
  expect(page.url()).toContain('model=sam3')
})

test('files can come from a folder of this machine, and a folder without them is reported', async () => {
  await page.getByRole('link', { name: 'Models' }).click()
  await row('SAM 2 small').click()
  await page.getByRole('button', { name: 'Download SAM 2 small' }).click()
  const dialog = page.getByRole('dialog')

  await dialog.getByLabel('Folder to take the files from instead (optional)').fill('/no/such/stick')
  await dialog.getByRole('button', { name: 'Install it' }).click()

  await dialog.getByText('There is no file or folder "/no/such/stick"').waitFor()
  await page.keyboard.press('Escape')
  expect(await dialog.count()).toBe(0)
})

test('a download that fails says why', async () => {
  await page.getByRole('link', { name: 'Models' }).click()
  await row('MobileSAM').click()
  await page.getByRole('button', { name: 'Download MobileSAM' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Download/ })
    .click()

  await page
    .getByRole('alert')
    .getByText(/mobile_sam_image_encoder\.onnx|404/)
    .waitFor()
  expect((await opened.station.studio.models.list()).map(({ manifest }) => manifest.id)).not.toContain('sam/mobile_sam')
  await page.getByRole('alert').getByRole('button', { name: 'Close' }).click()
})

test('a cancelled download keeps its data until it is discarded', async () => {
  await row('SAM 2 small').click()
  await page.getByRole('button', { name: 'Download SAM 2 small' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Download/ })
    .click()
  const about = panel('SAM 2 small')
  await about.getByRole('progressbar', { name: 'Download SAM 2 small' }).waitFor()
  await expect.poll(arrived).toBe(2_000_000)

  await about.getByRole('button', { name: 'Cancel' }).click()
  await about.getByRole('button', { name: 'Resume after 2.0 MB' }).waitFor()
  await about.getByRole('button', { name: 'Discard the partial download' }).click()

  await about.getByRole('button', { name: 'Download SAM 2 small' }).waitFor()
  expect(await arrived()).toBe(0)
})

async function arrived() {
  const all = await opened.station.studio.models.fetchable()
  return all.find(({ entry }) => entry.id === 'sam2/hiera_small')?.arrivedBytes
}

test('images of a project are annotated by the model', async () => {
  await row(/^toys/).click()
  await panel('toys').getByRole('button', { name: 'Label images' }).click()
  const dialog = page.getByRole('dialog', { name: 'Label 2 images with a model' })
  await dialog.waitFor()

  await dialog.getByRole('button', { name: 'Label 2 images' }).click()

  await page.getByText('Nothing new was found on 2 images').waitFor()
  expect(faults).toEqual([])
})

test('the size of the training images is asked for if no file states it, and can be set later', async () => {
  await importFile('any.onnx', yoloDetector({ side: 'dynamic', tellsSize: false }))
  const dialog = page.getByRole('dialog', { name: 'Import any' })
  await dialog
    .getByText(/What is the training image size of any\.onnx/)
    .first()
    .waitFor()
  expect(await install().getAttribute('aria-disabled')).toBe('true')
  for (const wrong of ['1.5', '0', '99999999']) {
    await dialog.getByRole('textbox', { name: 'Width' }).fill(wrong)
    await page.keyboard.press('Tab')
    await dialog.getByText('Enter a whole number from 1 to 8,192').waitFor()
    expect(await dialog.getByRole('textbox', { name: 'Width' }).inputValue()).toBe(wrong)
    expect(await dialog.getByRole('button', { name: 'Use this input' }).isDisabled()).toBe(true)
  }
  await dialog.getByRole('textbox', { name: 'Width' }).fill('64')
  await dialog.getByRole('textbox', { name: 'Height' }).fill('64')
  await dialog.getByRole('button', { name: 'Use this input' }).click()
  await dialog.getByText('64 × 64, with bars to keep proportions').waitFor()
  await expect.poll(() => install().getAttribute('aria-disabled')).toBe(null)
  await install().click()
  await page.getByText('any is installed').waitFor()

  await row(/^any/).click()
  await panel('any').getByRole('button', { name: 'More of any' }).click()
  await page.getByRole('menuitem', { name: 'Settings…' }).click()
  const settings = page.getByRole('dialog', { name: 'Settings for any' })
  await settings.getByRole('button', { name: /Resize/ }).click()
  await page.getByRole('option', { name: 'stretched to fit' }).click()
  await settings.getByText('Custom time limit').click()
  await settings.getByRole('textbox', { name: 'Time limit' }).fill('20')
  await settings.getByRole('button', { name: 'Save' }).click()

  await panel('any').getByText('64 × 64, stretched to fit').waitFor()
  await panel('any').getByText('20 seconds').waitFor()
})

test('a size that the model cannot run with is refused in the dialog, which keeps its input', async () => {
  await importFile('odd.onnx', pickyDetector())
  const dialog = page.getByRole('dialog', { name: 'Import odd' })
  const side = (name: string) => dialog.getByRole('textbox', { name })
  await side('Width').fill('32')
  await side('Height').fill('64')
  await dialog.getByRole('button', { name: 'Use this input' }).click()
  await side('License').fill('CC0')
  await expect.poll(() => install().getAttribute('aria-disabled')).toBe(null)
  await install().click()

  const refusal = dialog.getByRole('alert').filter({ hasText: 'Not installed' })
  await expect.poll(() => refusal.isVisible()).toBe(true)
  expect(await side('License').inputValue()).toBe('CC0')
  expect(await dialog.getByText('32 × 64, with bars').isVisible()).toBe(true)

  await dialog.getByRole('button', { name: 'Reset my answers' }).click()
  await expect.poll(() => side('Width').inputValue()).toBe('32')
  await side('Width').fill('64')
  await dialog.getByRole('button', { name: 'Use this input' }).click()
  await expect.poll(() => install().getAttribute('aria-disabled')).toBe(null)
  await install().click()

  await expect.poll(() => page.getByText('odd is installed').isVisible()).toBe(true)
  await expect.poll(() => dialog.isVisible()).toBe(false)
  expect(faults).toEqual([])
})
