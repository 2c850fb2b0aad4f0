import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openSchemaFolder } from '#storage/events/schema-folder'
import { schemaEngine } from '#storage/events/schemas/engine'

async function folderWith(files: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-schemas-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const warnings: string[] = []
  return {
    folder,
    warnings,
    shelf: await openSchemaFolder(folder, { engine: schemaEngine(), warn: (sentence) => void warnings.push(sentence) }),
  }
}

test('a file that is no JSON Schema is told once, with its name and the reason', async () => {
  const { folder, warnings, shelf } = await folderWith({ 'cut.json': '{"type"', 'good.json': '{}', 'notes.txt': 'x' })

  await shelf.misfit('cut', {})
  await shelf.list()
  const first = [...warnings]
  await writeFile(join(folder, 'cut.json'), '{"type": "objekt"}')
  await shelf.list()

  expect(first).toEqual([`${join(folder, 'cut.json')} cannot be used as a JSON Schema: not JSON`])
  expect(warnings).toHaveLength(2)
  expect(warnings[1]).toContain('type must be one of "array", "boolean"')
})
