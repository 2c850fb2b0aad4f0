import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BoxShape } from '#common/annotation/shape'
import { ClassId, ImageId, ProjectSlug, ShapeId } from '#common/ids'
import type { Management } from '#core/management/ports'
import { reasonsInWords } from '#test/kit/in-words'
import { newProject, newVersion, upload, uploadLabelled } from '../kit/dataset.ts'
import { someImage } from '../kit/images.ts'
import { MANAGEMENTS } from '../kit/managements.ts'
import { drawing } from '../kit/placed.ts'
import { remoteProcedures, type StudioOfRemote, studioOfRemote } from '../kit/remote.ts'
import { type TestStation, testStation } from '../kit/station.ts'

/** The studio's procedures as a page calls them, over another machine's management API. */
describe.each(MANAGEMENTS)('the studio elsewhere, over the $name management', ({ open }) => {
  let station: TestStation
  let management: Management
  let studio: StudioOfRemote
  let shapes = 0

  beforeAll(async () => {
    station = await testStation()
    management = await open(station)
    studio = remoteProcedures(studioOfRemote(management))
  })

  afterAll(async () => station.close())

  async function makeProject() {
    return ProjectSlug.parse(await newProject(station))
  }

  function box(classId: ClassId, x0: number): BoxShape {
    shapes += 1
    const id = ShapeId.parse(`drawn${String(shapes).padStart(15, '0')}`)
    return { kind: 'box', id, classId, z: shapes, origin: 'hand', box: { x0, y0: 4, x1: x0 + 8, y1: 12 } }
  }

  async function stored(project: string, image: string) {
    const told = await management.image(project, image)
    return told.ok ? told.value.annotation : told.error
  }

  test('projects are listed with their figures and images', async () => {
    const project = await makeProject()
    const labelled = await uploadLabelled(station, project)
    const plain = await upload(station, project)

    const listed = (await studio.projects.list()).find(({ slug }) => slug === project)

    expect(listed).toMatchObject({ images: 2, unlabelled: 1, done: 1, covers: [labelled, plain] })
    expect(await studio.projects.read({ project })).toEqual(listed)
  })

  test('a project is made there', async () => {
    const made = await studio.projects.create({ name: 'Far bay', type: 'instance-segmentation' })

    expect(made).toMatchObject({ slug: 'far-bay', type: 'instance-segmentation' })
    expect((await management.project('far-bay')).ok).toBe(true)
  })

  test('images come in pages with what is on them, and a filter narrows them', async () => {
    const project = await makeProject()
    const quay = await uploadLabelled(station, project, { name: 'quay.png', split: 'valid' })
    const gull = await upload(station, project, { name: 'gull.png' })
    const [crate] = await studio.projects.classes.list({ project })
    const page = (filter: object) =>
      studio.images.page({ project, filter, sort: 'added', offset: 0, limit: 100 }).then(({ rows }) => rows)

    expect(await page({})).toMatchObject([
      { id: quay, name: 'quay.png', split: 'valid', state: 'done', shapes: 1, width: 64, height: 48 },
      { id: gull, name: 'gull.png', split: 'train', state: 'todo', shapes: 0 },
    ])
    expect(await page({ splits: ['valid'], states: ['done', 'started'] })).toMatchObject([{ id: quay }])
    expect(await page({ classes: [crate?.id ?? ''] })).toMatchObject([{ id: quay }])
    expect(await page({ states: ['todo'], search: 'gull OR quay' })).toMatchObject([{ id: gull }])
    expect(await studio.images.ids({ project, filter: { text: 'u' }, sort: 'added' })).toEqual([quay, gull])
  })

  test('a search that cannot be read is refused before anything is asked', async () => {
    const project = await makeProject()

    const answer = studio.images.ids({ project, filter: { search: 'colour:red' }, sort: 'added' })

    await expect(answer).rejects.toMatchObject({ code: 'REFUSED', data: { reason: 'search-invalid' } })
  })

  test('every box of the filter column says how many images it shows', async () => {
    const project = await makeProject()
    await uploadLabelled(station, project, { split: 'valid', batch: 'Monday' })
    await upload(station, project, { batch: 'Monday' })
    const [crate] = await studio.projects.classes.list({ project })

    const facets = await studio.images.facets({ project })

    expect(facets).toMatchObject({
      splits: { train: 1, valid: 1, test: 0 },
      states: { done: 1, started: 0, todo: 1 },
      classes: [{ id: crate?.id, images: 1 }],
      batches: [{ name: 'Monday', images: 2 }],
    })
  })

  test('a gesture is stored there when it is answered, and undo and redo too', async () => {
    const project = await makeProject()
    const image = ImageId.parse(await upload(station, project))
    const boat = await studio.projects.classes.create({ project, name: 'boat' })
    const opened = await studio.annotations.open({ project, image })

    const drawn = await studio.annotations.commit({ project, image, ...opened, edit: drawing(box(boat.id, 10)) })
    expect(drawn).toMatchObject({ state: 'done', undo: [{ code: 'edit-draw' }], redo: [] })
    expect(await stored(project, image)).toMatchObject([{ className: 'boat', box: { x0: 10, y0: 4, x1: 18, y1: 12 } }])

    const more = await studio.annotations.commit({ project, image, ...drawn, edit: drawing(box(boat.id, 30)) })
    expect(await stored(project, image)).toHaveLength(2)

    const undone = await studio.annotations.undo({ project, image, ...more })
    expect(undone).toMatchObject({
      undo: [{ code: 'edit-draw' }],
      redo: [{ code: 'edit-draw' }],
      changes: [{ after: null }],
    })
    expect(await stored(project, image)).toHaveLength(1)

    await studio.annotations.redo({ project, image, ...undone })
    expect(await stored(project, image)).toHaveLength(2)
    expect(await studio.projects.classes.list({ project })).toMatchObject([{ id: boat.id, name: 'boat', shapes: 2 }])
  })

  test('shapes that another program stored are opened, and an image that it changed refuses an older edit', async () => {
    const project = await makeProject()
    const image = ImageId.parse(await uploadLabelled(station, project))
    const opened = await studio.annotations.open({ project, image })
    const classId = opened.shapes[0]?.classId ?? ClassId.parse('none0000')
    await management.annotate(project, image, {
      name: 'a.txt',
      text: '0 0.5 0.5 0.2 0.2',
      labelmap: new Map([['0', 'crate']]),
      overwrite: true,
    })

    const late = studio.annotations.commit({ project, image, ...opened, edit: drawing(box(classId, 1)) })

    await expect(late).rejects.toMatchObject({ data: { reason: 'edit-conflict' } })
    expect(await stored(project, image)).toHaveLength(1)
    const again = await studio.annotations.open({ project, image })
    expect(again.revision).not.toBe(opened.revision)
    expect(again.shapes).toMatchObject([{ kind: 'box', box: { x0: 25.6 } }])
  })

  test('an image with nothing to label is marked so there; what the API cannot say is refused', async () => {
    const project = await makeProject()
    const image = ImageId.parse(await upload(station, project))
    const opened = await studio.annotations.open({ project, image })

    const marked = await studio.annotations.setState({ project, image, ...opened, done: true, isNull: true })

    expect(marked).toMatchObject({ isNull: true, state: 'done' })
    expect(await stored(project, image)).toEqual([])
    const page = await studio.images.page({ project, filter: {}, sort: 'added', offset: 0, limit: 100 })
    expect(page.rows).toMatchObject([{ id: image, isNull: true, state: 'done' }])
    const back = studio.annotations.setState({ project, image, ...marked, done: false, isNull: false })
    await expect(back).rejects.toMatchObject({ data: { reason: 'remote-cannot' } })
  })

  test('keypoints keep their names when the image is labelled further', async () => {
    const project = ProjectSlug.parse(await newProject(station, 'keypoint-detection'))
    const image = ImageId.parse(await upload(station, project))
    const keypoints = [10, 10, 2, 20, 20, 1]
    const coco = {
      images: [{ id: 1, file_name: 'a.png', width: 64, height: 48 }],
      categories: [{ id: 1, name: 'gull', keypoints: ['beak', 'tail'], skeleton: [[1, 2]] }],
      annotations: [{ id: 1, image_id: 1, category_id: 1, bbox: [8, 8, 16, 16], keypoints }],
    }
    const file = { name: 'a.json', text: JSON.stringify(coco), labelmap: new Map(), overwrite: true }
    await management.annotate(project, image, file)
    const opened = await studio.annotations.open({ project, image })
    const [shape] = opened.shapes
    if (shape?.kind !== 'keypoints') throw new Error('There are no keypoints')
    const second = { ...shape, id: ShapeId.parse('drawn000000second00'), z: 1 }
    await studio.annotations.commit({ project, image, ...opened, edit: drawing(second) })

    const gull = { kind: 'keypoints', skeleton: { points: ['beak', 'tail'], edges: [[0, 1]] } }
    expect(await stored(project, image)).toMatchObject([gull, gull])
    expect(await studio.projects.classes.list({ project })).toMatchObject([{ name: 'gull', skeleton: gull.skeleton }])
  })

  test('the outlines of several images come together', async () => {
    const project = await makeProject()
    const image = ImageId.parse(await uploadLabelled(station, project))

    expect(await studio.images.outlines({ project, images: [image] })).toMatchObject([
      { image, shapes: [{ kind: 'box', box: { x0: 16, x1: 48 } }] },
    ])
  })

  test('a version is planned, tried out, generated and listed, and its archive passes through', async () => {
    const project = await makeProject()
    await uploadLabelled(station, project)
    const image = await upload(station, project)
    const settings = { preprocessing: { 'auto-orient': true }, augmentation: {} }
    const seed = '0123456789abcdef0123456789abcdef'

    expect(await studio.versions.plan({ project, settings })).toMatchObject({
      sources: 1,
      leftOut: 1,
      images: 1,
      splits: { train: 1, valid: 0, test: 0 },
      bytes: null,
      seconds: null,
    })

    const started = await studio.versions.start({ project, name: 'First', settings, seed })
    await expect.poll(async () => (await studio.tasks.read(started)).status).toBe('completed')
    const [version] = await studio.versions.list({ project })
    expect(version).toMatchObject({
      number: 1,
      name: 'First',
      state: 'ready',
      images: 1,
      seed,
      recipe: ['Auto-orient'],
    })

    expect((await studio.exports.formats({ project, version: 1 })).every(({ made }) => made === null)).toBe(true)
    const task = await studio.exports.start({ project, version: 1, format: 'coco' })
    await expect.poll(async () => (await studio.tasks.read(task)).status).toBe('completed')
    const coco = (await studio.exports.formats({ project, version: 1 })).find(({ id }) => id === 'coco')
    expect(coco?.made).toMatchObject({ url: `/exports/${project}/1/coco`, bytes: expect.any(Number) })
    expect((await studio.tasks.list()).map(({ kind }) => kind)).toEqual(expect.arrayContaining(['export', 'version']))
    expect(image).not.toBe('')
  })

  test('a split is rebalanced there, with the counts known before', async () => {
    const project = await makeProject()
    for (let made = 0; made < 4; made += 1) await upload(station, project)
    const request = {
      shares: { train: 50, valid: 25, test: 25 },
      mode: 'rebalance' as const,
      grouping: 'global' as const,
      classes: [],
      seed: '0123456789abcdef0123456789abcdef',
    }
    const now = { train: 4, valid: 0, test: 0 }
    const after = { train: 2, valid: 1, test: 1 }

    const preview = await studio.splits.preview({ project, request, page: { offset: 0, limit: 10 } })
    const task = await studio.splits.start({ project, request })

    expect(preview).toMatchObject({ now, after, total: 2, moves: [] })
    await expect.poll(async () => (await studio.tasks.read(task)).status).toBe('completed')
    expect((await studio.projects.read({ project })).splits).toEqual(after)
    const shuffle = studio.splits.start({ project, request: { ...request, mode: 'shuffle' } })
    await expect(shuffle).rejects.toMatchObject({ data: { reason: 'remote-cannot' } })
  })

  test('the health of a project is that which the other machine finds', async () => {
    const project = await makeProject()
    await uploadLabelled(station, project)
    await upload(station, project)

    const report = await studio.health.read({ project })

    expect(report).toMatchObject({
      images: 2,
      shapes: 1,
      unannotated: 1,
      sizes: [],
      classes: [{ name: 'crate', shapes: 1 }],
    })
    const classId = report.classes[0]?.id ?? null
    const { side, cells } = await studio.health.heat({ project, classId })
    expect(cells).toHaveLength(side * side)
    expect(Math.max(...cells)).toBe(1)
    expect((await studio.health.heat({ project, classId: null })).cells).toEqual(cells)
  })

  test('a project goes into the trash there and comes back', async () => {
    const project = await makeProject()

    const { projectId } = await studio.trash.moveProject({ project })

    const item = (await studio.trash.list()).find((each) => each.kind === 'project' && each.id === projectId)
    expect(item).toMatchObject({ kind: 'project', images: null, versions: null })
    expect(await studio.trash.restore({ kind: 'project', id: projectId })).toMatchObject({ project, takenSlug: null })
    expect((await management.project(project)).ok).toBe(true)
  })

  test('a version goes into the trash there and comes back', async () => {
    const project = await makeProject()
    await uploadLabelled(station, project)
    const version = await newVersion(station, project)

    const { projectId } = await studio.trash.moveVersion({ project, version })

    expect(await studio.versions.list({ project })).toEqual([])
    const restored = await studio.trash.restore({ kind: 'version', projectId, number: version })
    expect(restored).toMatchObject({ project })
    expect(await studio.versions.list({ project })).toMatchObject([{ number: version }])
  })

  test('keys of the other workspace are listed, made and disabled', async () => {
    const { key, secret } = await studio.keys.create({ name: 'Camera', rights: 'labeler' })
    const { keys } = await studio.keys.list()

    expect(secret.length).toBeGreaterThan(20)
    expect(keys).toContainEqual(expect.objectContaining({ id: key.id, name: 'Camera', rights: 'labeler', ending: '' }))
    expect(await studio.keys.setDisabled({ id: key.id, isDisabled: true })).toMatchObject({ isDisabled: true })
  })

  test('files that are brought in are sent there, and repeated ones are recognised', async () => {
    const [project, there, bytes] = [await makeProject(), studioOfRemote(management), await someImage()]
    const { taskId } = there.imports.start(project, 'Monday', 3)
    const send = (path: string, content: Uint8Array) => there.imports.takeFile(taskId, path, Readable.from([content]))

    const [first, again] = [await send('a/quay.png', bytes), await send('b/quay.png', bytes)]
    const text = await send('notes.txt', Buffer.from('no image'))

    expect(first).toMatchObject({ value: { path: 'a/quay.png', outcome: 'added', reason: null } })
    expect(again).toMatchObject({ value: { outcome: 'duplicate' } })
    const told = { outcome: 'refused', reason: expect.stringContaining('not an image') }
    expect(text.ok && reasonsInWords([text.value])).toMatchObject([told])
    expect(there.imports.finish(taskId)).toEqual({
      ok: true,
      value: {
        added: 1,
        duplicates: 1,
        refused: 1,
        expected: 3,
        labelled: 0,
        repeated: 0,
        repaired: 0,
        problems: 0,
        notes: 0,
        retryable: 0,
      },
    })
    expect(there.tasks.read(taskId)).toMatchObject({ value: { status: 'completed', kind: 'import' } })
    const page = await studio.images.page({ project, filter: {}, sort: 'added', offset: 0, limit: 10 })
    expect(page.rows.map(({ name }) => name)).toEqual(['quay.png'])
  })

  test('tags and metadata of an image are changed there, and changed back', async () => {
    const project = await makeProject()
    const image = ImageId.parse(await upload(station, project, { name: 'quay.png' }))
    const told = async () => {
      const answer = await management.image(project, image)
      return answer.ok ? { tags: answer.value.tags, metadata: answer.value.metadata } : answer.error
    }

    await studio.images.edit({ project, image, addTags: ['night'], metadata: { lane: 4 } })
    const changed = await told()
    await studio.images.edit({ project, image, removeTags: ['night'], removeMetadata: ['lane'] })

    expect(changed).toEqual({ tags: ['night'], metadata: { lane: 4 } })
    expect(await told()).toEqual({ tags: [], metadata: {} })
  })

  test('a tag that is none is refused there, and nothing is changed', async () => {
    const project = await makeProject()
    const image = ImageId.parse(await upload(station, project, { name: 'quay.png' }))

    await expect(studio.images.edit({ project, image, addTags: ['x'.repeat(65)] })).rejects.toThrow('64')

    expect(await studio.images.read({ project, image })).toMatchObject({ tags: [] })
  })

  test('the details of an image leave out what the API does not tell', async () => {
    const project = await makeProject()
    const image = ImageId.parse(await upload(station, project, { name: 'quay.png', tag: 'night' }))

    expect(await studio.images.read({ project, image })).toMatchObject({
      id: image,
      name: 'quay.png',
      tags: ['night'],
      width: 64,
      height: 48,
      batch: null,
      bytes: null,
      format: null,
    })
  })
})
