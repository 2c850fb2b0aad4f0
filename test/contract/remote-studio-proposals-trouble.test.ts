import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { editName } from '#common/annotation/edit-name'
import { refuse } from '#common/errors'
import { ImageId, ProjectSlug } from '#common/ids'
import { wholeText } from '#common/long-text'
import { ok } from '#common/result'
import type { ManagedPrediction } from '#core/management/model'
import type { Management } from '#core/management/ports'
import type { ProposalFile } from '#core/management/proposals'
import { remoteManagement } from '#remote/management'
import { newProject, upload } from '../kit/dataset.ts'
import { BOAT, FILE, GULL, opened, stored } from '../kit/proposed.ts'
import { remoteProcedures, studioOfRemote } from '../kit/remote.ts'
import { type TestStation, testStation } from '../kit/station.ts'

describe('a line that breaks between labels and proposals', () => {
  let station: TestStation
  let there: Management

  beforeAll(async () => {
    station = await testStation()
    there = remoteManagement({ baseUrl: await station.listen(), apiKey: station.key })
  })

  afterAll(async () => station.close())

  type Break = { readonly of: 'labels' | 'proposals'; readonly at: 'request' | 'answer' }

  /** The line breaks once, on the way there or on the way back. */
  function breaking() {
    let next: Break | undefined
    async function through<Answer>(of: Break['of'], call: () => Promise<Answer>) {
      const broken = next?.of === of ? next : undefined
      if (broken) next = undefined
      const answer = broken?.at === 'request' ? undefined : await call()
      return answer === undefined || broken ? refuse('host-broke-off') : answer
    }
    const management: Management = {
      ...there,
      annotate: (...of) => through('labels', () => there.annotate(...of)),
      proposals: { offer: (...of) => through('proposals', () => there.proposals.offer(...of)) },
    }
    return { management, breakNext: (wanted: Break) => (next = wanted) }
  }

  const BREAKS: Break[] = [
    { of: 'labels', at: 'request' },
    { of: 'labels', at: 'answer' },
    { of: 'proposals', at: 'request' },
    { of: 'proposals', at: 'answer' },
  ]

  test.each(BREAKS)('loses and doubles nothing at the $at of the $of', async (broken) => {
    const { management, breakNext } = breaking()
    const studio = remoteProcedures(studioOfRemote(management))
    const project = ProjectSlug.parse(await newProject(station))
    const of = { project, image: ImageId.parse(await upload(station, project)) }
    await there.proposals.offer(project, of.image, { ...FILE, source: 'harbor', text: `${BOAT}\n${GULL}` })
    const page = await opened(studio, of)
    const edit = page.accepting('boat')
    const isBoatSomewhere = async () => {
      const { labels, waiting } = await stored(there, of)
      expect(labels.includes('boat') || waiting.includes('harbor: boat 0.9')).toBe(true)
    }

    breakNext(broken)
    await expect(studio.annotations.commit({ ...of, ...page, edit })).rejects.toThrow('it broke the connection off')
    await isBoatSomewhere()
    const accepted = await studio.annotations.commit({ ...of, ...page, edit })
    expect(await stored(there, of)).toEqual({ labels: ['boat'], waiting: ['harbor: gull 0.4'] })
    expect(accepted).toMatchObject({ undo: [editName('edit-accept-suggestions', { count: 1 })] })

    breakNext(broken)
    await expect(studio.annotations.undo({ ...of, ...accepted })).rejects.toThrow('it broke the connection off')
    await isBoatSomewhere()
    const undone = await studio.annotations.undo({ ...of, ...accepted })
    expect(await stored(there, of)).toEqual({ labels: [], waiting: ['harbor: boat 0.9', 'harbor: gull 0.4'] })
    expect(undone).toMatchObject({
      undo: [],
      redo: [editName('edit-accept-suggestions', { count: 1 })],
      changes: [{ after: null }],
    })
    expect(await opened(studio, of)).toMatchObject({ revision: undone.revision, shapes: [], proposals: page.proposals })

    breakNext(broken)
    await expect(studio.annotations.redo({ ...of, ...undone })).rejects.toThrow('it broke the connection off')
    await studio.annotations.redo({ ...of, ...undone })
    expect(await stored(there, of)).toEqual({ labels: ['boat'], waiting: ['harbor: gull 0.4'] })
  })

  test('a rejection whose answer is lost is made once, and can be undone', async () => {
    const { management, breakNext } = breaking()
    const studio = remoteProcedures(studioOfRemote(management))
    const project = ProjectSlug.parse(await newProject(station))
    const of = { project, image: ImageId.parse(await upload(station, project)) }
    await there.proposals.offer(project, of.image, { ...FILE, source: 'harbor', text: `${BOAT}\n${GULL}` })
    const page = await opened(studio, of)
    const edit = page.rejecting('boat')

    breakNext({ of: 'proposals', at: 'answer' })
    await expect(studio.annotations.commit({ ...of, ...page, edit })).rejects.toThrow('it broke the connection off')
    const rejected = await studio.annotations.commit({ ...of, ...page, edit })
    expect(await stored(there, of)).toEqual({ labels: [], waiting: ['harbor: gull 0.4'] })
    await studio.annotations.undo({ ...of, ...rejected })

    expect((await stored(there, of)).waiting).toEqual(['harbor: boat 0.9', 'harbor: gull 0.4'])
  })
})

test('what no screen can show is left out, and kept there when others of its source are settled', async () => {
  const station = await testStation()
  const there = remoteManagement({ baseUrl: await station.listen(), apiKey: station.key })
  const project = ProjectSlug.parse(await newProject(station))
  const of = { project, image: ImageId.parse(await upload(station, project)) }
  await there.proposals.offer(project, of.image, { ...FILE, source: 'harbor', text: BOAT })
  const box = { x0: 1, y0: 1, x1: 9, y1: 9 }
  const odd: ManagedPrediction[] = [
    { source: 'harbor', score: null, object: { className: 'x'.repeat(5000), kind: 'box', box } },
    { source: 'harbor', score: null, object: { className: 'far', kind: 'box', box: { ...box, x0: 900, x1: 910 } } },
    { source: 'harbor', score: null, object: { className: 'line', kind: 'polygon', rings: [[1, 1, 5, 5]] } },
  ]
  const offered: ProposalFile[] = []
  const studio = remoteProcedures(
    studioOfRemote({
      ...there,
      async image(...which) {
        const told = await there.image(...which)
        return told.ok ? ok({ ...told.value, predictions: [...odd, ...told.value.predictions] }) : told
      },
      proposals: {
        async offer(_project, _image, file) {
          offered.push(file)
          return ok(undefined)
        },
      },
    }),
  )
  const page = await opened(studio, of)

  await studio.annotations.commit({ ...of, ...page, edit: page.rejecting('boat') })
  await station.close()

  expect(page.waiting).toEqual(['boat'])
  expect(offered).toMatchObject([{ source: 'harbor', overwrite: false }])
  const Names = z.object({ categories: z.array(z.object({ name: z.string() })), annotations: z.array(z.unknown()) })
  const { categories, annotations } = Names.parse(JSON.parse(wholeText(offered[0]?.text ?? '')))
  expect(categories.map(({ name }) => name)).toEqual(odd.map(({ object }) => object.className))
  expect(annotations).toHaveLength(3)
})

test('undo offers again what was accepted, however many images were opened since', async () => {
  const station = await testStation()
  const there = remoteManagement({ baseUrl: await station.listen(), apiKey: station.key })
  const project = ProjectSlug.parse(await newProject(station))
  const of = { project, image: ImageId.parse(await upload(station, project)) }
  await there.proposals.offer(project, of.image, { ...FILE, source: 'harbor', text: `${BOAT}\n${GULL}` })
  const studio = remoteProcedures(
    studioOfRemote({
      ...there,
      // Every other identifier is an image like the one that is there.
      async image(slug, image) {
        const told = await there.image(slug, of.image)
        return told.ok ? ok({ ...told.value, id: image }) : told
      },
    }),
  )
  const page = await opened(studio, of)
  const accepted = await studio.annotations.commit({ ...of, ...page, edit: page.accepting('boat') })
  for (let other = 0; other < 300; other += 1) {
    await studio.annotations.open({ project, image: ImageId.parse(`other${String(other).padStart(5, '0')}`) })
  }

  const undone = await studio.annotations.undo({ ...of, ...accepted })
  const after = await stored(there, of)
  await station.close()

  expect(undone).toMatchObject({ undo: [], redo: [editName('edit-accept-suggestions', { count: 1 })] })
  expect(after.labels).toEqual([])
  expect(after.waiting.toSorted()).toEqual(['harbor: boat 0.9', 'harbor: gull 0.4'])
})
