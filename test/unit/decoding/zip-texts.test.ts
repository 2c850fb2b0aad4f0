import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sentenceOf } from '#common/messages/sentence'
import { openZip } from '#decoding/zip'
import { makeZip } from '#test/kit/zip-maker'

test('texts of an archive may be UTF-16', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-zip-'))
  const path = join(folder, 'bay.zip')
  const content = Buffer.from('\uFEFFMöwe', 'utf16le')
  const plain = { path: 'b.txt', content: 'Möwe' }
  await writeFile(path, makeZip([{ path: 'a.txt', content }, plain]))

  const zip = await openZip(path, { maxEntries: 9, name: 'The archive' })
  if (!zip.ok) throw new Error(sentenceOf(zip.error))
  const { entries, readText, close } = zip.value
  const texts = await Promise.all(entries.map(readText))

  expect(texts).toEqual(['Möwe', 'Möwe'])
  close()
  await rm(folder, { recursive: true })
})
