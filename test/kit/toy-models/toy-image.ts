import { paintedImage } from '../painted-image.ts'

type Painting = Parameters<typeof paintedImage>[0]

/** An image file of rectangles, as its bytes. */
export async function paintedFile(painting: Painting): Promise<Buffer> {
  const image = await paintedImage(painting)
  if (image.kind !== 'encoded') throw new Error(`A painted image is ${image.kind}`)
  return Buffer.from(image.bytes)
}

/** 320 × 240 on grey: a sure red rectangle, and a green one that is half as bright. */
export function redAndGreen(): Promise<Buffer> {
  return paintedFile({
    ...{ width: 320, height: 240, ground: '#727272' },
    rectangles: [
      { colour: '#f00', box: [40, 40, 120, 120] },
      { colour: '#008000', box: [180, 80, 280, 200] },
    ],
  })
}
