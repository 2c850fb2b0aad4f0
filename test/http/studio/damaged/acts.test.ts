import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SPLITS } from '#common/split'
import { someImage } from '../../../kit/images.ts'
import { changeRows } from '../../../kit/library-rows.ts'
import { removeFolder } from '../../../kit/remove-folder.ts'
import { startStation } from '../../../kit/station-process.ts'
import { addImages } from '../../../kit/studio-page.ts'

const SERVERS = ['--only', 'studio']

const DAMAGED = [
  '{"kind":"splut","split":"test"}',
  '{"kind":"merge"}',
  '{"kind":"tag"}',
  '{"kind":"split","split":"trbin"}',
  '{"kind":"batch","name":"x"}',
  '{"kind":"batch","name":"x","batch":"#"}',
  '{"kind":"batch","name":"x","batch":"noSuchBatch0"}',
]

test('bulk actions that a crash cut short and that are damaged keep nothing from starting', async () => {
  const library = await mkdtemp(join(tmpdir(), 'tessera-acts-'))
  let station = await startStation(library, SERVERS)
  try {
    const { studio } = station
    const { slug: project } = await studio.projects.create({ name: 'Acts', type: 'object-detection' })
    await addImages(station, { project, batch: 'Monday' }, [{ name: 'a.png', bytes: await someImage() }])
    const images = await studio.images.ids({ project, filter: {}, sort: 'added' })
    for (const at of DAMAGED.keys()) {
      const split = SPLITS[(at + 1) % SPLITS.length] ?? 'test'
      await studio.bulk.run({ project, picked: { images }, act: { kind: 'split', split } })
    }
    await station.kill()
    for (const [at, act] of DAMAGED.entries()) {
      changeRows(
        join(library, 'library.db'),
        `UPDATE bulk_act SET state = 'doing', done_to = 0, act = '${act}' WHERE seq = ${at + 1}`,
      )
    }

    station = await startStation(library, SERVERS)

    const again = { project, picked: { images }, act: { kind: 'tag' as const, add: ['night'], remove: [] } }
    expect(await station.studio.bulk.run(again)).toMatchObject({ images: 1, changed: 1 })
    const [last, ...damaged] = await station.studio.bulk.log({ project })
    expect(last?.act.kind).toBe('tag')
    for (const { id } of damaged) {
      await expect(station.studio.bulk.undo({ project, id })).rejects.toThrow('The bulk action is damaged')
    }
  } finally {
    await station.kill()
    await removeFolder(library)
  }
})
