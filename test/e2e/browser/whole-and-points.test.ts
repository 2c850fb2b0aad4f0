import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProjectType } from '#common/contract/projects'
import type { ImageId, ProjectSlug } from '#common/ids'
import { openPage } from '../../kit/chromium.ts'
import { keepLookOfFailures } from '../../kit/failure-shot.ts'
import { removeFolder } from '../../kit/remove-folder.ts'
import { photo, type StationProcess, startStation } from '../../kit/station-process.ts'

const PHOTOS = ['astronaut.jpg', 'coffee.jpg', 'chelsea.jpg'] as const

let folder: string
let station: StationProcess
let page: Page
const faults: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-e2e-'))
  station = await startStation(join(folder, 'library'), ['--only', 'studio,management'])
  page = await openPage()
  page.on('pageerror', (failure) => faults.push(failure.message))
  await page.goto(station.urls.studio)
  await page.getByRole('heading', { name: 'Start with your images' }).waitFor()
})

afterAll(async () => {
  await page.context().close()
  await station.kill()
  await removeFolder(folder)
})

keepLookOfFailures(() => page)

interface Made {
  readonly project: ProjectSlug
  readonly images: readonly ImageId[]
}

/** Opens a project of three photographs on the annotate page. */
async function labelling(name: string, type: ProjectType, ...classes: readonly string[]): Promise<Made> {
  const { slug: project } = await station.studio.projects.create({ name, type })
  for (const each of classes) await station.studio.projects.classes.create({ project, name: each })
  const { taskId } = await station.studio.imports.start({ project, batchName: 'Monday', expected: PHOTOS.length })
  for (const each of PHOTOS) await station.sendFile(taskId, each, await photo(each))
  await station.studio.imports.finish({ taskId })
  await page.goto(`${station.urls.studio.split('/?')[0]}/#/p/${project}/annotate`)
  await shows('astronaut.jpg')
  return { project, images: await station.studio.images.ids({ project, filter: {}, sort: 'added' }) }
}

/** Waits until the image is shown with its annotations; the name of the canvas contains `words`. */
async function shows(words: string): Promise<void> {
  await page.getByRole('application', { name: words }).waitFor()
  await page
    .getByRole('status')
    .filter({ hasText: /^Saved$/ })
    .waitFor()
}

/** Returns the annotations of an image by the management API. */
async function annotationOf({ project }: Made, image: ImageId | undefined): Promise<unknown> {
  const { management, workspace, apiKey } = station.urls
  const response = await fetch(`${management}/${workspace}/${project}/images/${image}`, {
    headers: { authorization: `Bearer ${apiKey}` },
  })
  return response.json()
}

async function at(x: number, y: number): Promise<[number, number]> {
  const box = await page.getByRole('application').boundingBox()
  if (box === null) throw new Error('The canvas is not shown')
  return [box.x + box.width * x, box.y + box.height * y]
}

async function drag(from: [number, number], to: [number, number]): Promise<void> {
  await page.mouse.move(...from)
  await page.mouse.down()
  await page.mouse.move(...to, { steps: 5 })
  await page.mouse.up()
}

test('three images are classified by three keys, each of which goes to the next image', async () => {
  const made = await labelling('Mornings', 'single-label-classification', 'Person', 'Cup', 'Cat')
  expect(await page.getByRole('toolbar', { name: 'Tools' }).getByRole('button').allTextContents()).toEqual([
    'H',
    '',
    '',
  ])

  for (const key of ['1', '1', '3']) await page.keyboard.press(key)
  await shows('chelsea.jpg, 1 class: Cat')
  await page.keyboard.press('a')
  await shows('coffee.jpg, 1 class: Person')
  await page.getByRole('button', { name: /^Cup, / }).click()
  await shows('coffee.jpg, 1 class: Cup')
  await page.reload()
  await shows('coffee.jpg, 1 class: Cup')

  const classes = await Promise.all(made.images.map((image) => annotationOf(made, image)))
  expect(classes).toMatchObject(
    ['Person', 'Cup', 'Cat'].map((name) => ({ image: { annotation: { boxes: [], classes: [name] } } })),
  )
})

test('with several classes per image, keys toggle them, and undo reverts the last one', async () => {
  const made = await labelling('Scenes', 'multi-label-classification', 'Person', 'Indoors', 'Rocket')

  for (const key of ['1', '2', '3', '2']) await page.keyboard.press(key)
  await shows('astronaut.jpg, 2 classes: Person, Rocket')
  await page.keyboard.press('Control+z')
  await shows('astronaut.jpg, 3 classes: Person, Indoors, Rocket')
  await page.getByLabel('New class').fill('Portrait')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Portrait, 0 images' }).click()
  await shows('astronaut.jpg, 4 classes: Person, Indoors, Rocket, Portrait')

  expect(await annotationOf(made, made.images[0])).toMatchObject({
    image: { labels: expect.arrayContaining(['Person', 'Indoors', 'Rocket', 'Portrait']) },
  })
})

test('the chip over a background image names the state, not the command', async () => {
  await labelling('Empty scenes', 'multi-label-classification', 'Person')
  const chips = page.getByRole('list', { name: 'Classes of the image' })

  await page.keyboard.press('/')
  await expect.poll(() => chips.getByRole('listitem').allInnerTexts()).toEqual(['Background'])
})

test('the keypoints of a class are named, placed on an object by clicks, and one is dragged', async () => {
  const made = await labelling('Faces', 'keypoint-detection', 'Face')

  await page.keyboard.press('k')
  await page.mouse.click(...(await at(0.5, 0.2)))
  for (const name of ['nose', 'left eye', 'right eye']) {
    await page.getByLabel('Name of the next point').fill(name)
    await page.keyboard.press('Enter')
  }
  await page.getByRole('button', { name: 'nose, point 1' }).click()
  await page.getByRole('button', { name: 'left eye, point 2' }).click()
  await page.getByRole('button', { name: 'Save points' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await page.mouse.click(...(await at(0.48, 0.26)))
  await page.getByRole('group', { name: 'Keypoints' }).filter({ hasText: 'left eye 2 of 3' }).waitFor()
  await page.mouse.click(...(await at(0.52, 0.2)), { button: 'right' })
  await page.keyboard.press('x')
  await shows('astronaut.jpg, 1 shape')
  await page.keyboard.press('v')
  await page.mouse.click(...(await at(0.5, 0.23)))
  await drag(await at(0.48, 0.26), await at(0.4, 0.4))
  await page.getByRole('button', { name: 'Undo: Move point' }).waitFor()
  await page.reload()
  await shows('astronaut.jpg, 1 shape')

  const told = await annotationOf(made, made.images[0])
  const [nose, eye] = await Promise.all([pixelOf(0.4, 0.4), pixelOf(0.52, 0.2)])
  expect(told).toMatchObject({
    image: {
      annotation: {
        boxes: [
          {
            label: 'Face',
            type: 'keypoints',
            edges: [[0, 1]],
            keypoints: [
              { name: 'nose', ...nose, visibility: 2 },
              { name: 'left eye', ...eye, visibility: 1 },
              { name: 'right eye', x: 0, y: 0, visibility: 0 },
            ],
          },
        ],
      },
    },
  })
})

/** Returns the pixel of a point of the canvas in the square image of 512 pixels that fills its height. */
async function pixelOf(x: number, y: number): Promise<{ x: unknown; y: unknown }> {
  const box = await page.getByRole('application').boundingBox()
  if (box === null) throw new Error('The canvas is not shown')
  const scale = (box.height - 20) / 512
  const left = (box.width - 512 * scale) / 2
  return {
    x: expect.closeTo((box.width * x - left) / scale, -1),
    y: expect.closeTo((box.height * y - 10) / scale, -1),
  }
}

test('a caption and an answer are entered, and Ctrl Enter saves them and goes to the next image', async () => {
  const made = await labelling('Captions', 'text-image-pairs')

  await page.getByLabel('Answer').fill('An astronaut in an orange suit.')
  await page.getByRole('button', { name: 'Add a text' }).click()
  await page.getByLabel('Prompt').nth(1).fill('What stands behind her?')
  await page.getByLabel('Answer').nth(1).fill('A model of the shuttle.')
  await page.keyboard.press('Control+Enter')
  await shows('coffee.jpg, 0 texts')
  await page.getByRole('button', { name: 'Use the prompts of the last image' }).click()
  await page.getByLabel('Answer').fill('Nothing, it is a cup.')
  await page.keyboard.press('Escape')
  await page.keyboard.press('a')
  await shows('astronaut.jpg, 2 texts')
  await page.reload()
  await shows('astronaut.jpg, 2 texts')

  expect(await page.getByLabel('Answer').first().inputValue()).toBe('An astronaut in an orange suit.')
  const [first, second] = await Promise.all(made.images.slice(0, 2).map((image) => annotationOf(made, image)))
  expect(first).toMatchObject({
    image: {
      annotation: {
        texts: [
          { prefix: '', suffix: 'An astronaut in an orange suit.' },
          { prefix: 'What stands behind her?', suffix: 'A model of the shuttle.' },
        ],
      },
    },
  })
  expect(second).toMatchObject({
    image: { annotation: { texts: [{ prefix: 'What stands behind her?', suffix: 'Nothing, it is a cup.' }] } },
  })
})

test('no page reported an error', () => {
  expect(faults).toEqual([])
})
