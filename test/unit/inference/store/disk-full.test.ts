import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { DraftKey } from '#common/inference/recognition'
import { modelDrafts } from '#inference/store/drafts'

const folder = mkdtempSync(join(tmpdir(), 'tessera-full-'))
const isSmall = mountSmallDisk()

afterAll(() => {
  if (isSmall) execFileSync('umount', [folder])
  rmSync(folder, { recursive: true, force: true })
})

describe.skipIf(!isSmall)('a full disk (needs the right to mount one)', () => {
  test('refuses a dropped model in plain words and keeps nothing of it', async () => {
    const drafts = modelDrafts(folder)
    const key = DraftKey.parse('dropped')
    await drafts.open(key)

    const receiving = drafts.receive(key, { path: 'm.onnx', source: megabytes(4), maxBytes: 1e9 })

    await expect(receiving).rejects.toThrow('disk that holds the library is full')
    expect(readdirSync(join(folder, 'dropped', 'files'))).toEqual([])
  })

  test('ends a download in plain words, which can go on when there is room', async () => {
    const drafts = modelDrafts(folder)
    const key = DraftKey.parse('fetch~toys~1')
    const partial = await drafts.partial(key, 'm.onnx')
    const writing = (async () => {
      for await (const chunk of megabytes(4)) await partial.append(chunk)
    })()

    await expect(writing).rejects.toThrow('disk that holds the library is full')

    await partial.close()
    expect(await drafts.arrived(key, 'm.onnx')).toBeGreaterThan(0)
  })
})

/** A disk of two megabytes in memory; only an administrator may have one. */
function mountSmallDisk(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function* megabytes(count: number) {
  for (let sent = 0; sent < count; sent += 1) yield Buffer.alloc(1024 * 1024, sent)
}
