import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { KEYMAP } from '#renderer/features/annotate/tools/keymap'
import type { Hands } from '../../../kit/hands.ts'
import { readCanvas, readScreen, type Screen } from './screen.ts'

/** A part of the screen; texts may be matched by `expect.stringContaining` and the like. */
export type Sight = { readonly [Part in keyof Screen]?: unknown }

/**
 * A key of the key map. Rows of a group are pressed in order, and each starts with the page as the one before has left
 * it.
 */
export interface KeyRow {
  readonly id: string
  /** The key to press, for a command with several. */
  readonly chord?: string
  /** Prepares the page so that the key has an effect. */
  readonly first?: (hands: Hands) => Promise<unknown>
  /** The part of the screen that shows the effect of the key, and must not match before. */
  readonly sees: Sight | 'another image'
  /** Set if the key works while it is held. */
  readonly isHeld?: true
}

/** Presses the key of a row, and expects its result, which must not be visible before. */
export async function pressRow(hands: Hands, row: KeyRow): Promise<void> {
  await row.first?.(hands)
  const chord = chordOf(row)
  const { page } = hands
  const message = `${chord} does ${row.id}`
  if (row.sees === 'another image') return pressForImage(page, row, message)
  const { sees } = row
  const isThere = async () => matches(await readScreen(page), sees)
  const already = `What ${message} should bring is on screen already`
  await expect.poll(isThere, { message: already, interval: 15 }).toBe(false)
  await page.keyboard.press(toPlaywright(chord))
  await expect.poll(() => readScreen(page), { message, interval: 15 }).toMatchObject(sees)
}

async function pressForImage(page: Page, row: KeyRow, message: string): Promise<void> {
  const image = () => readCanvas(page)
  const patience = { message, interval: 30 }
  const before = await stillImage(page)
  await page.keyboard.down(toPlaywright(chordOf(row)))
  try {
    await expect.poll(image, patience).not.toBe(before)
  } finally {
    await page.keyboard.up(toPlaywright(chordOf(row)))
  }
  if (row.isHeld) await expect.poll(image, patience).toBe(before)
}

/** Returns the image when it is stable: a panel that reappears moves it a few frames later. */
async function stillImage(page: Page): Promise<string> {
  const seen: string[] = []
  const isStill = async () => {
    seen.push(await readCanvas(page))
    return seen.length >= STILL && new Set(seen.slice(-STILL)).size === 1
  }
  const message = 'The image comes to rest before the key is pressed'
  await expect.poll(isStill, { message, interval: 30 }).toBe(true)
  return seen.at(-1) ?? ''
}

/** Number of equal readings in a row that count as stable. */
const STILL = 4

function matches(screen: Screen, sees: Sight): boolean {
  try {
    expect(screen).toMatchObject(sees)
    return true
  } catch {
    return false
  }
}

/** Returns the key that a row presses, by default the displayed one. */
export function chordOf({ id, chord }: Pick<KeyRow, 'id' | 'chord'>): string {
  const found = chord ?? KEYMAP.find((command) => command.id === id)?.chords[0]
  if (found === undefined) throw new Error(`No key does ${id}`)
  return found
}

/** Converts "Mod+Z" to "Control+z": with a capital letter, Playwright would hold Shift. */
function toPlaywright(chord: string): string {
  if (chord === '+') return chord
  const parts = chord.split('+')
  const key = parts.pop() ?? ''
  if (parts.includes('Shift') && PLACES[key]) return [...parts.map(asModifier), PLACES[key]].join('+')
  const isLetter = /^[A-Z]$/.test(key) && !parts.includes('Shift')
  return [...parts.map(asModifier), isLetter ? key.toLowerCase() : key].join('+')
}

function asModifier(part: string): string {
  return part === 'Mod' ? 'Control' : part
}

/** Physical keys of these marks, which produce others with Shift. */
const PLACES: Readonly<Record<string, string>> = { '[': 'BracketLeft', ']': 'BracketRight' }
