import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { KEYMAP } from '#renderer/features/annotate/keys/keymap'

/** Presses the printed key of a command of the annotate screen, and waits until something on the screen is another. */
export async function pressCommand(page: Page, id: string): Promise<void> {
  const chord = KEYMAP.find((command) => command.id === id)?.chords[0]
  if (chord === undefined) throw new Error(`No key does ${id}`)
  const before = await fingerprint(page)
  await page.keyboard.press(toPlaywright(chord))
  await expect.poll(() => fingerprint(page), { message: `${chord} does ${id}`, timeout: 8000 }).not.toBe(before)
}

/** "Mod+Z" → "Control+z": with a capital, Shift would be held. */
function toPlaywright(chord: string): string {
  if (chord === '+') return chord
  const parts = chord.split('+')
  const key = parts.pop() ?? ''
  const isLetter = /^[A-Z]$/.test(key) && !parts.includes('Shift')
  return [...parts.map((part) => (part === 'Mod' ? 'Control' : part)), isLetter ? key.toLowerCase() : key].join('+')
}

/** Everything that a person could see change: the address, words, states of controls, and what is drawn. */
function fingerprint(page: Page): Promise<string> {
  return page.evaluate(() => {
    const states = ['aria-pressed', 'aria-selected', 'aria-checked', 'aria-expanded', 'aria-label', 'src']
    const controls = [...document.querySelectorAll('[aria-pressed], [aria-selected], [aria-label], img')]
    const drawn = [...document.querySelectorAll('canvas')].map((canvas) => canvas.toDataURL('image/jpeg'))
    const told = controls.map((control) => states.map((state) => control.getAttribute(state)))
    return JSON.stringify([location.hash, document.body.innerText, told, drawn])
  })
}
