import type { ProjectType } from '#common/contract/projects'
import { EXPORTERS } from '#formats/exporters/registry'
import type { ExportFile } from '#formats/kit/files'
import { collect, harbor } from '#test/unit/formats/exporters/kit'
import type { Contents } from './label-files.ts'

/**
 * Returns all files of the golden dataset in a format. Each image has the bytes `JPEG`, or its name inside a record.
 */
export async function exportedFiles(id: string, projectType: ProjectType): Promise<Contents> {
  const exporter = EXPORTERS.find((known) => known.id === id)
  if (exporter === undefined) throw new Error(`No format is called ${id}`)
  return contentsOf(exporter.files(harbor({ projectType })))
}

export async function contentsOf(files: AsyncIterable<ExportFile>): Promise<Contents> {
  const contents: Record<string, string | Uint8Array> = {}
  for await (const file of files) if (file.kind !== 'folder') contents[file.path] = await bytesOf(file)
  return contents
}

async function bytesOf(file: Exclude<ExportFile, { readonly kind: 'folder' }>): Promise<string | Uint8Array> {
  switch (file.kind) {
    case 'text':
      return typeof file.text === 'string' ? file.text : (await collect(file.text)).join('')
    case 'image':
    case 'crop':
      return 'JPEG'
    case 'data':
      return file.make()
    case 'records':
      return Buffer.concat(
        (await collect(file.records)).map(({ image, encode }) => encode(Buffer.from(image.fileName))),
      )
  }
}
