import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { editName } from '#common/annotation/edit-name'
import { ImageId, ProjectSlug } from '#common/ids'
import { sentenceOf } from '#common/messages/sentence'
import type { Management } from '#core/management/ports'
import { newProject, upload, uploadLabelled } from '../kit/dataset.ts'
import { MANAGEMENTS } from '../kit/managements.ts'
import { BOAT, BUOY, FILE, GULL, type Image, opened, stored } from '../kit/proposed.ts'
import { remoteProcedures, type StudioOfRemote, studioOfRemote } from '../kit/remote.ts'
import { type TestStation, testStation } from '../kit/station.ts'

describe.each(MANAGEMENTS)('proposals of images elsewhere, over the $name management', ({ open }) => {
  let station: TestStation
  let management: Management
  let studio: StudioOfRemote

  beforeAll(async () => {
    station = await testStation()
    management = await open(station)
    studio = remoteProcedures(studioOfRemote(management))
  })

  afterAll(async () => station.close())

  async function offer({ project, image }: Image, source: string, ...lines: string[]) {
    const offered = await management.proposals.offer(project, image, { ...FILE, source, text: lines.join('\n') })
    if (!offered.ok) throw new Error(sentenceOf(offered.error))
  }

  /** An image of 64 × 48 pixels with what two models said of it. */
  async function proposed(): Promise<Image> {
    const project = ProjectSlug.parse(await newProject(station))
    const of = { project, image: ImageId.parse(await upload(station, project)) }
    await offer(of, 'harbor', BOAT, GULL)
    await offer(of, '', BUOY)
    return of
  }

  test('what models said waits, with identifiers that stay', async () => {
    const of = await proposed()

    const first = await studio.annotations.open(of)
    const again = await studio.annotations.open(of)

    expect(first.proposals).toMatchObject([
      { source: 'harbor', className: 'boat', score: 0.9, form: { box: { x0: 8, y0: 6, x1: 24, y1: 18 } } },
      { source: 'harbor', className: 'gull', score: 0.4 },
      { source: '', className: 'buoy', score: null },
    ])
    expect(new Set(first.proposals.map(({ id }) => id)).size).toBe(3)
    expect(again).toEqual(first)
    expect(await studio.images.read(of)).toMatchObject({ proposals: 3, shapes: 0, state: 'todo' })
  })

  test('an accepted one is a label there, and the others wait on', async () => {
    const of = await proposed()
    const page = await opened(studio, of)

    const written = await studio.annotations.commit({ ...of, ...page, edit: page.accepting('boat') })

    expect(written).toMatchObject({
      state: 'done',
      undo: [editName('edit-accept-suggestions', { count: 1 })],
      redo: [],
    })
    expect(await stored(management, of)).toEqual({ labels: ['boat'], waiting: [': buoy –', 'harbor: gull 0.4'] })
    const after = await opened(studio, of)
    expect(after).toMatchObject({ revision: written.revision, waiting: ['gull', 'buoy'], proposals: page.proposals })
    const [boat] = await studio.projects.classes.list({ project: of.project })
    expect(after.shapes).toMatchObject([{ id: page.proposals[0]?.id, classId: boat?.id }])
  })

  test('a rejected one goes and leaves the labels alone', async () => {
    const project = ProjectSlug.parse(await newProject(station))
    const of = { project, image: ImageId.parse(await uploadLabelled(station, project)) }
    await offer(of, 'harbor', BOAT, GULL)
    const page = await opened(studio, of)

    await studio.annotations.commit({ ...of, ...page, edit: page.rejecting('gull') })

    expect(await stored(management, of)).toEqual({ labels: ['crate'], waiting: ['harbor: boat 0.9'] })
    expect(await opened(studio, of)).toMatchObject({ shapes: page.shapes, waiting: ['boat'] })
  })

  test('undo and redo put labels and proposals back and forth, under the same identifiers', async () => {
    const of = await proposed()
    const page = await opened(studio, of)
    const accepted = await studio.annotations.commit({ ...of, ...page, edit: page.accepting('boat') })
    const next = await opened(studio, of)
    const rejected = await studio.annotations.commit({ ...of, ...accepted, edit: next.rejecting('gull') })
    expect(await stored(management, of)).toEqual({ labels: ['boat'], waiting: [': buoy –'] })

    const once = await studio.annotations.undo({ ...of, ...rejected })
    expect(once).toMatchObject({ changes: [], proposals: [{ id: page.proposals[1]?.id, isSettled: false }] })
    expect(await stored(management, of)).toEqual({ labels: ['boat'], waiting: [': buoy –', 'harbor: gull 0.4'] })

    const twice = await studio.annotations.undo({ ...of, ...once })
    expect(twice).toMatchObject({
      undo: [],
      redo: [editName('edit-accept-suggestions', { count: 1 }), editName('edit-reject-suggestions', { count: 1 })],
      changes: [{ after: null }],
    })
    expect(await stored(management, of)).toEqual({
      labels: [],
      waiting: [': buoy –', 'harbor: boat 0.9', 'harbor: gull 0.4'],
    })
    expect(await studio.annotations.open(of)).toMatchObject({ proposals: page.proposals, settled: [], shapes: [] })

    await studio.annotations.redo({ ...of, ...twice })
    expect(await stored(management, of)).toEqual({ labels: ['boat'], waiting: [': buoy –', 'harbor: gull 0.4'] })
  })

  test('what others propose meanwhile stays', async () => {
    const of = await proposed()
    const page = await opened(studio, of)
    await offer(of, 'harbor', GULL, BOAT, BUOY)
    await offer(of, 'pier', GULL)

    await studio.annotations.commit({ ...of, ...page, edit: page.accepting('boat') })

    expect((await stored(management, of)).waiting.toSorted()).toEqual([
      ': buoy –',
      'harbor: buoy –',
      'harbor: gull 0.4',
      'pier: gull 0.4',
    ])
  })

  test('a proposal that somebody else settled or replaced meanwhile is not accepted any more', async () => {
    const of = await proposed()
    const page = await opened(studio, of)
    await offer(of, 'harbor', GULL)

    const late = studio.annotations.commit({ ...of, ...page, edit: page.accepting('boat') })

    await expect(late).rejects.toMatchObject({ data: { reason: 'edit-conflict' } })
    expect(await stored(management, of)).toEqual({ labels: [], waiting: [': buoy –', 'harbor: gull 0.4'] })
    expect(await opened(studio, of)).toMatchObject({ revision: page.revision, waiting: ['gull', 'buoy'] })
  })

  test('what was rejected and is proposed once more waits again', async () => {
    const of = await proposed()
    const page = await opened(studio, of)
    await studio.annotations.commit({ ...of, ...page, edit: page.rejecting('boat') })
    await offer(of, 'harbor', BOAT, GULL)

    const after = await opened(studio, of)

    expect(after.waiting).toEqual(['gull', 'buoy', 'boat'])
    expect(after.settled).toEqual([page.proposals[0]?.id])
  })

  test.each([
    ['instance-segmentation', '0 0.1 0.1 0.61 0.13 0.47 0.59\n1 0.2 0.3 0.4 0.3 0.4 0.7 0.3 0.8', 'polygon'],
    ['keypoint-detection', null, 'keypoints'],
  ])('of %s the others keep their geometry to the pixel', async (type, lines, kind) => {
    const project = ProjectSlug.parse(await newProject(station, type))
    const of = { project, image: ImageId.parse(await upload(station, project)) }
    const points = { images: [{ id: 1 }], categories: [], annotations: [] }
    const name = (id: number, keypoints: string[]) => ({
      id,
      name: id === 1 ? 'boat' : 'gull',
      keypoints,
      skeleton: [],
    })
    const shape = { image_id: 1, bbox: [4.25, 5.5, 20.1, 11.3], score: 0.123456 }
    const coco = JSON.stringify({
      ...points,
      categories: [name(1, ['bow', 'stern']), name(2, ['beak', 'tail', 'foot'])],
      annotations: [
        { ...shape, category_id: 1, keypoints: [5.5, 6, 2, 20.75, 10, 1] },
        { ...shape, category_id: 2, keypoints: [5.5, 6, 2, 20.75, 10, 1, 8.125, 9, 0] },
      ],
    })
    const file = { ...FILE, name: lines === null ? 'a.json' : 'a.txt', text: lines ?? coco, source: 'harbor' }
    await management.proposals.offer(project, of.image, file)
    const before = await management.image(project, of.image)
    const page = await opened(studio, of)

    await studio.annotations.commit({ ...of, ...page, edit: page.rejecting('boat') })

    const after = await management.image(project, of.image)
    if (!before.ok || !after.ok) throw new Error('The image is not there')
    expect(after.value.predictions).toEqual(before.value.predictions.slice(1))
    expect(after.value.predictions).toMatchObject([{ object: { kind, className: 'gull' } }])
  })

  test('points of a class that is new there stay points when they are accepted', async () => {
    const project = ProjectSlug.parse(await newProject(station, 'keypoint-detection'))
    const of = { project, image: ImageId.parse(await upload(station, project)) }
    const text = JSON.stringify({
      images: [{ id: 1 }],
      categories: [{ id: 1, name: 'boat', keypoints: ['bow', 'stern'], skeleton: [] }],
      annotations: [{ image_id: 1, category_id: 1, bbox: [4, 5, 20, 11], keypoints: [5, 6, 2, 20, 10, 2] }],
    })
    await management.proposals.offer(project, of.image, { ...FILE, name: 'a.json', text, source: 'harbor' })
    const page = await opened(studio, of)

    await studio.annotations.commit({ ...of, ...page, edit: page.accepting('boat') })

    const told = await management.image(project, of.image)
    expect(told).toMatchObject({
      ok: true,
      value: { annotation: [{ kind: 'keypoints', points: [{ x: 5 }, { x: 20 }] }] },
    })
    expect(await opened(studio, of)).toMatchObject({ waiting: [], shapes: [{ kind: 'keypoints' }] })
  })

  test('the images page counts and finds images with proposals', async () => {
    const of = await proposed()
    await upload(station, of.project)

    expect(await studio.images.facets({ project: of.project })).toMatchObject({ hasProposals: 1 })
    const filter = { hasProposals: true } as const
    expect(await studio.images.ids({ project: of.project, filter, sort: 'added' })).toEqual([of.image])
  })
})
