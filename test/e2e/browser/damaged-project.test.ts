import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepLookOfFailures } from '../../kit/failure-shot.ts'
import { changeRows } from '../../kit/library-rows.ts'
import { openStudioPage, type StudioPage } from '../../kit/studio-page.ts'

let opened: StudioPage
let page: Page

/** The only project of the library is damaged. */
beforeAll(async () => {
  opened = await openStudioPage()
  ;({ page } = opened)
  await opened.station.studio.projects.create({ name: 'Cups', type: 'object-detection' })
  changeRows(opened.database, `UPDATE project SET type = 'object-defection'`)
  await page.goto(opened.station.urls.studio)
})

afterAll(async () => opened.close())

keepLookOfFailures(() => page)

test('the Projects page marks a damaged project, which can be moved to the trash and restored from it', async () => {
  const remedy = page.getByText('The project is damaged in the database. Move it to the trash')
  await expect.poll(() => remedy.isVisible()).toBe(true)
  expect(await page.getByText('Damaged', { exact: true }).isVisible()).toBe(true)
  expect(await page.getByRole('link', { name: /Cups/ }).count()).toBe(0)

  await page.getByRole('button', { name: 'More of Cups' }).click()
  expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Move project to trash'])
  await page.getByRole('menuitem').click()
  await expect.poll(() => remedy.count()).toBe(0)

  await page.goto(new URL('#/trash', page.url()).href)
  await page.getByRole('button', { name: 'Restore Cups' }).click()
  await expect.poll(() => page.getByText('Cups restored').isVisible()).toBe(true)
  await page.goto(new URL('#/', page.url()).href)
  await expect.poll(() => remedy.isVisible()).toBe(true)
})
