import type { ClassId } from '../ids.ts'
import type { AnnotationDocument, Edit } from './edit.ts'
import { editName } from './edit-name.ts'
import { type NeededClass, type Proposal, proposedShape } from './proposal.ts'

interface Ground {
  /** The existing annotations. */
  readonly shapes: AnnotationDocument
  readonly classes: readonly NeededClass[]
  readonly fresh: () => ClassId
}

/**
 * Returns an edit that turns predictions into annotations, above the existing ones and in their order. It includes
 * every class that it needs, even one that is already being created.
 */
export function acceptEdit(proposals: readonly Proposal[], { shapes, classes, fresh }: Ground): Edit {
  const known = new Map(classes.map(({ name, id }) => [name, id]))
  const needed = new Map<string, ClassId>()
  const top = shapes.at(-1)?.z ?? 0
  const changes = proposals.map((proposal, place) => {
    const { className } = proposal
    const classId = needed.get(className) ?? known.get(className) ?? proposal.classId ?? fresh()
    needed.set(className, classId)
    return { before: null, after: proposedShape(proposal, { classId, z: top + 1 + place }) }
  })
  const carried: NeededClass[] = [...needed].map(([name, id]) => ({ id, name }))
  return {
    label: editName('edit-accept-suggestions', { count: proposals.length }),
    changes,
    classes: carried,
    ...settling(proposals),
  }
}

/** Returns an edit that rejects predictions. */
export function rejectEdit(proposals: readonly Proposal[]): Edit {
  return {
    label: editName('edit-reject-suggestions', { count: proposals.length }),
    changes: [],
    ...settling(proposals),
  }
}

function settling(proposals: readonly Proposal[]): Pick<Edit, 'proposals'> {
  return { proposals: proposals.map(({ id }) => ({ id, isSettled: true })) }
}
