import type { ImageId, TaskId } from '#common/ids'
import type { EarlierRuns, ImageMark, ImportRepository } from '../../../dataset/images/import-ports.ts'
import type { AddedImage } from '../../../dataset/images/take-in.ts'
import type { Trailing } from '../../../tasks/trailing.ts'
import { type ImageNote, imageNotes } from '../reading.ts'

interface Marking {
  readonly imports: Pick<ImportRepository, 'mark' | 'unmark'>
  readonly taskId: TaskId
  readonly writes: Pick<Trailing, 'add'>
}

export type ImportMemory = ReturnType<typeof importMemory>

/** The memory of an import: what it knows of the images of the project, and keeps so that a run after a kill knows it too. */
export function importMemory({ imports, taskId, writes }: Marking, earlier: EarlierRuns) {
  const added = new Set(earlier.added)
  const counted = new Set(earlier.counted)
  const seen = new Set(earlier.seen)
  const labelled = new Set(earlier.labelled)
  const notes = imageNotes<ImageId>()
  for (const { mark, image, path } of earlier.marked) if (isNote(mark)) notes.add(mark, image, { path })

  /** Whether this file counts as the one that added the image, or repeats another of the import. */
  function recordImage({ id, duplicateOf }: AddedImage): { readonly isAdded: boolean; readonly isRepeated: boolean } {
    if (duplicateOf === undefined) added.add(id)
    const isAdded = added.has(id) && !counted.has(id)
    const isRepeated = seen.has(id)
    if (isAdded) counted.add(id)
    seen.add(id)
    return { isAdded, isRepeated }
  }

  /** Says that labels are about to be put on the image. Whether they are the first of this import. */
  async function labelling(image: ImageId, path: string): Promise<boolean> {
    if (labelled.has(image)) return false
    labelled.add(image)
    await writes.add(imports.mark(taskId, { mark: 'labelled', image, path }))
    return true
  }

  /** The first labels were not put on after all. */
  async function unlabelled(image: ImageId): Promise<void> {
    labelled.delete(image)
    await writes.add(imports.unmark(taskId, { mark: 'labelled', image }))
  }

  async function note(mark: ImageNote, image: ImageId, { path }: { readonly path: string }): Promise<void> {
    if (notes.add(mark, image, { path })) await writes.add(imports.mark(taskId, { mark, image, path }))
  }

  return {
    recordImage,
    labelling,
    unlabelled,
    note,
    notes: () => notes.notes(),
    /** Whether the image is there by this import. */
    isOurs: (image: ImageId) => added.has(image),
    /** Whether this import has put labels on the image, or an earlier run was about to. */
    hasLabelled: (image: ImageId) => labelled.has(image),
    /** Whether an earlier run has put labels on the image, or was about to. */
    hadLabelled: (image: ImageId) => earlier.labelled.has(image),
  }
}

function isNote(mark: ImageMark): mark is ImageNote {
  return mark !== 'added' && mark !== 'labelled'
}
