/** Started by a test under several time zones: prints the digest of an archive. */
import { createHash } from 'node:crypto'
import { archiveOf } from '#formats/archive'
import { coco } from '#formats/exporters/coco'
import { harbor, noCuts } from './exporters/kit.ts'

const digest = createHash('sha256')
const archive = archiveOf(coco.files(harbor()), {
  mtime: new Date(process.argv[2] ?? ''),
  signal: new AbortController().signal,
  cutOut: noCuts,
  readImage: async () => Buffer.from('JPEG'),
})
for await (const bytes of archive) digest.update(bytes)
process.stdout.write(digest.digest('hex'))
