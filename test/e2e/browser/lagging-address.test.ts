import { afterAll, beforeAll, expect, test } from 'vitest'
import { photo } from '../../kit/station-process.ts'
import { addImages, openStudioPage, type StudioPage } from '../../kit/studio-page.ts'

let studio: StudioPage

beforeAll(async () => {
  studio = await openStudioPage()
  await studio.page.goto(studio.station.urls.studio)
})

afterAll(async () => studio.close())

test('a link to another image is followed, although the address still lags behind a key', async () => {
  const { page, station } = studio
  const { slug: project } = await station.studio.projects.create({ name: 'Cups', type: 'object-detection' })
  const names = ['coffee.jpg', 'coins.png', 'chelsea.jpg']
  const images = await Promise.all(names.map(async (name) => ({ name, bytes: await photo(name) })))
  await addImages(station, { project, batch: 'Monday' }, images)
  const [first = '', , third = ''] = await station.studio.images.ids({ project, filter: {}, sort: 'name' })
  await page.goto(`${station.urls.studio.split('/?')[0]}/#/p/${project}/annotate?image=${first}&sort=name`)
  await page.getByRole('application', { name: /chelsea/ }).waitFor()
  await page
    .getByRole('status')
    .filter({ hasText: /^Saved$/ })
    .waitFor()

  // Without frames the address is updated as late as possible. The rest of this page is not needed any more.
  await page.evaluate(() => {
    window.requestAnimationFrame = () => 0
  })
  await page.keyboard.press('d')
  await page.evaluate((image) => {
    location.hash = location.hash.replace(/image=[^&]*/, `image=${image}`)
  }, third)

  await page.getByRole('application', { name: /coins/ }).waitFor()
  await expect.poll(() => new URL(page.url()).hash).toContain(`image=${third}`)
})
