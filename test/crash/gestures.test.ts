import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ClassId } from '#common/ids'
import { removeFolder } from '../kit/remove-folder.ts'
import { photo, type StationProcess, startStation } from '../kit/station-process.ts'
import { addImages } from '../kit/studio-page.ts'
import { type DrawingSession, keepDrawing, lostOf, newHand } from './hand.ts'
import { brokenInvariants } from './invariants.ts'
import { killDuring, seededChance } from './killing.ts'

const KILLS = 5

/** The longest that somebody draws before a kill; a gesture takes a few milliseconds. */
const LONGEST_MS = 300

test('strokes of the brush, drawings, undo and what is half drawn survive being killed at any moment', async () => {
  const library = await mkdtemp(join(tmpdir(), 'tessera-crash-'))
  const chance = seededChance('gestures')
  const hand = newHand()
  let station = await startStation(library, ['--only', 'studio'])
  try {
    const table = await prepare(station)
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const moment = { afterMs: chance() * LONGEST_MS, once: () => kill < KILLS || hand.made > KILLS }
      await killDuring(keepDrawing({ ...table, station, hand, chance }), station, moment)
      station = await startStation(library, ['--only', 'studio'])

      const lost = await lostOf({ ...table, station, hand, chance })
      expect([...brokenInvariants(library), ...lost], `after kill ${kill}`).toEqual([])
    }
    expect(hand.made).toBeGreaterThan(KILLS)
  } finally {
    await station.kill()
    await removeFolder(library)
  }
})

async function prepare(station: StationProcess): Promise<Pick<DrawingSession, 'project' | 'image' | 'classes'>> {
  const { projects, images } = station.studio
  const { slug: project } = await projects.create({ name: 'Crash', type: 'instance-segmentation' })
  const classes = await Promise.all(['cell', 'vessel'].map((name) => projects.classes.create({ project, name })))
  await addImages(station, { project, batch: 'Monday' }, [{ name: 'retina.jpg', bytes: await photo('retina.jpg') }])
  const [image] = await images.ids({ project, filter: {}, sort: 'added' })
  if (image === undefined) throw new Error('The image was not taken in')
  return { project, image, classes: classes.map(({ id }) => ClassId.parse(id)) }
}
