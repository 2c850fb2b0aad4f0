import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_ELECTRON } from '#test/kit/electron-runtime'
import { untilEnded } from '#test/kit/tasks'
import { fromRoot } from '../../../scripts/kit/paths.mjs'
import { type AttachedDesktop, type AttachedLab, openAttachedLab } from './attached.ts'

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

  test('a person brings photographs into a new project and sees them', async () => {
    const { page } = desktop
    await page.getByRole('textbox', { name: 'Name of the project' }).fill('Breakfast')
    await page.getByText('Boxes', { exact: true }).click()
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose single images' }).click()
    await (await choosing).setFiles(['coffee.jpg', 'chelsea.jpg'].map((name) => fromRoot('test/fixtures/photos', name)))

    const thumbnail = page.getByRole('option', { name: /^coffee\.jpg/ }).locator('img')
    await thumbnail.waitFor()
    await expect.poll(() => thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320)

    const source = await thumbnail.evaluate((image: HTMLImageElement) => image.src)
    await page.screenshot({ path: `${SHOTS}/images.png` })
    expect(source).toMatch(/^tessera:\/\/app\/pictures\/\w+\/thumb$/)
    expect(await lab.station.studio.projects.list()).toMatchObject([{ slug: 'breakfast', images: 2 }])
  })

  test('a box that a person draws is stored by the station', async () => {
    const { page } = desktop
    await page.getByRole('option', { name: /^coffee\.jpg/ }).click()
    const canvas = page.getByRole('application')
    await page.getByRole('button', { name: 'Box', exact: true }).click()
    await canvas.hover()
    const { x, y, width, height } = (await canvas.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await page.mouse.move(x + width * 0.4, y + height * 0.4)
    await page.mouse.down()
    await page.mouse.move(x + width * 0.6, y + height * 0.6, { steps: 4 })
    await page.mouse.up()
    await page.getByRole('combobox', { name: 'Class' }).fill('cup')
    await page.keyboard.press('Enter')
    await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
    await page.getByRole('application', { name: /, 1 shape/ }).waitFor()

    await page.screenshot({ path: `${SHOTS}/annotate.png` })
    expect(await storedShapes(lab)).toMatchObject([{ kind: 'box', origin: 'hand' }])
  })

  test('the undo key takes a gesture back once, although the menu has the same key', async () => {
    const { page } = desktop
    await page.keyboard.press('ControlOrMeta+z')
    await page.getByRole('application', { name: /, 0 shapes/ }).waitFor()
    await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor()

    expect(await storedShapes(lab)).toEqual([])
  })

  test('an archive of a version is saved as a file', async () => {
    const { formats, project } = await newVersion(lab)
    const { made } = formats[0] ?? {}
    if (!made) throw new Error('The archive was not made')
    const path = join(desktop.userData, 'saved.zip')

    const saved = desktop.app.evaluate(
      ({ session }, target) =>
        new Promise((resolve) => {
          session.defaultSession.once('will-download', (_event, item) => {
            item.setSavePath(target)
            item.once('done', (_done, state) => resolve([state, item.getFilename()]))
          })
        }),
      path,
    )
    await desktop.page.evaluate(({ url, fileName }) => {
      Object.assign(document.createElement('a'), { href: url, download: fileName }).click()
    }, made)

    expect(await saved).toEqual(['completed', made.fileName])
    expect([project, createHash('sha256').update(readFileSync(path)).digest('hex')]).toEqual(['breakfast', made.sha256])
  })

  test('nothing went wrong in the main process meanwhile', () => {
    expect(desktop.errors()).not.toMatch(/Error:|Unhandled|Uncaught|Refused/)
  })
})

/** A version of the one project, exported in its first format. */
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
