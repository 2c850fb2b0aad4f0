import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { someImage } from './images.ts'

/** Makes a catalog project as if written by hand: boats on 64 × 48 images. */
export async function publishProject(
  catalog: string,
  folder: string,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<{ readonly path: string; readonly manifest: Readonly<Record<string, unknown>> }> {
  const path = join(catalog, folder)
  await mkdir(join(path, 'images'), { recursive: true })
  const images = await Promise.all(
    ['one', 'two', 'three'].map(async (name) => {
      const bytes = await someImage()
      const file = `images/${name}.png`
      await writeFile(join(path, file), bytes)
      return { file, sha256: createHash('sha256').update(bytes).digest('hex'), width: 64, height: 48 }
    }),
  )
  const [one, two, three] = images
  const manifest = {
    kind: 'tessera-catalog',
    version: 1,
    name: 'Harbour boats',
    type: 'instance-segmentation',
    license: 'CC BY 4.0',
    description: 'Boats as seen from the quay',
    classes: [
      { name: 'buoy', color: 7 },
      { name: 'boat', attributes: [HULL] },
    ],
    images: [
      { ...one, split: 'valid', tags: ['night'], metadata: { lane: 4 }, annotations: [BOAT, BUOY] },
      { ...two, annotations: [] },
      three,
    ],
    ...changes,
  }
  await writeFile(join(path, 'tessera-catalog.json'), JSON.stringify(manifest))
  return { path, manifest }
}

const HULL = { name: 'hull', kind: 'choice', choices: ['steel', 'wood'], isRequired: false }
const BOAT = { class: 'boat', box: [4, 8, 24, 28], attributes: { hull: 'wood' } }
const BUOY = {
  class: 'buoy',
  polygon: [
    [
      [30, 10],
      [50, 10],
      [40, 30],
    ],
  ],
}

/** Publishes a project of many images, each with a boat. */
export async function publishMany(catalog: string, folder: string, count: number): Promise<void> {
  const path = join(catalog, folder)
  await mkdir(path, { recursive: true })
  const images = []
  for (let nth = 0; nth < count; nth += 1) {
    const bytes = await someImage()
    const file = `${nth}.png`
    await writeFile(join(path, file), bytes)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    images.push({ file, sha256, width: 64, height: 48, annotations: [BOAT] })
  }
  const head = { kind: 'tessera-catalog', version: 1, name: 'Harbour boats', type: 'object-detection' }
  await writeFile(join(path, 'tessera-catalog.json'), JSON.stringify({ ...head, classes: [{ name: 'boat' }], images }))
}
