import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sentenceOf } from '#common/messages/sentence'
import type { Message } from '#common/messages/template'
import { modelShelf } from '#inference/store/shelf'

const MANIFEST = {
  id: 'toys/1',
  name: 'Toys',
  family: 'yolo',
  layout: 'v8',
}

async function shelfWith(text: string) {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-shelf-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'toys', '1', 'manifest.json')
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
  return modelShelf({ folder, warn: () => undefined })
}

test('a manifest that is nested too deeply is not parsed', async () => {
  const nested = `${'['.repeat(101)}${']'.repeat(101)}`
  const text = JSON.stringify(MANIFEST)

  const [plain, deep] = await Promise.all([shelfWith(text), shelfWith(text.replace(/\}$/, `,"unknown":${nested}}`))])

  expect(told(await plain.fault('toys/1'))).not.toContain('it is not a JSON object')
  expect(told(await deep.fault('toys/1'))).toContain('it is not a JSON object')
})

test('a manifest of more than 4 MB is not read', async () => {
  const shelf = await shelfWith(`${JSON.stringify(MANIFEST)}${' '.repeat(4 * 1024 ** 2)}`)

  expect(told(await shelf.fault('toys/1'))).toContain('larger than 4194304 bytes')
})

function told(fault: Message | undefined): string {
  return fault ? sentenceOf(fault) : ''
}
