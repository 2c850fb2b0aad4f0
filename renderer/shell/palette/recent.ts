import { z } from 'zod'

const KEY = 'tessera.palette'

/** Number of recent entries above the others while the field is empty. */
const KEPT = 5

const Recent = z.array(z.string()).catch([])

/** Returns the ids of recently used entries, latest first. */
export function readRecent(): readonly string[] {
  try {
    return Recent.parse(JSON.parse(localStorage.getItem(KEY) ?? '[]'))
  } catch {
    return []
  }
}

export function noteRecent(id: string): void {
  const recent = [id, ...readRecent().filter((each) => each !== id)].slice(0, KEPT)
  localStorage.setItem(KEY, JSON.stringify(recent))
}
