import { afterAll, beforeAll, expect, test } from 'vitest'
import { ProjectSlug } from '#common/ids'
import { keepLookOfFailures } from '../../kit/failure-shot.ts'
import { photo } from '../../kit/station-process.ts'
import { addImages, openStudioPage, type StudioPage } from '../../kit/studio-page.ts'

const project = ProjectSlug.parse('cups')

let opened: StudioPage

beforeAll(async () => {
  opened = await openStudioPage()
  const { station } = opened
  await station.studio.projects.create({ name: 'Cups', type: 'object-detection' })
  await addImages(station, { project, batch: 'Monday' }, [{ name: 'coffee.jpg', bytes: await photo('coffee.jpg') }])
})

afterAll(() => opened.close())

keepLookOfFailures(() => opened.page)

test('a project that somebody else moves to the trash is reported, and can be restored', async () => {
  const { page, station } = opened
  await page.goto(station.urls.studio)
  await page.goto(new URL(`#/p/${project}/images`, page.url()).href)
  await page.getByRole('option', { name: /^coffee\.jpg/ }).waitFor()

  await station.studio.trash.moveProject({ project })
  await page.getByText('Cups is in the trash').waitFor()
  expect(await page.getByRole('option', { name: /^coffee\.jpg/ }).count()).toBe(0)

  await page.getByRole('main').getByRole('button', { name: 'Restore' }).click()

  await page.getByRole('option', { name: /^coffee\.jpg/ }).waitFor()
})
