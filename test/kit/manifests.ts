import { expect } from 'vitest'
import type { ProjectType } from '#common/contract/projects'
import type { DatasetImporter } from '#core/exchange/datasets/ports'
import { exportedFiles } from './exported-files.ts'
import { importWith, labelFiles, objectsByName } from './label-files.ts'

/** Images of the golden dataset under their names in exports, with some of their objects. */
export const [BAY, QUAY] = [
  'bay-01_png.rf.0123456789abcdef0123456789abcdef',
  'quay_jpg.rf.fedcba9876543210fedcba9876543210',
]
export const CRATE = { className: 'crate', kind: 'box', box: { x0: 20, y0: 10, x1: 80, y1: 50 } }
export const CRATE_OUTLINE = { className: 'crate', kind: 'polygon', rings: [[20, 10, 80, 10, 80, 50, 20, 50]] }
export const SPOON_OUTLINE = { className: 'Loffel', kind: 'polygon', rings: [[100, 20, 140, 20, 140, 60, 100, 60]] }
export const WHOLE = { className: 'crate', kind: 'whole' }

/** Imports an export again. */
export async function readBack(importer: DatasetImporter, type: ProjectType) {
  const found = await importWith(importer, labelFiles(await exportedFiles(importer.id, type)))
  expect(found.problems).toEqual([])
  return { found, objects: objectsByName(found, { type }) }
}

/** Returns a file damaged in each way. */
export function damagedIn(whole: string): Readonly<Record<string, string | Uint8Array>> {
  return {
    'a.json': whole.slice(0, -3),
    'b.json': Buffer.from(whole.replace('crate', 'cr\xe4te'), 'latin1'),
    'c.json': whole.replaceAll('"crate"', 'NaN'),
    'd.json': `${whole}${whole}`,
  }
}
