import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createEvent, testEvents } from '../../kit/event-store.ts'

const STORE = join(import.meta.dirname, '../../../main/storage/events/event-store.ts')

test('a second store on the same folder is refused with a word about the first, which goes on', async () => {
  const first = await testEvents()

  await expect(testEvents({ library: first.library })).rejects.toThrow(
    `is already open in another instance of Tessera (process ${process.pid} on`,
  )

  expect(await createEvent(first.http)).toEqual(expect.any(String))
})

test('another process is refused too, and gets the folder once the first has closed it', async () => {
  const { library, close } = await testEvents()
  const script = `import { openEventStore } from ${JSON.stringify(STORE)}
    const store = await openEventStore(${JSON.stringify(join(library, 'events'))}, new Date())
    await store.close()
    console.log('opened')`
  const opening = () => promisify(execFile)(process.execPath, ['--eval', script])

  await expect(opening()).rejects.toThrow(`is already open in another instance of Tessera (process ${process.pid} on`)
  await close()

  expect((await opening()).stdout).toContain('opened')
})
