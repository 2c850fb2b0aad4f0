import { IMPORTERS } from '#formats/importers/registry'
import { serveBounded } from '#tasks/bounded/serve'
import { readingSession } from './session.ts'

/** The process that reads what came from outside; a file that takes too much memory or time ends it, and nothing else. */

/** Beyond the heap, for buffers. */
const ROOM_BESIDE = 768 * 1024 * 1024

/** Of several flags, as a parent may have one of its own, the last counts. */
const flag = [...process.execArgv.join(' ').matchAll(/--max-old-space-size=(\d+)/g)].at(-1)
const heap = Number(flag?.[1] ?? 2048) * 1024 * 1024

serveBounded((alive) => readingSession(IMPORTERS, alive), heap + ROOM_BESIDE)
