import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { KeyContext } from '#renderer/features/annotate/commands/context'
import { KEYMAP, validKeys } from '#renderer/features/annotate/tools/keymap'
import { entryOf } from '#renderer/features/annotate/tools/registry'
import { addCups, type CupImage, FRAME } from '../../kit/cups.ts'
import { keepLookOfFailures } from '../../kit/failure-shot.ts'
import { type Hands, handsOn } from '../../kit/hands.ts'
import { openStudioPage, type StudioPage } from '../../kit/studio-page.ts'
import { chordOf, pressRow } from './keys/row.ts'
import { KEY_TABLE, type KeyGroup } from './keys/table.ts'

let open: StudioPage
let page: Page
let hands: Hands
const cups = new Map<KeyGroup, CupImage>()
const faults: string[] = []

beforeAll(async () => {
  open = await openStudioPage(['--only', 'studio,management'])
  page = open.page
  hands = handsOn(page, FRAME)
  page.on('pageerror', (failure) => faults.push(failure.message))
  for (const type of new Set(KEY_TABLE.map((group) => group.type))) {
    const groups = KEY_TABLE.filter((group) => group.type === type)
    for (const [nth, cup] of (await addCups(open.station, type, groups)).entries()) {
      const group = groups[nth]
      if (group) cups.set(group, cup)
    }
  }
  // Pixels drawn by a GPU cannot be read back.
  await page.addInitScript(() => localStorage.setItem('tessera.drawing', 'soft'))
  await page.goto(open.station.urls.studio)
  await page.getByRole('main').waitFor()
})

afterAll(() => open.close())

keepLookOfFailures(() => page)

async function openImage(group: KeyGroup): Promise<void> {
  const cup = cups.get(group)
  // Closes the box that the last key of the previous group has opened.
  await page.keyboard.press('Escape')
  await page.goto(`${new URL(page.url()).origin}/#/p/${cup?.project}/annotate?sort=name&image=${cup?.image}`)
  await page.getByRole('application', { name: group.image }).waitFor()
  await hands.saved()
  await page.getByRole('application').focus()
}

test('the table has exactly one row for every key of the key map', () => {
  const keys = KEYMAP.flatMap(({ id, chords }) => chords.map((chord) => `${id} ${chord}`))
  const rows = KEY_TABLE.flatMap((group) => group.rows.map((row) => `${row.id} ${chordOf(row)}`))

  expect([...new Set(rows)].toSorted()).toEqual(keys.toSorted())
})

test.each(KEY_TABLE.filter(({ rows }) => rows.length > 0))(
  'each key does on $image what the map says',
  async (group) => {
    await openImage(group)
    for (const row of group.rows) await pressRow(hands, row)

    expect(faults).toEqual([])
  },
)

/** Returns the context of an armed tool. */
function armed(tool: string): Pick<KeyContext, 'tool' | 'traits'> {
  return { tool, traits: entryOf(tool).tool.traits }
}

/** An image with one box and an idle tool. */
const AT_REST: KeyContext = {
  ...armed('select'),
  isDrafting: false,
  pressesAtCursor: false,
  nextPoint: undefined,
  hasSelection: false,
  hasShapes: true,
  hasLints: false,
  hasProposals: false,
  hasAttributes: true,
  classes: 10,
  isEditable: true,
  isInPast: false,
  isFocused: true,
  isWaiting: false,
  paintWay: 'stroke',
  canReview: true,
  canComment: true,
  canSort: true,
  canChangeClasses: true,
  canUndo: true,
  canRedo: false,
  canResume: false,
  hasLastAct: false,
  projectType: 'instance-segmentation',
}

test.each([
  { doing: 'at rest', keys: ['v'], context: AT_REST },
  {
    doing: 'in the middle of a polygon',
    keys: ['p', 'ArrowRight', 'Enter', 'ArrowDown', 'Enter'],
    context: { ...AT_REST, ...armed('polygon'), isDrafting: true },
  },
])('the overlay lists the keys that are valid $doing, and no other', async ({ keys, context }) => {
  const [, view] = KEY_TABLE
  if (view) await openImage(view)
  await hands.press('Escape', ...keys, '?')
  const dialog = page.getByRole('dialog', { name: 'Keys available now' })
  const listed = await dialog.getByRole('heading', { level: 3 }).evaluateAll((titles) =>
    titles
      .filter(({ textContent }) => textContent !== 'Pointer' && textContent !== 'Everywhere')
      .flatMap((title) => [...(title.parentElement?.children ?? [])].slice(1))
      .map((row) => row.firstElementChild?.textContent ?? ''),
  )

  // The ten digits and the four arrows share a line each.
  const valid = validKeys(KEYMAP, context).filter(({ id }) => !/-\d+$/.test(id))
  const single = listed.filter((label) => !/^(Move the|Resize boxes by|Class at that position)/.test(label))
  expect(single.toSorted()).toEqual([...new Set(valid.map(({ label }) => label))].toSorted())
})

test('F6 and Shift F6 move through the panels, and the global keys work on this page', async () => {
  const [, view] = KEY_TABLE
  if (view) await openImage(view)
  await hands.press('v', 'Tab')
  const walked: string[] = []
  for (const key of ['F6', 'F6', 'F6', 'F6', 'F6', 'F6', 'Shift+F6']) {
    await page.keyboard.press(key)
    walked.push(
      await page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-panel]')?.dataset['panel'] ?? ''),
    )
  }
  expect(walked).toEqual(['context', 'inspector', 'filmstrip', 'bar', 'tools', 'canvas', 'tools'])

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search images, classes, commands' }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+,')
  await page.getByRole('heading', { name: 'Settings' }).first().waitFor()
  await page.keyboard.press('Control+Shift+p')
  await page
    .getByRole('link', { name: /Cups, instance-segmentation/ })
    .first()
    .waitFor()
  expect(faults).toEqual([])
})
