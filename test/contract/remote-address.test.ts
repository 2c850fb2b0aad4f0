import { expect, test } from 'vitest'
import { noteHub } from '#compose/note-hub'
import { openRemote } from '#compose/remote/remote'
import { sessionSecrets } from '#compose/secrets/session'
import { openedStation } from '../kit/sent-projects.ts'

test('pages are told the workspace of the other machine as soon as it has answered', async () => {
  const there = await openedStation()
  const url = await there.listen()
  const notes = noteHub()
  const stop = new AbortController()
  const told = notes.subscribe(stop.signal).next()
  const secrets = sessionSecrets()
  const remote = await openRemote({ remote: { url, key: there.key }, secrets, notes })

  const first = remote?.state()
  await told
  stop.abort()

  expect(first).toEqual({ url, workspace: '', reachable: false })
  expect(remote?.state()).toEqual({ url, workspace: 'acme', reachable: true })
})

test('the key is needed once, and is not given to another address', async () => {
  const secrets = sessionSecrets()
  const open = (url: string, key?: string) => openRemote({ remote: { url, key }, secrets, notes: noteHub() })
  await open('http://nas:9000', 'tk_1')

  const again = await open('http://nas:9000')

  expect(again?.host).toBe('nas:9000')
  await expect(open('http://elsewhere:9000')).rejects.toThrow('No key for http://elsewhere:9000 is saved')
})
