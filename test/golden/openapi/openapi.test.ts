import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testEvents } from '../../kit/event-store.ts'
import { openInference } from '../../kit/inference-server.ts'
import { testStation } from '../../kit/station.ts'

/** The documents that each server publishes about itself. Clients are made from these documents: a change here is one of the API, and `UPDATE_GOLDEN=1` writes it anew. */
const FOLDER = join(import.meta.dirname, 'documents')

const SERVERS: Readonly<Record<string, () => Promise<unknown>>> = {
  async management() {
    const station = await testStation()
    const { body } = await station.management.get('/openapi.json', { key: null })
    await station.close()
    return body
  },
  async inference() {
    const inference = await openInference()
    const { body } = await inference.get('/openapi.json')
    await inference.close()
    return body
  },
  async events() {
    const { http } = await testEvents()
    return (await http.get('/openapi.json')).body
  },
}

test.each(Object.keys(SERVERS))('the %s server publishes the operations and schemas that it did', async (name) => {
  const document = `${JSON.stringify(await SERVERS[name]?.(), undefined, 2)}\n`
  const file = join(FOLDER, `${name}.json`)
  if (process.env['UPDATE_GOLDEN'] === '1') {
    await mkdir(FOLDER, { recursive: true })
    await writeFile(file, document)
  }

  expect(document).toBe(await readFile(file, 'utf8'))
})
