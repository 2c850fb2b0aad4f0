import type { ImageId } from '#common/ids'
import { type Labelling, labelCount, labellingOf } from '#renderer/kit/display/project-type'
import { plural } from '#renderer/kit/format'
import { notify } from '#renderer/kit/overlay/toast'
import { sentenceOf } from '#renderer/kit/studio/sentence'
import type { DocumentNotice } from '../document/document-store.ts'
import { goTo } from '../queue/queue-acts.ts'
import { KIND_NAMES } from './describe.ts'
import type { Workbench, WorkbenchNotice } from './workbench.ts'

/** Says what happened to a drawing and cannot be seen, with the way back. */
export function sayNotice(notice: WorkbenchNotice, bench: Workbench): void {
  switch (notice.kind) {
    case 'too-small':
      return notify({
        id: 'too-small',
        text: `${KIND_NAMES[notice.drawn.outline.kind]} under 3 × 3 px left out`,
        action: { label: 'Keep', onPress: () => bench.draw(notice.drawn) },
      })
    case 'draft-kept':
      return notify({
        id: 'draft-kept',
        text: 'Unfinished drawing kept with its picture',
        action: { label: 'Go back', onPress: () => goTo(bench, notice.image) },
      })
    case 'draft-restored':
      return notify({ id: 'draft-restored', text: 'Unfinished drawing taken up again. Esc gives it up' })
    case 'other-points':
      return notify({
        id: 'other-points',
        text: `Objects of ${notice.name} have other points; the class was left as it is`,
      })
    case 'discarded':
      return notify({
        id: 'discarded',
        text: 'Shape left out',
        action: { label: 'Keep', onPress: () => bench.draw(notice.drawn) },
      })
    case 'all-done':
      return notify({ id: 'all-done', text: 'No other unfinished picture in this queue' })
    case 'has-shapes':
      return notify({
        id: 'has-shapes',
        text: hasLabels(notice.count, labellingOf(bench.bench.projectType)),
      })
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
