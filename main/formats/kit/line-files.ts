import { besideImage } from './file-names.ts'
import { type ExportFile, type ExportSource, filledSplits, imageFiles, type NamedImage, textFile } from './files.ts'

interface LineFiles {
  /** The folder of the images in each split. */
  readonly images: string
  /** The folder of the texts in each split. */
  readonly texts: string
  linesOf(image: NamedImage): readonly string[]
}

/** Two folders in each split: the images, and for each of them a text with one line an object, empty where there is none. */
export async function* lineFiles(
  source: ExportSource,
  { images, texts, linesOf }: LineFiles,
): AsyncGenerator<ExportFile> {
  for (const split of filledSplits(source.version)) {
    yield* imageFiles(source, split, `${split}/${images}`)
    for await (const image of source.images(split)) {
      const lines = linesOf(image).map((line) => `${line}\n`)
      yield textFile(`${split}/${texts}/${besideImage(image.fileName, 'txt')}`, lines.join(''))
    }
  }
}
