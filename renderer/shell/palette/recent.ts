import { z } from 'zod'

const KEY = 'tessera.palette'

/** As many as stand on top of an empty field. */
const KEPT = 5

const Recent = z.array(z.string()).catch([])

/** Ids of the entries that were taken last, the latest first. */
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
