import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sentenceOf } from '#common/messages/sentence'
import { readStaged, STAGED_INDEX } from '#storage/blobs/staged-files'

test('a file that cannot be read is told without its place on this machine', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-staged-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const files = [{ path: 'a/b.jpg', bytes: 1, number: 0 }]
  await writeFile(join(folder, STAGED_INDEX), JSON.stringify({ files, refused: [] }))
  const staged = await readStaged(folder)
  if (!staged.ok) throw new Error(sentenceOf(staged.error))
  const [file] = staged.value.files
  if (file === undefined) throw new Error('There is no file')

  await expect(async () => {
    for await (const _chunk of staged.value.read(file));
  }).rejects.toThrow(/^a\/b\.jpg cannot be read: ENOENT: no such file or directory$/)
})
