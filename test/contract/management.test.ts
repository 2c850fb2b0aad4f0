import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Refusal } from '#common/errors'
import { sentenceOf } from '#common/messages/sentence'
import type { ImageAbout } from '#core/management/images'
import type { Management } from '#core/management/ports'
import { decompressionBomb, someImage } from '../kit/images.ts'
import { inWords } from '../kit/in-words.ts'
import { MANAGEMENTS } from '../kit/managements.ts'
import { type TestStation, testStation } from '../kit/station.ts'

describe.each(MANAGEMENTS)('the $name management', ({ open }) => {
  let station: TestStation
  let management: Management
  let projects = 0

  beforeAll(async () => {
    station = await testStation()
    management = await open(station)
  })

  afterAll(async () => station.close())

  async function newProject(): Promise<string> {
    projects += 1
    const created = await management.createProject({ name: `Bay ${projects}`, type: 'object-detection' })
    return valueOf(created).slug
  }

  async function upload(project: string, about: Partial<ImageAbout> = {}): Promise<string> {
    const image = { bytes: once(await someImage()), about: () => ({ name: 'quay.png', ...about }) }
    return valueOf(await management.upload(project, image)).id
  }

  async function uploadLabelled(project: string): Promise<string> {
    const id = await upload(project)
    valueOf(await management.annotate(project, id, YOLO))
    return id
  }

  async function newVersion(project: string): Promise<number> {
    const wanted = { name: 'First', settings: { preprocessing: {}, augmentation: {} } }
    const { version, taskId } = valueOf(await management.generate(project, wanted))
    await station.taskEnd(taskId ?? '')
    return version
  }

  /** Asks until the archive is there; each question waits for the task that the one before started. */
  async function exported(project: string, version: number) {
    for (;;) {
      const answer = valueOf(await management.export(project, version, 'coco'))
      if (answer.kind === 'ready') return answer
      const tasks = await station.services.tasks.list(station.workspace)
      await Promise.all(tasks.filter(({ kind }) => kind === 'export').map(({ taskId }) => station.taskEnd(taskId)))
    }
  }

  test('tells the workspace of its key', async () => {
    expect(valueOf(await management.identify())).toBe('acme')
  })

  test('makes a project and lists it', async () => {
    const wanted = { name: 'Night Boats', type: 'instance-segmentation', annotationGroup: 'boats', license: 'MIT' }

    const created = valueOf(await management.createProject(wanted))
    const workspace = valueOf(await management.workspace())

    expect(created).toMatchObject({
      slug: 'night-boats',
      name: 'Night Boats',
      type: 'instance-segmentation',
      annotationGroup: 'boats',
      createdAt: expect.any(Date),
      images: 0,
      classes: [],
      versions: 0,
    })
    expect(workspace).toMatchObject({ slug: 'acme', name: 'Acme', members: 1 })
    expect(workspace.projects).toContainEqual(created)
  })

  test('takes an image in, labels it and reads it back', async () => {
    const project = await newProject()
    const id = await upload(project, { split: 'valid', batch: 'Monday' })

    valueOf(await management.annotate(project, id, YOLO))
    const image = valueOf(await management.image(project, id))

    expect(image).toMatchObject({
      id,
      name: 'quay.png',
      split: 'valid',
      labels: ['crate', 'sail'],
      width: 64,
      height: 48,
      createdAt: expect.any(Date),
      annotation: [
        { className: 'crate', kind: 'box', box: { x0: 16, y0: 12, x1: 48, y1: 36 } },
        { className: 'sail', kind: 'polygon', rings: [[0, 0, 32, 0, 32, 24]] },
      ],
    })
    expect(valueOf(await management.project(project)).project).toMatchObject({
      splits: { train: 0, valid: 1, test: 0 },
      classes: [
        { name: 'crate', shapes: 1, color: '#78A4F6' },
        { name: 'sail', shapes: 1, color: '#FBD04E' },
      ],
    })
  })

  test('tells an image that nobody has labelled from one that holds nothing', async () => {
    const project = await newProject()
    const [plain, empty] = [await upload(project), await upload(project)]
    valueOf(await management.annotate(project, empty, { ...YOLO, text: '' }))

    const images = await Promise.all([plain, empty].map((id) => management.image(project, id)))

    expect(images.map((image) => valueOf(image).annotation)).toEqual([undefined, []])
  })

  test('knows an image that is there already', async () => {
    const project = await newProject()
    const bytes = await someImage()
    const send = () => management.upload(project, { bytes: once(bytes), about: () => ({ name: 'a.png' }) })

    const [first, second] = [valueOf(await send()), valueOf(await send())]

    expect(first).toEqual({ id: expect.any(String), duplicateOf: undefined })
    expect(second).toEqual({ id: first.id, duplicateOf: expect.stringContaining('a.png') })
  })

  test('replaces labels only when it is told to', async () => {
    const project = await newProject()
    const id = await uploadLabelled(project)

    const again = await management.annotate(project, id, YOLO)
    const replaced = await management.annotate(project, id, { ...YOLO, text: '1 0.5 0.5 0.5 0.5', overwrite: true })

    expect(inWords(again)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('already annotated') },
    })
    expect(replaced.ok).toBe(true)
    expect(valueOf(await management.image(project, id)).labels).toEqual(['sail'])
  })

  test('generates a version, tells its state, and exports it to an archive', async () => {
    const project = await newProject()
    await uploadLabelled(project)

    const version = await newVersion(project)
    const answer = valueOf(await management.version(project, version))
    const { archive, ...ready } = await exported(project, version)
    const { fileName, bytes, content } = valueOf(await management.download(archive))
    const zip = await readAll(content)

    expect(answer).toMatchObject({
      workspace: { slug: 'acme' },
      project: { slug: project, versions: 1 },
      version: { number: 1, name: 'First', images: 1, isGenerating: false, progress: 1, exports: [] },
    })
    expect(ready).toMatchObject({ kind: 'ready', format: 'coco', version: { exports: ['coco'] } })
    expect({ fileName, bytes: zip.length }).toEqual({ fileName: `${project}.v1.coco.zip`, bytes })
    expect(zip.subarray(0, 2).toString()).toBe('PK')
  })

  test('rebalances a project and tells how the task went', async () => {
    const project = await newProject()
    for (let i = 0; i < 4; i += 1) await upload(project)
    const shares = { train: 1, valid: 1, test: 0 }

    const taskId = valueOf(await management.rebalance(project, { ...BALANCE, shares }))
    await station.taskEnd(taskId)
    const task = valueOf(await management.task(taskId))

    expect(task).toMatchObject({ taskId, status: 'completed', result: { moved: 2 }, error: undefined })
    expect(valueOf(await management.project(project)).project.splits).toEqual({ train: 2, valid: 2, test: 0 })
  })

  test('names an unknown project, image, version and task', async () => {
    const project = await newProject()

    const answers = [
      await management.project('nowhere'),
      await management.image(project, 'nosuchimage0000000'),
      await management.version(project, 7),
      await management.task('nosuchtask0000000000'),
    ]

    expect(answers.map(refusalOf)).toEqual([
      expect.stringContaining('no project "nowhere"'),
      expect.stringContaining('no image "nosuchimage0000000"'),
      expect.stringContaining('no version 7'),
      expect.stringContaining('no task "nosuchtask0000000000"'),
    ])
  })

  test('refuses a kind of project that there is not, and a second project of one name', async () => {
    const twice = { name: 'Twice', type: 'object-detection' }
    valueOf(await management.createProject(twice))

    const answers = [
      await management.createProject({ name: 'Posts', type: 'video' }),
      await management.createProject(twice),
    ]

    expect(answers.map(refusalOf)).toEqual([
      expect.stringContaining('type must be one of object-detection, instance-segmentation'),
      expect.stringContaining('"twice" exists already'),
    ])
  })

  test.each([
    ['an empty file', Buffer.alloc(0), 'odd.png: The file is empty (0 bytes)'],
    ['a decompression bomb', decompressionBomb(), 'odd.png: The image has 1600 million pixels'],
    ['a text', Buffer.from('no image'), 'odd.png: This file is not an image'],
  ])('refuses %s in place of an image', async (_what, file, sentence) => {
    const project = await newProject()

    const answer = await management.upload(project, { bytes: once(file), about: () => ({ name: 'odd.png' }) })

    expect(refusalOf(answer)).toContain(sentence)
  })

  test('refuses an image for a split that does not exist', async () => {
    const about = () => ({ name: 'a.png', split: 'val' })

    const answer = await management.upload(await newProject(), { bytes: once(await someImage()), about })

    expect(refusalOf(answer)).toContain('split must be train, valid or test')
  })

  test('shortens a class name of 300 characters, and tells it', async () => {
    const project = await newProject()
    const id = await upload(project)
    const text = cocoOf('b'.repeat(300), [1, 1, 9, 9, 9, 1])

    const answer = await management.annotate(project, id, { ...YOLO, text, name: 'a.json' })

    expect(answer).toMatchObject({ ok: true, value: { leftOut: [expect.stringContaining('was shortened')] } })
  })

  test.each([
    ['a polygon of two points', cocoOf('boat', [1, 1, 9, 9]), 'a.json', 'at least three'],
    ['a file of an unknown kind', 'x,y\n1,2', 'a.csv', 'Send Pascal VOC'],
  ])('refuses labels with %s', async (_what, text, name, sentence) => {
    const project = await newProject()
    const id = await upload(project)

    const answer = await management.annotate(project, id, { ...YOLO, text, name })

    expect(refusalOf(answer)).toContain(sentence)
  })

  test('refuses settings by the key that is wrong, and a project without labels', async () => {
    const project = await newProject()
    await upload(project)

    const answers = [
      await management.generate(project, {
        name: '',
        settings: { preprocessing: { sharpen: true }, augmentation: {} },
      }),
      await management.generate(project, { name: '', settings: { preprocessing: {}, augmentation: {} } }),
    ]

    expect(answers.map(refusalOf)).toEqual([
      expect.stringContaining('preprocessing.sharpen is not a known setting'),
      expect.stringContaining('No image is labelled yet'),
    ])
  })

  test('refuses an unknown format with the known ones', async () => {
    const project = await newProject()
    await uploadLabelled(project)

    const answer = await management.export(project, await newVersion(project), 'gulls')

    expect(refusalOf(answer)).toMatch(/"gulls" is not an export format .* coco, coco-segmentation, yolov8,/)
  })

  test('refuses shares that sum to 0 and a class that is not there', async () => {
    const project = await newProject()

    const answers = [
      await management.rebalance(project, { ...BALANCE, shares: { train: 0, valid: 0, test: 0 } }),
      await management.rebalance(project, { ...BALANCE, classes: ['gull'] }),
    ]

    expect(answers.map(refusalOf)).toEqual([
      expect.stringContaining('needs a share above 0'),
      expect.stringContaining('no class "gull"'),
    ])
  })
})

const YOLO = {
  name: 'quay.txt',
  text: '0 0.5 0.5 0.5 0.5\n1 0 0 0.5 0 0.5 0.5',
  labelmap: new Map([
    ['0', 'crate'],
    ['1', 'sail'],
  ]),
  overwrite: false,
}

const BALANCE = {
  shares: { train: 70, valid: 20, test: 10 },
  mode: 'rebalance',
  grouping: 'global',
  classes: [],
} as const

function cocoOf(name: string, polygon: number[]): string {
  const annotations = [{ id: 1, image_id: 1, category_id: 1, segmentation: [polygon] }]
  return JSON.stringify({ images: [{ id: 1, file_name: 'a.png' }], categories: [{ id: 1, name }], annotations })
}

async function* once(bytes: Uint8Array) {
  yield bytes
}

async function readAll(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks)
}

type Answer<Value> = { ok: true; value: Value } | { ok: false; error: Refusal }

function valueOf<Value>(answer: Answer<Value>): Value {
  if (answer.ok) return answer.value
  throw new Error(sentenceOf(answer.error))
}

function refusalOf(answer: Answer<unknown>): string {
  return answer.ok ? 'It was not refused' : sentenceOf(answer.error)
}
