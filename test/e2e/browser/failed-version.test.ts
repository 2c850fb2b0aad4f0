import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Shape } from '#common/annotation/shape'
import { photo } from '../../kit/station-process.ts'
import { addImages, openStudioPage, type StudioPage } from '../../kit/studio-page.ts'

let studio: StudioPage

beforeAll(async () => {
  studio = await openStudioPage()
  await studio.page.goto(studio.station.urls.studio)
})

afterAll(async () => studio.close())

test('a version that cannot be generated says so, and names the image', async () => {
  const { page, station, database } = studio
  const { slug: project } = await station.studio.projects.create({ name: 'Table', type: 'object-detection' })
  const images = await Promise.all(
    ['coffee.jpg', 'coins.png'].map(async (name) => ({ name, bytes: await photo(name) })),
  )
  await addImages(station, { project, batch: 'Monday' }, images)
  const { id: classId } = await station.studio.projects.classes.create({ project, name: 'cup' })
  for (const image of await station.studio.images.ids({ project, filter: {}, sort: 'added' })) {
    const box = { kind: 'box', box: { x0: 10, y0: 10, x1: 90, y1: 90 } }
    const after = Shape.parse({ id: image.slice(0, 10), classId, z: 0, origin: 'hand', ...box })
    const edit = { label: 'Draw', changes: [{ before: null, after }] }
    await station.studio.annotations.commit({ project, image, revision: 0, edit })
  }

  await damageOne(join(dirname(database), 'blobs'))
  await page.goto(`${station.urls.studio.split('/?')[0]}/#/p/${project}/versions/new`)
  // The other image is shown.
  await page.getByRole('figure', { name: 'Source' }).first().waitFor()
  for (const _step of ['images', 'preprocess', 'augment', 'name']) await page.keyboard.press('Control+Enter')

  const notice = page.getByText(
    /Version 1 of .* was not generated: The stored file of .* is damaged or missing. Upload it again/,
  )
  await notice.waitFor()
  await expect.poll(() => page.getByText('No version yet').isVisible()).toBe(true)

  // Its number is not reused.
  await page.goto(`${station.urls.studio.split('/?')[0]}/#/p/${project}/versions/new`)
  const rail = page.getByRole('navigation', { name: 'Steps' })
  await expect.poll(() => rail.getByRole('heading', { name: 'Version 2', exact: true }).isVisible()).toBe(true)
})

/** A flipped bit keeps the length, so that only reading the whole file detects it. */
async function damageOne(folder: string): Promise<void> {
  const shelf = (await readdir(folder)).find((name) => /^[0-9a-f]{2}$/.test(name)) ?? ''
  const [blob = ''] = await readdir(join(folder, shelf))
  const path = join(folder, shelf, blob)
  const bytes = await readFile(path)
  await writeFile(path, bytes.fill(0, 100))
}
