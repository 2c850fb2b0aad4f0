import { z } from 'zod'
import { parseBounded, SMALL_FILE } from '#common/json/bounds'
import { pathInAddress } from '#core/exchange/datasets/places'
import type { DatasetFile, DatasetFiles } from '#core/exchange/datasets/ports'
import { FileRecord } from '../../labels/kit/json.ts'
import { baseName, tailsOf } from '../kit/paths.ts'
import { pauses } from '../kit/pauses.ts'
import { textLines } from '../kit/texts.ts'

/** The PNG files of the dataset that manifests name as masks of a job. */
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
  return pngs.filter(({ path }) => maskNames.has(baseName(path)) || endsOf(path).some((tail) => named.masks.has(tail)))
}

interface Named {
  readonly masks: Set<string>
  readonly images: Set<string>
}

/** A manifest that names none at its beginning is not read for them. */
async function collect(manifest: DatasetFile, dataset: DatasetFiles, named: Named): Promise<void> {
  const head = await dataset.head(manifest, HEAD_BYTES)
  if (!mayNameMasks(head)) return
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
  for (const [field, address] of refsIn(text)) {
    const path = pathInAddress(address)
    if (field === SOURCE) images.add(baseName(path))
    else for (const tail of endsOf(path)) masks.add(tail)
  }
}

/** The addresses of a line by their fields. */
function refsIn(text: string): readonly (readonly [string, string])[] {
  const line = Line.safeParse(parseBounded(text, SMALL_FILE)).data ?? {}
  return Object.entries(line).flatMap(([field, address]) =>
    field.endsWith('-ref') && typeof address === 'string' ? [[field, address] as const] : [],
  )
}

const Line = FileRecord(z.unknown())

/** Whether a line of the head names a mask; one line alone may go on behind the head. */
function mayNameMasks(head: string): boolean {
  const lines = head.split('\n').filter((line) => line.trim() !== '')
  return lines.length === 1 || lines.some((line) => refsIn(line).some(([field]) => field !== SOURCE))
}

/** `c/d.png` and `b/c/d.png` of `a/b/c/d.png`, and itself. */
function endsOf(path: string): readonly string[] {
  const tails = tailsOf(path, '')
  return tails.slice(0, Math.max(1, tails.length - 1))
}
