import { message } from '#common/messages/message'
import { folded, partsOf } from '../datasets/places.ts'
import type { Candidate } from '../datasets/recognise.ts'
import type { ZipEntry } from '../datasets/zip.ts'
import type { PlannedImage, RefusedEntry, ZipPlan } from './rules.ts'

/** A COCO file that may say something of an image. */
export interface CocoSource {
  readonly entry: ZipEntry
  /** As much of the end of the image's path as tells it from the other images that the file may be about. */
  readonly name: string
}

export interface MixedImage extends PlannedImage {
  /** COCO files of its own folder and of folders above, the nearest first. */
  readonly cocos: readonly CocoSource[]
}

/** The plan for an archive that mixes formats. */
export interface MixedPlan {
  readonly images: readonly MixedImage[]
  readonly refused: readonly RefusedEntry[]
}

interface CocoFile {
  readonly entry: ZipEntry
  /** The folder whose images it may be about, folded. */
  readonly place: readonly string[]
  /** Of those images. */
  readonly nameOf: ReadonlyMap<string, string>
}

/** Folders that hold nothing but annotation files: the images lie beside them. */
const OF_ANNOTATIONS = /^(?:annotations?|labels)$/

/** Gives each image of an archive that mixes formats the COCO files that may be about it. */
export function mixedPlan({ images, refused, files }: ZipPlan, candidates: readonly Candidate[]): MixedPlan {
  const cocos = cocoFiles({ images, files }, candidates)
  const planned = images.map((image) => ({ ...image, cocos: cocosOf(image, cocos) }))
  const used = new Set(planned.flatMap((image) => image.cocos.map(({ entry }) => entry.path)))
  const claimed = new Set(candidates.flatMap(({ labels }) => labels.map(({ path }) => folded(path))))
  const isMixedOut = ({ path, reason }: RefusedEntry) =>
    reason.code === 'no-image-goes-with-file' && claimed.has(keyOf(path))
  return {
    images: planned,
    refused: refused
      .filter(({ path }) => !used.has(path))
      .map((each) => (isMixedOut(each) ? { ...each, reason: message('archive-mixes-formats') } : each)),
  }
}

function cocoFiles({ images, files }: Pick<ZipPlan, 'images' | 'files'>, candidates: readonly Candidate[]) {
  const claimed = candidates.filter(({ importer }) => importer.id === 'coco').flatMap(({ labels }) => labels)
  const keys = [...claimed.map(({ path }) => path), ...images.flatMap(({ coco }) => coco?.path ?? [])].map(keyOf)
  const paths = images.map(({ entry }) => keyOf(entry.path))
  const found = [...new Set(keys)].flatMap((key): CocoFile[] => {
    const entry = files.get(key)
    const place = placeOf(key)
    return entry
      ? [{ entry, place, nameOf: distinctNames(paths.filter((path) => isBelow(path.split('/'), place))) }]
      : []
  })
  return found.toSorted((a, b) => b.place.length - a.place.length)
}

function placeOf(key: string): string[] {
  const folders = key.split('/').slice(0, -1)
  return OF_ANNOTATIONS.test(folders.at(-1) ?? '') ? folders.slice(0, -1) : folders
}

function isBelow(parts: readonly string[], place: readonly string[]): boolean {
  return place.every((folder, index) => parts[index] === folder)
}

function cocosOf({ entry, label }: PlannedImage, cocos: readonly CocoFile[]): CocoSource[] {
  const key = keyOf(entry.path)
  return cocos.flatMap(({ entry: file, nameOf }) => {
    const name = nameOf.get(key)
    return name === undefined || file === label ? [] : [{ entry: file, name }]
  })
}

/** The shortest end of each path that no other of them has. */
function distinctNames(paths: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  let open = paths
  for (let parts = 1; open.length > 0; parts += 1) {
    const byEnd = Map.groupBy(open, (path) => path.split('/').slice(-parts).join('/'))
    const alike = [...byEnd].filter(([end, each]) => each.length > 1 && each.some((path) => path !== end))
    for (const [end, each] of byEnd) for (const path of each) names.set(path, end)
    open = alike.flatMap(([, each]) => each)
  }
  return names
}

function keyOf(path: string): string {
  return folded(partsOf(path).join('/'))
}
