import { beforeEach, expect, test, vi } from 'vitest'
import { editName } from '#common/annotation/edit-name'
import type { Proposal } from '#common/annotation/proposal'
import { rejectEdit } from '#common/annotation/settle'
import { brand } from '#common/border'
import type { LabelClass } from '#common/contract/projects'
import type { ClassId, ProjectSlug, ProposalId } from '#common/ids'
import { sentenceOf } from '#common/messages/sentence'
import { redo, undo } from '#renderer/features/annotate/commands/edit/edit-keys'
import {
  acceptFocused,
  acceptShown,
  putAllAway,
  rejectFocused,
  stepProposal,
} from '#renderer/features/annotate/commands/proposals/proposals'
import { selectAll } from '#renderer/features/annotate/commands/shapes/shapes'
import { Editor } from '#renderer/features/annotate/editor/editor'
import { focusedProposal, shownOffers } from '#renderer/features/annotate/model/proposals/offers'
import { TOOLS } from '#renderer/features/annotate/tools/registry'
import { add, box, image, MemoryCore, settled } from '../../editor/memory-core.ts'

const here = image('here')
const counts = { shapes: 0, images: 0, skeleton: null }
const car: LabelClass = { id: brand<ClassId>('classOne1'), name: 'Car', color: 1, position: 0, ...counts }

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
})

/** Ten pixels wide and high, like the boxes of the kit. */
function proposal(name: string, { x = 0, className = 'Car', score = 0.5 }: Partial<Said> = {}): Proposal {
  const form = { kind: 'box', box: { x0: x, y0: 0, x1: x + 10, y1: 10 } } as const
  return { id: brand<ProposalId>(name.padEnd(8, '0')), source: 'model', className, score, form }
}

interface Said {
  readonly x: number
  readonly className: string
  readonly score: number | null
}

async function screen(proposals: readonly Proposal[]) {
  const core = new MemoryCore()
  core.stored(here).proposals = [...proposals]
  const editor = new Editor({
    project: brand<ProjectSlug>('birds'),
    tools: TOOLS,
    documents: core.documents,
    frameOf: () => ({ width: 1000, height: 800, color: '#888888' }),
    say: () => undefined,
    keepSketch: () => undefined,
  })
  editor.resize({ width: 1020, height: 820 })
  editor.set({ classes: [car] })
  editor.open(here)
  await editor.documents.open(here)
  return { core, editor }
}

function shown(editor: Editor): readonly string[] {
  return shownOffers(editor).shown.map(({ id }) => id.replace(/0+$/, ''))
}

function focused(editor: Editor): string | undefined {
  return focusedProposal(shownOffers(editor), editor.state)?.id.replace(/0+$/, '')
}

test('the surest proposal comes first, and those below the score are not shown', async () => {
  const said = [proposal('low', { score: 0.2 }), proposal('none', { score: null }), proposal('high', { score: 0.9 })]
  const { editor } = await screen(said)
  const all = shown(editor)

  editor.setOptions({ threshold: 0.5 })

  expect(all).toEqual(['high', 'low', 'none'])
  expect(shown(editor)).toEqual(['high', 'none'])
})

test('what is a label of the same class already is not offered; of another class it is', async () => {
  const said = [proposal('same', { x: 1 }), proposal('beside', { x: 4 }), proposal('other', { className: 'Bus' })]
  const { core, editor } = await screen(said)

  core.documents.commit(here, add(box('label', 0)))

  expect(shown(editor)).toEqual(['beside', 'other'])
  expect(shownOffers(editor).labelled).toMatchObject([{ id: 'same0000' }])
})

test('Enter makes a label of the proposal in focus and goes on to the next; undo offers it again', async () => {
  const { core, editor } = await screen([proposal('a', { score: 0.9 }), proposal('b', { x: 50 })])

  acceptFocused(editor)
  await settled(core)

  expect(core.stored(here).shapes).toMatchObject([{ id: 'a0000000', classId: car.id, origin: 'smart', box: { x0: 0 } }])
  expect([shown(editor), focused(editor)]).toEqual([['b'], 'b'])
  expect(editor.state.announcement).toBe('Accept suggestion. 1 left')

  undo(editor)
  await settled(core)
  expect(core.stored(here)).toMatchObject({ shapes: [], settled: new Set() })
  expect(shown(editor)).toEqual(['a', 'b'])

  redo(editor)
  await settled(core)
  expect(core.shapes(here)).toEqual(['a0000000 0'])
  expect(shown(editor)).toEqual(['b'])
})

test('a rejected proposal is put away without a label, and undo offers it again', async () => {
  const { core, editor } = await screen([proposal('a'), proposal('b', { x: 50 })])

  rejectFocused(editor)
  await settled(core)
  const left = shown(editor)
  undo(editor)
  await settled(core)

  expect(left).toEqual(['b'])
  expect(shown(editor)).toEqual(['a', 'b'])
  expect(core.stored(here)).toMatchObject({ shapes: [], done: false })
})

test('an undo that only the core knows of offers the proposal again too', async () => {
  const { core, editor } = await screen([proposal('a')])
  core.writeInOtherWindow(here, rejectEdit([proposal('a')]))
  await editor.documents.open(here)
  const before = shown(editor)

  undo(editor)
  await settled(core)

  expect(before).toEqual([])
  expect(shown(editor)).toEqual(['a'])
})

test('all that reach the score are accepted in one gesture, with the classes that are missing', async () => {
  const said = [
    proposal('a', { x: 50, className: 'Bus' }),
    proposal('low', { score: 0.1 }),
    proposal('b', { score: 0.9 }),
  ]
  const { core, editor } = await screen(said)
  editor.setOptions({ threshold: 0.4 })

  acceptShown(editor)
  await settled(core)

  const [first, second] = core.stored(here).shapes
  expect([first?.id, second?.id]).toEqual(['a0000000', 'b0000000'])
  expect(core.stored(here).undo).toMatchObject([
    { label: editName('edit-accept-suggestions', { count: 2 }), classes: [{ name: 'Bus' }, { name: 'Car' }] },
  ])
  expect(editor.state.classes?.map(({ id, name, color }) => [id, name, color])).toEqual([
    [car.id, 'Car', 1],
    [first?.classId, 'Bus', 2],
  ])
})

test('everything on an image is put away at once, what is a label already and what is below the score too', async () => {
  const said = [proposal('same', { x: 1 }), proposal('low', { x: 50, score: 0.1 }), proposal('high', { x: 90 })]
  const { core, editor } = await screen(said)
  core.documents.commit(here, add(box('label', 0)))
  editor.setOptions({ threshold: 0.4 })

  putAllAway(editor)
  await settled(core)

  expect([...core.stored(here).settled].toSorted()).toEqual(said.map(({ id }) => id).toSorted())
  expect(core.stored(here).undo.map(({ label }) => sentenceOf(label))).toEqual(['Add label000', 'Reject 3 suggestions'])
})

test('N walks around the proposals and reads them out; a selection of labels lets go of them', async () => {
  const { core, editor } = await screen([proposal('a', { score: 0.9 }), proposal('b', { x: 50 })])
  core.documents.commit(here, add(box('label', 300)))

  stepProposal(editor, 1)
  const second = focused(editor)
  stepProposal(editor, 1)
  const around = focused(editor)
  const words = editor.state.announcement
  selectAll(editor)

  expect([second, around, focused(editor)]).toEqual(['b', 'a', undefined])
  expect(words).toBe('Suggestion Car 0.90, 10×10 at 0, 0, 1 of 2')
})

test('a rejection whose answer got lost is not written twice', async () => {
  const { core, editor } = await screen([proposal('a'), proposal('b', { x: 50 })])
  core.faults.push('lost-after')

  rejectFocused(editor)
  rejectFocused(editor)
  await settled(core)

  expect([...core.stored(here).settled]).toEqual(['a0000000', 'b0000000'])
  expect(core.stored(here).undo).toHaveLength(2)
  expect(core.notices).toEqual([])
})

test('a proposal that two windows accept at once is one label', async () => {
  const { core, editor } = await screen([proposal('a')])
  const other = { ...box('a', 0), origin: 'smart' } as const
  core.writeInOtherWindow(here, { ...add(other), proposals: [{ id: proposal('a').id, isSettled: true }] })

  acceptFocused(editor)
  await settled(core)

  expect(core.shapes(here)).toEqual(['a0000000 0'])
  expect(shown(editor)).toEqual([])
})

test('proposals that come while the image is open are shown, and what they replaced can still be undone', async () => {
  const { core, editor } = await screen([proposal('a')])
  acceptFocused(editor)
  await settled(core)
  Object.assign(core.stored(here), { proposals: [proposal('new', { x: 90 })], settled: new Set() })

  await editor.documents.open(here)
  const arrived = shown(editor)
  undo(editor)
  await settled(core)

  expect(arrived).toEqual(['new'])
  expect(core.stored(here).shapes).toEqual([])
  expect(shown(editor)).toEqual(['new'])
})
