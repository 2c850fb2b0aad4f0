import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readManifestText } from '#inference/store/disk'

test('the text of a manifest is read up to 4 MB, wherever it lies', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-manifest-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'small'), '{}')
  await writeFile(join(folder, 'large'), ' '.repeat(4 * 1024 ** 2 + 1))

  const read = await Promise.all(['small', 'large', 'absent'].map((name) => readManifestText(join(folder, name))))

  expect(read).toEqual(['{}', undefined, undefined])
})
