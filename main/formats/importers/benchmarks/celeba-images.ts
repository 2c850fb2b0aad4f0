import { isImageName } from '#common/image-kinds'
import { folded } from '#core/exchange/datasets/places'
import type { DatasetFiles } from '#core/exchange/datasets/ports'
import { baseName, withoutEnding } from '../kit/paths.ts'

/** Photographs as they were found, or cut and turned so that all faces lie alike. Both have the same names. */
export type ImageKind = 'wild' | 'aligned'

export interface CelebAImages {
  /** Whether folders tell the kinds of images. */
  readonly isMarked: boolean
  /** Whether the dataset may hold images of the kind. */
  has(kind: ImageKind | undefined): boolean
  /** The paths of the images of a name; the name itself where no such file is there. */
  named(name: string, kind: ImageKind | undefined): readonly string[]
}

export function celebAImages({ files }: DatasetFiles): CelebAImages {
  const images = files.map(({ path }) => path).filter(isImageName)
  const byStem = Map.groupBy(images, stemOf)
  const kinds = new Set(images.map(kindOf))
  const isMarked = kinds.has('aligned') || kinds.has('wild')
  const has = (kind: ImageKind | undefined) => kind === undefined || !isMarked || kinds.has(kind)
  return {
    isMarked,
    has,
    named(name, kind) {
      const found = byStem.get(stemOf(name))
      if (found === undefined) return [name]
      return kind !== undefined && isMarked ? found.filter((path) => kindOf(path) === kind) : found
    },
  }
}

function stemOf(path: string): string {
  return folded(withoutEnding(baseName(path)))
}

function kindOf(path: string): ImageKind | undefined {
  const kind = /(?:^|\/)img_(?<kind>align_)?celeba(?:_png)?(?:\.7z)?\//i.exec(path)
  return kind ? (kind.groups?.['kind'] ? 'aligned' : 'wild') : undefined
}
