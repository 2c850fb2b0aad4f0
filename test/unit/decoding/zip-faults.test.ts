import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { sentenceOf } from '#common/messages/sentence'
import { openZip } from '#decoding/zip'
import { makeZip } from '#test/kit/zip-maker'
import { inWords } from '../../kit/in-words.ts'

const WHOLE = makeZip([{ path: 'a.txt', content: 'Möwe '.repeat(200) }])
const INCOMPLETE = 'bay.zip is not a ZIP file, or is incomplete. Download or create the archive again'

/** The archive with bytes written over, counted from its end where the place is negative. */
function overwritten(place: number, bytes: readonly number[]): Buffer {
  const zip = Buffer.from(WHOLE)
  zip.set(bytes, place < 0 ? zip.length + place : place)
  return zip
}

async function opened<Answer>(bytes: Buffer, judge: (zip: Awaited<ReturnType<typeof openZip>>) => Promise<Answer>) {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-zip-'))
  const path = join(folder, 'bay.zip')
  await writeFile(path, bytes)
  const zip = await openZip(path, { maxEntries: 9, name: 'bay.zip' })
  const answer = await judge(zip)
  if (zip.ok) zip.value.close()
  await rm(folder, { recursive: true })
  return answer
}

test.each([
  ['its second half is missing', WHOLE.subarray(0, WHOLE.length / 2), INCOMPLETE],
  ['it is a text', Buffer.from('no archive'), INCOMPLETE],
  ['something was written behind it', Buffer.concat([WHOLE, Buffer.from('more')]), INCOMPLETE],
  ['it is split', overwritten(-18, [2, 0]), 'bay.zip is one part of a split archive. Create a single ZIP file'],
  [
    'its table of contents is damaged',
    overwritten(-22 - 51, [7, 7, 7, 7]),
    'bay.zip is a damaged ZIP file: its table of contents cannot be read. Download or create the archive again',
  ],
])('an archive is refused in our own words when %s', async (_, bytes, message) => {
  expect(inWords(await opened(bytes, async (zip) => zip))).toMatchObject({ ok: false, error: { message } })
})

test.each([
  [
    'its packed bytes are damaged',
    overwritten(35, [255, 255, 255, 255]),
    'It is damaged in the archive. Create the archive again',
  ],
  [
    'it is packed by another method',
    makeZip([{ path: 'a.txt', content: 'Möwe', method: 12 }]),
    'Compression method 12 is not supported. Create the archive with Deflate',
  ],
])('a file of an archive is refused in our own words when %s', async (_, bytes, message) => {
  const read = opened(bytes, async (zip) => {
    if (!zip.ok) throw new Error(sentenceOf(zip.error))
    const [entry] = zip.value.entries
    return entry && buffer(zip.value.read(entry)).catch((failure: unknown) => failure)
  })

  expect(await read).toMatchObject({ name: 'ZipEntryError', message })
})
