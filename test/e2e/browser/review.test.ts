import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Shape } from '#common/annotation/shape'
import { brand } from '#common/border'
import type { ClassId, ImageId, ProjectSlug, ShapeId } from '#common/ids'
import { photo } from '../../kit/station-process.ts'
import { addImages, openStudioPage, type StudioPage } from '../../kit/studio-page.ts'

const NAMES = ['astronaut.jpg', 'chelsea.jpg', 'coffee.jpg', 'coins.png'] as const

let window: StudioPage
let project: ProjectSlug
let images: readonly ImageId[]

beforeAll(async () => {
  window = await openStudioPage()
  const { station } = window
  ;({ slug: project } = await station.studio.projects.create({ name: 'Deck', type: 'object-detection' }))
  const { id } = await station.studio.projects.classes.create({ project, name: 'thing' })
  const files = await Promise.all(NAMES.map(async (name) => ({ name, bytes: await photo(name) })))
  await addImages(station, { project, batch: 'Monday' }, files)
  images = await station.studio.images.ids({ project, filter: {}, sort: 'name' })
  for (const image of images) await label(image, id)
})

afterAll(() => window.close())

/** Saves a screenshot beside the report when a test fails. */
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail')
    await window.page.screenshot({ path: `test-results/${task.name.slice(0, 40)}.png` })
})

/** Draws one box, and marks the image as done. */
async function label(image: ImageId, classId: ClassId): Promise<void> {
  const { annotations } = window.station.studio
  const box = { x0: 20, y0: 20, x1: 120, y1: 120 }
  const after: Shape = { id: brand<ShapeId>('box00000'), classId, z: 0, origin: 'hand', kind: 'box', box }
  const edit = { label: 'Draw box', changes: [{ before: null, after }] }
  const { revision } = await annotations.commit({ project, image, revision: 0, edit })
  await annotations.setState({ project, image, revision, done: true, isNull: false })
}

async function openAnnotate(image: ImageId | undefined = images[0]): Promise<void> {
  const { page, station } = window
  await page.goto(`${station.urls.studio.split('/?')[0]}/#/p/${project}/annotate?sort=name&image=${image}`)
  await page.getByText('Saved', { exact: true }).waitFor()
}

async function isShown(name: string): Promise<void> {
  await window.page.getByRole('application', { name }).waitFor()
  await window.page.getByText('Saved', { exact: true }).waitFor()
}

async function shapesOf(image: ImageId | undefined): Promise<number | undefined> {
  const opened = image && (await window.station.studio.annotations.open({ project, image }))
  return opened?.shapes.length
}

const reviewsOf = async () => {
  const { rows } = await window.station.studio.images.page({ project, filter: {}, sort: 'name', offset: 0, limit: 10 })
  return rows.map(({ review }) => review)
}

test('a reviewer approves and rejects by key, and an edit requires another review', async () => {
  const { page, station } = window
  await page.goto(station.urls.studio)
  await openAnnotate()

  await page.getByRole('button', { name: 'Review. In review' }).waitFor()
  await page.keyboard.press('Control+Shift+Enter')
  await isShown('chelsea.jpg')
  await page.keyboard.press('Control+Backspace')
  await page.getByRole('combobox', { name: 'Reason' }).fill('Ear cut off')
  await page.keyboard.press('Enter')
  await isShown('coffee.jpg')
  await page.keyboard.press('Control+Backspace')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+Backspace')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await isShown('coins.png')
  expect(await reviewsOf()).toEqual(['approved', 'rejected', 'rejected', 'waiting'])

  await page.keyboard.press('Alt+d')
  await page.getByRole('button', { name: 'Review. Changes requested: Ear cut off' }).waitFor()
  await isShown('chelsea.jpg')
  await page.getByRole('option', { name: 'Image 2 of 4, changes requested' }).waitFor()
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Home')
  await isShown('astronaut.jpg')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.getByText('the approval was removed').waitFor()
  await page.getByText('Saved', { exact: true }).waitFor()

  expect(await reviewsOf()).toEqual(['none', 'waiting', 'rejected', 'waiting'])
})

test('undo reverts the last verdict, and does not change the image shown next', async () => {
  const { page } = window
  await openAnnotate(images[2])
  await page.keyboard.press('Control+Backspace')
  await page.getByRole('combobox', { name: 'Reason' }).fill('Blurred')
  await page.keyboard.press('Enter')
  await isShown('coins.png')
  await page.getByRole('button', { name: 'Undo: Verdict' }).waitFor()

  await page.keyboard.press('Control+z')
  await isShown('coffee.jpg')
  await page.getByText('Verdict removed').waitFor()
  await page.getByRole('button', { name: 'Review. Changes requested: Ear cut off' }).waitFor()

  expect((await reviewsOf()).slice(2)).toEqual(['rejected', 'waiting'])
  expect(await shapesOf(images[3])).toBe(1)
})

test('undoing a change from before the window was opened is reported, and can be redone', async () => {
  const { page } = window
  await openAnnotate(images[1])
  const objects = page.getByRole('tab', { name: 'Objects' })
  const before = await objects.textContent()
  await page.keyboard.press('Control+z')
  const notice = page.getByRole('status').filter({ hasText: /^Undone: / })
  await notice.waitFor()
  await expect.poll(() => objects.textContent()).not.toBe(before)

  await notice.getByRole('button', { name: 'Redo' }).click()

  await expect.poll(() => objects.textContent()).toBe(before)
})

test('a comment is pinned, follows the image, is answered, resolved, deleted and restored', async () => {
  const { page, station } = window
  await openAnnotate(images[3])
  await isShown('coins.png')
  const canvas = await page.getByRole('application').boundingBox()
  await page.mouse.move((canvas?.x ?? 0) + 400, (canvas?.y ?? 0) + 300)
  await page.keyboard.press('Shift+C')
  await page.getByRole('textbox', { name: 'Write a comment' }).fill('Is this a coin?')
  await page.keyboard.press('Enter')
  const pin = page.getByRole('button', { name: 'Comment 1: Is this a coin?' })
  await pin.waitFor()
  const before = await pin.boundingBox()
  await page.mouse.wheel(0, -400)
  await expect.poll(async () => (await pin.boundingBox())?.width).toBe(before?.width)
  await page.keyboard.press('f')

  await pin.click()
  await page.getByRole('textbox', { name: 'Reply' }).fill('Yes')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Comment' }).getByText('Yes').waitFor()
  await page.getByRole('button', { name: 'Edit comment' }).click()
  await page.getByRole('textbox', { name: 'New text' }).fill('Is it a coin?')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Comment 1: Is it a coin?. 1 reply' }).waitFor()
  const mark = page.getByRole('dialog', { name: 'Comment' }).getByText(/^Edited on .+, \d\d:\d\d$/)
  await mark.waitFor()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByRole('button', { name: 'Comment 1: Is this a coin?. 1 reply' }).waitFor()
  await mark.waitFor({ state: 'detached' })
  await page.getByText('Comment changed').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Delete comment' }).click()
  await pin.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByRole('button', { name: 'Comment 1: Is this a coin?. 1 reply' }).click()
  await page.getByRole('button', { name: 'Resolve' }).click()
  await pin.waitFor({ state: 'detached' })
  await page.getByRole('tab', { name: 'Image' }).click()
  await page.getByRole('region', { name: 'Comments' }).getByText('all resolved').waitFor()

  const image = images[3] ?? ''
  expect(await station.studio.comments.list({ project, image })).toMatchObject([
    { text: 'Is this a coin?', replies: [{ text: 'Yes' }], resolved: { by: '' } },
  ])
})

test('G goes to an image by number or name, and Alt with an arrow goes back', async () => {
  const { page } = window
  await openAnnotate(images[0])
  await isShown('astronaut.jpg')
  await page.keyboard.press('g')
  await page.getByRole('combobox', { name: 'Number or name' }).fill('zebra')
  await page.getByText('No name in this queue contains “zebra”').waitFor()
  await page.getByRole('combobox', { name: 'Number or name' }).fill('coff')
  await page.keyboard.press('Enter')
  await isShown('coffee.jpg')
  await page.keyboard.press('g')
  await page.keyboard.type('2')
  await page.keyboard.press('Enter')
  await isShown('chelsea.jpg')

  await page.keyboard.press('Alt+ArrowLeft')
  await page.keyboard.press('Alt+ArrowLeft')
  await isShown('astronaut.jpg')
  await page.keyboard.press('Alt+ArrowRight')
  await isShown('coffee.jpg')

  expect(new URLSearchParams(page.url().split('?')[1]).get('image')).toBe(images[2])
})

test('images in a grid are sorted into classes by key, in blocks, each undone as one', async () => {
  const { page, station } = window
  const { studio } = station
  const { slug } = await studio.projects.create({ name: 'Kinds', type: 'single-label-classification' })
  const [animal, other] = [
    await studio.projects.classes.create({ project: slug, name: 'animal' }),
    await studio.projects.classes.create({ project: slug, name: 'other' }),
  ]
  const files = await Promise.all(NAMES.map(async (name) => ({ name, bytes: await photo(name) })))
  await addImages(station, { project: slug, batch: 'Monday' }, files)
  const named = new Map([
    [animal.id, 'animal'],
    [other.id, 'other'],
  ])
  const kinds = async () => {
    const ids = await studio.images.ids({ project: slug, filter: {}, sort: 'name' })
    const found = await studio.images.outlines({ project: slug, images: ids })
    return found.map(({ shapes }) => shapes.map(({ classId }) => named.get(classId)).join())
  }
  await page.goto(`${station.urls.studio.split('/?')[0]}/#/p/${slug}/images?sort=name`)
  await page.getByRole('button', { name: 'Sort into classes' }).click()
  await page.getByText('0 of 4 have a class').waitFor()

  await page.keyboard.press('2')
  await page.keyboard.press('1')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('2')
  await page.getByText('4 of 4 have a class').waitFor()
  await page.getByRole('option', { name: 'Image 3, other, done' }).waitFor()
  expect(await kinds()).toEqual(['other', 'animal', 'other', 'other'])

  await page.keyboard.press('Control+z')
  await page.getByText('2 of 4 have a class').waitFor()
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('c')
  await page.getByRole('combobox', { name: 'Class' }).fill('ani')
  await page.keyboard.press('Enter')
  await page.getByText('4 of 4 have a class').waitFor()

  expect(await kinds()).toEqual(['other', 'animal', 'animal', 'animal'])
})
