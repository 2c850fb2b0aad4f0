import { pathInAddress } from '#core/datasets/places'
import type { DatasetFile, DatasetFiles } from '#core/datasets/ports'
import { baseName } from '../kit/paths.ts'
import { pauses } from '../kit/pauses.ts'
import { textLines } from '../kit/texts.ts'

/** `"city-streets-ref": "s3://bucket/0_2026.png"`. */
const NAMED = /"(?<job>[^"\\]*-ref)"\s*:\s*"(?<address>[^"\\]+)"/g

/** The PNG files of the data set that manifests name as masks of a job. */
export async function masksNamedIn(
  manifests: readonly DatasetFile[],
  dataset: DatasetFiles,
): Promise<readonly DatasetFile[]> {
  const pngs = dataset.files.filter(({ path }) => /\.png$/i.test(path))
  if (pngs.length === 0) return []
  const named: Named = { masks: new Set(), images: new Set() }
  for (const manifest of manifests) await collect(manifest, dataset, named)
  if (named.masks.size === 0) return []
  const maskNames = new Set([...named.masks].map(baseName).filter((name) => !named.images.has(name)))
  return pngs.filter(({ path }) => maskNames.has(baseName(path)) || tailsOf(path).some((tail) => named.masks.has(tail)))
}

interface Named {
  readonly masks: Set<string>
  readonly images: Set<string>
}

/** A manifest that names none at its beginning is not read for them. */
async function collect(manifest: DatasetFile, dataset: DatasetFiles, named: Named): Promise<void> {
  const head = await dataset.head(manifest, HEAD_BYTES)
  if (![...head.matchAll(NAMED)].some(({ groups }) => groups?.['job'] !== SOURCE)) return
  const pause = pauses()
  for await (const next of textLines(dataset, manifest)) {
    await pause()
    if ('text' in next) collectLine(next.text, named)
  }
}

const HEAD_BYTES = 64 * 1024
const SOURCE = 'source-ref'

/** Masks match by the end of their path, from one folder up. */
function collectLine(text: string, { masks, images }: Named): void {
  for (const { groups } of text.matchAll(NAMED)) {
    const path = pathInAddress(groups?.['address'] ?? '')
    if (groups?.['job'] === SOURCE) images.add(baseName(path))
    else for (const tail of tailsOf(path)) masks.add(tail)
  }
}

/** `c/d.png` and `b/c/d.png` of `a/b/c/d.png`, and itself. */
function tailsOf(path: string): readonly string[] {
  const parts = path.split('/')
  return parts.slice(0, Math.max(1, parts.length - 1)).map((_, from) => parts.slice(from).join('/'))
}
