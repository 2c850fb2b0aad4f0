import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { photo } from './station-process.ts'

/** Makes a realistic folder: photographs of every format in subfolders, and other files. */
export async function makeDroppedFolder(folder: string): Promise<void> {
  const coffee = await photo('coffee.jpg')
  const files: Record<string, Buffer | string> = {
    'table/coffee.jpg': coffee,
    'table/coins.png': await photo('coins.png'),
    'people/astronaut.jpg': await photo('astronaut.jpg'),
    'people/camera.tif': await sharp(await photo('camera.jpg'))
      .tiff()
      .toBuffer(),
    'animals/chelsea.webp': await sharp(await photo('chelsea.jpg'))
      .webp()
      .toBuffer(),
    'animals/turned.jpg': await sharp(await photo('chelsea.jpg'))
      .extract({ left: 0, top: 0, width: 400, height: 200 })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer(),
    'sky/rocket.avif': await sharp(await photo('rocket.jpg'))
      .resize(320)
      .avif({ effort: 0 })
      .toBuffer(),
    'sky/retina.jpg': await photo('retina.jpg'),
    'odd/one pixel.png': await sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
      .png()
      .toBuffer(),
    'odd/broken.jpg': coffee.subarray(0, 3000),
    'odd/notes.txt': 'Not an image.\n',
    'odd/empty.jpg': '',
    // Sorted long after the image that it duplicates, so that it never arrives first.
    'zz copies/copy of coffee.jpg': coffee,
  }
  for (const [path, bytes] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), bytes)
  }
}
