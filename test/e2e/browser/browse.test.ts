import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProjectSlug } from '#common/ids'
import { addRows } from '../../kit/rows.ts'
import { photo, type StationProcess } from '../../kit/station-process.ts'
import { addImages, openStudioPage, type StudioPage } from '../../kit/studio-page.ts'

let opened: StudioPage
let station: StationProcess
let page: Page
let project: ProjectSlug

beforeAll(async () => {
  opened = await openStudioPage()
  ;({ station, page } = opened)
  ;({ slug: project } = await station.studio.projects.create({ name: 'Harbor', type: 'object-detection' }))
  const others = { 'c.png': 'coins.png', 'd.jpg': 'rocket.jpg', 'e.jpg': 'chelsea.jpg' }
  const unlike = await Promise.all(
    Object.entries(others).map(async ([name, file]) => ({ name, bytes: await photo(file) })),
  )
  const cup = await photo('coffee.jpg')
  const images = [
    { name: 'a.jpg', bytes: cup },
    // Another file with the same pixels.
    { name: 'b.jpg', bytes: Buffer.concat([cup, Buffer.from('again')]) },
    ...unlike,
  ]
  await addImages(station, { project, batch: 'Monday' }, images)
  await page.goto(station.urls.studio)
  await page.getByText('Harbor').first().click()
  await page.getByRole('option', { name: 'a.jpg' }).waitFor()
})

afterAll(async () => opened.close())

const bar = () => page.getByRole('toolbar', { name: 'Selected images' })

async function says(text: string): Promise<void> {
  await page.getByText(text).first().waitFor()
}

async function tagsOf(): Promise<string[]> {
  const { rows } = await station.studio.images.rows({ project, filter: {}, sort: 'name', offset: 0, limit: 10 })
  return rows.map(({ tags }) => tags.join(' '))
}

test('all images of a query are tagged, and undo keeps the tags that some had before', async () => {
  await page.getByRole('listbox', { name: 'Images' }).focus()
  await page.keyboard.press('Home')
  await page.getByRole('option', { name: 'a.jpg' }).locator('img').waitFor({ state: 'visible' })
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowRight')
  await says('2 of 5 selected')
  await page.keyboard.press('t')
  await page.getByRole('dialog', { name: 'Tag 2 images' }).waitFor()
  await page.keyboard.type('night')
  await page.getByRole('button', { name: 'Change tags' }).click()
  await says('2 images retagged: + night')

  await page.getByRole('listbox', { name: 'Images' }).focus()
  await page.keyboard.press('Control+a')
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('')
  await says('5 of 5 selected')
  await bar().getByRole('button', { name: 'Tag', exact: true }).click()
  await page.keyboard.type('night')
  await page.keyboard.press('Enter')
  await page.keyboard.type('wet')
  await page.getByRole('button', { name: 'Change tags' }).click()
  await says('5 images retagged: + night, + wet')
  expect(await tagsOf()).toEqual(Array.from({ length: 5 }, () => 'night wet'))
  await page.getByRole('button', { name: 'Undo' }).first().click()

  await says('Undone on 5 images')
  expect(await tagsOf()).toEqual(['night', 'night', '', '', ''])
})

test('a selection is inverted and moved to a split, which can be undone after a reload', async () => {
  await page.keyboard.press('Escape')
  await page.getByRole('option', { name: 'a.jpg' }).click({ modifiers: ['Control'] })
  await page.keyboard.press('Control+i')
  await says('4 of 5 selected')
  await bar().getByRole('button', { name: 'Split' }).click()
  await page.getByRole('menuitem', { name: 'Test' }).click()
  await says('4 images moved to Test')
  await page.reload()
  await page.getByRole('option', { name: 'a.jpg' }).waitFor()

  await page.keyboard.press('Control+z')

  await says('Undone on 4 images')
  expect(await station.studio.images.ids({ project, filter: { splits: ['test'] }, sort: 'added' })).toEqual([])
})

test('rows are sorted by column headers, keep their columns, and share the selection with the grid', async () => {
  await page.getByRole('radio', { name: 'Rows' }).click()
  const table = page.getByRole('grid', { name: 'Images' })
  await table.getByRole('row', { name: 'a.jpg' }).locator('img').waitFor({ state: 'visible' })
  await table.getByRole('row', { name: 'a.jpg' }).click()
  await says('1 of 5 selected')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByText('Batch', { exact: true }).last().click()
  await page.keyboard.press('Escape')
  await table.getByRole('gridcell', { name: 'Monday' }).first().waitFor()

  await page.getByRole('radio', { name: 'Grid' }).click()
  await page.getByRole('option', { name: 'a.jpg', selected: true }).waitFor()
  await page.getByRole('radio', { name: 'Rows' }).click()
  await table.getByRole('button', { name: 'Name' }).click()
  await table.getByRole('columnheader', { name: 'Name' }).and(page.locator('[aria-sort=ascending]')).waitFor()
  await table.getByRole('button', { name: 'Name' }).click()

  await page.locator('[role=row][aria-rowindex="2"]').filter({ hasText: 'e.jpg' }).waitFor()
  expect(await table.getAttribute('aria-rowcount')).toBe('6')
})

test('a view is saved under a name, opened by it, deleted and restored', async () => {
  await page.getByRole('button', { name: 'Save this view' }).click()
  await page.keyboard.type('From the end')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'From the end', exact: true }).waitFor()
  await page.getByRole('radio', { name: 'Grid' }).click()
  await page.getByRole('button', { name: 'From the end', exact: true }).click()
  await page.getByRole('grid', { name: 'Images' }).waitFor()
  expect(page.url()).toContain('sort=name-reversed')

  await page.getByRole('button', { name: 'Change From the end' }).click({ force: true })
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await says('No saved views yet')
  await page.getByRole('button', { name: 'Undo' }).first().click()

  await page.getByRole('button', { name: 'From the end', exact: true }).waitFor()
})

test('similar images form groups, of which all but one are selected', async () => {
  await page.getByRole('radio', { name: 'Similar images' }).click()
  await says('2 images in 1 group')
  await page.getByRole('button', { name: 'Select all but one of each group' }).click()
  await says('1 of 5 selected')
  await page.keyboard.press('Escape')
  await page.getByRole('radio', { name: 'Grid' }).click()
  await page.getByRole('option', { name: 'a.jpg' }).click({ modifiers: ['Control'] })

  await bar().getByRole('button', { name: 'Find similar' }).click()

  await page.getByRole('button', { name: 'Remove filter Similar to a.jpg' }).click()
  await says('5 of 5')
  await expect.poll(() => page.url()).not.toContain('like=')
})

test('a triage order applies to the queue, and one key switches to the next order', async () => {
  await page.keyboard.press('Shift+T')
  await page.waitForURL(/sort=disagreement/)
  await page.getByRole('option', { name: 'a.jpg' }).click()
  await says('most disagreement')

  await page.keyboard.press('Shift+T')

  await says('most novel')
  expect(page.url()).toContain('sort=novelty')
})

test('undoing a change of thousands of images is a task, whose end is reported where it was undone', async () => {
  const [first] = await station.studio.images.ids({ project, filter: {}, sort: 'name' })
  addRows(opened, first ?? '', 3000)
  await page.goto(`${station.urls.studio}#/p/${project}/images`)
  await page.getByRole('option', { name: 'n-0000.png' }).waitFor()
  await page.getByRole('listbox', { name: 'Images' }).focus()
  await page.keyboard.press('Control+a')
  await says('3,005 of 3,005 selected')
  await page.keyboard.press('Delete')
  await says('3,005 images moved to the trash')
  await page.getByRole('button', { name: 'Undo' }).first().click()

  await says('Undone on 3,005 images')
  await page.getByRole('button', { name: 'Tasks' }).click()
  await says('Restore 3,005 images from the trash')
  expect((await station.studio.projects.read({ project })).images).toBe(3005)
})
