import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ProjectSlug } from '#common/ids'
import { cocoDataset } from '../../kit/coco-dataset.ts'
import { keepLookOfFailures } from '../../kit/failure-shot.ts'
import { removeFolder } from '../../kit/remove-folder.ts'
import { photo, type StationProcess } from '../../kit/station-process.ts'
import { addCupsAndBoats, openStudioPage, type StudioPage } from '../../kit/studio-page.ts'
import { makeZip } from '../../kit/zip-maker.ts'

const cups = ProjectSlug.parse('cups')
let folder: string
let opened: StudioPage
let station: StationProcess
let page: Page

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-dataset-'))
  const entries = await cocoDataset()
  for (const { path, content } of entries) {
    await mkdir(dirname(join(folder, 'bay', path)), { recursive: true })
    await writeFile(join(folder, 'bay', path), content)
  }
  await writeFile(join(folder, 'bay.zip'), makeZip(entries))
  opened = await openStudioPage()
  ;({ station, page } = opened)
  await addCupsAndBoats(station)
  await page.goto(station.urls.studio)
  await page.getByRole('link', { name: /^Cups/ }).click()
})

afterAll(async () => {
  await opened.close()
  await removeFolder(folder)
})

keepLookOfFailures(() => page)

async function choose(entry: RegExp, path: string): Promise<void> {
  await page.getByRole('button', { name: 'Add images' }).first().click()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('menuitem', { name: entry }).click(),
  ])
  await chooser.setFiles(path)
}

async function images() {
  const { rows } = await station.studio.images.page({ project: cups, filter: {}, sort: 'name', offset: 0, limit: 50 })
  return rows
}

test('a folder with labels is shown as what it would become, and nothing is written before a person says so', async () => {
  await choose(/Dataset from a folder/, join(folder, 'bay'))

  const dialog = page.getByRole('dialog', { name: 'Import bay' })
  await dialog.getByText('Recognized by the content of 2 files').waitFor()
  await dialog.getByRole('button', { name: 'Import 6 images' }).waitFor()
  expect(await dialog.getByRole('list', { name: 'Images', exact: true }).innerText()).toMatch(
    /6\s+new images\s+2\s+already here\s+1\s+cannot be imported/,
  )
  await dialog.getByText('train/_annotations.coco.json').first().waitFor()
  expect(await images()).toHaveLength(2)
  await page.evaluate(() => {})
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await expect.poll(async () => page.getByRole('dialog').count()).toBe(0)
  expect(await images()).toHaveLength(2)
})

test('the import says how far it is and what became of every file', async () => {
  await choose(/Dataset from a folder/, join(folder, 'bay'))
  const dialog = page.getByRole('dialog', { name: 'Import bay' })
  await dialog.getByRole('button', { name: 'Import 6 images' }).click()

  await page.getByText('6 images added').waitFor()
  expect((await images()).map(({ name, split, shapes }) => `${name} ${split} ${shapes}`)).toEqual([
    'astronaut.jpg valid 1',
    'brick.jpg train 0',
    'camera.jpg train 0',
    'chelsea.jpg train 1',
    'clock.jpg valid 0',
    'coffee.jpg train 2',
    'coins.png train 2',
    'rocket.jpg valid 1',
  ])
  await page.getByRole('button', { name: 'Show report' }).click()
  const report = page.getByRole('dialog')
  await report.getByText('Annotations added to coffee.jpg').waitFor()
  await report.getByText('clock.jpg: all objects are outside the image').waitFor()
  await page.keyboard.press('Escape')
})

test('a ZIP file of what is there already is said to bring nothing new', async () => {
  await choose(/Dataset as ZIP, or annotation files/, join(folder, 'bay.zip'))
  const dialog = page.getByRole('dialog', { name: 'Import bay.zip' })
  await dialog.getByRole('button', { name: 'Import', exact: true }).waitFor()

  expect(await dialog.getByRole('list', { name: 'Images', exact: true }).innerText()).toMatch(/8\s+already here/)
  expect(await dialog.getByRole('button', { name: 'Import', exact: true }).getAttribute('aria-disabled')).toBe('true')
  await dialog.getByText('6 images are already labeled').waitFor()
  await dialog.getByText('Replace them').click()
  await dialog.getByRole('button', { name: 'Label 6 images' }).click()

  await page.getByText('6 images labeled').waitFor()
  await page.getByRole('button', { name: 'Show report' }).last().click()
  const report = page.getByRole('dialog', { name: '6 images labeled' })
  await report.getByRole('radio', { name: 'Labeled 6' }).waitFor()
  await report.getByRole('radio', { name: 'Already here 2' }).waitFor()
  await report.getByRole('radio', { name: 'Labeled 6' }).click()
  await expect.poll(() => report.getByText('Annotations added to coffee.jpg').count()).toBe(1)
  await page.keyboard.press('Escape')

  await expect.poll(async () => page.getByRole('dialog').count()).toBe(0)
})

test('an archive that cannot be read is said to be so, and the project stays as it is', async () => {
  const before = await images()
  await writeFile(join(folder, 'broken.zip'), 'PK no more')
  await choose(/Dataset as ZIP, or annotation files/, join(folder, 'broken.zip'))

  const dialog = page.getByRole('dialog', { name: 'Import broken.zip' })
  await dialog.getByText('broken.zip is not a ZIP file, or is incomplete').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await expect.poll(async () => page.getByRole('dialog').count()).toBe(0)
  expect(await images()).toEqual(before)
})

test('files that are dropped with labels among them open the review, and images alone go straight in', async () => {
  await drop([{ name: 'retina.jpg', type: 'image/jpeg', text: '' }], await photo('retina.jpg'))
  await page.getByText('1 image added').waitFor()

  await drop([{ name: 'retina.txt', type: 'text/plain', text: '0 0.5 0.5 0.25 0.25\n' }])

  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Label 1 image' }).click()
  await page.getByText('1 image labeled').waitFor()
  const retina = (await images()).find(({ name }) => name === 'retina.jpg')
  expect(retina?.shapes).toBe(1)
})

interface Dropped {
  readonly name: string
  readonly type: string
  readonly text: string
}

/** Drops files onto the page as a person does with the mouse; `bytes` are those of the first. */
async function drop(files: readonly Dropped[], bytes?: Buffer): Promise<void> {
  const transfer = await page.evaluateHandle(
    ({ given, base64 }) => {
      const data = new DataTransfer()
      for (const { name, type, text } of given) {
        const content = base64 === undefined ? text : Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
        data.items.add(new File([content], name, { type }))
      }
      return data
    },
    { given: [...files], base64: bytes?.toString('base64') },
  )
  await page.dispatchEvent('body', 'dragover', { dataTransfer: transfer })
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer })
}

test('rows of the review and of the report are as high as their words', async () => {
  const name = `train/images/${'deep-field-of-many-galaxies-'.repeat(4)}3`
  const entries = [
    { path: `${name}.jpg`, content: await photo('hubble-deep-field.jpg') },
    {
      path: `${name.replace('images', 'labels')}.txt`,
      content: Buffer.from('0 0.5 0.5 0.2 0.2\n0 0.5 nowhere 0.1 0.1\n'),
    },
    { path: 'train/images/broken-in-the-middle-of-its-first-line.jpg', content: Buffer.from('no image at all') },
    { path: 'train/labels/of-no-image-whatever.txt', content: Buffer.from('0 0.5 0.5 0.2 0.2\n') },
    { path: 'data.yaml', content: Buffer.from('names: [galaxy]\n') },
  ]
  await writeFile(join(folder, 'long.zip'), makeZip(entries))
  await choose(/Dataset as ZIP, or annotation files/, join(folder, 'long.zip'))
  const dialog = page.getByRole('dialog', { name: 'Import long.zip' })
  await dialog.getByRole('button', { name: /^Import 1 image/ }).waitFor()
  await withoutOverlap(dialog.getByRole('list', { name: 'Problems' }))
  const reports = page.getByRole('button', { name: 'Show report' })
  const before = await reports.count()
  await dialog.getByRole('button', { name: /^Import 1 image/ }).click()

  await expect.poll(() => reports.count()).toBe(before + 1)
  await reports.last().click()
  await withoutOverlap(page.getByRole('list', { name: 'Files of the import' }))
  await page.keyboard.press('Escape')
})

test('a review that was left is opened again from the tasks, which name the project and what became of files', async () => {
  const other = Buffer.concat([await photo('coffee.jpg'), Buffer.from('other')])
  await writeFile(join(folder, 'later.zip'), makeZip([{ path: 'other.jpg', content: other }]))
  await choose(/Dataset as ZIP, or annotation files/, join(folder, 'later.zip'))
  const dialog = page.getByRole('dialog', { name: 'Import later.zip' })
  await dialog.getByRole('button', { name: 'Import 1 image' }).waitFor()
  await page.goto(station.urls.studio)

  await page.getByRole('button', { name: 'Tasks' }).click()
  const tasks = page.getByRole('dialog', { name: 'Tasks' })
  await tasks.getByText('6 images labeled · 2 already here · 1 not imported · 2 problems').waitFor()
  expect(await tasks.getByRole('link', { name: 'Cups' }).count()).toBeGreaterThan(3)
  expect(await tasks.getByText('Check long.zip').count()).toBe(0)
  await tasks.getByRole('link', { name: 'Continue import' }).click()
  expect(await dialog.getByRole('textbox', { name: 'Batch' }).inputValue()).toBe('later')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Tasks' }).click()
  await tasks.getByText('Import long.zip').waitFor()
  await expect.poll(() => tasks.getByRole('link', { name: 'Continue import' }).count()).toBe(0)
  await page.keyboard.press('Escape')
})

/** Each row ends where its words end, and the next begins below it. */
async function withoutOverlap(list: Locator): Promise<void> {
  await expect.poll(async () => list.getByRole('listitem').count()).toBeGreaterThan(2)
  await expect
    .poll(() =>
      list.evaluate((box) => {
        const rows = [...box.querySelectorAll('[role=listitem]')]
        const bottomOf = (row: Element) =>
          Math.max(...[...row.querySelectorAll('span')].map((part) => part.getBoundingClientRect().bottom))
        return rows.flatMap((row, nth) => {
          const next = rows[nth + 1]
          return next !== undefined && bottomOf(row) > next.getBoundingClientRect().top + 0.5 ? [row.textContent] : []
        })
      }),
    )
    .toEqual([])
}
