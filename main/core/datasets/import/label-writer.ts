import type { ImageId } from '#common/ids'
import type { LabelMisfit } from '../../annotations/read-annotation.ts'
import type { AnnotationUpload } from '../../annotations/service.ts'
import { isChanged, type ReadLabels } from '../reading.ts'
import { misfitTeller, onceTeller } from './misfits.ts'
import type { Labelling, Said } from './said.ts'
import { type DatasetImport, type ImageRecording, type ImportSources, MANY } from './sources.ts'

const BY = { kind: 'import', name: '' } as const

/** Puts labels on images, and tells what of them is changed or left out. */
export function labelWriter(
  { annotations }: Pick<ImportSources, 'annotations'>,
  { project, attributes }: Pick<DatasetImport, 'project' | 'attributes'>,
  { spellings, notes }: Pick<ImageRecording, 'spellings' | 'notes'>,
) {
  const tellMisfits = misfitTeller()
  const tellOnce = onceTeller()

  async function tell({ described, problem }: Said, { told, objects, fit }: ReadLabels): Promise<void> {
    if (objects.length > 0 && isChanged(fit)) notes.add(fit, described.source)
    for (const reason of [...told, ...spellings.objects(objects)])
      await tellOnce(reason, () => problem({ ...described.source, reason }))
  }

  /** Whether the labels are on the image now; not where it got others in this moment, or they are refused. */
  async function write(
    { image, said, labels }: Pick<Labelling, 'image' | 'said' | 'labels'>,
    wanted: Pick<AnnotationUpload, 'overwrite' | 'besides'>,
  ): Promise<boolean> {
    await tell(said, labels)
    const misfits: LabelMisfit[] = []
    const written = await annotations.replace(project, image, {
      ...{ objects: labels.objects, by: BY, ...MANY, ...wanted },
      ...(attributes && { attributes }),
      onMisfit: (misfit) => misfits.push(misfit),
    })
    const { source } = said.described
    if (written.ok) await tellMisfits(misfits, (reason) => said.problem({ ...source, reason }))
    else if (written.error.code !== 'annotation-exists')
      await said.problem({ ...source, reason: written.error.message })
    return written.ok
  }

  /** Takes the background mark of an image back. */
  async function clearNull(image: ImageId): Promise<void> {
    await annotations.clearNull(project, image, { by: BY, ...MANY })
  }

  return { write, clearNull }
}
