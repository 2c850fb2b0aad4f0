import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Refusal } from '#common/errors'
import { sentenceOf } from '#common/messages/sentence'
import type { ImageAbout } from '#core/management/images'
import type { Management } from '#core/management/ports'
import { type ImageHost, imageHost, sends } from '../kit/image-host.ts'
import { someImage } from '../kit/images.ts'
import { MANAGEMENTS } from '../kit/managements.ts'
import { type TestStation, testStation } from '../kit/station.ts'

describe.each(MANAGEMENTS)('the images of the $name management', ({ open }) => {
  let station: TestStation
  let management: Management
  let project: string
  let host: ImageHost

  beforeAll(async () => {
    host = await imageHost({ '/quay.png': sends(await someImage()) })
    station = await testStation({ fetching: { trustedHosts: [host.host] } })
    management = await open(station)
    project = valueOf(await management.createProject({ name: 'Bay', type: 'object-detection' })).slug
  })

  afterAll(async () => {
    await station.close()
    await host.close()
  })

  async function upload(about: Partial<ImageAbout> = {}): Promise<string> {
    const image = { bytes: once(await someImage()), about: () => ({ name: 'quay.png', ...about }) }
    return valueOf(await management.upload(project, image)).id
  }

  const factsOf = async (image: string) => {
    const { tags, metadata } = valueOf(await management.image(project, image))
    return { tags, metadata }
  }

  test('take tags and metadata, and give them up again', async () => {
    const image = await upload()

    valueOf(await management.images.edit(image, { metadata: { lane: 4, wet: true }, addTags: ['b', 'a'] }))
    const added = await factsOf(image)
    valueOf(await management.images.edit(image, { removeMetadata: ['lane'], removeTags: ['a'] }))

    expect(added).toEqual({ tags: ['a', 'b'], metadata: { lane: 4, wet: true } })
    expect(await factsOf(image)).toEqual({ tags: ['b'], metadata: { wet: true } })
  })

  test('are uploaded with tags and metadata, and a second upload adds its own', async () => {
    const bytes = await someImage()
    const send = (about: Partial<ImageAbout>) =>
      management.upload(project, { bytes: once(bytes), about: () => ({ name: 'a.png', ...about }) })

    const first = valueOf(await send({ tags: ['b', 'a'], metadata: '{"lane":4}', sequenceNumber: '0' }))
    valueOf(await send({ tags: ['c'], metadata: '{"cam":"c1"}' }))

    expect(await factsOf(first.id)).toEqual({ tags: ['a', 'b', 'c'], metadata: { lane: 4, cam: 'c1' } })
  })

  test('are fetched from an address, and remember it', async () => {
    const url = `http://${host.host}/quay.png`

    const { id } = valueOf(await management.images.uploadFrom(project, url, { name: '', tags: ['web'], split: 'test' }))
    const named = valueOf(await management.images.uploadFrom(project, url, { name: 'again.png' }))
    const gone = await management.images.uploadFrom(project, `http://${host.host}/gone.png`, { name: '' })
    const closed = await management.images.uploadFrom(project, 'http://127.0.0.1:1/a.png', { name: '' })

    const image = valueOf(await management.image(project, id))
    expect(image).toMatchObject({ name: 'quay.png', split: 'test', tags: ['web'], sourceUrl: url })
    expect(named).toEqual({ id, duplicateOf: expect.stringContaining('quay.png') })
    expect(refusalOf(gone)).toContain('answered with the status 404')
    expect(refusalOf(closed)).toContain('Could not fetch image URL: 127.0.0.1:1 is not on the open internet')
  })

  test('tell their tags after each change of them', async () => {
    const image = await upload()

    const answers = [
      await management.images.editTags(project, image, { operation: 'add', tags: ['b', 'a'] }),
      await management.images.editTags(project, image, { operation: 'remove', tags: ['b'] }),
      await management.images.editTags(project, image, { operation: 'set', tags: ['c'] }),
      await management.images.editTags(project, image, { operation: 'set', tags: [] }),
    ]

    expect(answers.map(valueOf)).toEqual([['a', 'b'], ['a'], ['c'], []])
  })

  test('are changed by the hundred as a task', async () => {
    const image = await upload()

    const updates = [
      { image, addTags: ['night'] },
      { image: 'nosuchimage0000000', addTags: ['night'] },
    ]
    const taskId = valueOf(await management.images.editMany(updates))
    await station.taskEnd(taskId)

    expect(valueOf(await management.task(taskId))).toMatchObject({ result: { succeeded: 1, failed: 1 } })
    expect(await factsOf(image)).toEqual({ tags: ['night'], metadata: {} })
  })

  test('go to the trash together or not at all, and from there for good', async () => {
    const [first, second] = [await upload(), await upload()]

    const refused = await management.images.trash(project, [first, 'nosuchimage0000000'])
    const held = await management.images.purge([first])
    const trashed = await management.images.trash(project, [first, second, first])
    const purged = await management.images.purge([first, 'nosuchimage0000000', second, first])

    expect(refusalOf(refused)).toContain('Image not found in Bay: "nosuchimage0000000". Nothing was deleted')
    expect(valueOf(held)).toEqual({ deleted: 0, skipped: 1 })
    expect(trashed).toEqual({ ok: true, value: undefined })
    expect(valueOf(purged)).toEqual({ deleted: 2, skipped: 1 })
    expect(refusalOf(await management.image(project, first))).toContain('no image')
  })

  test('that are missing, and changes that contradict themselves, are refused in words', async () => {
    const image = await upload()

    const answers = [
      await management.images.edit('nosuchimage0000000', { addTags: ['a'] }),
      await management.images.edit(image, { addTags: ['a'], removeTags: ['a'] }),
      await management.images.editTags(project, image, { operation: 'add', tags: ['a/b'] }),
      await management.images.editMany([{ image }]),
      await management.upload(project, {
        bytes: once(await someImage()),
        about: () => ({ name: 'a', metadata: '4' }),
      }),
    ]

    expect(answers.map(refusalOf)).toEqual([
      expect.stringContaining('no image "nosuchimage0000000"'),
      expect.stringContaining('both added and removed'),
      expect.stringContaining('"a/b" cannot be kept'),
      expect.stringContaining('Specify what to change'),
      expect.stringContaining('metadata must be a JSON object'),
    ])
  })
})

async function* once(bytes: Uint8Array) {
  yield bytes
}

type Answer<Value> = { ok: true; value: Value } | { ok: false; error: Refusal }

function valueOf<Value>(answer: Answer<Value>): Value {
  if (answer.ok) return answer.value
  throw new Error(sentenceOf(answer.error))
}

function refusalOf(answer: Answer<unknown>): string {
  return answer.ok ? 'It was not refused' : sentenceOf(answer.error)
}
