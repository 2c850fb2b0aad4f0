import { expect, test } from 'vitest'
import type { BoxShape } from '#common/annotation/shape'
import { refuse } from '#common/errors'
import { ImageId, ProjectSlug, ShapeId } from '#common/ids'
import type { Management } from '#core/management/ports'
import { remoteManagement } from '#remote/management'
import { newProject, upload } from '../kit/dataset.ts'
import { inWords } from '../kit/in-words.ts'
import { drawing } from '../kit/placed.ts'
import { studioOfRemote } from '../kit/remote.ts'
import { testStation } from '../kit/station.ts'

test('an answer that is lost does not make a gesture twice', async () => {
  const station = await testStation()
  const project = ProjectSlug.parse(await newProject(station))
  const image = ImageId.parse(await upload(station, project))
  const there = remoteManagement({ baseUrl: await station.listen(), apiKey: station.key })
  let isLossy = true
  const lossy: Management = {
    ...there,
    async annotate(...of) {
      const answer = await there.annotate(...of)
      return isLossy ? refuse('host-broke-off') : answer
    },
  }
  const studio = studioOfRemote(lossy)
  const crate = await studio.projects.createClass(project, 'crate')
  const opened = await studio.annotations.open(project, image)
  if (!crate.ok || !opened.ok) throw new Error('The station does not answer')
  const shape: BoxShape = {
    kind: 'box',
    id: ShapeId.parse('drawn000000000000001'),
    classId: crate.value.id,
    z: 1,
    origin: 'hand',
    box: { x0: 1, y0: 1, x1: 9, y1: 9 },
  }
  const at = { project, image, revision: opened.value.revision }
  const edit = drawing(shape)

  const lost = await studio.annotations.commit(at, edit)
  isLossy = false
  const again = await studio.annotations.commit(at, edit)
  const read = await studio.annotations.open(project, image)
  await station.close()

  expect(inWords(lost)).toMatchObject({ ok: false, error: { reason: 'remote-unreachable' } })
  expect(inWords(again)).toMatchObject({ ok: false, error: { reason: 'edit-conflict' } })
  expect(read).toMatchObject({ ok: true, value: { shapes: [shape], undo: [{ code: 'edit-draw' }] } })
})
