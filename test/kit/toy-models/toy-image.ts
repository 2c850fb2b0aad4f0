import { paintedImage } from '../painted-image.ts'

type Painting = Parameters<typeof paintedImage>[0]

/** Returns the bytes of an image file of rectangles. */
export async function paintedFile(painting: Painting): Promise<Buffer> {
  const image = await paintedImage(painting)
  if (image.kind !== 'encoded') throw new Error(`A painted image is ${image.kind}`)
  return Buffer.from(image.bytes)
}

/** Returns a 320 × 240 image on gray with a bright red rectangle, and a green one of half its brightness. */
export function redAndGreen(): Promise<Buffer> {
  return paintedFile({
    width: 320,
    height: 240,
    ground: '#727272',
    rectangles: [
      { colour: '#f00', box: [40, 40, 120, 120] },
      { colour: '#008000', box: [180, 80, 280, 200] },
    ],
  })
}
