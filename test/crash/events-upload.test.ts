import { createHash } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  answers,
  type CloudReceiverHost,
  cloudReceiverHost,
  cutsTheAnswer,
  cutsTheRequest,
  hangs,
  losesTheAnswer,
  refuses,
  refusesAtOnce,
} from '../kit/cloud-receiver.ts'
import { type EventProcess, spawnEvents } from '../kit/event-process.ts'
import { newEvent } from '../kit/event-store.ts'
import { someImage } from '../kit/images.ts'
import { removeFolder } from '../kit/remove-folder.ts'
import { killDuring, seededChance } from './killing.ts'

const ROUNDS = 8
const MISCHIEF = [
  hangs,
  cutsTheRequest,
  cutsTheAnswer,
  losesTheAnswer,
  refuses(500),
  refuses(503, { 'retry-after': '1' }),
  refuses(429),
  refuses(400),
  refusesAtOnce,
  answers('{"sourceId": '),
]
/** Of the requests, so many meet some mischief. */
const TROUBLE = 0.3

test('what was acknowledged reaches the cloud whole and once, whenever the program is killed', async () => {
  const library = await mkdtemp(join(tmpdir(), 'tessera-crash-'))
  const receiver = await cloudReceiverHost()
  const chance = seededChance('upload')
  const settings = { CLOUD_UPLOAD_URL: receiver.url, CLOUD_UPLOAD_API_KEY: 'key', DEFAULT_SOLUTION_ID: 'parts' }
  const acknowledged = new Set<string>()
  receiver.mood = () => (chance() < TROUBLE ? MISCHIEF[Math.floor(chance() * MISCHIEF.length)] : undefined)
  const started: EventProcess[] = []
  const start = () => {
    const program = spawnEvents(library, settings)
    started.push(program)
    return program
  }
  try {
    let next = start()
    for (let round = 1; round <= ROUNDS; round += 1) {
      const program = next
      const url = await program.open()
      // It loads while this one is still there.
      next = start()
      const once = () => round < ROUNDS || acknowledged.size > ROUNDS
      await killDuring(createUntilCut(url, acknowledged), program, { afterMs: 200 + chance() * 1000, once })
    }

    receiver.mood = () => undefined
    await next.open()

    await expect.poll(() => eventsIn(library).filter(isWaiting), { interval: 200 }).toEqual([])
    const { kept, sent } = compared(library, receiver)
    expect(sent).toEqual(kept)
    expect(Object.keys(kept)).toEqual(expect.arrayContaining([...acknowledged]))
    expect(acknowledged.size).toBeGreaterThan(ROUNDS)
    expect([...receiver.events.values(), ...receiver.files.values()].filter(({ isSame }) => !isSame)).toEqual([])
  } finally {
    await Promise.all(started.map((program) => program.kill()))
    await removeFolder(library)
  }
})

/** Creates events with images, every fifth a draft, until the line is cut. */
async function createUntilCut(url: string, acknowledged: Set<string>): Promise<void> {
  for (let count = 0; ; count += 1) {
    const [shown, taken] = [await someImage(), await someImage()].map((bytes) => bytes.toString('base64'))
    const draft = count % 5 === 4
    const response = await fetch(`${url}/v2/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(newEvent({ draft, images: [{ base64Image: shown, inputBase64Image: taken }] })),
    })
    const { id } = z.object({ id: z.string() }).parse(await response.json())
    if (!draft) acknowledged.add(id)
  }
}

const Row = z.object({ id: z.string(), draft: z.int(), sent_at: z.int().nullable(), files: z.string() })
const Files = z.array(z.object({ id: z.string(), hash: z.string() }))

function eventsIn(library: string) {
  const db = new Database(join(library, 'events', 'events.db'), { readonly: true })
  try {
    const rows = db.prepare(
      `SELECT id, draft, sent_at,
              (SELECT json_group_array(json_object('id', id, 'hash', hash)) FROM file WHERE event = created_at) AS files
         FROM event`,
    )
    return z.array(Row).parse(rows.all())
  } finally {
    db.close()
  }
}

function isWaiting({ draft, sent_at }: z.infer<typeof Row>): boolean {
  return draft === 0 && sent_at === null
}

/** Of each final event, the hashes of its files by their names: as they lie here, and as the receiver has them. */
function compared(library: string, receiver: CloudReceiverHost) {
  const final = eventsIn(library).filter(({ draft }) => draft === 0)
  const kept = final.map(({ id, files }) => {
    const named = Files.parse(JSON.parse(files)).map((file) => [`source-${file.id}`, file.hash] as const)
    return [id, Object.fromEntries(named)] as const
  })
  const hashes = new Map([...receiver.files.values()].map(({ sourceId, bytes }) => [sourceId, hashOf(bytes)]))
  const sent = [...receiver.events.keys()].map((id) => {
    const names = receiver
      .event(id)
      .images.flatMap(({ sourceId = '', inputSourceId = '' }) => [sourceId, inputSourceId])
    return [id, Object.fromEntries(names.map((name) => [name, hashes.get(name)]))] as const
  })
  return { kept: Object.fromEntries(kept), sent: Object.fromEntries(sent) }
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
