import { chmod, readFile, rename, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { message } from '#common/messages/message'
import { said } from '#common/messages/sentence'
import { FileUnusableError } from '#storage/kit/own-file'
import type { SecretStore } from '../ports.ts'
import { ifKept } from './kept.ts'

const Secrets = z.record(z.string(), z.string())

/** Secrets in a file that only its owner can read (mode 0600; on Windows the folder's own protection). */
export function fileSecrets(path: string): SecretStore {
  const place = { kind: 'file' as const, detail: said(message('secrets-in-file', { path })) }

  async function readAll(): Promise<Record<string, string>> {
    const text = await readFile(path, 'utf8').catch((failure: unknown) => {
      if (failure instanceof Error && 'code' in failure && failure.code === 'ENOENT') return '{}'
      throw unreadable(path, failure)
    })
    const parsed = Secrets.safeParse(parsedOf(text))
    if (!parsed.success)
      throw new Error(
        `The key file ${path} contains no keys. Restore a copy, or move the file away: Tessera then creates new keys, and existing links stop working.`,
      )
    return parsed.data
  }

  async function writeAll(secrets: Readonly<Record<string, string>>): Promise<void> {
    // Written beside and renamed, so that a crash leaves the old file or the new one.
    try {
      await writeFile(`${path}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flush: true })
      await chmod(`${path}.new`, 0o600)
      await rename(`${path}.new`, path)
    } catch (failure) {
      throw unwritable(path, failure)
    }
  }

  // Each change stands on the one before, or two at once would lose one.
  let turn: Promise<void> = Promise.resolve()
  function inTurn(act: () => Promise<void>): Promise<void> {
    const done = turn.then(act)
    turn = done.catch(() => undefined)
    return done
  }

  return {
    place: async () => place,
    read: async (name) => ifKept((await readAll())[name]),
    write: (name, secret) => inTurn(async () => writeAll({ ...(await readAll()), [name]: secret })),
    remove: (name) =>
      inTurn(async () => {
        const { [name]: gone, ...left } = await readAll()
        if (gone !== undefined) await writeAll(left)
      }),
    choose: async () => place,
  }
}

function parsedOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function unreadable(path: string, cause: unknown): Error {
  if (cause instanceof Error && 'code' in cause && cause.code === 'EISDIR') return new FileUnusableError(path, cause)
  return new Error(`The key file ${path} cannot be read (${sentenceOf(cause)}). Give your user account read access`, {
    cause,
  })
}

function unwritable(path: string, cause: unknown): Error {
  return new Error(
    `The key file ${path} cannot be written (${sentenceOf(cause)}). Give your user account write access`,
    {
      cause,
    },
  )
}

function sentenceOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure)
}
