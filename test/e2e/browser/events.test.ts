import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { EventFilterView } from '#common/contract/events'
import { newEvent } from '../../kit/event-store.ts'
import { photo } from '../../kit/station-process.ts'
import { addCupsAndBoats, openStudioPage, type StudioPage } from '../../kit/studio-page.ts'

let opened: StudioPage
let page: Page
let coffee: string
const faults: string[] = []

beforeAll(async () => {
  opened = await openStudioPage(['--only', 'studio,events'])
  ;({ page } = opened)
  page.on('pageerror', (failure) => faults.push(failure.message))
  coffee = (await photo('coffee.jpg')).toString('base64')
  await addCupsAndBoats(opened.station)
  await page.goto(opened.station.urls.studio)
  await page.getByRole('link', { name: 'Events' }).click()
})

afterAll(() => opened.close())

const grid = () => page.getByRole('grid', { name: 'Events' })
const row = (name: string | RegExp) => grid().getByRole('row', { name })
const panel = () => page.getByRole('complementary', { name: /^Event:/ })
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const fitting = (words: string) => page.getByRole('status').getByText(words, { exact: true }).waitFor()

/** Sends an event like a program does, and returns its id. */
async function send(more: Readonly<Record<string, unknown>>): Promise<string> {
  return await sendText(JSON.stringify(newEvent(more)))
}

async function sendText(body: string): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${opened.station.urls.events}/v2/events`, { method: 'POST', headers, body })
  return z.object({ id: z.string() }).parse(await answer.json()).id
}

function found(...classes: readonly string[]) {
  return classes.map((name, index) => ({
    class: name,
    x: 120 + 90 * index,
    y: 150,
    width: 80,
    height: 60,
    confidence: 0.9 - index / 10,
  }))
}

/** Returns an event with a photograph and detections. */
function photographed(more: Readonly<Record<string, unknown>>, ...classes: readonly string[]): Promise<string> {
  const images = [{ base64Image: coffee, inputBase64Image: coffee, object_detections: found(...classes) }]
  return send({ event_schema: 'table-watch', event_data: {}, images, ...more })
}

/** Returns the names of the visible rows, from the top. */
function rows(): Promise<string[]> {
  return grid().getByRole('row').allInnerTexts()
}

async function stored(filter: Partial<EventFilterView>) {
  const given = { filter: EventFilterView.parse(filter), limit: 50, direction: 'desc' as const }
  return (await opened.station.studio.events.page(given)).events
}

test('an empty store says how the first event is sent, and shows it without being asked', async () => {
  const command = await page.getByRole('region', { name: 'command' }).innerText()
  expect(command).toContain(`curl -s ${opened.station.urls.events}/v2/events`)
  const [, body = ''] = /-d '(.*)'/s.exec(command.replaceAll('\n', '')) ?? []

  await sendText(body)

  await row(/Pass/).waitFor()
  expect(await rows()).toHaveLength(1)
  await page.getByText(/Kept for 30 days, at most .*1 now/).waitFor()
})

test('new events appear at the top of the open page, each with its image and detections', async () => {
  await photographed({ device_id: 'table-1', stream_id: 'top', custom_metadata: { speed: 0.4 } }, 'cup', 'cup', 'spoon')
  await row(/3 found 2 cup, 1 spoon/).waitFor()
  await photographed({ device_id: 'table-2', custom_metadata: { speed: 0.8 } }, 'leaf')
  await row(/Leaf 0.90/).waitFor()
  await send({ event_schema: 'inventory_count', event_data: { itemCount: 12, itemType: 'crates', location: 'Dock 4' } })

  await row(/12 crates/).waitFor()

  const [first, second, third] = await rows()
  expect([first, second, third]).toEqual([
    expect.stringContaining('12 crates'),
    expect.stringContaining('Leaf 0.90'),
    expect.stringMatching(/3 found[^]*table-1 \/ top/),
  ])
  const image = row(/3 found/).locator('img')
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(100)
  await page.getByRole('link', { name: 'Events 4' }).waitFor()
})

test('an event opens with its image, its detections and its metadata', async () => {
  await row(/3 found/).click()

  await panel().getByRole('img', { name: 'Image of the event: 3 objects drawn on it' }).waitFor()
  const list = panel().getByRole('list', { name: 'What was found' }).getByRole('listitem')
  expect((await list.allInnerTexts()).map((text) => text.split('\n'))).toEqual([
    ['cup', '0.90'],
    ['cup', '0.80'],
    ['spoon', '0.70'],
  ])
  await panel().getByText('table-1, top').waitFor()
  await panel().getByText('speed').waitFor()
  await panel().getByText('With predictions').click()
  await panel().getByRole('img', { name: 'Image of the event', exact: true }).waitFor()
})

test('the arrow keys move through the events, the open one follows, and Escape closes it', async () => {
  await grid().focus()

  await page.keyboard.press('ArrowUp')
  await page.getByRole('complementary', { name: 'Event: Leaf 0.90' }).waitFor()
  await page.keyboard.press('Escape')
  expect(await panel().count()).toBe(0)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')

  await page.getByRole('complementary', { name: 'Event: 12 crates' }).waitFor()
})

test('while an event is open, new ones are only counted', async () => {
  await send({ event_schema: 'custom', event_data: { value: 'Shift began' } })
  await button('1 new').waitFor()
  expect(await row(/Shift began/).count()).toBe(0)

  await button('1 new').click()

  await row(/Shift began/).waitFor()
  await panel().getByRole('button', { name: 'Close' }).click()
})

test('no events appear while the page is paused, and all of them afterwards', async () => {
  await button('Pause').click()
  await send({ event_schema: 'custom', event_data: { value: 'Lights off' } })
  await button('1 new').waitFor()

  await button('Resume').click()

  await row(/Lights off/).waitFor()
  expect(await button('1 new').count()).toBe(0)
})

test('feedback on an event is stored as an event about it', async () => {
  await row(/Leaf 0.90/).click()

  await panel().getByRole('button', { name: 'Incorrect' }).click()

  await panel()
    .getByRole('list', { name: 'Feedback so far' })
    .getByText(/^Incorrect/)
    .waitFor()
  const [leaf] = (await stored({ schemas: ['table-watch'] })).map(({ id }) => id)
  const said = await stored({ ...(leaf && { relatedEventId: leaf }) })
  expect(said.map(({ eventSchema, eventData }) => [eventSchema, eventData['feedback']])).toEqual([
    ['operator_feedback', 'incorrect'],
  ])
  await panel().getByRole('button', { name: 'Close' }).click()
})

test('a filter offers existing values, stays in the address, and is removed by its chip', async () => {
  await button('Schema').click()
  await page.getByRole('checkbox', { name: 'table-watch' }).click({ force: true })
  await page.keyboard.press('Escape')
  await fitting('2 of 7')
  expect(page.url()).toContain('schema=table-watch')

  await button('Metadata').click()
  await page.getByRole('combobox', { name: 'Key' }).fill('speed')
  await page.getByRole('button', { name: /Compare/ }).click()
  await page.getByRole('option', { name: /more than/ }).click()
  await page.getByRole('textbox', { name: 'Value' }).fill('0.5')
  await button('Add condition').click()
  await fitting('1 of 7')
  await page.reload()
  await fitting('1 of 7')

  expect(await rows()).toEqual([expect.stringContaining('Leaf 0.90')])
  await button('Remove filter speed > 0.5').click()
  await fitting('2 of 7')
})

test('the filter is shown as the query that a program would send', async () => {
  await button('Copy as query').click()
  const address = await page.getByRole('region', { name: 'address' }).innerText()
  await page.keyboard.press('Escape')

  const answer = await fetch(address.replaceAll('\n', ''))

  const Answer = z.object({ events: z.array(z.object({ event_schema: z.string() })) })
  expect(Answer.parse(await answer.json()).events.map((each) => each.event_schema)).toEqual([
    'table-watch',
    'table-watch',
  ])
  await button('Remove filter table-watch').click()
})

test('a time range is selected on the chart by dragging and by keys', async () => {
  const chart = page.getByRole('group', { name: 'Events over time' })
  await chart.getByRole('img', { name: /^7 events from/ }).waitFor()
  const box = (await chart.boundingBox()) ?? { x: 0, y: 0, width: 0 }
  // Before all events, and far enough from the start of the visible minute, which moves on meanwhile.
  await page.mouse.move(box.x + 0.25 * box.width, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + 0.35 * box.width, box.y + 20, { steps: 4 })
  await page.mouse.up()
  await page.getByText('No events match these filters').waitFor()
  await fitting('0 of 7')

  const end = chart.getByRole('slider', { name: 'End of the period' })
  await end.focus()
  await page.keyboard.press('End')
  await fitting('7 of 7')
  await page.keyboard.press('Escape')

  await page.getByText('7 events', { exact: true }).waitFor()
  expect(page.url()).not.toContain('from=')
})

test('several events are selected by keys and added to a project, with their detections as predictions', async () => {
  await button('Schema').click()
  await page.getByRole('checkbox', { name: 'table-watch' }).click({ force: true })
  await page.keyboard.press('Escape')
  await fitting('2 of 7')
  await grid().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  const bar = page.getByRole('toolbar', { name: 'Selected events' })
  await bar.getByText('2 selected').waitFor()

  await bar.getByRole('button', { name: 'Add to a project' }).click()
  await page.getByRole('menuitem', { name: 'Boats' }).click()

  // Both events have the same photograph.
  await page.getByText(/1 image added to Boats with/).waitFor()
  await bar.getByRole('button', { name: 'Add to Boats', exact: true }).waitFor()
  const boats = (await opened.station.studio.projects.list()).find(({ name }) => name === 'Boats')
  expect(boats).toMatchObject({ images: 1 })
})

test('selected events are exported, or all matching ones without a selection', async () => {
  const bar = page.getByRole('toolbar', { name: 'Selected events' })
  await page.keyboard.press('Escape')
  await grid().focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Space')
  await bar.getByText('1 selected').waitFor()

  const some = await exported(() => bar.getByRole('button', { name: 'Export' }).click())
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  const all = await exported(() => button('Export').click())

  expect([some, all].map((lines) => lines.map(({ event_schema }) => event_schema))).toEqual([
    ['table-watch'],
    ['table-watch', 'table-watch'],
  ])
})

async function exported(open: () => Promise<void>) {
  await open()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: /JSON lines/ }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  const Line = z.object({ event_schema: z.string() })
  return text
    .trim()
    .split('\n')
    .map((line) => Line.parse(JSON.parse(line)))
}

test('a draft is finalised manually', async () => {
  await button('Remove filter table-watch').click()
  const id = await send({ event_schema: 'custom', event_data: { value: 'Half a report' }, draft: true })
  await row(/Half a report.*Draft/s).click()

  await panel().getByRole('button', { name: 'Finalize' }).click()

  await panel().getByText('Final', { exact: true }).waitFor()
  expect(await opened.station.studio.events.find({ event: id })).toMatchObject({ draft: false })
})

test('a missing event is reported, and no page had an error', async () => {
  await page.goto(`${opened.station.urls.studio}#/events?event=018f4c2e-0000-7000-8000-000000000000`)

  await page.getByText('This event no longer exists').waitFor()

  expect(faults).toEqual([])
})
