import type { LabelClass } from '#common/contract/projects'
import type { ClassId } from '#common/ids'
import { crossingShape } from '#renderer/tools/outlines/crossing'
import { isEditable } from '../document/document-state.ts'
import type { DocumentStore } from '../document/document-store.ts'
import type { Bench, Drawn } from '../workbench/bench.ts'
import { describeShapes } from '../workbench/describe.ts'
import { drawEdit } from '../workbench/new-shape.ts'
import type { WorkbenchNotice } from '../workbench/notice.ts'
import type { NamedShape } from '../workbench/shape-names.ts'

/** The screen, as far as drawing a shape changes it. */
interface DrawDesk {
  readonly bench: Bench
  readonly documents: Pick<DocumentStore, 'view' | 'commit'>
  readonly named: readonly NamedShape[]
  set(part: Pick<Bench, 'discarded' | 'lastAct'>): void
  say(notice: WorkbenchNotice): void
  announce(text: string): void
}

const NO_CLASSES: readonly LabelClass[] = []

/** A drawn shape becomes an edit of its own image, whichever is on screen. */
export function drawShape(desk: DrawDesk, drawn: Drawn, classId: ClassId): void {
  const document = desk.documents.view(drawn.image)
  if (!isEditable(document)) return desk.say({ kind: 'discarded', drawn: [drawn] })
  const edit = drawEdit(drawn, { document, classId, classes: desk.bench.classes ?? NO_CLASSES })
  if (!desk.documents.commit(drawn.image, edit)) return desk.say({ kind: 'discarded', drawn: [drawn] })
  desk.set({ discarded: undefined, lastAct: undefined })
  const crossing = crossingShape(edit)
  if (crossing !== undefined) desk.say({ kind: 'crossing', shape: crossing })
  const ids = edit.changes.flatMap(({ after }) => after?.id ?? [])
  desk.announce(describeShapes(ids, { areDrawn: true, shapes: desk.named }))
}
