import type { ImageId } from '#common/ids'
import { reasonOf } from '#common/messages/sentence'
import type { LabelMisfit } from '../../../annotation/annotations/read-annotation.ts'
import type { AnnotationUpload } from '../../../annotation/annotations/service.ts'
import { isChanged } from '../reading.ts'
import { misfitTeller, onceReporter } from './misfits.ts'
import type { Labelling } from './said.ts'
import { type DatasetImport, type ImageRecording, type ImportSources, MANY } from './sources.ts'

type Written = Pick<Labelling, 'image' | 'said' | 'labels'>

const BY = { kind: 'import', name: '' } as const

/** Puts labels on images, and tells what of them is changed or left out. */
export function labelWriter(
  { annotations }: Pick<ImportSources, 'annotations'>,
  { project, attributes }: Pick<DatasetImport, 'project' | 'attributes'>,
  { spellings, memory, told: before }: Pick<ImageRecording, 'spellings' | 'memory' | 'told'>,
) {
  const tellMisfits = misfitTeller(before)
  const reportOnce = onceReporter(before)

  async function tell({ image, said: { described, problem }, labels }: Written): Promise<void> {
    const { told, lost, objects, fit } = labels
    if (objects.length > 0 && isChanged(fit)) await memory.note(fit, image, described.source)
    for (const reason of [...told, ...spellings.objects(objects)])
      await reportOnce(reason, () => problem({ ...described.source, reason }))
    for (const reason of lost) await problem({ ...described.source, reason, isNote: true })
  }

  /** Whether the labels are on the image now; not where it got others in this moment, or they are refused. */
  async function write(about: Written, wanted: Pick<AnnotationUpload, 'overwrite' | 'besides'>): Promise<boolean> {
    const { image, said, labels } = about
    await tell(about)
    const isFirst = await memory.labelling(image, said.described.source.path)
    const misfits: LabelMisfit[] = []
    const written = await annotations.replace(project, image, {
      objects: labels.objects,
      by: BY,
      ...MANY,
      ...wanted,
      ...(attributes && { attributes }),
      onMisfit: (misfit) => misfits.push(misfit),
    })
    if (!written.ok && isFirst) await memory.unlabelled(image)
    const { source } = said.described
    if (written.ok) await tellMisfits(misfits, (reason) => said.problem({ ...source, reason }))
    else if (reasonOf(written.error) !== 'annotation-exists') await said.problem({ ...source, reason: written.error })
    return written.ok
  }

  /** Removes a background mark. */
  async function clearNull(image: ImageId): Promise<void> {
    await annotations.clearNull(project, image, { by: BY, ...MANY })
  }

  return { write, clearNull }
}
