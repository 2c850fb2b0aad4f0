import { paintedPicture } from '../painted-picture.ts'

type Painting = Parameters<typeof paintedPicture>[0]

/** A picture file of rectangles, as its bytes. */
export async function paintedFile(painting: Painting): Promise<Buffer> {
  const picture = await paintedPicture(painting)
  if (picture.kind !== 'encoded') throw new Error(`A painted picture is ${picture.kind}`)
  return Buffer.from(picture.bytes)
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
