import type { Split } from '#common/split'
import type { DatasetFile, DatasetFiles } from '#core/exchange/datasets/ports'
import { baseName, folderOf, splitInName, withoutEnding } from '../kit/paths.ts'
import { textLines } from '../kit/texts.ts'

const LIST = /(?:^|\/)(?:train|val|valid|test)\.txt$/i

export interface ListedImage {
  /** Absent where the list names no mask beside the image. */
  readonly image?: string
  readonly split: Split
}

/** The lists of the splits: `/SegNet/CamVid/train/a.png /SegNet/CamVid/trainannot/a.png`, or names of images alone. */
export function camVidLists({ files }: DatasetFiles): readonly DatasetFile[] {
  return files.filter(({ path }) => LIST.test(path))
}

/** The image and the split that lists give to a mask: by the path of the mask, and by the folder of the list with the name of the image. */
export async function readCamVidLists(
  dataset: DatasetFiles,
): Promise<(mask: string, image: string) => ListedImage | undefined> {
  const listed = new Map<string, ListedImage>()
  const roots = new Set<string>()
  for (const list of camVidLists(dataset)) {
    const [root, split] = [folderOf(list.path), splitInName(list.path) ?? 'train']
    for await (const line of textLines(dataset, list)) {
      const [image = '', mask] = 'text' in line ? line.text.trim().split(/\s+/) : []
      if (mask !== undefined) listed.set(below(root, mask).toLowerCase(), { image: below(root, image), split })
      else if (image !== '') {
        listed.set(nameIn(root, image), { split })
        roots.add(root)
      }
    }
  }
  return (mask, image) => {
    const root = folderOf(folderOf(mask))
    const said = listed.get(mask.toLowerCase()) ?? listed.get(nameIn(root, image))
    // Where one list names the images to validate with, the others are there to train with.
    return said ?? (roots.has(root) ? { split: 'train' } : undefined)
  }
}

/** The last two parts of a path on another machine, below the folder of the list. */
function below(root: string, path: string): string {
  const tail = path.split(/[\\/]/).slice(-2).join('/')
  return root === '' ? tail : `${root}/${tail}`
}

function nameIn(root: string, path: string): string {
  return `${root}\n${withoutEnding(baseName(path))}`.toLowerCase()
}
