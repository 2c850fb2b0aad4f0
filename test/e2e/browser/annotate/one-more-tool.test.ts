import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepLookOfFailures } from '../../../kit/failure-shot.ts'
import { someImage } from '../../../kit/images.ts'
import { type Labelling, openLabelling } from '../../../kit/labelling.ts'
import { type BuiltPages, pagesWithStamp } from '../../../kit/stamp-tool/pages-with-stamp.ts'

const FRAME = { width: 640, height: 480 }

let pages: BuiltPages
let open: Labelling
let page: Labelling['page']

beforeAll(async () => {
  pages = await pagesWithStamp()
  open = await openLabelling({
    project: 'Harbor',
    type: 'object-detection',
    className: 'boat',
    frame: FRAME,
    images: [{ name: 'bay.png', bytes: await someImage(FRAME.width, FRAME.height) }],
  })
  page = open.page
  await pages.serveTo(page)
  await page.reload()
  await page.getByRole('application', { name: 'bay.png' }).waitFor()
})

afterAll(async () => {
  await open.close()
  await pages.remove()
})
keepLookOfFailures(() => page)

const stampButton = () => page.getByRole('toolbar', { name: 'Tools' }).getByRole('button', { name: 'Stamp' })

test('a tool of one folder and one registry line is in the rail and armed by its key', async () => {
  await page.getByRole('application').focus()
  await page.keyboard.press('Alt+t')

  await expect.poll(() => stampButton().getAttribute('aria-pressed')).toBe('true')
})

test('its hints are at the bottom, and it draws on the canvas', async () => {
  await page.getByText('stamp a box').waitFor()
  await open.hands.click([200, 150])

  const { shapes } = await open.stored()
  expect(shapes).toMatchObject([{ kind: 'box', box: { x0: 180, y0: 130, x1: 220, y1: 170 } }])
})

test('the keys page lists its key and those of its commands', async () => {
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keys available now' })
  const listed = await dialog.getByText(/^Stamp/).allTextContents()
  await page.keyboard.press('Escape')

  expect(listed).toEqual(['Stamp', 'Stamp twice'])
})

test('the palette finds it and its commands', async () => {
  await page.keyboard.press('v')
  await expect.poll(() => stampButton().getAttribute('aria-pressed')).toBe('false')
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search images, classes, commands' })
  await field.fill('stamp')
  await page.getByRole('option', { name: /Stamp/ }).first().waitFor()
  await field.press('Enter')

  await expect.poll(() => stampButton().getAttribute('aria-pressed')).toBe('true')
  expect(open.faults).toEqual([])
})
