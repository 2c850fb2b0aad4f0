import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Change, Edit } from '#common/annotation/edit'
import type { Shape } from '#common/annotation/shape'
import { ClassId, GroupId, ImageId, ProjectSlug, ShapeId } from '#common/ids'
import { literal } from '#common/messages/message'
import type { Management } from '#core/management/ports'
import { newProject, upload } from '../kit/dataset.ts'
import { MANAGEMENTS } from '../kit/managements.ts'
import { remoteProcedures, studioOfRemote } from '../kit/remote.ts'
import { type TestStation, testStation } from '../kit/station.ts'

const GROUP = GroupId.parse('together')
const THIRD = 1 / 3

const edit = (...changes: Change[]): Edit => ({ label: literal('Change'), changes })

const CRATES = JSON.stringify({
  images: [{ id: 1, file_name: 'a.png' }],
  categories: [{ id: 1, name: 'crate' }],
  annotations: [
    { image_id: 1, category_id: 1, bbox: [1, 1, 10, 10], attributes: { colour: 'red', sealed: true } },
    { image_id: 1, category_id: 1, segmentation: [[20, 4, 40 + THIRD, 4, 30, 30 + THIRD]], attributes: { weight: 4 } },
  ],
})

describe.each(MANAGEMENTS)('labels elsewhere, over the $name management', ({ open }) => {
  let station: TestStation
  let management: Management

  beforeAll(async () => {
    station = await testStation()
    management = await open(station)
  })

  afterAll(async () => station.close())

  /** The labels as the station itself keeps them. */
  async function labelsAt(slug: string, image: ImageId): Promise<readonly Shape[]> {
    return (await openRemote(slug, image)).opened.shapes
  }

  async function openRemote(slug: string, image: ImageId) {
    const project = await station.services.projects.find(station.workspace, slug)
    if (!project.ok) throw new Error('The project is gone')
    const opened = await station.services.annotations.open(project.value, image)
    if (!opened.ok) throw new Error('The image is gone')
    return { project: project.value, opened: opened.value }
  }

  async function newImage(type: string, file: string) {
    const slug = ProjectSlug.parse(await newProject(station, type))
    const image = ImageId.parse(await upload(station, slug, { name: 'a.png' }))
    const json = { annotationFile: file }
    const sent = await station.management.post(`/dataset/${slug}/annotate/${image}?name=a.json`, { json })
    expect(sent.status).toBe(200)
    return { project: slug, image }
  }

  /** Two crates of one group, the first locked and the second drawn in more detail than it is shown in. */
  async function markedCrates() {
    const at = await newImage('object-detection', CRATES)
    const { project, opened } = await openRemote(at.project, at.image)
    const [first, second] = opened.shapes
    if (first === undefined || second?.kind !== 'polygon') throw new Error('There are no labels')
    const drawn = { rings: [[20, 4, 31.25, 4.5, 40 + THIRD, 4, 30, 30 + THIRD]], detail: 1.5 }
    const marked = edit(
      { before: first, after: { ...first, isLocked: true, group: GROUP, origin: 'hand' } },
      { before: second, after: { ...second, isCarried: true, group: GROUP, drawn, z: 7.5 } },
    )
    const written = await station.services.annotations.commit(project, { image: at.image, ...opened }, marked)
    expect(written.ok).toBe(true)
    return { ...at, before: await labelsAt(at.project, at.image) }
  }

  const box = (like: Shape | undefined): Shape => ({
    kind: 'box',
    id: ShapeId.parse('drawn000000000000001'),
    classId: like?.classId ?? ClassId.parse('none0000'),
    z: 9,
    origin: 'hand',
    box: { x0: 2, y0: 30, x1: 12, y1: 40 },
  })

  test('what a person does not touch stays to the last digit, with its lock, group and attributes', async () => {
    const { before, ...at } = await markedCrates()
    const studio = remoteProcedures(studioOfRemote(management))
    const opened = await studio.annotations.open(at)

    const drawn = box(opened.shapes[0])
    await studio.annotations.commit({ ...at, ...opened, edit: edit({ before: null, after: drawn }) })

    const after = await labelsAt(at.project, at.image)
    expect(before).toMatchObject([
      { isLocked: true, group: GROUP },
      { isCarried: true, drawn: { detail: 1.5 } },
    ])
    expect(after).toEqual([...before, { ...drawn, classId: before[0]?.classId }])
    const { project, opened: there } = await openRemote(at.project, at.image)
    const undone = await station.services.annotations.undo(project, { image: at.image, ...there })
    expect(undone).toMatchObject({ ok: true, value: { changes: [{ before: { id: drawn.id }, after: null }] } })
  })

  test('labels are locked, parted from their group and given attributes elsewhere, and undo takes it back', async () => {
    const { before, ...at } = await markedCrates()
    const studio = remoteProcedures(studioOfRemote(management))
    const opened = await studio.annotations.open(at)
    const [, second] = opened.shapes
    if (second === undefined) throw new Error('There is no second label')
    const [crate] = await studio.projects.classes.list({ project: at.project })
    const colour = crate?.attributes?.find(({ name }) => name === 'colour')
    const { group: _, isCarried: __, ...others } = second
    const said = { ...second.attributes, ...(colour && { [colour.id]: 'blue' }) }
    const changed: Shape = { ...others, isLocked: true, attributes: said }

    const written = await studio.annotations.commit({
      ...at,
      ...opened,
      edit: edit({ before: second, after: changed }),
    })

    expect(Object.keys(said)).toHaveLength(2)
    const own = { classId: before[1]?.classId, rings: before[1]?.kind === 'polygon' && before[1].rings }
    expect(await labelsAt(at.project, at.image)).toEqual([before[0], { ...changed, ...own }])
    await studio.annotations.undo({ ...at, ...written })
    expect(await labelsAt(at.project, at.image)).toEqual(before)
  })

  test('classes of whole images and texts keep what they say', async () => {
    const whole = (kind: object) =>
      JSON.stringify({
        images: [{ id: 1, file_name: 'a.png' }],
        categories: [{ id: 1, name: 'text' }],
        annotations: [{ image_id: 1, category_id: 1, attributes: { mood: 'calm' }, tessera: kind }],
      })
    for (const [type, kind] of [
      ['multi-label-classification', { kind: 'whole' }],
      ['text-image-pairs', { kind: 'text', prompt: 'What?', answer: 'A quay' }],
    ] as const) {
      const at = await newImage(type, whole(kind))
      const before = await labelsAt(at.project, at.image)
      const studio = remoteProcedures(studioOfRemote(management))
      const opened = await studio.annotations.open(at)
      const [old] = opened.shapes
      if (old === undefined) throw new Error('There is no label')
      const after: Shape = { ...old, isLocked: true }

      await studio.annotations.commit({ ...at, ...opened, edit: edit({ before: old, after }) })

      expect(await labelsAt(at.project, at.image)).toEqual(before.map((label) => ({ ...label, isLocked: true })))
      expect(Object.values(before[0]?.attributes ?? {})).toEqual(['calm'])
    }
  })

  test('a server that keeps no marks is not given any, and says so before one is lost', async () => {
    const at = await newImage('object-detection', CRATES)
    const studio = remoteProcedures(studioOfRemote(withoutMarks(management)))
    const opened = await studio.annotations.open(at)
    const [first] = opened.shapes
    if (first === undefined) throw new Error('There is no label')
    const saying = (mark: Pick<Shape, 'isLocked' | 'group'>) =>
      studio.annotations.commit({ ...at, ...opened, edit: edit({ before: first, after: { ...first, ...mark } }) })

    const refused = 'The API of nas:9000 does not support'
    await expect(saying({ isLocked: true })).rejects.toThrow(`${refused} locked annotations`)
    await expect(saying({ group: GROUP })).rejects.toThrow(`${refused} groups of annotations`)
    const drawn = box(first)
    await studio.annotations.commit({ ...at, ...opened, edit: edit({ before: null, after: drawn }) })
    expect(await labelsAt(at.project, at.image)).toHaveLength(3)
    expect((await studio.annotations.open(at)).shapes[2]).toMatchObject({ id: drawn.id })
  })
})

/** As a server tells it that knows classes and places alone. */
function withoutMarks(management: Management): Management {
  return {
    ...management,
    async image(...of) {
      const told = await management.image(...of)
      if (!told.ok) return told
      const annotation = told.value.annotation?.map((object) => {
        const { own: _, said: __, ...bare } = object
        return bare
      })
      return { ok: true, value: { ...told.value, annotation, keepsMarks: false } }
    },
  }
}
