import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type EventProcess, spawnEvents } from '../kit/event-process.ts'
import { removeFolder } from '../kit/remove-folder.ts'
import { startStation } from '../kit/station-process.ts'
import { sampleEvents } from './event-samples.ts'
import { brokenPromises, nothingSeen } from './event-truth.ts'
import { type EventWitness, newEventWitness, writeEvents } from './event-writers.ts'
import { killAfter, killDuring, seededChance } from './killing.ts'

/** Raise it for a long run: `TESSERA_KILLS=200 npm test -- crash/events`. */
const KILLS = Number(process.env['TESSERA_KILLS'] ?? 10)
const SEED = process.env['TESSERA_KILLS_SEED'] ?? 'events'
/** After so many kills a fresh folder is begun, so that looking at all of it stays quick. */
const KILLS_PER_FOLDER = 25
const WRITERS = 12
/** A kill falls anywhere in so long after the writers began. */
const LONGEST_MS = 600
/** Every so many kills another one falls into the next opening. */
const KILLED_OPENINGS = 5
const OPENING_MS = 150

test('every acknowledged event survives kills at any moment, and nothing half stored stays', {
  timeout: 60_000 + KILLS * 30_000,
}, async ({ annotate }) => {
  const sample = await sampleEvents()
  const chance = seededChance(SEED)
  let acknowledged = 0
  for (let done = 0; done < KILLS; done += KILLS_PER_FOLDER) {
    const witness = newEventWitness(sample)
    await killAgainAndAgain(witness, Math.min(KILLS - done, KILLS_PER_FOLDER), chance)
    acknowledged += witness.acknowledged.size
  }
  await annotate(`${KILLS} kills, ${acknowledged} acknowledged events`)
  expect(acknowledged).toBeGreaterThan(KILLS)
})

async function killAgainAndAgain(witness: EventWitness, kills: number, chance: () => number): Promise<void> {
  const library = await folder()
  const seen = nothingSeen()
  let events = start(library)
  for (let kill = 1; kill <= kills; kill += 1) {
    const url = await events.open()
    expect(brokenPromises(library, witness, seen), `before kill ${kill}`).toEqual([])
    // It loads meanwhile, and has no hand on the folder.
    const next = start(library)
    const once = () => kill < kills || witness.acknowledged.size > kills
    await killDuring(writeEvents(url, witness, WRITERS), events, { afterMs: chance() * LONGEST_MS, once })
    events = next
    if (kill % KILLED_OPENINGS > 0) continue
    await Promise.allSettled([events.open(), killAfter(events, chance() * OPENING_MS)])
    events = start(library)
  }
  await events.open()
  expect(brokenPromises(library, witness, nothingSeen()), 'at the end, all of it').toEqual([])
}

test('a second process on the same folder is told who has it', async () => {
  const library = await folder()
  const first = start(library)
  await first.open()

  const second = start(library).open()

  await expect(second).rejects.toThrow(`already open in another instance of Tessera (process ${first.pid} on`)
})

test('a station that is asked to stop under full load stops in order and loses nothing', async () => {
  const library = await folder()
  const witness = newEventWitness(await sampleEvents())
  const station = await startStation(library, ['--only', 'events,studio'])
  onTestFinished(() => station.kill())
  const writing = writeEvents(station.urls.events ?? '', witness, WRITERS)
  await expect.poll(() => witness.acknowledged.size).toBeGreaterThan(200)

  // One that does not get to its end is ended hard, with another code.
  expect(await station.stop()).toBe(0)

  await writing
  // Events that arrive while the server closes are turned away.
  const others = witness.surprises.splice(0).filter((surprise) => !surprise.startsWith('503'))
  expect([...others, ...brokenPromises(library, witness, nothingSeen())]).toEqual([])
})

function start(library: string): EventProcess {
  const events = spawnEvents(library)
  onTestFinished(() => events.kill())
  return events
}

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'tessera-crash-'))
  onTestFinished(() => removeFolder(made))
  return made
}
