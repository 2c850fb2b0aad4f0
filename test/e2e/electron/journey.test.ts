import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCups, CUP, type CupImage, FRAME } from '#test/kit/cups'
import { bringPhotographs, drawBox, undoBox } from '#test/kit/desktop-tour'
import { NO_ELECTRON } from '#test/kit/electron-runtime'
import { handsOn } from '#test/kit/hands'
import { untilEnded } from '#test/kit/tasks'
import { fromRoot } from '../../../scripts/kit/paths.mjs'
import { type AttachedDesktop, type AttachedLab, openAttachedLab } from './attached.ts'
import { storedRows } from './stored-rows.ts'

const SHOTS = fromRoot('test-results/electron')

describe.skipIf(NO_ELECTRON)('the desktop window on a station', () => {
  let lab: AttachedLab
  let desktop: AttachedDesktop

  beforeAll(async () => {
    mkdirSync(SHOTS, { recursive: true })
    lab = await openAttachedLab()
    desktop = await lab.attach()
  })
  afterAll(() => lab?.close())

  test('photographs are added to a new project and shown', async () => {
    const { page } = desktop
    const source = await bringPhotographs(page)

    await page.screenshot({ path: `${SHOTS}/images.png` })
    expect(source).toMatch(/^tessera:\/\/app\/images\/\w+\/thumb$/)
    expect(await lab.station.studio.projects.list()).toMatchObject([{ slug: 'breakfast', images: 2 }])
  })

  test('a drawn box is stored by the station', async () => {
    const { page } = desktop
    await drawBox(page)

    await page.screenshot({ path: `${SHOTS}/annotate.png` })
    expect(await storedShapes(lab)).toMatchObject([{ kind: 'box', origin: 'hand' }])
  })

  test('the undo key undoes one gesture, although the menu has the same key', async () => {
    const { page } = desktop
    await undoBox(page)

    expect(await storedShapes(lab)).toEqual([])
  })

  test('an archive of a version is saved as a file', async () => {
    const { formats, project } = await newVersion(lab)
    const { made } = formats[0] ?? {}
    if (!made) throw new Error('The archive was not made')
    const path = join(desktop.userData, 'saved.zip')

    const saved = await desktop.app.evaluateHandle(
      ({ session }, target) => ({
        // A promise in an object, so that the handle exists as soon as the window listens, and not only after the
        // download.
        download: new Promise((resolve) => {
          session.defaultSession.once('will-download', (_event, item) => {
            item.setSavePath(target)
            item.once('done', (_done, state) => resolve([state, item.getFilename()]))
          })
        }),
      }),
      path,
    )
    await desktop.page.evaluate(({ url, fileName }) => {
      Object.assign(document.createElement('a'), { href: url, download: fileName }).click()
    }, made)

    expect(await saved.evaluate(({ download }) => download)).toEqual(['completed', made.fileName])
    expect([project, createHash('sha256').update(readFileSync(path)).digest('hex')]).toEqual(['breakfast', made.sha256])
  })

  test('every tool draws in the window, and each gesture is a row in the library', async () => {
    const { page } = desktop
    const [first] = await addCups(lab.station, 'instance-segmentation', [
      { image: '1 cup.png' },
      { image: '2 cup.png' },
    ])
    const { press, click, drag, holding, draw, saved } = handsOn(page, FRAME)
    if (!first) throw new Error('There is no image')
    await showImage(page, first)

    await draw.box([20, 20], [120, 100])
    await draw.rotatedBox([200, 40], [280, 40], [240, 80])
    await draw.polygon([320, 20], [420, 20], [420, 100], [320, 100])
    await draw.freehand([460, 20], [560, 20], [560, 100], [460, 100])
    await draw.line([20, 150], [100, 150], [100, 200])
    await draw.point([150, 170])
    await draw.stroke([220, 160], [300, 160])
    await draw.erase([260, 140], [260, 180])
    await press('s')
    await click(CUP)
    await page.getByRole('group', { name: 'Cut' }).getByText('Whole').waitFor()
    await press('Enter', 'Control+0', 'h')
    await drag([300, 200], [400, 260])
    await press('f')
    await draw.box([20, 300], [120, 400])
    await draw.box([60, 340], [160, 440])
    await draw.box([200, 300], [300, 400])
    await draw.box([260, 300], [340, 400])
    await press('v')
    await click([40, 320])
    await holding('Shift', () => click([150, 430]))
    await press('u')
    await click([220, 320])
    await holding('Shift', () => click([330, 320]))
    await press('Shift+U', 'Control+z', 'Control+Shift+z')
    await saved()
    const { library } = await lab.station.studio.session.read()
    expect(storedRows(library.path, first.image)).toEqual({
      shapes: [
        'box 8000',
        'rotated-box 3200',
        'polygon 8000',
        'polygon 8000',
        'polyline 0',
        'point 0',
        'mask 2348',
        'polygon 2000',
        'polygon 16400',
        'box 6000',
        'box 8000',
      ],
      operations: [
        'Draw box',
        'Draw rotated box',
        'Draw polygon',
        'Draw polygon',
        'Draw line',
        'Draw point',
        'Draw mask',
        'Erase mask',
        'Accept polygon',
        'Draw box',
        'Draw box',
        'Draw box',
        'Draw box',
        'Unite 2 shapes',
        'Subtract from box',
        'undo Subtract from box',
        'redo Subtract from box',
      ],
    })

    await press('d')
    await page.getByRole('application', { name: '2 cup.png, 0 shapes' }).waitFor()
    const [face] = await addCups(lab.station, 'keypoint-detection', [{ image: 'face.png' }])
    if (!face) throw new Error('There is no image')
    await showImage(page, face)
    await draw.keypoints([200, 100], [180, 80], [220, 80])
    await saved()
    expect(storedRows(library.path, face.image)).toEqual({
      shapes: ['keypoints 1344'],
      operations: ['Draw keypoints'],
    })
  })

  test('the main process reported no errors', () => {
    expect(desktop.errors()).not.toMatch(/Error:|Unhandled|Uncaught|Refused/)
  })
})

/** Opens an image on the annotate page, with its annotations loaded. */
async function showImage(page: Page, { project, image }: CupImage): Promise<void> {
  await page.evaluate((hash) => location.assign(hash), `#/p/${project}/annotate?image=${image}`)
  await page.getByRole('application', { name: /, 0 shapes/ }).waitFor()
  await page
    .getByRole('status')
    .filter({ hasText: /^Saved$/ })
    .waitFor()
}

/** Makes a version of the project, exported in its first format. */
async function newVersion({ station: { studio } }: AttachedLab) {
  const [{ slug: project } = { slug: undefined }] = await studio.projects.list()
  if (project === undefined) throw new Error('There is no project')
  const images = await studio.images.ids({ project, filter: {}, sort: 'added' })
  for (const image of images) {
    const { revision } = await studio.annotations.open({ project, image })
    await studio.annotations.setState({ project, image, revision, done: true, isNull: true })
  }
  const settings = { preprocessing: {}, augmentation: {} }
  const { taskId, version } = await studio.versions.start({ project, name: '', settings, seed: '0'.repeat(32) })
  await untilEnded(studio, taskId)
  const [format] = await studio.exports.formats({ project, version })
  if (format === undefined) throw new Error('There is no format')
  await untilEnded(studio, (await studio.exports.start({ project, version, format: format.id })).taskId)
  return { project, formats: await studio.exports.formats({ project, version }) }
}

async function storedShapes({ station: { studio } }: AttachedLab) {
  const project = (await studio.projects.list())[0]?.slug
  if (project === undefined) throw new Error('There is no project')
  const images = await studio.images.ids({ project, filter: {}, sort: 'added' })
  const opened = await Promise.all(images.map((image) => studio.annotations.open({ project, image })))
  return opened.flatMap(({ shapes }) => shapes)
}
