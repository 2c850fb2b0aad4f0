import { isPicturePath } from './places.ts'
import type { DatasetFile, DatasetFiles, DatasetImporter } from './ports.ts'

/** A format that the label files of a data set may be of. */
export interface Candidate {
  readonly importer: DatasetImporter
  readonly labels: readonly DatasetFile[]
}

/** Every format that knows label files among the files; the one that is most likely meant stands first, as in the list of importers. */
export async function recogniseFormats(
  importers: readonly DatasetImporter[],
  files: DatasetFiles,
): Promise<readonly Candidate[]> {
  const found: Candidate[] = []
  for (const importer of importers) {
    const labels = await importer.recognise(files)
    if (labels.length > 0) found.push({ importer, labels })
  }
  return found
}

/** The pictures of a data set: masks, which label files speak of as labels of other pictures, are none. */
export function picturesOf({ files }: DatasetFiles, candidates: readonly Candidate[]): DatasetFile[] {
  const masks = new Set(candidates.flatMap(({ labels }) => masksAmong(labels)))
  return files.filter(({ path }) => isPicturePath(path) && !masks.has(path))
}

/** Where nothing but pictures is named, their folders are the labels. */
function masksAmong(labels: readonly DatasetFile[]): string[] {
  const pictures = labels.filter(({ path }) => isPicturePath(path))
  return pictures.length === labels.length ? [] : pictures.map(({ path }) => path)
}
