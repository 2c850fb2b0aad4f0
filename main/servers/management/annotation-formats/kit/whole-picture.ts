import { shorten, unreadable } from './reading.ts'

/** Class names or words for the picture as a whole; no kind of project takes them yet. */
export function wholePicture(words: readonly string[]) {
  const shown = words.filter((word) => word.trim() !== '').map((word) => `"${shorten(word.trim())}"`)
  const said = shown.length === 0 ? 'nothing' : `${shown.slice(0, 3).join(', ')}${shown.length > 3 ? ' …' : ''}`
  return unreadable(`it says ${said} about the whole picture, without a place; this project takes boxes and polygons`)
}
