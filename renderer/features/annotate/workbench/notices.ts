import type { ImageId } from '#common/ids'
import { type Labelling, labelCount, labellingOf } from '#renderer/kit/display/project-type'
import { plural } from '#renderer/kit/format'
import { notify } from '#renderer/kit/overlay/toast'
import { sentenceOf } from '#renderer/kit/studio/sentence'
import type { DocumentNotice } from '../document/document-store.ts'
import { focusCanvas } from '../keys/panels.ts'
import { sayOutlineNotice } from '../outline-acts/notices.ts'
import { goTo } from '../queue/queue-acts.ts'
import { REVIEW_NEWS } from '../review/words.ts'
import type { MachineNotice } from '../smart/machine.ts'
import { KIND_NAMES } from './describe.ts'
import type { WorkbenchNotice } from './notice.ts'
import type { Workbench } from './workbench.ts'

/** Says what happened to a drawing and cannot be seen, with the way back where there is one. */
export function sayNotice(notice: WorkbenchNotice, bench: Workbench): void {
  if (hasWayBack(notice)) sayWithWayBack(notice, bench)
  else sayPlainly(notice, bench)
}

const WITH_WAY_BACK = ['too-small', 'discarded', 'machine', 'crossing', 'outline-refused', 'draft-kept'] as const
type WithWayBack = Extract<WorkbenchNotice, { kind: (typeof WITH_WAY_BACK)[number] }>

function hasWayBack(notice: WorkbenchNotice): notice is WithWayBack {
  return WITH_WAY_BACK.some((kind) => kind === notice.kind)
}

function sayWithWayBack(notice: WithWayBack, bench: Workbench): void {
  switch (notice.kind) {
    case 'too-small':
      return notify({
        id: 'too-small',
        text: `${KIND_NAMES[notice.drawn.outline.kind]} under 3 × 3 px left out`,
        action: { label: 'Keep', onPress: () => bench.draw(notice.drawn) },
      })
    case 'discarded':
      return notify({
        id: 'discarded',
        text: 'Shape left out',
        action: { label: 'Keep', onPress: () => bench.draw(notice.drawn) },
      })
    case 'machine':
      return notify({ id: notice.id, text: notice.text, action: notice.action && thenCanvas(notice.action) })
    case 'crossing':
    case 'outline-refused':
      return sayOutlineNotice(notice, bench)
    case 'draft-kept':
      return notify({
        id: 'draft-kept',
        text: 'Unfinished drawing kept with its picture',
        action: { label: 'Go back', onPress: () => goTo(bench, notice.image) },
      })
  }
}

/** What there is nothing to do about. */
function sayPlainly(notice: Exclude<WorkbenchNotice, WithWayBack>, bench: Workbench): void {
  switch (notice.kind) {
    case 'draft-restored':
      return notify({ id: 'draft-restored', text: 'Unfinished drawing taken up again. Esc gives it up' })
    case 'other-points':
      return notify({
        id: 'other-points',
        text: `Objects of ${notice.name} have other points; the class was left as it is`,
      })
    case 'said':
      return notify({ id: 'said', text: notice.text })
    case 'all-done':
      return notify({ id: 'all-done', text: 'No other unfinished picture in this queue' })
    case 'review':
      return notify({ id: notice.about, text: REVIEW_NEWS[notice.about] })
    case 'has-shapes':
      return notify({
        id: 'has-shapes',
        text: hasLabels(notice.count, labellingOf(bench.bench.projectType)),
      })
  }
}

/** The notice goes with the press, and the keys belong to the canvas again. */
function thenCanvas({ label, onPress }: NonNullable<MachineNotice['action']>) {
  return {
    label,
    onPress: () => {
      focusCanvas()
      onPress()
    },
  }
}

export function sayDocumentNotice(notice: DocumentNotice, bench: Workbench): void {
  const where = notice.image === bench.bench.image ? 'this picture' : 'another picture'
  if (notice.kind === 'refused') {
    return notify({
      isError: true,
      text: `${sentenceOf(notice.error)} The change on ${where} was left out.`,
      id: refusedId(notice.image),
    })
  }
  const lost =
    notice.dropped === 0
      ? 'Yours were kept.'
      : `${plural(notice.dropped, 'change')} of yours no longer fit and were left out.`
  notify({ text: `Labels of ${where} changed elsewhere and were read again. ${lost}`, id: `conflict-${notice.image}` })
}

function refusedId(image: ImageId): string {
  return `refused-${image}`
}

function hasLabels(count: number, labelling: Labelling): string {
  const way = labelling === 'classes' ? 'Take' : 'Delete'
  return `This picture has ${labelCount(count, labelling)}. ${way} ${count === 1 ? 'it' : 'them'}${labelling === 'classes' ? ' away' : ''} first.`
}
