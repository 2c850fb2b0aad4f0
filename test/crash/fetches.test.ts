import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { imageHost, type PathAnswer } from '../kit/image-host.ts'
import { someImage } from '../kit/images.ts'
import { removeFolder } from '../kit/remove-folder.ts'
import { startStation } from '../kit/station-process.ts'
import { untilEnded } from '../kit/tasks.ts'
import { brokenInvariants } from './invariants.ts'

const IMAGES = 20
/** The host keeps these waiting until the program was killed. */
const HELD = 10

test('a fetch from addresses goes on after a kill with those that had not come', async () => {
  const library = await mkdtemp(join(tmpdir(), 'tessera-crash-'))
  const images = await Promise.all(Array.from({ length: IMAGES }, async () => someImage()))
  const reached = Promise.withResolvers<void>()
  let isHolding = true
  const answers = images.map(
    (bytes, nth): PathAnswer =>
      (response) => {
        if (!isHolding || nth < HELD) return void response.end(bytes)
        if (nth === HELD + 3) reached.resolve()
      },
  )
  const host = await imageHost(Object.fromEntries(answers.map((answer, nth) => [`/${nth}.png`, answer])))
  const flags = ['--only', 'studio', '--trusted-hosts', host.host]
  let station = await startStation(library, flags)
  try {
    const { slug: project } = await station.studio.projects.create({ name: 'Crash', type: 'object-detection' })
    const urls = images.map((_, nth) => `http://${host.host}/${nth}.png`)
    const { taskId } = await station.studio.imports.fetch({ project, batchName: 'Web', urls })
    await reached.promise
    await station.kill()
    isHolding = false
    station = await startStation(library, flags)

    const task = await untilEnded(station.studio, taskId)

    expect(brokenInvariants(library)).toEqual([])
    expect(task).toMatchObject({ status: 'completed', progress: { current: IMAGES, total: IMAGES } })
    const { added, duplicates, refused } = await station.studio.imports.counts({ taskId })
    // Images imported before the kill, but not recorded yet, come up again as duplicates of themselves.
    expect({ seen: added + duplicates, refused }).toEqual({ seen: IMAGES, refused: 0 })
    expect(await station.studio.images.ids({ project, filter: {}, sort: 'added' })).toHaveLength(IMAGES)
  } finally {
    await station.kill()
    await host.close()
    await removeFolder(library)
  }
})
