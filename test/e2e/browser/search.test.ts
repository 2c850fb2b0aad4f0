import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { someImage } from '../../kit/images.ts'
import type { StationProcess } from '../../kit/station-process.ts'
import { addImages, openStudioPage, type StudioPage } from '../../kit/studio-page.ts'

let opened: StudioPage
let station: StationProcess
let page: Page

beforeAll(async () => {
  opened = await openStudioPage()
  ;({ station, page } = opened)
  const { slug: project } = await station.studio.projects.create({ name: 'Harbor', type: 'object-detection' })
  const names = ['quay-1.png', 'quay-2.png', 'gull.png']
  const images = await Promise.all(names.map(async (name) => ({ name, bytes: await someImage() })))
  await addImages(station, { project, batch: 'Monday' }, images)
  await page.goto(station.urls.studio)
  await page.getByText('Harbor').first().click()
  await shows('3 of 3')
})

afterAll(async () => opened.close())

async function shows(count: string): Promise<void> {
  await page.getByRole('status').filter({ hasText: count }).waitFor()
}

const field = () => page.getByRole('combobox', { name: 'Search images' })

test('words and selectors filter the images as they are typed', async () => {
  await field().fill('quay -filename:2')
  await shows('1 of 3')
  await field().fill('split:train')
  await shows('3 of 3')

  expect(new URL(page.url()).hash).toContain('q=split')
})

test('an invalid query is explained, and the images stay', async () => {
  await field().fill('gull')
  await shows('1 of 3')

  await field().fill('gull splt:train')

  const told = await page.getByRole('alert').textContent()
  expect(told).toMatch(/^splt:train Unknown selector "splt:"/)
  await shows('1 of 3')
})

test('a word is completed by the keyboard, and Enter makes it a box of the filter column', async () => {
  await field().fill('')
  await page.keyboard.press('Control+f')
  await page.keyboard.type('gull spl')
  await page.getByRole('option', { name: 'split:' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'split:train 3' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await shows('1 of 3')
  expect(await field().inputValue()).toBe('gull split:train ')

  await page.keyboard.press('Enter')

  await page.getByRole('checkbox', { name: 'Train', checked: true }).waitFor()
  expect(await field().inputValue()).toBe('gull')
  await page.getByRole('button', { name: 'Remove filter Train' }).click()
  await shows('1 of 3')
})

test('the help beside the field lists the search syntax', async () => {
  await field().fill('')
  await page.getByRole('button', { name: 'How to search' }).click()

  const help = await page.getByRole('dialog', { name: 'How to search' }).textContent()

  expect(help).toContain('metadata:lane=4')
  await page.keyboard.press('Escape')
})
