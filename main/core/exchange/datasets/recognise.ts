import type { ProjectType } from '#common/contract/projects'
import { isImageName } from '#common/image-kinds'
import { isClassification } from '../../annotation/annotations/project-types.ts'
import { isMaskPath } from './places.ts'
import type { DatasetFile, DatasetFiles, DatasetImporter } from './ports.ts'

/** A format that the label files of a dataset may be of. */
export interface Candidate {
  readonly importer: Pick<DatasetImporter, 'id' | 'title' | 'isOfFolders'>
  readonly labels: readonly DatasetFile[]
}

/** The same where its importer is at hand, which never leaves the process that reads the files. */
export interface RecognisedFormat extends Candidate {
  readonly importer: DatasetImporter
}

/**
 * Every format that knows label files among the files; folders that stand for classes say something only where images have classes.
 * The one that is most likely meant stands first, as in the list of importers.
 */
export async function recogniseFormats(
  importers: readonly DatasetImporter[],
  files: DatasetFiles,
  type: ProjectType,
): Promise<readonly RecognisedFormat[]> {
  const found: RecognisedFormat[] = []
  for (const importer of importers) {
    if (!isFor(importer, type)) continue
    const labels = await importer.recognise(files)
    if (labels.length > 0) found.push({ importer, labels })
  }
  const sorted = isOfAreas(type) ? found : found.toSorted((a, b) => Number(isOfMasks(a)) - Number(isOfMasks(b)))
  const yields = (format: RecognisedFormat) => found.some((other) => isBetter(other, format, type))
  return sorted.toSorted((a, b) => Number(yields(a)) - Number(yields(b)))
}

function isBetter(other: RecognisedFormat, { importer, labels }: RecognisedFormat, type: ProjectType): boolean {
  return importer.yieldsTo?.(labels, other, type) === true
}

function isFor({ isOfFolders, isOfTexts }: DatasetImporter, type: ProjectType): boolean {
  return (!isOfFolders || isClassification(type)) && (!isOfTexts || type === 'text-image-pairs')
}

function isOfAreas(type: ProjectType): boolean {
  return type === 'instance-segmentation' || type === 'semantic-segmentation'
}

function isOfMasks({ importer }: RecognisedFormat): boolean {
  return importer.isOfMasks === true
}

/** The images of a dataset: masks, which label files speak of as labels of other images, are none. */
export function imagesOf({ files }: DatasetFiles, candidates: readonly Candidate[]): DatasetFile[] {
  const masks = new Set(candidates.flatMap(masksOf))
  return files.filter(({ path }) => isImageName(path) && !masks.has(path) && !isMaskPath(path))
}

function masksOf({ importer, labels }: Candidate): string[] {
  return importer.isOfFolders ? [] : labels.map(({ path }) => path).filter(isImageName)
}
