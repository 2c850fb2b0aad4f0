import sharp from 'sharp'
import { photo } from './station-process.ts'
import type { MadeEntry } from './zip-maker.ts'

export interface CocoImage {
  readonly name: string
  readonly width: number
  readonly height: number
  /** Class and box: left, top, width, height. */
  readonly objects: readonly (readonly [className: string, ...box: readonly number[]])[]
}

/** Returns a COCO file for these images. */
export function cocoText(images: readonly CocoImage[]): string {
  const names = [...new Set(images.flatMap(({ objects }) => objects.map(([className]) => className)))]
  return JSON.stringify(
    {
      images: images.map(({ name, width, height }, id) => ({ id, file_name: name, width, height })),
      categories: names.map((name, index) => ({ id: index + 1, name })),
      annotations: images.flatMap(({ objects }, image) =>
        objects.map(([className, ...bbox], at) => ({
          id: image * 1000 + at,
          image_id: image,
          category_id: names.indexOf(className) + 1,
          bbox,
        })),
      ),
    },
    null,
    1,
  )
}

/**
 * Returns a small realistic dataset of photographs: two splits, a background image, one without annotations, and three
 * faults.
 */
export async function cocoDataset(): Promise<MadeEntry[]> {
  const train: CocoImage[] = [
    {
      name: 'coffee.jpg',
      ...(await sizeOf('coffee.jpg')),
      objects: [
        ['cup', 180, 70, 290, 280],
        ['spoon', 30, 250, 200, 90],
      ],
    },
    {
      name: 'coins.png',
      ...(await sizeOf('coins.png')),
      objects: [
        ['coin', 20, 20, 50, 50],
        ['coin', 90, 20, 55, 55],
      ],
    },
    { name: 'chelsea.jpg', ...(await sizeOf('chelsea.jpg')), objects: [['cat', 90, 10, 260, 260]] },
    { name: 'brick.jpg', ...(await sizeOf('brick.jpg')), objects: [] },
    { name: 'gone.jpg', width: 100, height: 100, objects: [['cup', 1, 1, 20, 20]] },
  ]
  const valid: CocoImage[] = [
    { name: 'astronaut.jpg', ...(await sizeOf('astronaut.jpg')), objects: [['person', 60, 10, 340, 480]] },
    { name: 'rocket.jpg', ...(await sizeOf('rocket.jpg')), objects: [['rocket', 290, 90, 70, 300]] },
    { name: 'clock.jpg', ...(await sizeOf('clock.jpg')), objects: [['clock', 9000, 9000, 20, 20]] },
  ]
  return [
    { path: 'train/_annotations.coco.json', content: cocoText(train) },
    { path: 'valid/_annotations.coco.json', content: cocoText(valid) },
    ...(await photos('train', ['coffee.jpg', 'coins.png', 'chelsea.jpg', 'brick.jpg', 'camera.jpg'])),
    ...(await photos('valid', ['astronaut.jpg', 'rocket.jpg', 'clock.jpg'])),
    { path: 'valid/broken.jpg', content: 'no image' },
  ]
}

async function photos(folder: string, names: readonly string[]): Promise<MadeEntry[]> {
  return Promise.all(names.map(async (name) => ({ path: `${folder}/${name}`, content: await photo(name) })))
}

async function sizeOf(name: string): Promise<{ width: number; height: number }> {
  const { width, height } = await sharp(await photo(name)).metadata()
  return { width, height }
}
